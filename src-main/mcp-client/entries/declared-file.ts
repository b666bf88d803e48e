/** One declared server: a YAML or JSON file as MiroFlow's `config/tool/*.yaml` are. Pure. */
import { basename, extname } from 'node:path'
import type { Bilingual } from '../../config/bilingual.ts'
import type { Environment } from '../../config/data-dir.ts'
import { SettingsTextError } from '../client-apps/settings-error.ts'
import { type Data, type DataObject, isDataObject } from '../client-apps/settings-format.ts'
import { textFaultWords } from '../client-apps/settings-words.ts'
import { yamlSettings } from '../client-apps/yaml-settings.ts'
import type { ServerTarget, ServerValues } from '../model/server-entry.ts'
import { jsonValue } from './entry-text.ts'
import { resolveReferences } from './environment-references.ts'
import { readEntry } from './read-entry.ts'

export interface DeclaredServer {
  readonly file: string
  readonly name: string
  /** With its references resolved: what is shown and approved is what runs. */
  readonly target: ServerTarget
  /** The file says `enabled: false`. */
  readonly isOff: boolean
  /** `tool_blacklist`: tools that nobody is offered. `server` is as the file names it. */
  readonly blockedTools: readonly { readonly server: string; readonly tool: string }[]
  /** As they stand in the file, references and all. */
  readonly templates: Pick<ServerValues, 'env' | 'headers'>
}

export interface DeclaredProblem {
  readonly file: string
  /** Names the file and, where there is one, the line. */
  readonly problem: Bilingual<string>
}

/** Values with their references resolved now; `missing`: variables that are not set. */
export function declaredValues(
  { templates }: Pick<DeclaredServer, 'templates'>,
  env: Environment,
): { readonly values: ServerValues; readonly missing: readonly string[] } {
  const missing: string[] = []
  const resolve = (map: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(map).flatMap(([name, template]) => {
        const resolved = resolveReferences(template, env)
        missing.push(...resolved.missing)
        return resolved.missing.length > 0 ? [] : [[name, resolved.text]]
      }),
    )
  return {
    values: { env: resolve(templates.env), headers: resolve(templates.headers), bearer: null, clientSecret: null },
    missing: [...new Set(missing)],
  }
}

export function readDeclared(file: string, text: string, env: Environment): DeclaredServer | DeclaredProblem {
  try {
    return declared(file, text, env)
  } catch (error) {
    if (error instanceof SettingsTextError) {
      const reason = textFaultWords(error.fault)
      return wrong(file, `line ${error.line}: ${reason.en}`, `第 ${error.line} 行：${reason.zh}`)
    }
    throw error
  }
}

function declared(file: string, text: string, env: Environment): DeclaredServer | DeclaredProblem {
  const plain = text.replace(/^\ufeff/, '')
  const data = extname(file) === '.json' ? jsonValue(plain) : yamlSettings.read(plain)
  if (!isDataObject(data)) return wrong(file, 'it is no map of settings', '内容不是设置项')
  const { tool_command: toolCommand, tool_blacklist: blacklist, env: envSaid, headers: headersSaid, ...rest } = data
  const missing: string[] = []
  const raw = resolved({ ...rest, ...(toolCommand === undefined ? {} : { command: rest.command ?? toolCommand }) })
  if (toolCommand !== undefined && rest.command !== undefined && rest.command !== toolCommand) {
    return wrong(file, 'it says “command” and “tool_command”, and they differ', '“command”和“tool_command”不一致')
  }
  if (missing.length > 0) {
    const names = [...new Set(missing)].join(', ')
    return wrong(file, `the environment has no ${names}`, `环境变量 ${names} 没有设置`)
  }
  const values = { env: templatesOf(envSaid), headers: templatesOf(headersSaid) }
  if (values.env === null || values.headers === null) {
    return wrong(file, '“env” and “headers” are to be names with texts', '“env”和“headers”应为名称和文本')
  }
  const blockedTools = blockedOf(blacklist, nameOf(data, file))
  if (blockedTools === null) {
    return wrong(file, '“tool_blacklist” is to be a list of tools', '“tool_blacklist”应为工具列表')
  }
  // The names alone: their values are read when the server starts.
  const named = {
    ...raw,
    ...(envSaid === undefined || envSaid === null ? {} : { env: blank(values.env) }),
    ...(headersSaid === undefined || headersSaid === null ? {} : { headers: blank(values.headers) }),
  }
  const draft = readEntry(nameOf(data, file), named, { origin: { kind: 'file', file }, inputs: new Map() })
  if (draft.problem !== null)
    return wrong(file, draft.problem.en.replace(/\.$/, ''), draft.problem.zh.replace(/。$/, ''))
  const [unknown] = draft.warnings.filter(({ code }) => code === 'unknown-key')
  if (unknown !== undefined) {
    return wrong(file, `nobody knows what “${unknown.place}” means`, `不认识“${unknown.place}”`)
  }
  return {
    file,
    name: draft.name,
    target: draft.target,
    isOff: draft.isOff,
    blockedTools,
    templates: { env: values.env, headers: values.headers },
  }

  function resolved(value: DataObject): DataObject {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inside(member)]))
  }
  function inside(value: Data): Data {
    if (typeof value === 'string') {
      const { text: filled, missing: gaps } = resolveReferences(value, env)
      missing.push(...gaps)
      return filled
    }
    if (Array.isArray(value)) return value.map(inside)
    return isDataObject(value) ? resolved(value) : value
  }
}

function nameOf(data: DataObject, file: string): string {
  return typeof data.name === 'string' && data.name.trim() !== '' ? data.name : basename(file, extname(file))
}

const blank = (values: Readonly<Record<string, string>>): DataObject =>
  Object.fromEntries(Object.keys(values).map((name) => [name, '']))

function templatesOf(said: Data | undefined): Readonly<Record<string, string>> | null {
  if (said === undefined || said === null) return {}
  if (!isDataObject(said)) return null
  const pairs = Object.entries(said)
  if (pairs.some(([, value]) => typeof value === 'object')) return null
  return Object.fromEntries(pairs.map(([name, value]) => [name, String(value)]))
}

/** Names of tools, or `[server, tool]` as MiroFlow writes them. */
function blockedOf(said: Data | undefined, own: string): { server: string; tool: string }[] | null {
  if (said === undefined || said === null) return []
  if (!Array.isArray(said)) return null
  const items: readonly Data[] = said
  const pairs = items.map((item) => {
    if (typeof item === 'string') return { server: own, tool: item }
    const [server, tool] = Array.isArray(item) ? item : []
    return typeof server === 'string' && typeof tool === 'string' ? { server, tool } : null
  })
  return pairs.some((pair) => pair === null) ? null : pairs.filter((pair) => pair !== null)
}

function wrong(file: string, en: string, zh: string): DeclaredProblem {
  return { file, problem: { en: `${file}: ${en}.`, zh: `${file}：${zh}。` } }
}
