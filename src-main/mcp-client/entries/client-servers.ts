/**
 * Servers in the settings of the client programs of this computer (client-apps/clients.ts), to take over from there.
 * Files are read and nothing else; our own entry is left out. What is found arrives as any other import: not started.
 */
import { basename } from 'node:path'
import type { Bilingual } from '../../config/bilingual.ts'
import { placeOf } from '../client-apps/client-apps.ts'
import {
  type ClientId,
  type ClientProgram,
  type Computer,
  clientProgram,
  clientPrograms,
} from '../client-apps/clients.ts'
import { formatOf, OWN_NAME } from '../client-apps/entry-edit.ts'
import { SettingsError, SettingsTextError } from '../client-apps/settings-error.ts'
import { readSettingsFile } from '../client-apps/settings-file.ts'
import { type Data, isDataObject } from '../client-apps/settings-format.ts'
import { settingsFaultWords, textFaultWords } from '../client-apps/settings-words.ts'
import type { EntryDraft } from './entry-draft.ts'
import { jsonValue } from './entry-text.ts'
import { readEntry } from './read-entry.ts'
import { entriesIn } from './server-shapes.ts'

export interface ClientServers {
  readonly client: ClientId
  readonly name: string
  readonly file: string
  readonly drafts: readonly EntryDraft[]
  /** Why its file could not be read. */
  readonly problem: Bilingual<string> | null
}

/** The clients that are here and have servers, or a file that cannot be read. Never rejects for one of them. */
export async function findClientServers(computer: Computer): Promise<ClientServers[]> {
  const found = await Promise.all(clientPrograms.map((program) => readProgram(program, computer)))
  return found
    .filter((client) => client !== null)
    .filter(({ drafts, problem }) => drafts.length > 0 || problem !== null)
}

/** All servers of one client; none where it is not here. `id` is what a page sends. */
export async function readClientServers(id: string, computer: Computer): Promise<ClientServers | null> {
  const known = clientPrograms.find((program) => program.id === id)
  return known === undefined ? null : readProgram(clientProgram(known.id), computer)
}

async function readProgram(program: ClientProgram, computer: Computer): Promise<ClientServers | null> {
  const { file, found } = await placeOf(program, computer)
  if (!found) return null
  const seen = { client: program.id, name: program.name, file }
  try {
    const { content } = await readSettingsFile(file)
    const text = content?.text ?? ''
    return { ...seen, drafts: text.trim() === '' ? [] : draftsOf(program, text, file), problem: null }
  } catch (error) {
    return { ...seen, drafts: [], problem: problemOf(error, file) }
  }
}

function problemOf(error: unknown, file: string): Bilingual<string> {
  if (error instanceof SettingsError) {
    const words = settingsFaultWords(error.fault)
    return { en: words.en.message, zh: words.zh.message }
  }
  if (!(error instanceof SettingsTextError)) throw error
  const { line, column, fault } = error
  const reason = textFaultWords(fault)
  return {
    en: `${file} cannot be read: line ${line}, column ${column}: ${reason.en}.`,
    zh: `无法读取 ${file}：第 ${line} 行第 ${column} 列，${reason.zh}。`,
  }
}

/** Pure. Exported for files that are not where clients keep them. */
export function draftsOf(program: ClientProgram, text: string, file: string): EntryDraft[] {
  const data = program.format === 'json' ? jsonValue(text) : formatOf(program).read(text)
  if (!isDataObject(data)) return []
  const origin = { kind: 'client', client: program.name, file } as const
  return [
    ...read(data[program.serversKey], ''),
    // Claude Code keeps what was added for one folder under `projects`.
    ...(program.id === 'claude-code' && isDataObject(data.projects)
      ? Object.entries(data.projects).flatMap(([folder, project]) =>
          isDataObject(project) ? read(project.mcpServers, ` (${basename(folder)})`) : [],
        )
      : []),
  ]

  function read(servers: Data | undefined, ending: string): EntryDraft[] {
    if (!isDataObject(servers) || !isDataObject(data)) return []
    const found = entriesIn({ mcpServers: servers, inputs: data.inputs ?? null })
    return found
      .filter(({ name }) => name !== OWN_NAME)
      .map(({ name, raw, inputs }) => readEntry(`${name ?? program.name}${ending}`, raw, { origin, inputs }))
  }
}
