/** Entries of any known client from a text that a person pasted. Reads; starts nothing and stores nothing. */
import type { Bilingual } from '../../config/bilingual.ts'
import { SettingsTextError } from '../client-apps/settings-error.ts'
import { isDataObject } from '../client-apps/settings-format.ts'
import { textFaultWords } from '../client-apps/settings-words.ts'
import type { ServerOrigin } from '../model/server-entry.ts'
import { readLine } from './command-line.ts'
import type { EntryDraft } from './entry-draft.ts'
import { EntryError } from './entry-error.ts'
import { dataOfText } from './entry-text.ts'
import { readEntry } from './read-entry.ts'
import { entriesIn, type FoundEntry } from './server-shapes.ts'

/** Characters. */
const MAX_TEXT = 2_000_000
const MAX_ENTRIES = 200

/**
 * Each entry of the text as a draft, those that cannot be added with their problem.
 *
 * @throws EntryError `unreadable` with the place of the fault, or where the text names no server; `too_large`.
 */
export function parseEntries(text: string, origin: ServerOrigin = { kind: 'paste' }): EntryDraft[] {
  if (text.length > MAX_TEXT) {
    throw new EntryError(
      'too_large',
      { en: `The text is longer than ${MAX_TEXT} characters.`, zh: `文本超过了 ${MAX_TEXT} 个字符。` },
      { en: 'Paste the part with the servers alone.', zh: '请只粘贴写有服务器的那部分。' },
    )
  }
  const found = readText(text)
  if (found.length > MAX_ENTRIES) {
    throw new EntryError(
      'too_large',
      { en: `The text names more than ${MAX_ENTRIES} servers.`, zh: `文本里有 ${MAX_ENTRIES} 个以上的服务器。` },
      { en: 'Paste fewer at a time.', zh: '请分几次粘贴。' },
    )
  }
  return found.map(({ name, raw, inputs }) => {
    const draft = readEntry(name ?? '', raw, { origin, inputs })
    return name === null ? { ...draft, name: nameFor(draft) } : draft
  })
}

function readText(text: string): FoundEntry[] {
  try {
    const line = readLine(text)
    if (line?.kind === 'refused') throw unreadable(line.problem)
    if (line !== null) {
      const { name, raw } = line.entry
      const inside = isDataObject(raw) && typeof raw.name === 'string' ? raw.name : null
      return [{ name: name ?? inside, raw, inputs: new Map() }]
    }
    const found = dataOfText(text).flatMap(entriesIn)
    if (found.length > 0) return found
  } catch (error) {
    if (!(error instanceof SettingsTextError)) throw error
    const { line, column } = error
    const reason = textFaultWords(error.fault)
    throw unreadable(
      {
        en: `Line ${line}, column ${column}: ${reason.en}.`,
        zh: `第 ${line} 行第 ${column} 列：${reason.zh}。`,
      },
      error,
    )
  }
  throw unreadable({ en: 'The text names no server.', zh: '这段文本里没有服务器。' })
}

function unreadable(told: Bilingual<string>, cause?: unknown): EntryError {
  return new EntryError(
    'unreadable',
    told,
    {
      en: 'Paste the JSON, YAML or TOML that another client uses, a line such as “npx -y some-server”, or an address.',
      zh: '可以粘贴其他客户端使用的 JSON、YAML 或 TOML，类似“npx -y some-server”的一行命令，或一个地址。',
    },
    { cause },
  )
}

/** An entry without a name is called after what it starts or reaches. */
export function nameFor({ target }: Pick<EntryDraft, 'target'>): string {
  if (target.kind !== 'stdio') return URL.parse(target.url)?.hostname ?? 'server'
  const word = target.args.find((arg) => !arg.startsWith('-')) ?? target.command
  const plain = word.replace(/(?<=.)@[^/@]*$/, '').replace(/[/\\]+$/, '')
  return plain.slice(Math.max(plain.lastIndexOf('/'), plain.lastIndexOf('\\')) + 1) || 'server'
}
