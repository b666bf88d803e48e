/** A manager over connections that a test scripts, on fake timers. */
import { expect, vi } from 'vitest'
import { type LogFields, silentLogger } from '../../../../src-main/log/logger.ts'
import type { Clock } from '../../../../src-main/mcp-client/manager/clock.ts'
import { createServerManager } from '../../../../src-main/mcp-client/manager/server-manager.ts'
import type { Connection, ConnectionEnd, ConnectRequest } from '../../../../src-main/mcp-client/model/connection.ts'
import {
  defaultSettings,
  noValues,
  type RemoteTarget,
  type ServerEntry,
  type ServerTarget,
  type ServerValues,
  type StdioTarget,
} from '../../../../src-main/mcp-client/model/server-entry.ts'
import {
  ServerError,
  type ServerFault,
  type ServerFaultCode,
  type ServerListing,
} from '../../../../src-main/mcp-client/model/server-status.ts'
import { fingerprintOf } from '../../../../src-main/mcp-client/trust/fingerprint.ts'

export const program: StdioTarget = {
  kind: 'stdio',
  command: 'node',
  args: ['server.mjs'],
  cwd: null,
  envNames: [],
  encoding: 'utf-8',
  encodingErrors: 'replace',
}

export const remote: RemoteTarget = {
  kind: 'http',
  url: 'https://mcp.example/mcp',
  headerNames: [],
  auth: 'none',
  oauth: { clientId: null, scopes: null, redirectPort: null },
}

let made = 0
/** On and approved. */
export function entryOf(target: ServerTarget = program, change: Partial<ServerEntry> = {}): ServerEntry {
  const number = ++made
  const at = new Date('2026-05-01T10:00:00Z')
  return {
    id: `id-${number}`,
    userId: 1,
    slug: `server-${number}`,
    name: `Server ${number}`,
    origin: { kind: 'form' },
    target,
    settings: defaultSettings,
    enabled: true,
    position: number,
    approved: { fingerprint: fingerprintOf(target), target, at },
    createdAt: at,
    changedAt: at,
    ...change,
  }
}

export const listingOf = (...tools: string[]): ServerListing => ({
  tools: tools.map((name) => ({ name, inputSchema: { type: 'object' } })),
  resources: [],
  templates: [],
  prompts: [],
  serverInfo: null,
  instructions: null,
  capabilities: { tools: { listChanged: true } },
  listedAt: new Date().toISOString(),
  cache: null,
})

export const faultOf = (code: ServerFaultCode, details: readonly string[] = []): ServerFault => ({
  code,
  message: { en: `fault ${code}`, zh: `故障 ${code}` },
  hint: { en: 'hint', zh: '提示' },
  details,
})
export const failure = (code: ServerFaultCode, details?: readonly string[]) => new ServerError(faultOf(code, details))

export const failing = (code: ServerFaultCode) => () => Promise.reject(failure(code))

export const echo = { tool: 'echo', args: {} }

export const never = () => new Promise<never>(() => {})

/** A connection that answers; a test puts other answers in. */
export class FakeConnection implements Connection {
  era = 'modern' as const
  protocolVersion = '2026-07-28'
  pid: number | null = 4_242
  readonly request: ConnectRequest
  readonly calls: { readonly tool: string; readonly signal: AbortSignal | undefined }[] = []
  lists = 0
  pings = 0
  closes = 0
  listing: () => Promise<ServerListing> = async () => listingOf('echo')
  answer: Connection['callTool'] = async ({ tool }) => ({ result: { content: [{ type: 'text', text: tool }] } })
  pong: () => Promise<void> = async () => {}
  closing: () => Promise<void> = async () => {}
  readonly #ended = Promise.withResolvers<ConnectionEnd>()
  readonly ended = this.#ended.promise

  constructor(request: ConnectRequest) {
    this.request = request
  }
  list() {
    this.lists++
    return this.listing()
  }
  callTool(call: Parameters<Connection['callTool']>[0]) {
    this.calls.push({ tool: call.tool, signal: call.signal })
    return this.answer(call)
  }
  async readResource() {
    return { result: { contents: [] } }
  }
  async getPrompt() {
    return { result: { messages: [] } }
  }
  async complete() {
    return { completion: { values: [] } }
  }
  ping() {
    this.pings++
    return this.pong()
  }
  die(code: ServerFaultCode = 'exited', details?: readonly string[]) {
    this.#ended.resolve({ fault: faultOf(code, details) })
  }
  close() {
    this.closes++
    this.#ended.resolve({ fault: null })
    return this.closing()
  }
}

type Script = (connection: FakeConnection, request: ConnectRequest) => Promise<unknown> | undefined

export function openManager(clock?: Clock) {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'],
    now: new Date('2026-05-01T10:00Z'),
  })
  const made = new Map<string, FakeConnection[]>()
  const scripts = new Map<string, Script>()
  const stored = new Map<string, ServerListing>()
  const values = new Map<string, ServerValues | Promise<ServerValues>>()
  const events: string[] = []
  const warnings: (LogFields | undefined)[] = []
  let open = 0
  let mostOpening = 0
  let opening = 0
  const manager = createServerManager({
    async connect(request) {
      const connection = new FakeConnection(request)
      const of = made.get(request.entry.id) ?? []
      made.set(request.entry.id, [...of, connection])
      mostOpening = Math.max(mostOpening, ++opening)
      try {
        // As a real one: an aborted start rejects.
        const aborted = new Promise<never>((_, reject) => {
          request.signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
        })
        await Promise.race([scripts.get(request.entry.id)?.(connection, request), aborted])
      } finally {
        opening--
      }
      open++
      void connection.ended.then(() => open--)
      return connection
    },
    store: {
      async values({ id }) {
        return values.get(id) ?? noValues
      },
      era: async () => null,
      setEra: async () => {},
      listing: async ({ id }) => stored.get(id) ?? null,
      setListing: async ({ id }, listing) => void stored.set(id, listing),
    },
    askPerson: async () => null,
    log: { ...silentLogger, warn: (_message, fields) => void warnings.push(fields) },
    random: () => 0,
    ...(clock === undefined ? {} : { clock }),
  })
  manager.onChanged((id, what) => events.push(`${id} ${what} ${manager.status(id).state}`))
  return {
    manager,
    stored,
    values,
    events,
    warnings,
    /** Every connection that was tried, oldest first. */
    of: (id: string): FakeConnection[] => made.get(id) ?? [],
    last(id: string): FakeConnection {
      const connection = made.get(id)?.at(-1)
      if (connection === undefined) throw new Error(`nothing was started for ${id}`)
      return connection
    },
    /** What `connect` does for a server before it resolves. */
    script: (id: string, script: Script) => void scripts.set(id, script),
    open: () => open,
    mostOpening: () => mostOpening,
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  }
}
export type ManagerBed = ReturnType<typeof openManager>

/** Nothing may be left: no connection, and no timer. */
export async function closeManager(bed: ManagerBed): Promise<void> {
  const closed = bed.manager.close()
  await bed.pass(60_000)
  await closed
  expect(bed.open(), 'connections left open').toBe(0)
  expect(vi.getTimerCount(), 'timers left').toBe(0)
  vi.useRealTimers()
}
