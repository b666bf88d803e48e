/**
 * Requests whose servers may ask back before they answer, the same for both eras: in the newer one the answer itself is
 * a set of questions and the request is sent again with answers; in the older one questions come in the middle.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type InputRequest,
  type InputRequests,
  type InputRequiredResult,
  isInputRequiredResult,
  type JSONValue,
  type LoggingLevel,
  type RequestOptions,
  UrlElicitationRequiredError,
} from '@modelcontextprotocol/client'
import type { Upstream, UpstreamRequest } from '../model/connection.ts'
import type { ServerLimits } from '../model/server-entry.ts'
import { ServerError } from '../model/server-status.ts'
import { startClock } from './call-clock.ts'
import type { ClientSession } from './client-session.ts'
import { type FaultSource, timeoutFault } from './faults.ts'
import { isAccepted, keptState, type Retry, readState } from './kept-state.ts'
import { askOfMissing } from './missing-capability.ts'
import type { OwnAnswers } from './own-answers.ts'
import { goesToClient, questionOf } from './question.ts'
import { RunningCall } from './running-call.ts'
import { createSuspendedCalls } from './suspended-calls.ts'

/** Sends the request once; `retry` belongs into its parameters, `options` to the SDK. */
export type Perform<T> = (
  session: ClientSession,
  retry: Retry | null,
  options: RequestOptions,
) => Promise<T | InputRequiredResult>

export interface ExchangesOptions {
  readonly limits: ServerLimits
  readonly source: FaultSource
  readonly ownAnswers: OwnAnswers
  /** Runs something in a session, and once more in a new one where the server had forgotten the first. */
  readonly inSession: <T>(run: (session: ClientSession) => Promise<T>, runId?: string) => Promise<T>
  /** What a failure means; ServerError. */
  readonly failure: (error: unknown) => ServerError
}

export interface Exchanges {
  exchange<T extends object>(perform: Perform<T>, request?: UpstreamRequest): Promise<Upstream<T>>
  /** A question in the middle of something, in the older era. */
  ask(request: InputRequest, signal: AbortSignal): Promise<Record<string, unknown>>
  /** A log message goes to the client behind the request it belongs to. */
  log(level: LoggingLevel, data: JSONValue, logger?: string): void
  close(): void
}

/** A server that asks on and on. */
const MAX_ROUNDS = 10

export function createExchanges(options: ExchangesOptions): Exchanges {
  const { limits, source, ownAnswers, inSession, failure } = options
  /** The request whose stream a message came on. On a pipe nothing says that. */
  const origin = new AsyncLocalStorage<RunningCall<object>>()
  const active = new Set<RunningCall<object>>()
  const suspended = createSuspendedCalls<RunningCall<object>>({
    end: (call) => call.clock.abort(new Error('nobody came back with the answers')),
  })

  /** Without a stream of its own the only request that runs; of several nobody can say which, so none. */
  function callBehind(): RunningCall<object> | null {
    const known = origin.getStore()
    if (known) return known
    const [only] = active
    return active.size === 1 && only ? only : null
  }

  function begin<T extends object>(perform: Perform<T>, first: UpstreamRequest): RunningCall<T> {
    const clock = startClock({ silenceMs: limits.requestMs, capMs: limits.hardCapMs })
    const call = new RunningCall<T>(clock)
    call.request = first
    active.add(call)
    const outcome = inSession(
      (session) => origin.run(call, () => rounds(call, (retry, sdkOptions) => perform(session, retry, sdkOptions))),
      first.runId,
    )
    call.start(outcome.finally(() => active.delete(call)))
    return call
  }

  async function rounds<T extends object>(
    call: RunningCall<T>,
    send: (retry: Retry | null, options: RequestOptions) => Promise<T | InputRequiredResult>,
  ): Promise<Upstream<T>> {
    const { clock } = call
    const state = readState(call.request.client)
    if (state?.refused?.length) throw new ServerError(refusedAddress(source))
    let retry: Retry | null = state?.retry ?? null
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      let answer: T | InputRequiredResult | WantedAddresses
      try {
        answer = await send(retry, sdkOptions(call)).catch(wantedAddresses)
      } catch (error) {
        const ask = askOfMissing(error, call.request.client)
        if (ask === null) throw error
        return { ask }
      }
      if (!isInputRequiredResult(answer) && !(answer instanceof WantedAddresses)) return { result: answer }
      clock.touch()
      const forClient: InputRequests = {}
      const held: Record<string, unknown> = {}
      for (const [key, request] of Object.entries(answer.inputRequests ?? {})) {
        const question = questionOf(request)
        if (goesToClient(question, call.request.client)) forClient[key] = request
        else held[key] = await paused(call, () => ownAnswers(question, clock.signal))
      }
      const asked = Object.keys(forClient)
      if (answer instanceof WantedAddresses) {
        if (!Object.values(held).every(isAccepted)) throw new ServerError(refusedAddress(source))
        if (asked.length > 0) return { ask: { requests: forClient, state: keptState({ again: asked }) } }
        retry = null
        continue
      }
      const { requestState } = answer
      if (asked.length > 0) return { ask: { requests: forClient, state: keptState({ asked, held, requestState }) } }
      retry = { inputResponses: held, requestState }
    }
    throw new ServerError(endlessQuestions(source))
  }

  return {
    async exchange<T extends object>(perform: Perform<T>, request: UpstreamRequest = {}) {
      request.signal?.throwIfAborted()
      const state = readState(request.client)
      let call: RunningCall<object>
      if (state?.suspended === undefined) call = begin(perform, request)
      else {
        const waiting = suspended.take(state.suspended)
        if (waiting === null) throw new ServerError(tooLate(source))
        call = waiting
        call.answer(request.client?.answers ?? {})
      }
      try {
        const end = await call.round(request)
        if (!('questions' in end)) {
          // What was suspended under this name was this very request: names are sealed together with it.
          return end as Upstream<T>
        }
        return { ask: { requests: end.questions, state: keptState({ suspended: suspended.add(call) }) } }
      } catch (error) {
        request.signal?.throwIfAborted()
        if (call.clock.ended === 'silence') {
          throw new ServerError(timeoutFault(source, 'request', limits.requestMs), { cause: error })
        }
        if (call.clock.ended === 'cap') {
          throw new ServerError(timeoutFault(source, 'total', limits.hardCapMs), { cause: error })
        }
        throw failure(error)
      }
    },
    async ask(request, signal) {
      const question = questionOf(request)
      const call = callBehind()
      if (call && goesToClient(question, call.request.client)) {
        const answer = await call.ask(request, signal)
        if (typeof answer === 'object' && answer !== null) return { ...answer }
        throw new Error('an answer is an object')
      }
      return call ? paused(call, () => ownAnswers(question, signal)) : ownAnswers(question, signal)
    },
    log: (level, data, logger) => callBehind()?.request.client?.log(level, data, logger),
    close: () => suspended.close(),
  }
}

/** The limits are the clock's; the SDK's own would end a request without telling the server (typescript-sdk#2250). */
function sdkOptions(call: RunningCall<object>): RequestOptions {
  const { clock } = call
  return {
    signal: clock.signal,
    timeout: 2 ** 31 - 1,
    allowInputRequired: true,
    // Always there: a progress token is what makes servers send signs of life.
    onprogress({ progress, total, message }) {
      clock.touch()
      call.request.onProgress?.({ done: progress, total: total ?? null, ...(message !== undefined && { message }) })
    },
  }
}

/**
 * 2025-11-25, client/elicitation: a server may refuse a request until the person has been at an address. The request is
 * sent again then.
 */
class WantedAddresses {
  readonly inputRequests: InputRequests
  constructor(inputRequests: InputRequests) {
    this.inputRequests = inputRequests
  }
}

function wantedAddresses(error: unknown): WantedAddresses {
  if (!(error instanceof UrlElicitationRequiredError)) throw error
  return new WantedAddresses(
    Object.fromEntries(
      error.elicitations.map((params, at) => [`address${at + 1}`, { method: 'elicitation/create', params }]),
    ),
  )
}

function refusedAddress(source: FaultSource) {
  return {
    code: 'protocol' as const,
    message: {
      en: `${source.name} wants an address opened first, and that was not agreed to.`,
      zh: `“${source.name}”要求先打开一个网址，但未获同意。`,
    },
    hint: { en: 'Ask again, and agree to open the address.', zh: '请重新发起请求，并同意打开该网址。' },
    details: [],
  }
}

async function paused<T>(call: RunningCall<object>, run: () => Promise<T>): Promise<T> {
  call.clock.pause()
  try {
    return await run()
  } finally {
    call.clock.resume()
  }
}

function endlessQuestions(source: FaultSource) {
  return {
    code: 'protocol' as const,
    message: {
      en: `${source.name} asked again and again and never answered.`,
      zh: `“${source.name}”反复提问，始终没有给出结果。`,
    },
    hint: { en: 'Look at its log.', zh: '请查看其日志。' },
    details: [`${MAX_ROUNDS} rounds`],
  }
}

function tooLate(source: FaultSource) {
  return {
    code: 'protocol' as const,
    message: {
      en: `The request that ${source.name} asked about is not waiting any more.`,
      zh: `“${source.name}”提问时的请求已不再等待答复。`,
    },
    hint: { en: 'Ask again from the beginning.', zh: '请重新发起请求。' },
    details: [],
  }
}
