/**
 * Install links: ours (`mirohub://mcp/install?name=…&config=…`), and those of Cursor, VS Code, LM Studio and Goose when
 * a person pastes one. A link only ever fills a review: it starts, stores and switches on nothing (CVE-2025-54133,
 * CVE-2025-61929, chatboxai/chatbox#3627).
 */
import type { Bilingual } from '../../config/bilingual.ts'
import { LINK_SCHEME } from '../../config/link-scheme.ts'
import type { Data, DataObject } from '../client-apps/settings-format.ts'
import type { EntryDraft } from './entry-draft.ts'
import { EntryError } from './entry-error.ts'
import { jsonValue } from './entry-text.ts'
import { nameFor } from './parse.ts'
import { readEntry } from './read-entry.ts'
import { entriesIn, type FoundEntry } from './server-shapes.ts'

/** Characters. */
const MAX_LINK = 200_000
const MAX_ENTRIES = 20

/** @throws EntryError `bad_link`, `too_large`. */
export function readInstallLink(link: string): EntryDraft[] {
  const text = link.trim()
  if (text.length > MAX_LINK) {
    throw new EntryError(
      'too_large',
      { en: `The link is longer than ${MAX_LINK} characters.`, zh: `链接超过了 ${MAX_LINK} 个字符。` },
      wayOut,
    )
  }
  const found = entriesOf(text)
  if (found.length === 0 || found.length > MAX_ENTRIES) {
    throw badLink({ en: 'The link names no server.', zh: '链接里没有服务器。' })
  }
  return found.map(({ name, raw, inputs }) => {
    const draft = readEntry(name ?? '', raw, { origin: { kind: 'link' }, inputs })
    return name === null ? { ...draft, name: nameFor(draft) } : draft
  })
}

/** Whether `text` looks like a link of a kind that is read here, and not like an address of a server. */
export function isInstallLink(text: string): boolean {
  return /^(mirohub|cursor|lmstudio|goose):\/\/|^vscode(-insiders)?:/i.test(text.trim()) || isWebLink(text.trim())
}

function isWebLink(text: string): boolean {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:') return false
  const place = `${url.hostname}${url.pathname}`
  return /^(www\.)?cursor\.com\/([\w-]+\/)?install-mcp$|^(insiders\.)?vscode\.dev\/redirect(\/mcp\/install)?$/.test(
    place,
  )
}

function entriesOf(text: string): FoundEntry[] {
  const vscode = /^vscode(?:-insiders)?:(?:\/\/)?mcp\/install\?(.*)$/is.exec(text)?.[1]
  if (vscode !== undefined) return entriesIn(json(decoded(vscode)))
  const url = isInstallLink(text) ? URL.parse(text) : null
  if (url === null) throw badLink({ en: 'It is no install link that is known here.', zh: '它不是这里认识的安装链接。' })
  const inner = one(url, 'url')
  if (inner !== null && url.hostname.endsWith('vscode.dev') && inner.startsWith('vscode')) return entriesOf(inner)
  if (url.protocol === 'goose:') return [gooseEntry(url)]
  const place = `${url.protocol}//${url.hostname}${url.pathname}`.replace(/\/$/, '')
  if (url.protocol !== 'https:' && !places.includes(place)) {
    throw badLink({ en: `Links to “${place}” do nothing here.`, zh: `这里不处理指向“${place}”的链接。` })
  }
  const config = one(url, 'config')
  if (config === null) throw badLink({ en: 'There is no “config” in the link.', zh: '链接里没有“config”。' })
  const found = entriesIn(json(configText(config)))
  const name = one(url, 'name')
  return found.map((entry) => (name !== null && found.length === 1 ? { ...entry, name } : entry))
}

const places = [`${LINK_SCHEME}://mcp/install`, 'cursor://anysphere.cursor-deeplink/mcp/install', 'lmstudio://add_mcp']

/** Base64, in either alphabet, or JSON itself. */
function configText(config: string): string {
  if (/^\s*[{[]/.test(config)) return config
  // `+` of plain base64 arrives as a space.
  const base64 = config.replaceAll(' ', '+').replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  if (!/^[A-Za-z0-9+/]+$/.test(base64)) throw badLink(noJson)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'))
  } catch (error) {
    throw badLink(noJson, error)
  }
}

const noJson: Bilingual<string> = {
  en: 'What the link says about the server cannot be read.',
  zh: '无法读取链接中关于服务器的内容。',
}

/** A server's own map or a single entry, whose name may be inside. */
function json(text: string): Data {
  try {
    return jsonValue(text)
  } catch (error) {
    throw badLink(noJson, error)
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    throw badLink(noJson, error)
  }
}

/** Null: not there. Readers differ on which of two counts, so two are refused. */
function one(url: URL, key: string): string | null {
  const values = url.searchParams.getAll(key)
  if (values.length > 1) throw badLink({ en: `“${key}” stands twice in the link.`, zh: `链接里有两个“${key}”。` })
  return values[0] ?? null
}

/** `goose://extension?cmd=npx&arg=-y&arg=…&name=…&env=NAME=description`. */
function gooseEntry(url: URL): FoundEntry {
  const command = one(url, 'cmd')
  const address = one(url, 'url')
  const type = one(url, 'type')
  const names = url.searchParams.getAll('env').map((text) => text.split('=')[0] ?? '')
  const raw: DataObject = {
    ...(command === null ? {} : { command, args: url.searchParams.getAll('arg') }),
    ...(address === null ? {} : { url: address }),
    ...(type === null ? {} : { type }),
    ...(names.length === 0 ? {} : { env: Object.fromEntries(names.map((name) => [name, null])) }),
  }
  return { name: one(url, 'name') ?? one(url, 'id'), raw, inputs: new Map() }
}

const wayOut: Bilingual<string> = {
  en: 'Ask whoever gave you the link for the settings as JSON, and paste those.',
  zh: '请向提供链接的人索取 JSON 格式的设置，再粘贴进来。',
}

function badLink(told: Bilingual<string>, cause?: unknown): EntryError {
  return new EntryError('bad_link', told, wayOut, { cause })
}
