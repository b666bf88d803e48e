/**
 * `POST /api/chat`: a question over HTTP with a bearer token, answered as the seed's stream of chunks. The run is one of
 * the person's conversations: it is stored, it waits for approvals in Mirohub, and it goes on when the client has gone.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Runner } from '../agents/runner-types.ts'
import type { Logger } from '../log/logger.ts'
import { badCredential, needsCredential } from '../mcp-server/challenge.ts'
import type { Authenticator } from '../mcp-server/identity.ts'
import { abandonBody, readJsonBody } from '../mcp-server/json-body.ts'
import { sendJson } from '../mcp-server/json-rpc.ts'
import { createRefusalCounter, DEFAULT_LIMITS } from '../mcp-server/limits.ts'
import type { Mount, Site } from '../mcp-server/site.ts'
import { holdsScope } from '../registry/access.ts'
import type { Caller } from '../registry/types.ts'
import type { ChatEvent } from './contract/chat.ts'
import { isFault, questionOf } from './http-chat-body.ts'
import { type Chunk, chunksOf, heartbeat } from './http-chat-chunks.ts'

export interface HttpChatOptions {
  readonly authenticator: Authenticator
  readonly runner: Pick<Runner, 'send'>
  readonly log: Logger
  /** Milliseconds of silence after which a client is told that the hub is still there. */
  readonly heartbeatMs?: number
}

interface Refusal {
  readonly status: number
  readonly code: number
  readonly msg: string
}

const BODY_LIMITS = { maxBytes: 256 * 1024, deadlineMs: 10_000 }
const HEARTBEAT_MS = 15_000
/** Questions of one credential that are answered at the same time. */
const MAX_RUNS = 8

const unauthorized: Refusal = {
  status: 401,
  code: 401,
  msg: 'A valid bearer token is needed. Make one with: mirohub token',
}
const tooManyBad: Refusal = { status: 429, code: 429, msg: 'Too many requests with a bad token.' }
const tooManyRuns: Refusal = { status: 429, code: 429, msg: `Only ${MAX_RUNS} questions are answered at once.` }
const cannotCheck: Refusal = { status: 503, code: 503, msg: 'Mirohub cannot check the token now.' }
const notOwn: Refusal = {
  status: 403,
  code: 403,
  msg: 'Questions are asked with a token of one’s own, not by an app or with another person’s token.',
}
const readOnly: Refusal = { status: 403, code: 403, msg: 'This token may only read; a question is stored and may act.' }
const failed: Refusal = { status: 500, code: -1, msg: 'The question could not be taken. The log says why.' }

/** What a run that cannot begin is to a client, by the code of its error (agents/runner-words.ts). */
const STATUS: Readonly<Record<string, number>> = {
  unknown_conversation: 404,
  not_shared: 404,
  unknown_agent: 400,
  busy: 409,
  not_stored: 503,
}

export function mountHttpChat({
  authenticator,
  runner,
  log: parent,
  heartbeatMs = HEARTBEAT_MS,
}: HttpChatOptions): Mount {
  const log = parent.child('http-chat')
  const mayExplain = createRefusalCounter(DEFAULT_LIMITS.badCredentialsPerMinute, () => performance.now())
  const running = new Map<string, number>()

  async function holder(
    request: IncomingMessage,
  ): Promise<{ user: NonNullable<Caller['user']>; principal: string } | Refusal> {
    const who = await authenticator.identify(request, { resource: 'mcp', secret: null })
    if (who.kind === 'refused') {
      if (who.reason === 'unavailable') return cannotCheck
      return who.reason === 'expired' || who.reason === 'revoked' || mayExplain(who.reason) ? unauthorized : tooManyBad
    }
    const { user, credential, scopes } = who.caller
    if (user === null) return unauthorized
    const isOwn = who.holderId === undefined || who.holderId === user.id
    if (!isOwn || credential?.startsWith('token:') !== true) return notOwn
    return holdsScope(scopes, 'mcp:write') ? { user, principal: who.principal } : readOnly
  }

  async function handle(request: IncomingMessage, response: ServerResponse, site: Site): Promise<void> {
    const refuse = ({ status, code, msg }: Refusal) => {
      abandonBody(request)
      sendJson(response, status, { success: false, code, msg, data: null }, headersFor(status, request, site))
    }
    const who = await holder(request)
    if ('status' in who) return refuse(who)
    const { principal } = who
    const body = await readJsonBody(request, BODY_LIMITS)
    if (!body.ok) return refuse({ status: body.status, code: -1, msg: body.message })
    const asked = questionOf(body.value)
    if (isFault(asked)) return refuse(asked)
    if ((running.get(principal) ?? 0) >= MAX_RUNS) return refuse(tooManyRuns)
    const { language, timeZone, ...question } = asked
    const user = {
      ...who.user,
      ...(language === null ? {} : { language }),
      ...(timeZone === null ? {} : { timeZone }),
    }
    running.set(principal, (running.get(principal) ?? 0) + 1)
    try {
      await answer(response, runner.send({ ...question, user }), user.language, refuse)
    } finally {
      const left = (running.get(principal) ?? 1) - 1
      if (left > 0) running.set(principal, left)
      else running.delete(principal)
    }
  }

  /** Until the run has ended, whether or not anybody still listens: it counts as long as it goes on. */
  async function answer(
    response: ServerResponse,
    run: AsyncIterable<ChatEvent>,
    language: string,
    refuse: (refusal: Refusal) => void,
  ): Promise<void> {
    const events = run[Symbol.asyncIterator]()
    const first = await events.next()
    if (first.done === true || first.value.type !== 'started') {
      if (first.done === true || first.value.type !== 'error') return refuse(failed)
      const { code, message, hint } = first.value
      return refuse({ status: STATUS[code] ?? 500, code: -1, msg: `${message} ${hint}` })
    }
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    })
    const send = (chunk: Chunk) => response.destroyed || response.write(`data: ${JSON.stringify(chunk)}\n\n`)
    let beat: NodeJS.Timeout | undefined
    const rest = () => {
      clearTimeout(beat)
      beat = setTimeout(() => {
        send(heartbeat)
        rest()
      }, heartbeatMs)
    }
    try {
      for (let step: IteratorResult<ChatEvent> = first; step.done !== true; step = await events.next()) {
        for (const chunk of chunksOf(step.value, language)) {
          if (!send(chunk)) await drained(response)
          rest()
        }
      }
    } finally {
      clearTimeout(beat)
      response.end()
    }
  }

  return (app, site) => {
    app.all(`${site.uriPrefix}/api/chat`, (request, response) => {
      if (request.method === 'OPTIONS') return void response.writeHead(204, { Allow: 'POST, OPTIONS' }).end()
      if (request.method !== 'POST') {
        return sendJson(response, 405, { error: 'Method not allowed: send POST.' }, { Allow: 'POST, OPTIONS' })
      }
      return handle(request, response, site).catch((error: unknown) => {
        log.error('a question over HTTP failed', { error })
        const { status, code, msg } = failed
        sendJson(response, status, { success: false, code, msg, data: null })
        response.destroy()
      })
    })
  }
}

/** Until the client has read on, or gone. */
function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      response.off('drain', end).off('close', end)
      resolve()
    }
    response.on('drain', end).on('close', end)
  })
}

function headersFor(status: number, request: IncomingMessage, site: Site): Record<string, string> {
  if (status === 429) return { 'Retry-After': '60' }
  if (status === 405) return { Allow: 'POST, OPTIONS' }
  if (status !== 401) return {}
  const place = { origin: site.originOf(request), uriPrefix: site.uriPrefix }
  const isSent = request.headers.authorization !== undefined
  return { 'WWW-Authenticate': isSent ? badCredential(place, 'malformed') : needsCredential(place, undefined) }
}
