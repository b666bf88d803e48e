/**
 * The way back to the client while a request runs, the same in both eras: log messages, and questions (elicitation as
 * form or URL, sampling, roots). Questions are an answer of their own: the 2026-07-28 era returns them as
 * `input_required` and the client asks again with its answers; on older sessions the SDK puts them to the client as
 * requests on the call's own stream and enters the handler again. A backend is written once for both.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type JSONValue,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Ask, CallingClient, QuestionKind } from '../mcp-client/model/asking.ts'
import type { ToolCall } from '../registry/types.ts'
import { isObject } from './json-rpc.ts'

/** The client behind a request, as whatever answers it sees it. */
export type ClientChannel = CallingClient

export interface Asking {
  readonly ask: Ask
}

export function isAsking(answer: object): answer is Asking {
  return 'ask' in answer
}

export interface Notices {
  /** Absent where the client asked for no progress. */
  readonly onProgress: ToolCall['onProgress']
  readonly log: ClientChannel['log']
  /** Settles when what was reported is sent: what comes after the result would be lost. */
  sent(): Promise<void>
}

/** Sends progress and log messages of one request in the order they are told. MCP wants progress that only grows. */
export function createNotices({ mcpReq }: ServerContext): Notices {
  let sending: Promise<unknown> = Promise.resolve()
  // A client that went away is noticed by the request's signal.
  const send = (message: () => Promise<void>) => {
    sending = sending.then(message).catch(() => {})
  }
  const progressToken = mcpReq._meta?.progressToken
  let last = Number.NEGATIVE_INFINITY
  const onProgress: Notices['onProgress'] = ({ done, total, message }) => {
    if (!(done > last)) return
    last = done
    const params = { progressToken, progress: done, ...(total === null ? {} : { total }), ...(message && { message }) }
    send(() => mcpReq.notify({ method: 'notifications/progress', params }))
  }
  return {
    onProgress: progressToken === undefined ? undefined : onProgress,
    log: (level, data, logger) => send(() => mcpReq.log(level, data, logger)),
    sent: async () => {
      await sending
    },
  }
}

/** `state` is what the request's own state was found to hold. */
export function clientChannel(
  server: Server,
  context: ServerContext,
  notices: Pick<Notices, 'log'>,
  state: JSONValue | undefined,
): ClientChannel {
  const { mcpReq } = context
  return {
    canAnswer(kind) {
      const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {}
      return declares(envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities(), kind)
    },
    answers: mcpReq.inputResponses ?? {},
    state,
    log: notices.log,
    closeStream: () => context.http?.closeSSE?.(),
  }
}

/** `elicitation: {}` was written before URLs could be asked for, and means forms. */
function declares(capabilities: unknown, kind: QuestionKind): boolean {
  if (!isObject(capabilities)) return false
  if (kind === 'sampling' || kind === 'roots') return isObject(capabilities[kind])
  const { elicitation } = capabilities
  if (!isObject(elicitation)) return false
  return isObject(elicitation[kind]) || (kind === 'form' && elicitation.url === undefined)
}
