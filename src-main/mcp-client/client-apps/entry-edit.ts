/** Our entry in the text of a settings file: its state, putting it in, taking it out. Pure. */
import type { ClientProgram, Launch } from './clients.ts'
import { jsonSettings } from './json-settings.ts'
import { SettingsError } from './settings-error.ts'
import { type Data, type DataObject, isDataObject, type SettingsFormat, sameData } from './settings-format.ts'
import { tomlSettings } from './toml-settings.ts'
import { yamlSettings } from './yaml-settings.ts'

/** Name of our server in every client. */
export const OWN_NAME = 'mirohub'

const formats: Readonly<Record<ClientProgram['format'], SettingsFormat>> = {
  json: jsonSettings,
  yaml: yamlSettings,
  toml: tomlSettings,
}

export const formatOf = (program: ClientProgram): SettingsFormat => formats[program.format]

/** What stands under our name now, or undefined. */
export function existingEntry(program: ClientProgram, text: string): Data | undefined {
  const servers = formatOf(program).read(text)[program.serversKey]
  return isDataObject(servers) && Object.hasOwn(servers, OWN_NAME) ? servers[OWN_NAME] : undefined
}

/**
 * Our entry as it is to stand: what a person added to it (their own environment, a time limit, tools that they allowed)
 * stays; what would make it another server or switch it off goes.
 */
export function wantedEntry(program: ClientProgram, existing: Data | undefined, launch: Launch): DataObject {
  const entry = program.entry(launch)
  if (!isDataObject(existing)) return entry
  const kept = Object.entries(existing).filter(
    ([key, value]) =>
      !program.foreignKeys.includes(key) ||
      (key === 'disabled' && value === false) ||
      (key === 'enabled' && value === true),
  )
  const merged: Record<string, Data> = Object.fromEntries(kept)
  for (const [key, value] of Object.entries(entry)) {
    const before = Object.hasOwn(merged, key) ? merged[key] : undefined
    merged[key] = isDataObject(before) && isDataObject(value) ? { ...before, ...value } : chosen(key, before, value)
  }
  return merged
}

/** A time limit and a description are the person's to change; the rest is what makes the entry work. */
const personsKeys = ['timeout', 'startup_timeout_sec', 'description', 'env_keys']

function chosen(key: string, before: Data | undefined, value: Data): Data {
  return before !== undefined && personsKeys.includes(key) ? before : value
}

export type EntryState = 'absent' | 'current' | 'outdated'

/** Throws SettingsTextError where `withEntry` would, so that a state is never better than what a click can do. */
export function entryState(program: ClientProgram, text: string, launch: Launch): EntryState {
  formatOf(program).remove(text, program.serversKey, OWN_NAME)
  const existing = existingEntry(program, text)
  if (existing === undefined) return 'absent'
  return sameData(existing, wantedEntry(program, existing, launch)) ? 'current' : 'outdated'
}

/**
 * The text with our entry; the very text where it stands already.
 *
 * @throws SettingsTextError for a text that cannot be understood; SettingsError `unsafe` where the edited text would
 * mean something else than intended, which is a fault of ours and must not reach the file.
 */
export function withEntry(program: ClientProgram, text: string, launch: Launch): string {
  const format = formatOf(program)
  const before = format.read(text)
  const existing = existingEntry(program, text)
  const entry = wantedEntry(program, existing, launch)
  if (sameData(existing, entry)) return text
  const after = format.set(text, program.serversKey, OWN_NAME, entry)
  const servers = before[program.serversKey]
  const expected = { ...before, [program.serversKey]: { ...(isDataObject(servers) ? servers : {}), [OWN_NAME]: entry } }
  return checked(program, after, expected)
}

/** The text without our entry; an empty map of servers may stay. Throws as `withEntry` does. */
export function withoutEntry(program: ClientProgram, text: string): string {
  const format = formatOf(program)
  const after = format.remove(text, program.serversKey, OWN_NAME)
  const before = format.read(text)
  const servers = before[program.serversKey]
  if (!isDataObject(servers) || !Object.hasOwn(servers, OWN_NAME)) return text
  const { [OWN_NAME]: _own, ...others } = servers
  return checked(program, after, { ...before, [program.serversKey]: others })
}

function checked(program: ClientProgram, after: string, expected: DataObject): string {
  const meaning = formatOf(program).read(after)
  // A format may write "no servers" as an empty map or as nothing.
  const full = Object.hasOwn(meaning, program.serversKey) ? meaning : { ...meaning, [program.serversKey]: {} }
  if (sameData(full, expected)) return after
  throw new SettingsError({ code: 'unsafe', program: program.name })
}
