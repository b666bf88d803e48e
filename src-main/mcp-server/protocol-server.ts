/**
 * One MCP server instance over a tool backend. Both eras and both transports are served from this declaration; the
 * factories of the endpoints make a fresh instance per request (HTTP) or connection (stdio), so nothing is shared
 * between clients.
 */
import {
  CLIENT_INFO_META_KEY,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  ProtocolError,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Logger } from '../log/logger.ts'
import type { ToolOutcome } from '../registry/types.ts'
import { isObject, REFUSED } from './json-rpc.ts'
import type { BackendCall, ToolBackend } from './tool-backend.ts'
import { failureText, wireResult, wireTool } from './tool-wire.ts'

/** How long a client may keep a list: it is the person's own, and changes are notified. */
const LIST_CACHE = { ttlMs: 300_000, cacheScope: 'private' } as const

const INSTRUCTIONS =
  "Tools over one person's own health records, kept on their computer. Days are the person's local days. " +
  'Call query_health_indicators without keywords to see what is recorded; do not estimate values that it does not give.'

export interface ServerIdentity {
  readonly name: string
  readonly version: string
}

/** A refusal that the transport should say in its own way too (HTTP 401, 403). */
export type Refusal = 'authorization_required' | 'insufficient_scope'

export interface ProtocolServerOptions {
  readonly identity: ServerIdentity
  readonly backend: ToolBackend
  /** Whether `tools/list_changed` can reach this client. */
  readonly listChanged: boolean
  readonly log: Logger
  /** What to call a client that does not name itself. */
  readonly clientName?: string
  readonly onRefusal?: (refusal: Refusal, text: string) => void
}

export function createProtocolServer(options: ProtocolServerOptions): Server {
  const { identity, backend, listChanged, log, onRefusal } = options
  const server = new Server(
    { name: identity.name, version: identity.version },
    {
      capabilities: { tools: { listChanged }, prompts: {}, resources: {} },
      instructions: INSTRUCTIONS,
      cacheHints: {
        'server/discover': LIST_CACHE,
        'tools/list': LIST_CACHE,
        'prompts/list': LIST_CACHE,
        'resources/list': LIST_CACHE,
        'resources/templates/list': LIST_CACHE,
      },
    },
  )
  const actorOf = (context: ServerContext) => {
    const envelope: Readonly<Record<string, unknown>> = context.mcpReq.envelope ?? {}
    const reported = envelope[CLIENT_INFO_META_KEY] ?? server.getClientVersion()
    const name = isObject(reported) ? reported.name : undefined
    return `mcp:${cleanName(name) ?? cleanName(options.clientName) ?? 'client'}`
  }

  /** A fault of ours is told without its insides, which may hold what only the log may. */
  const internalError = (what: string, error: unknown) => {
    log.error(what, { error })
    return new ProtocolError(INTERNAL_ERROR, `Internal error: ${what}.`)
  }

  server.setRequestHandler('tools/list', async () => {
    const tools = await backend.list().catch((error: unknown) => {
      throw internalError('the tools could not be listed', error)
    })
    return { tools: tools.map(wireTool) }
  })
  server.setRequestHandler('tools/call', async (request, context) => {
    const { name, arguments: args = {} } = request.params
    const progress = progressSender(context)
    const call = { tool: name, args, actor: actorOf(context), signal: context.mcpReq.signal }
    const outcome = await backend.invoke({ ...call, onProgress: progress.onProgress }).catch((error: unknown) => {
      // A bridge gives up its stream on cancellation; the client expects no answer then.
      if (call.signal.aborted) throw new ProtocolError(REFUSED, 'The call was cancelled.')
      throw internalError('the call could not be made', error)
    })
    await progress.sent()
    refuse(outcome, name, onRefusal)
    return wireResult(outcome)
  })
  server.setRequestHandler('prompts/list', () => ({ prompts: [] }))
  server.setRequestHandler('prompts/get', (request) => {
    throw new ProtocolError(INVALID_PARAMS, `There is no prompt "${request.params.name}".`)
  })
  server.setRequestHandler('resources/list', () => ({ resources: [] }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }))
  server.setRequestHandler('resources/read', (request) => {
    throw new ResourceNotFoundError(request.params.uri)
  })
  return server
}

/** Turns the outcomes that are the protocol's business, not the tool's, into JSON-RPC errors. */
function refuse(outcome: ToolOutcome, tool: string, onRefusal: ProtocolServerOptions['onRefusal']): void {
  if (outcome.ok) return
  const { code } = outcome.error
  if (code === 'unknown_tool') throw new ProtocolError(INVALID_PARAMS, unknownToolText(tool, outcome.error))
  if (code === 'authorization_required' || code === 'insufficient_scope') {
    const text = failureText(outcome.error)
    onRefusal?.(code, text)
    throw new ProtocolError(REFUSED, text, { code })
  }
}

function unknownToolText(tool: string, error: { message: string; hint: string }): string {
  const text = failureText(error)
  return text.includes(tool) ? text : `Unknown tool "${tool}". ${text}`
}

interface ProgressSender {
  readonly onProgress: BackendCall['onProgress']
  /** Settles when what was reported is sent: progress after the result would be lost. */
  sent(): Promise<void>
}

/** Forwards progress to a client that asked for it; MCP wants values that only grow. */
function progressSender(context: ServerContext): ProgressSender {
  const progressToken = context.mcpReq._meta?.progressToken
  if (progressToken === undefined) return { onProgress: undefined, sent: async () => {} }
  let last = Number.NEGATIVE_INFINITY
  let sending = Promise.resolve()
  return {
    onProgress: ({ done, total, message }) => {
      if (!(done > last)) return
      last = done
      const params = {
        progressToken,
        progress: done,
        ...(total === null ? {} : { total }),
        ...(message && { message }),
      }
      const notification = { method: 'notifications/progress', params }
      // A client that went away is noticed by the call's signal.
      sending = sending.then(() => context.mcpReq.notify(notification)).catch(() => {})
    },
    sent: () => sending,
  }
}

/** A self-reported name, fit for one line of a log. */
function cleanName(name: unknown): string | null {
  const cleaned = (typeof name === 'string' ? name : '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, 80)
  return cleaned === '' ? null : cleaned
}
