/** The command line as data: which command, which options, or what is wrong with it. Pure. */
import { parseArgs } from 'node:util'

export const USAGE = `Usage: mirohub COMMAND [options]

  serve [--port P] [--open]            run the hub with its page in the browser
  import PATH… [--json]                read health files into the data
  call TOOL [JSON] [--json]            run one tool and print its result as JSON
  ask QUESTION [--agent quick|deep|base] [--model PROVIDER/MODEL] [--json]
                                       answer one question
  tools [--json]                       list the tools
  stdio                                serve the tools to an MCP client over stdio
  token [--days N]                     print a bearer token for /mcp
  doctor                               check versions, paths, lock, keychain and disk
  companion NAME                       run one of the companion MCP servers over stdio

Every command takes --data-dir D and --profile N (a name or an id).`

export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export interface CommonOptions {
  readonly dataDir?: string
  readonly profile?: string
}

const AGENTS = ['quick', 'deep', 'base'] as const
export type AskedAgent = (typeof AGENTS)[number]

export interface AskedModel {
  readonly provider: string
  readonly model: string
}

export type Command =
  | (CommonOptions & { name: 'serve'; port: number | 'configured'; open: boolean })
  | (CommonOptions & { name: 'import'; paths: string[]; json: boolean })
  | (CommonOptions & { name: 'call'; tool: string; args: string })
  | (CommonOptions & { name: 'ask'; question: string; agent: AskedAgent; model: AskedModel | null; json: boolean })
  | (CommonOptions & { name: 'tools'; json: boolean })
  | (CommonOptions & { name: 'stdio' })
  | (CommonOptions & { name: 'token'; days: number })
  | (CommonOptions & { name: 'doctor'; json: boolean })
  | { name: 'companion'; companion: string }
  | { name: 'help' }
  | { name: 'version' }

const OPTIONS = {
  'data-dir': { type: 'string' },
  profile: { type: 'string' },
  port: { type: 'string' },
  open: { type: 'boolean' },
  json: { type: 'boolean' },
  agent: { type: 'string' },
  model: { type: 'string' },
  days: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const

type OptionName = keyof typeof OPTIONS

/** Which options each command knows besides --data-dir and --profile. */
const ALLOWED: Record<string, readonly OptionName[]> = {
  serve: ['port', 'open'],
  import: ['json'],
  call: ['json'],
  ask: ['agent', 'model', 'json'],
  tools: ['json'],
  stdio: [],
  token: ['days'],
  doctor: ['json'],
  companion: [],
}

function wholeNumber(text: string, option: string, min: number, max: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new UsageError(`--${option} takes a whole number from ${min} to ${max}, not "${text}"`)
  }
  return value
}

function isAgent(word: string): word is AskedAgent {
  return AGENTS.some((agent) => agent === word)
}

/** A provider's id has no slash; a model's may. */
function askedModel(text: string): AskedModel {
  const [, provider, model] = /^([^/]+)\/(.+)$/.exec(text) ?? []
  if (provider === undefined || model === undefined) {
    throw new UsageError(`--model takes PROVIDER/MODEL, such as openai/gpt-5, not "${text}"`)
  }
  return { provider, model }
}

/** Reads `argv` (without node and script). Throws UsageError with one line that names the wrong word. */
export function parseCommand(argv: readonly string[]): Command {
  let parsed: ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>
  try {
    parsed = parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
  const { values, positionals } = parsed
  const [name, ...rest] = positionals
  if (values.version) return { name: 'version' }
  if (values.help || name === 'help') return { name: 'help' }
  if (name === undefined) throw new UsageError('a command is missing')
  const allowed = Object.hasOwn(ALLOWED, name) ? ALLOWED[name] : undefined
  if (allowed === undefined) throw new UsageError(`unknown command "${name}"`)
  for (const option of Object.keys(values)) {
    if (option !== 'data-dir' && option !== 'profile' && !allowed.some((known) => known === option)) {
      throw new UsageError(`"${name}" does not take --${option}`)
    }
  }
  const common: CommonOptions = { dataDir: values['data-dir'], profile: values.profile }
  const json = values.json === true
  const exactly = (count: number, what: string) => {
    if (rest.length !== count) throw new UsageError(`"${name}" takes ${what}`)
  }
  switch (name) {
    case 'serve':
      exactly(0, 'no further words')
      return {
        ...common,
        name,
        port: values.port === undefined ? 'configured' : wholeNumber(values.port, 'port', 0, 65_535),
        open: values.open === true,
      }
    case 'import':
      if (rest.length === 0) throw new UsageError('"import" takes at least one path')
      return { ...common, name, paths: rest, json }
    case 'call':
      if (rest.length < 1 || rest.length > 2) throw new UsageError('"call" takes a tool name and its arguments as JSON')
      return { ...common, name, tool: rest[0] ?? '', args: rest[1] ?? '{}' }
    case 'ask': {
      exactly(1, 'one question (put it in quotes)')
      const agent = values.agent ?? 'quick'
      if (!isAgent(agent)) throw new UsageError(`--agent takes ${AGENTS.join(', ')}, not "${agent}"`)
      const model = values.model === undefined ? null : askedModel(values.model)
      if (model !== null && agent === 'quick') throw new UsageError('the quick agent has no model: give --agent too')
      return { ...common, name, question: rest[0] ?? '', agent, model, json }
    }
    case 'companion':
      exactly(1, 'the name of a companion')
      return { name, companion: rest[0] ?? '' }
    case 'tools':
      exactly(0, 'no further words')
      return { ...common, name, json }
    case 'token':
      exactly(0, 'no further words')
      return { ...common, name, days: wholeNumber(values.days ?? '365', 'days', 1, 3650) }
    case 'doctor':
      exactly(0, 'no further words')
      return { ...common, name, json }
    default:
      exactly(0, 'no further words')
      return { ...common, name: 'stdio' }
  }
}
