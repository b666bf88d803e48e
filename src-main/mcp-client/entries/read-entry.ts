/** One entry of any known client as a draft. What it says is taken as it stands; nothing is guessed into a command. */
import type { Bilingual } from '../../config/bilingual.ts'
import { type Data, type DataObject, isDataObject } from '../client-apps/settings-format.ts'
import { noTarget, type ServerOrigin } from '../model/server-entry.ts'
import { isLoopback } from '../trust/address-warnings.ts'
import { type TrustWarning, warning } from '../trust/warning.ts'
import { type EntryDraft, type EntryField, namedField, noDraftValues } from './entry-draft.ts'
import { commandKeys, cwdKeys, envKeys, headerKeys, isKnownKey, transportOf, typeKeys, urlKeys } from './entry-keys.ts'
import { inputFields, readValue } from './placeholders.ts'
import { targetProblem } from './target-problem.ts'

export interface ReadContext {
  readonly origin: ServerOrigin
  /** VS Code's, by id. */
  readonly inputs: ReadonlyMap<string, DataObject>
}

/** Why an entry cannot be read; caught here, and told with the entry. */
class Unreadable extends Error {
  readonly told: Bilingual<string>
  constructor(en: string, zh: string) {
    super(en)
    this.told = { en, zh }
  }
}

export function readEntry(name: string, raw: Data, context: ReadContext): EntryDraft {
  const { origin } = context
  try {
    if (!isDataObject(raw)) throw new Unreadable('It is no object with settings.', '它不是包含设置的对象。')
    const draft = kindOf(raw) === 'stdio' ? readProgram(raw, context) : readRemote(raw, context)
    return {
      name,
      origin,
      settings: {},
      isOff: raw.disabled === true || raw.enabled === false || raw.isActive === false,
      ...draft,
      fields: distinct(draft.fields),
      warnings: [...unknownKeys(raw), ...draft.warnings],
      problem: secretInArguments(draft) ?? targetProblem(draft.target),
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return {
      name,
      origin,
      target: noTarget,
      values: noDraftValues,
      fields: [],
      warnings: isDataObject(raw) ? unknownKeys(raw) : [],
      settings: {},
      isOff: true,
      problem: error.told,
    }
  }
}

type ReadDraft = Pick<EntryDraft, 'target' | 'values' | 'fields' | 'warnings'>

/** An entry that says two things is refused: clients differ on which one they follow. */
function kindOf(raw: DataObject): 'stdio' | 'http' {
  const types = typeKeys.flatMap((key) => (typeof raw[key] === 'string' ? [raw[key]] : []))
  const kinds = new Set(types.map(transportOf))
  if (kinds.has(null)) {
    const type = types.find((candidate) => transportOf(candidate) === null) ?? ''
    throw new Unreadable(
      `Its type “${type}” is none that is spoken here: stdio, http or sse.`,
      `不支持它的类型“${type}”，这里支持 stdio、http 和 sse。`,
    )
  }
  const hasCommand = commandKeys.some((key) => isSaid(raw[key]))
  const hasUrl = urlKeys.some((key) => isSaid(raw[key]))
  if ((hasCommand && hasUrl) || (kinds.has('stdio') && kinds.size > 1)) {
    throw new Unreadable(
      'It names both a command and an address, so that nobody can tell which one would be used.',
      '它同时写了命令和地址，无法判断会用哪一个。',
    )
  }
  if (hasCommand || hasUrl) return hasCommand ? 'stdio' : 'http'
  throw new Unreadable('It names neither a command nor an address.', '它既没有写命令，也没有写地址。')
}

const isSaid = (value: Data | undefined): boolean => value !== undefined && value !== null && value !== ''

function readProgram(raw: DataObject, context: ReadContext): ReadDraft {
  const said = only(raw, commandKeys)
  // Zed's older entries: `command: { path, args, env }`; opencode: the command with its arguments as a list.
  const inner = isDataObject(said) ? said : null
  const list = Array.isArray(said) ? texts('command', said) : null
  if ((inner !== null && isSaid(inner.args)) || (list !== null && list.length > 1)) {
    if (isSaid(raw.args)) throw new Unreadable('It has two lists of arguments.', '它有两份参数列表。')
  }
  const command = inner === null ? (list === null ? said : list[0]) : inner.path
  if (typeof command !== 'string') throw new Unreadable('Its command is no text.', '它的命令不是文本。')
  const args = list !== null && list.length > 1 ? list.slice(1) : texts('args', inner?.args ?? raw.args ?? [])
  if (inner !== null && isSaid(inner.env) && envKeys.some((key) => isSaid(raw[key]))) {
    throw new Unreadable('It has two lists of environment variables.', '它有两份环境变量。')
  }
  const env = valuesOf('env', inner?.env ?? only(raw, envKeys), context)
  const asked = raw.env_keys === undefined || raw.env_keys === null ? [] : texts('env_keys', raw.env_keys)
  const missing = asked.filter((name) => !Object.hasOwn(env.values, name))
  const cwd = only(raw, cwdKeys)
  if (cwd !== undefined && cwd !== null && typeof cwd !== 'string') {
    throw new Unreadable('Its working directory is no text.', '它的工作目录不是文本。')
  }
  const places = [...args, cwd ?? '']
  return {
    target: {
      ...noTarget,
      kind: 'stdio',
      command,
      args,
      cwd: cwd === undefined || cwd === null || cwd === '' ? null : cwd,
      envNames: [...Object.keys(env.values), ...missing],
      encoding: 'utf-8',
      encodingErrors: 'replace',
    },
    values: { ...noDraftValues, env: { ...env.values, ...Object.fromEntries(missing.map((name) => [name, null])) } },
    fields: [
      ...env.fields,
      ...missing.map((name) => namedField('env', name)),
      ...places.flatMap((text) => inputFields(text, context.inputs)),
    ],
    warnings: inner === null ? [] : unknownKeys(inner, 'command.', ['path', 'args', 'env']),
  }
}

function readRemote(raw: DataObject, context: ReadContext): ReadDraft {
  const url = only(raw, urlKeys)
  if (typeof url !== 'string') throw new Unreadable('Its address is no text.', '它的地址不是文本。')
  const given = valuesOf('header', only(raw, headerKeys), context)
  // Codex: names of variables that hold a header's value, or the token. They are not looked up: they are asked for.
  const asked = isDataObject(raw.env_http_headers) ? Object.keys(raw.env_http_headers) : []
  const bearer = typeof raw.bearer_token_env_var === 'string' ? ['Authorization'] : []
  const missing = [...asked, ...bearer].filter((name) => !hasHeader(given.values, name))
  const headers = { ...given.values, ...Object.fromEntries(missing.map((name) => [name, null])) }
  const login = loginOf(raw)
  const isKeyed = Object.keys(headers).length > 0
  const host = URL.parse(url)?.hostname ?? ''
  return {
    target: {
      kind: typed(raw) ?? (/\/sse\/?$/.test(URL.parse(url)?.pathname ?? '') && !isSaid(raw.httpUrl) ? 'sse' : 'http'),
      url,
      headerNames: Object.keys(headers),
      // Clients that are given an address alone log in when the server asks for it.
      auth: login !== null || (!isKeyed && !isLoopback(host)) ? 'oauth' : 'none',
      oauth: {
        clientId: login?.clientId ?? null,
        scopes: login?.scopes ?? null,
        redirectPort: login?.redirectPort ?? null,
      },
    },
    values: { ...noDraftValues, headers, clientSecret: login?.clientSecret ?? null },
    fields: [...given.fields, ...missing.map((name) => namedField('header', name))],
    warnings: [],
  }
}

function typed(raw: DataObject): 'http' | 'sse' | null {
  const kinds = typeKeys.flatMap((key) => (typeof raw[key] === 'string' ? [transportOf(raw[key])] : []))
  const kind = kinds.find((candidate) => candidate === 'http' || candidate === 'sse')
  if (kinds.includes('http') && kinds.includes('sse')) {
    throw new Unreadable('It names two transports.', '它写了两种传输方式。')
  }
  return kind ?? null
}

/** Claude Code's `oauth: { clientId, callbackPort }`, Cursor's `auth: { CLIENT_ID, CLIENT_SECRET, scopes }`. */
function loginOf(raw: DataObject) {
  const said = isDataObject(raw.oauth) ? raw.oauth : isDataObject(raw.auth) ? raw.auth : null
  if (said === null) return null
  const text = (...keys: readonly string[]) => {
    const value = keys.map((key) => said[key]).find((candidate) => typeof candidate === 'string' && candidate !== '')
    return typeof value === 'string' && !value.includes('${') ? value : null
  }
  const port = said.callbackPort ?? said.redirectPort
  const scopes = said.scopes ?? said.scope
  const list = typeof scopes === 'string' ? scopes.split(/\s+/).filter((scope) => scope !== '') : scopes
  return {
    clientId: text('clientId', 'client_id', 'CLIENT_ID'),
    clientSecret: text('clientSecret', 'client_secret', 'CLIENT_SECRET'),
    scopes: Array.isArray(list) && list.length > 0 ? texts('scopes', list) : null,
    redirectPort: typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536 ? port : null,
  }
}

const hasHeader = (headers: Readonly<Record<string, unknown>>, name: string): boolean =>
  Object.keys(headers).some((key) => key.toLowerCase() === name.toLowerCase())

/** The one of several spellings that is there; two that differ are refused. */
function only(raw: DataObject, keys: readonly string[]): Data | undefined {
  const said = keys.filter((key) => isSaid(raw[key]))
  const [first, second] = said
  if (first === undefined) return undefined
  if (second !== undefined && JSON.stringify(raw[first]) !== JSON.stringify(raw[second])) {
    throw new Unreadable(
      `It says “${first}” and “${second}”, and they differ.`,
      `它同时写了“${first}”和“${second}”，而且内容不同。`,
    )
  }
  return raw[first]
}

function texts(key: string, list: Data): string[] {
  const items: readonly Data[] = Array.isArray(list) ? list : [list]
  if (!Array.isArray(list) && !(typeof list === 'string' && !/\s/.test(list))) {
    throw new Unreadable(`Its “${key}” is no list of texts.`, `它的“${key}”不是文本列表。`)
  }
  return items.map((item) => {
    const text = scalar(item)
    if (text === null) throw new Unreadable(`Its “${key}” holds what is no text.`, `它的“${key}”里有不是文本的内容。`)
    return text
  })
}

function scalar(value: Data | undefined): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : null
}

interface ReadValues {
  readonly values: Readonly<Record<string, string | null>>
  readonly fields: readonly EntryField[]
}

/** A map of names and values, or Docker's list of `NAME=value`. */
function valuesOf(kind: 'env' | 'header', said: Data | undefined, { inputs }: ReadContext): ReadValues {
  if (said === undefined || said === null) return { values: {}, fields: [] }
  const pairs = Array.isArray(said) ? texts(kind, said).map(pairOf) : isDataObject(said) ? Object.entries(said) : null
  if (pairs === null) {
    throw kind === 'env'
      ? new Unreadable('Its environment is no list of names and values.', '它的环境变量不是名称和值的列表。')
      : new Unreadable('Its headers are no list of names and values.', '它的请求头不是名称和值的列表。')
  }
  const names = pairs.map(([name]) => (kind === 'env' ? name : name.toLowerCase()))
  if (new Set(names).size < names.length) {
    throw new Unreadable('A name stands twice in its values.', '它的值里有重复的名称。')
  }
  const fields: EntryField[] = []
  const values = pairs.map(([name, value]): [string, string | null] => {
    if (value === null) {
      fields.push(namedField(kind, name))
      return [name, null]
    }
    const text = scalar(value)
    if (text === null) throw new Unreadable(`The value of “${name}” is no text.`, `“${name}”的值不是文本。`)
    const read = readValue(kind, name, text, inputs)
    fields.push(...read.fields)
    return [name, read.template]
  })
  return { values: Object.fromEntries(values), fields }
}

function pairOf(text: string): [string, Data] {
  const at = text.indexOf('=')
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)]
}

/** Each program of the computer can read the arguments of every other. */
function secretInArguments({ target, fields }: ReadDraft): Bilingual<string> | null {
  if (target.kind !== 'stdio') return null
  const shown = [target.command, ...target.args, target.cwd ?? '']
  const secret = fields.find(
    ({ fills, sensitive }) => sensitive && fills.kind === 'token' && shown.some((text) => text.includes(fills.token)),
  )
  if (secret === undefined) return null
  return {
    en: `It puts the secret “${secret.title}” into its arguments, where every program of this computer can read it. Use an environment variable, if the server knows one.`,
    zh: `它把密钥“${secret.title}”放在参数里，这台电脑上的任何程序都能读到。如果服务器支持，请改用环境变量。`,
  }
}

function unknownKeys(raw: DataObject, before = '', known: readonly string[] = []): TrustWarning[] {
  return Object.keys(raw)
    .filter((key) => (known.length > 0 ? !known.includes(key) : !isKnownKey(key)))
    .map((key) =>
      warning(
        'unknown-key',
        `${before}${key}`,
        `Nobody knows what “${key}” means here; it is not used.`,
        `这里不认识“${key}”，不会使用它。`,
      ),
    )
}

function distinct(fields: readonly EntryField[]): EntryField[] {
  return [...new Map(fields.map((field) => [field.key, field])).values()]
}
