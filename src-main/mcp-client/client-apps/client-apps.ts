/**
 * The client programs of this computer and our entry in their settings: what is there, what would be written, writing,
 * taking out. Callers name a client and nothing else; paths and the command are ours.
 */
import { checkEntry } from './check-entry.ts'
import {
  type ClientId,
  type ClientProgram,
  type Computer,
  clientProgram,
  clientPrograms,
  type Launch,
  placeInUse,
} from './clients.ts'
import {
  type EntryState,
  entryState,
  existingEntry,
  formatOf,
  OWN_NAME,
  wantedEntry,
  withEntry,
  withoutEntry,
} from './entry-edit.ts'
import type { EntryFinding } from './entry-finding.ts'
import { maskSecrets } from './mask.ts'
import { SettingsError, type SettingsFault, SettingsTextError } from './settings-error.ts'
import { backupName, isThere, readSettingsFile, replaceSettingsFile, type SettingsFile } from './settings-file.ts'

/** Another program may write its settings at the same moment; then the edit is made anew on what it wrote. */
const TRIES = 4

export interface ClientAppsOptions {
  readonly computer: Computer
  /** The wall clock: it dates the copies. */
  readonly now: () => Date
}

export interface ClientAppStatus {
  readonly id: ClientId
  readonly name: string
  readonly found: boolean
  readonly configPath: string
  readonly state: 'absent' | 'current' | 'outdated' | 'unreadable'
  /** Why it is `unreadable`. */
  readonly problem: SettingsFault | null
  readonly afterwards: ClientProgram['afterwards']
}

export interface ClientAppChange {
  readonly path: string
  /** With other servers' credentials masked; null where there is no file. */
  readonly before: string | null
  readonly after: string
  readonly entry: string
  readonly backup: string | null
  readonly unchanged: boolean
}

export interface ClientAppWritten {
  readonly path: string
  /** Null where nothing was there before, or nothing had to change. */
  readonly backup: string | null
}

/** All but `list` and `verify` throw SettingsError with the file, the place and the way out. */
export interface ClientApps {
  /** Our entry as it is to stand now. */
  launch(): Launch
  list(): Promise<ClientAppStatus[]>
  status(id: ClientId): Promise<ClientAppStatus>
  preview(id: ClientId): Promise<ClientAppChange>
  write(id: ClientId): Promise<ClientAppWritten>
  remove(id: ClientId): Promise<ClientAppWritten>
  /** Starts the entry as it stands in the file, once it is ours, and asks it for its tools. */
  verify(id: ClientId): Promise<EntryFinding>
}

export interface ClientAppsSource {
  /** The client programs with the entry that `launch` gives: another person has another one. */
  for(launch: () => Launch): ClientApps
}

export function createClientApps(options: ClientAppsOptions): ClientAppsSource {
  const shared: Shared = { changes: Promise.resolve(), known: new Map() }
  return { for: (launch) => clientAppsFor(options, launch, shared) }
}

interface Shared {
  /** One change of a file at a time: two of our own must not meet as "changed by another program". */
  changes: Promise<unknown>
  /** By file: what it was found to hold. Some settings are megabytes, and the page asks often. */
  readonly known: Map<string, { readonly key: string; readonly state: EntryState }>
}

function clientAppsFor({ computer, now }: ClientAppsOptions, launch: () => Launch, shared: Shared): ClientApps {
  async function status(program: ClientProgram): Promise<ClientAppStatus> {
    const { file, found } = await placeOf(program, computer)
    const seen = { id: program.id, name: program.name, found, configPath: file, afterwards: program.afterwards }
    try {
      return { ...seen, state: stateOf(program, await readSettingsFile(file)), problem: null }
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
      return { ...seen, state: 'unreadable', problem: error.fault }
    }
  }

  function stateOf(program: ClientProgram, { path, content }: SettingsFile): EntryState {
    if (content === null) return 'absent'
    const key = `${content.stamp} ${JSON.stringify(launch())}`
    const known = shared.known.get(path)
    if (known?.key === key) return known.state
    const state = understood(path, () => entryState(program, content.text, launch()))
    shared.known.set(path, { key, state })
    return state
  }

  /** The file of a client that is here. */
  async function settingsOf(program: ClientProgram): Promise<SettingsFile> {
    const { file, found } = await placeOf(program, computer)
    if (found) return readSettingsFile(file)
    throw new SettingsError({ code: 'not-found', program: program.name, file })
  }

  function change(program: ClientProgram, edit: (text: string) => string): Promise<ClientAppWritten> {
    const run = async (): Promise<ClientAppWritten> => {
      for (let attempt = 1; ; attempt++) {
        const file = await settingsOf(program)
        const before = file.content?.text ?? ''
        const after = understood(file.path, () => edit(before))
        if (after === before) return { path: file.path, backup: null }
        try {
          return { path: file.path, backup: await replaceSettingsFile(file, after, now()) }
        } catch (error) {
          if (!(error instanceof SettingsError) || error.code !== 'changed' || attempt === TRIES) throw error
        }
      }
    }
    const result = shared.changes.then(run, run)
    shared.changes = result.catch(() => {})
    return result
  }

  return {
    launch,
    list: () => Promise.all(clientPrograms.map(status)),
    status: (id) => status(clientProgram(id)),

    async preview(id) {
      const program = clientProgram(id)
      const format = formatOf(program)
      const file = await settingsOf(program)
      const before = file.content?.text ?? ''
      return understood(file.path, () => {
        const after = withEntry(program, before, launch())
        const unchanged = after === before
        const entry = wantedEntry(program, existingEntry(program, before), launch())
        return {
          path: file.path,
          before: file.content === null ? null : maskSecrets(format, before),
          after: maskSecrets(format, after),
          entry: maskEntry(program, format.render(program.serversKey, OWN_NAME, entry)),
          backup: file.content === null || unchanged ? null : backupName(file.target, now()),
          unchanged,
        }
      })
    },

    write: (id) => {
      const program = clientProgram(id)
      return change(program, (text) => withEntry(program, text, launch()))
    },

    remove: (id) => {
      const program = clientProgram(id)
      return change(program, (text) => withoutEntry(program, text))
    },

    async verify(id) {
      const program = clientProgram(id)
      const { state, problem, configPath: file } = await status(program)
      if (state === 'current') {
        const { content } = await readSettingsFile(file)
        const existing = existingEntry(program, content?.text ?? '')
        return checkEntry({ launch: launchOf(program, existing, launch()), computer })
      }
      if (problem !== null) return { code: 'unreadable', fault: problem }
      return { code: state === 'absent' ? 'no-entry' : 'other-entry', file }
    },
  }
}

/** JSON's rendering is a member, not a document; braces make it one. */
function maskEntry(program: ClientProgram, entry: string): string {
  const format = formatOf(program)
  return program.format === 'json' ? maskSecrets(format, `{${entry}}`).slice(1, -1) : maskSecrets(format, entry)
}

/** Command and arguments are ours (the entry is current); the environment is what stands in the file. */
function launchOf(program: ClientProgram, existing: unknown, own: Launch): Launch {
  const key = program.id === 'goose' ? 'envs' : 'env'
  const env = typeof existing === 'object' && existing !== null && key in existing ? Reflect.get(existing, key) : null
  const texts = typeof env === 'object' && env !== null ? Object.entries(env) : []
  return { ...own, env: Object.fromEntries(texts.map(([name, value]) => [name, String(value)])) }
}

/** Where the client keeps its settings, and whether it is here at all. */
export async function placeOf(program: ClientProgram, computer: Computer): Promise<{ file: string; found: boolean }> {
  const places = program.places(computer)
  const seen = await Promise.all(
    places.map(async (place) => {
      const [fileThere, folderThere] = await Promise.all([isThere(place.file), isThere(place.folder)])
      return { ...place, fileThere, folderThere }
    }),
  )
  const place = placeInUse(seen)
  const [first] = places
  if (first === undefined) throw new Error(`${program.id} has no place for its settings`)
  return { file: (place ?? first).file, found: place !== null }
}

/** Gives a fault in the text the name of its file. */
function understood<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof SettingsTextError)) throw error
    throw new SettingsError({ ...error.fault, file }, { cause: error })
  }
}
