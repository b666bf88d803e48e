/** The connection that the manager holds, over sessions and exchanges. */
import {
  type CallToolRequest,
  CLIENT_CAPABILITIES_META_KEY,
  LOG_LEVEL_META_KEY,
  ProtocolError,
  type RequestOptions,
  type Tool,
} from '@modelcontextprotocol/client'
import type { ConnectHooks, Connection, ConnectionEnd, UpstreamRequest } from '../model/connection.ts'
import type { ServerEntry, ServerSettings } from '../model/server-entry.ts'
import type { ServerError, ServerListing } from '../model/server-status.ts'
import { capabilitiesOf } from './capabilities.ts'
import type { ClientSession } from './client-session.ts'
import type { Exchanges } from './exchanges.ts'
import { listEverything } from './listing.ts'
import { orAborted } from './or-aborted.ts'
import { namesHeader } from './param-headers.ts'
import type { Sessions } from './sessions.ts'

export interface OpenConnectionOptions {
  readonly entry: ServerEntry
  /** The first one: what it negotiated is the connection's. */
  readonly session: ClientSession
  readonly sessions: Sessions
  readonly exchanges: Exchanges
  readonly failure: (error: unknown) => ServerError
  readonly now: () => Date
  readonly pid: () => number | null
  readonly onLog: ConnectHooks['onLog']
  readonly ended: Promise<ConnectionEnd>
  readonly close: () => Promise<void>
}

/** 2026-07-28, basic/transports: the headers are not those of the tool as the server has it now. */
const HEADER_MISMATCH = -32020

export function openConnection(options: OpenConnectionOptions): Connection {
  const { entry, session, sessions, exchanges, failure, now, onLog } = options
  const { limits, asks } = entry.settings
  const meta = (request: UpstreamRequest | undefined, current: ClientSession) => metaOf(request, current, asks)
  /** As listed last, those whose schema says which arguments go into headers. */
  let withHeaders: ReadonlyMap<string, Tool> = new Map()
  let closing: Promise<void> | null = null

  /** For requests that no server asks back about, and that take no work: each has the time a handshake has. */
  async function simply<T>(
    signal: AbortSignal | undefined,
    run: (session: ClientSession, options: RequestOptions) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted()
    const timeout = Math.min(limits.connectMs, limits.requestMs)
    try {
      return await orAborted(
        sessions.use((current) => run(current, { signal, timeout })),
        signal,
      )
    } catch (error) {
      signal?.throwIfAborted()
      throw failure(error)
    }
  }

  async function listIn({ client, era }: ClientSession, options: RequestOptions): Promise<ServerListing> {
    const checkHeaders = era === 'modern' && entry.target.kind !== 'stdio'
    const listing = await listEverything({
      client,
      options,
      name: entry.name,
      now,
      checkHeaders,
      onLeftOut: (tool, reason) =>
        onLog({ from: 'hub', level: 'warn', text: `the tool ${tool} is left out: ${reason}` }),
    })
    const wantHeaders = checkHeaders ? listing.tools.filter(({ inputSchema }) => namesHeader(inputSchema)) : []
    withHeaders = new Map(wantHeaders.map((tool) => [tool.name, tool]))
    return listing
  }

  return {
    era: session.era,
    protocolVersion: session.protocolVersion,
    get pid() {
      return options.pid()
    },
    list: (signal) => simply(signal, listIn),
    callTool: (call) =>
      exchanges.exchange(async (current, retry, sdkOptions) => {
        const params: CallToolRequest['params'] = {
          name: call.tool,
          arguments: call.args,
          ...retry,
          _meta: meta(call, current),
        }
        const send = () =>
          current.client.callTool(params, {
            ...sdkOptions,
            toolDefinition: headerDefinition(withHeaders.get(call.tool), call.tool),
          })
        try {
          return await send()
        } catch (error) {
          // Refused before it ran, for a schema that was listed too long ago.
          if (!(error instanceof ProtocolError) || error.code !== HEADER_MISMATCH) throw error
          await listIn(current, { signal: sdkOptions.signal, timeout: limits.connectMs })
          return send()
        }
      }, call),
    readResource: (uri, request) =>
      exchanges.exchange((current, retry, sdkOptions) => {
        const params = { uri, ...retry, _meta: meta(request, current) }
        return current.client.request({ method: 'resources/read', params }, sdkOptions)
      }, request),
    getPrompt: (name, args, request) =>
      exchanges.exchange((current, retry, sdkOptions) => {
        const params = { name, arguments: args, ...retry, _meta: meta(request, current) }
        return current.client.request({ method: 'prompts/get', params }, sdkOptions)
      }, request),
    complete: (params, signal) => simply(signal, ({ client }, sdkOptions) => client.complete(params, sdkOptions)),
    ping: (signal) =>
      simply(signal, async ({ client, era }, sdkOptions) => {
        await (era === 'modern' ? client.discover(sdkOptions) : client.ping(sdkOptions))
      }),
    ended: options.ended,
    close() {
      closing ??= options.close()
      return closing
    },
  }
}

function metaOf(
  request: UpstreamRequest | undefined,
  { era }: ClientSession,
  asks: ServerSettings['asks'],
): Record<string, unknown> {
  return {
    ...(request?.runId !== undefined && { 'mirohub/run': request.runId }),
    // In the newer era a server logs only what a request asks for; the client behind it has a level of its own.
    ...(era === 'modern' && { [LOG_LEVEL_META_KEY]: request?.client ? 'debug' : 'info' }),
    ...(era === 'modern' &&
      request?.client && { [CLIENT_CAPABILITIES_META_KEY]: capabilitiesOf(asks, request.client) }),
  }
}

/**
 * Without an output schema: the SDK would compile it, and refuse results that whoever asked wants to see. Without the
 * input schema where no argument goes into a header: the SDK walks through it at every call.
 */
function headerDefinition(tool: Tool | undefined, name: string): Tool {
  return { name, inputSchema: tool?.inputSchema ?? { type: 'object' } }
}
