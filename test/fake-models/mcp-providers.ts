/**
 * Model providers that call MCP servers by themselves: on a request that hands one over they connect to its address as a
 * real MCP client, list, call, and stream what came back in their own event format. On others they answer as scripted.
 */
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type FakeHttp, type RecordedRequest, startFakeHttp } from './fake-http.ts'
import { eventsOf, type FakeWire, frame, isDone, type Said } from './mcp-provider-wires.ts'

export type { FakeWire, Said } from './mcp-provider-wires.ts'

export interface HandedServer {
  readonly url: string
  /** What the hub told the provider that it may call. */
  readonly allowed: readonly string[]
  list(): Promise<readonly string[]>
  /** Calls whatever it is asked, allowed or not; a refusal of any kind is `ok: false`. */
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<{ readonly ok: boolean; readonly text: string }>
}

export interface ProviderTurn {
  readonly wire: FakeWire
  /** The request's body. */
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: RecordedRequest['headers']
  /** Requests of this provider before this one. */
  readonly index: number
  /** Null where functions are offered instead. */
  readonly server: HandedServer | null
  /** What came back for calls so far, by call, newest last. */
  readonly results: readonly { readonly id: string; readonly text: string }[]
  readonly signal: AbortSignal
}

/** `status` answers with an error; `hang` sends what there is and then nothing; `cut` breaks the connection after it. */
export type ProviderAnswer =
  | readonly Said[]
  | { readonly status: number; readonly error: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly said: readonly Said[]; readonly end: 'hang' | 'cut' }

export interface FakeMcpProviders {
  readonly origin: string
  readonly turns: readonly ProviderTurn[]
  close(): Promise<void>
}

export async function startMcpProviders(
  play: (turn: ProviderTurn) => Promise<ProviderAnswer> | ProviderAnswer,
): Promise<FakeMcpProviders> {
  const turns: ProviderTurn[] = []
  const http: FakeHttp = await startFakeHttp(async (request, response, signal) => {
    const wire = wireOf(request.path)
    const body = objectOf(request.body)
    if (wire === null || body === null) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"no such route"}}')
      return
    }
    const handed = handedIn(wire, body)
    const server = handed === null ? null : connectTo(handed)
    const turn: ProviderTurn = {
      wire,
      body,
      headers: request.headers,
      index: turns.length,
      server,
      results: resultsIn(wire, body),
      signal,
    }
    turns.push(turn)
    try {
      await send(response, wire, await play(turn), signal)
    } finally {
      await server?.close()
    }
  })
  return { origin: http.origin, turns, close: () => http.close() }
}

async function send(
  response: ServerResponse,
  wire: FakeWire,
  answer: ProviderAnswer,
  signal: AbortSignal,
): Promise<void> {
  if ('status' in answer) {
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    response.end(JSON.stringify({ error: answer.error }))
    return
  }
  const isWhole = !('end' in answer)
  const events = eventsOf(wire, isWhole ? answer : answer.said)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  // The last ones say that the answer is over.
  const closing = { openai: 1, anthropic: 2, google: 1, chat: 2 }[wire]
  for (const event of isWhole ? events : events.slice(0, -closing)) response.write(frame(wire, event))
  if (isWhole) {
    response.end(isDone(wire))
    return
  }
  if (answer.end === 'hang') await sleep(60_000, undefined, { signal }).catch(() => {})
  else await sleep(20)
  response.destroy()
}

function connectTo({ url, allowed }: { readonly url: string; readonly allowed: readonly string[] }) {
  let client: Promise<Client> | null = null
  const connected = () => {
    client ??= (async () => {
      const made = new Client({ name: 'a-provider', version: '1' }, { versionNegotiation: { mode: 'auto' } })
      await made.connect(new StreamableHTTPClientTransport(new URL(url)))
      return made
    })()
    return client
  }
  return {
    url,
    allowed,
    async list() {
      return (await (await connected()).listTools()).tools.map(({ name }) => name)
    },
    async call(name: string, args: Readonly<Record<string, unknown>>) {
      try {
        const result = await (await connected()).callTool({ name, arguments: { ...args } })
        const text = (result.content ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('\n')
        return { ok: result.isError !== true, text }
      } catch (error) {
        return { ok: false, text: error instanceof Error ? error.message : String(error) }
      }
    },
    async close() {
      await (await client?.catch(() => null))?.close()
    },
  }
}

function wireOf(path: string): FakeWire | null {
  if (path.endsWith('/responses')) return 'openai'
  if (path.endsWith('/chat/completions')) return 'chat'
  if (path.includes('/v1/messages')) return 'anthropic'
  return path.includes('/interactions') ? 'google' : null
}

function handedIn(wire: FakeWire, body: Body): { url: string; allowed: string[] } | null {
  const tools = listOf(body.tools)
  if (wire === 'openai') {
    const tool = tools.find(({ type }) => type === 'mcp')
    return tool === undefined ? null : { url: String(tool.server_url), allowed: textsOf(tool.allowed_tools) }
  }
  if (wire === 'anthropic') {
    const [server] = listOf(body.mcp_servers)
    const configs = objectOf(tools.find(({ type }) => type === 'mcp_toolset')?.configs) ?? {}
    return server === undefined ? null : { url: String(server.url), allowed: Object.keys(configs) }
  }
  const tool = tools.find(({ type }) => type === 'mcp_server')
  if (wire === 'chat' || tool === undefined) return null
  return { url: String(tool.url), allowed: listOf(tool.allowed_tools).flatMap(({ tools: names }) => textsOf(names)) }
}

function resultsIn(wire: FakeWire, body: Body): { id: string; text: string }[] {
  const one = (id: unknown, text: unknown) => ({ id: String(id), text: String(text) })
  switch (wire) {
    case 'openai':
      return listOf(body.input).flatMap((item) =>
        item.type === 'function_call_output' ? [one(item.call_id, item.output)] : [],
      )
    case 'anthropic':
      return listOf(body.messages).flatMap(({ content }) =>
        listOf(content).flatMap((part) => (part.type === 'tool_result' ? [one(part.tool_use_id, part.content)] : [])),
      )
    case 'google':
      return listOf(body.input).flatMap((item) =>
        item.type === 'function_result' ? [one(item.call_id, item.result)] : [],
      )
    case 'chat':
      return listOf(body.messages).flatMap((item) =>
        item.role === 'tool' ? [one(item.tool_call_id, item.content)] : [],
      )
  }
}

type Body = Readonly<Record<string, unknown>>

function objectOf(value: unknown): Body | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}

function listOf(value: unknown): Body[] {
  if (!Array.isArray(value)) return []
  return value.map((item: unknown) => objectOf(item)).filter((item) => item !== null)
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
