/**
 * One MCP server instance over a backend. Both eras and both transports are served from this declaration; the factories
 * of the endpoints make a fresh instance per request (HTTP, 2026-07-28), session (HTTP, older) or connection (stdio),
 * so nothing is shared between clients.
 */
import {
  CLIENT_INFO_META_KEY,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  inputRequired,
  type JSONValue,
  ProtocolError,
  ResourceNotFoundError,
  type Server,
  type ServerCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Logger } from '../log/logger.ts'
import type { Ask } from '../mcp-client/model/asking.ts'
import type { ToolOutcome } from '../registry/types.ts'
import type { McpBackend } from './backend.ts'
import { CheckedServer } from './checked-server.ts'
import { clientChannel, createNotices, isAsking } from './client-channel.ts'
import { complete, offersCompletion } from './completion.ts'
import { isObject, REFUSED } from './json-rpc.ts'
import { createRequestStates, type StateBinding } from './request-state.ts'
import { handleResourceSubscriptions } from './subscriptions.ts'
import { failureText, loginPrompt, wireResult, wireTool } from './tool-wire.ts'

/** How long a client may keep a list: it is the person's own, and changes are notified. */
const LIST_CACHE = { ttlMs: 300_000, cacheScope: 'private' } as const
const CACHE_HINTS = {
  'server/discover': LIST_CACHE,
  'tools/list': LIST_CACHE,
  'prompts/list': LIST_CACHE,
  'resources/list': LIST_CACHE,
  'resources/templates/list': LIST_CACHE,
  'resources/read': { ttlMs: 60_000, cacheScope: 'private' },
} as const

const INSTRUCTIONS =
  "Tools over one person's own health records, kept on their computer. Days are the person's local days. " +
  'Call query_health_indicators without keywords to see what is recorded; do not estimate values that it does not give.'

/** One for all servers of the process: a state comes back in another request, to another instance. */
const requestStates = createRequestStates({ now: () => performance.now() })

export interface ServerIdentity {
  readonly name: string
  readonly version: string
}

/** A refusal that the transport should say in its own way too (HTTP 401, 403). */
export type Refusal = 'authorization_required' | 'insufficient_scope'

export interface ProtocolServerOptions {
  readonly identity: ServerIdentity
  /** What is declared, and, without `backendOf`, what answers. */
  readonly backend: McpBackend
  /** For a session whose caller may change: what answers this request. It must offer what `backend` offers. */
  readonly backendOf?: (context: ServerContext) => McpBackend
  /** Whether changes can reach this client. */
  readonly listChanged: boolean
  readonly log: Logger
  /** Identity.principal of the caller: what the states of its requests are bound to. */
  readonly principal?: string
  /** The address of this hub as the client reached it; null or absent where it listens nowhere. */
  readonly origin?: string | null
  /** What to call a client that does not name itself. */
  readonly clientName?: string
  /** `scope` is what the tool needs, null where that is not known. */
  readonly onRefusal?: (refusal: Refusal, text: string, scope: string | null) => void
  /** The seed's login flow: answers a call that needs an identity with a successful result instead of an error. */
  readonly loginResult?: () => Record<string, unknown> | Promise<Record<string, unknown>>
}

export function createProtocolServer(options: ProtocolServerOptions): Server {
  const { identity, backend, log, origin = null } = options
  const server = new CheckedServer(
    { name: identity.name, version: identity.version },
    { capabilities: capabilitiesOf(options), instructions: INSTRUCTIONS, cacheHints: CACHE_HINTS },
  )
  const backendOf = options.backendOf ?? (() => backend)
  const actorOf = (context: ServerContext) => {
    const envelope: Readonly<Record<string, unknown>> = context.mcpReq.envelope ?? {}
    const reported = envelope[CLIENT_INFO_META_KEY] ?? server.getClientVersion()
    const name = isObject(reported) ? reported.name : undefined
    return `mcp:${cleanName(name) ?? cleanName(options.clientName) ?? 'client'}`
  }

  /** Runs what a backend does. A fault of ours is told without its insides, which may hold what only the log may. */
  const guarded = async <T>(what: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof ProtocolError) throw error
      // A bridge gives up its stream on cancellation; the client expects no answer then.
      if (signal?.aborted) throw new ProtocolError(REFUSED, 'The call was cancelled.')
      log.error(what, { error })
      throw new ProtocolError(INTERNAL_ERROR, `Internal error: ${what}.`)
    }
  }

  /** What a request that may be answered with questions needs, and how its questions are told. */
  const exchange = (context: ServerContext, params: unknown) => {
    const { mcpReq } = context
    const binding: StateBinding = { principal: options.principal ?? '', method: mcpReq.method, params }
    const notices = createNotices(context)
    return {
      notices,
      client: clientChannel(server, context, notices, openState(mcpReq.requestState(), binding)),
      questions: ({ requests, state }: Ask) =>
        inputRequired({
          inputRequests: requests,
          ...(state === undefined ? {} : { requestState: requestStates.seal(state, binding) }),
        }),
    }
  }

  const refuse = async (from: McpBackend, outcome: ToolOutcome, tool: string) => {
    if (outcome.ok) return
    const { code } = outcome.error
    if (code === 'unknown_tool') throw new ProtocolError(INVALID_PARAMS, unknownToolText(tool, outcome.error))
    if (code === 'authorization_required' || code === 'insufficient_scope') {
      const text = failureText(outcome.error)
      const definition = (await from.list().catch(() => [])).find(({ name }) => name === tool)
      options.onRefusal?.(code, text, definition?.scope ?? null)
      throw new ProtocolError(REFUSED, text, { code })
    }
  }

  server.setRequestHandler('tools/list', async (_request, context) => {
    const from = backendOf(context)
    const tools = await guarded('the tools could not be listed', () => from.list())
    return { tools: tools.map(wireTool), ...(await shorterLife(from)) }
  })
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name, arguments: args = {} } = params
    const from = backendOf(context)
    const { notices, client, questions } = exchange(context, { name, args })
    const { signal } = context.mcpReq
    const call = { tool: name, args, actor: actorOf(context), signal, onProgress: notices.onProgress, client }
    const answer = await guarded('the call could not be made', () => from.invoke(call), signal)
    await notices.sent()
    if (isAsking(answer)) return questions(answer.ask)
    if ('ready' in answer) return server.projectCallToolResult(answer.ready, undefined)
    if (needsLogin(answer) && options.loginResult !== undefined) return loginPrompt(await options.loginResult())
    await refuse(from, answer, name)
    return wireResult(answer)
  })

  server.setRequestHandler('prompts/list', async (_request, context) => {
    const from = backendOf(context)
    const list = from.prompts && (await guarded('the prompts could not be listed', from.prompts.list))
    return { prompts: [...(list ?? [])], ...(await shorterLife(from)) }
  })
  server.setRequestHandler('prompts/get', async ({ params }, context) => {
    const { name, arguments: args = {} } = params
    const { prompts } = backendOf(context)
    const { notices, client, questions } = exchange(context, { name, args })
    const { signal } = context.mcpReq
    const answer = await guarded(
      'the prompt could not be read',
      async () => (await prompts?.get(name, args, { signal, client })) ?? null,
      signal,
    )
    await notices.sent()
    if (answer === null) throw new ProtocolError(INVALID_PARAMS, `There is no prompt "${name}".`)
    return isAsking(answer) ? questions(answer.ask) : answer
  })

  server.setRequestHandler('resources/list', async (_request, context) => {
    const from = backendOf(context)
    const list = from.resources && (await guarded('the resources could not be listed', from.resources.list))
    return { resources: [...(list ?? [])], ...(await shorterLife(from)) }
  })
  server.setRequestHandler('resources/templates/list', async (_request, context) => {
    const from = backendOf(context)
    const list = from.resources && (await guarded('the templates could not be listed', from.resources.templates))
    return { resourceTemplates: [...(list ?? [])], ...(await shorterLife(from)) }
  })
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const { resources } = backendOf(context)
    const { notices, client, questions } = exchange(context, { uri })
    const { signal } = context.mcpReq
    const answer = await guarded(
      'the resource could not be read',
      async () => (await resources?.read(uri, { origin, signal, client })) ?? null,
      signal,
    )
    await notices.sent()
    if (answer === null) throw new ResourceNotFoundError(uri)
    return isAsking(answer) ? questions(answer.ask) : answer
  })
  if (backend.resources !== undefined) handleResourceSubscriptions(server, backend.resources)
  if (offersCompletion(backend)) {
    server.setRequestHandler('completion/complete', (request, context) =>
      guarded('the completion could not be made', () => complete(backendOf(context), request)),
    )
  }
  return server
}

/** Cache hints of a list that holds what a server wants kept for less long; nothing where ours stand. Never rejects. */
async function shorterLife({ listTtlMs }: McpBackend): Promise<{ ttlMs?: number; cacheScope?: 'private' }> {
  const ttlMs = (await listTtlMs?.().catch(() => 0)) ?? null
  return ttlMs === null || ttlMs >= LIST_CACHE.ttlMs ? {} : { ttlMs: Math.floor(ttlMs), cacheScope: 'private' }
}

/** The one declaration that `initialize` and `server/discover` show. */
function capabilitiesOf({ backend, listChanged }: ProtocolServerOptions): ServerCapabilities {
  return {
    tools: { listChanged },
    prompts: backend.prompts === undefined ? {} : { listChanged },
    resources: backend.resources === undefined ? {} : { listChanged, subscribe: listChanged },
    ...(offersCompletion(backend) ? { completions: {} } : {}),
    ...(backend.logging ? { logging: {} } : {}),
  }
}

/** @throws ProtocolError for a state that is not good, in the SDK's own words for it. */
function openState(sealed: unknown, binding: StateBinding): JSONValue | undefined {
  if (sealed === undefined) return undefined
  const opened = typeof sealed === 'string' ? requestStates.open(sealed, binding) : null
  if (opened !== null) return opened.state
  throw new ProtocolError(INVALID_PARAMS, 'Invalid or expired requestState', { reason: 'invalid_request_state' })
}

function needsLogin(outcome: ToolOutcome): boolean {
  return !outcome.ok && outcome.error.code === 'authorization_required'
}

function unknownToolText(tool: string, error: { message: string; hint: string }): string {
  const text = failureText(error)
  return text.includes(tool) ? text : `Unknown tool "${tool}". ${text}`
}

/** A self-reported name, fit for one line of a log. */
function cleanName(name: unknown): string | null {
  const cleaned = (typeof name === 'string' ? name : '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, 80)
  return cleaned === '' ? null : cleaned
}
