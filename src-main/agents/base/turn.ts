/** One way of answering, from the first request to its end: steps, retries, calls, and a plain word wherever it stops. */
import { toolHash } from '../../registry/approval/tool-hash.ts'
import type { ToolDefinition } from '../../registry/types.ts'
import type { AgentEvent, AgentInput } from '../events.ts'
import { retriesOf, waitBeforeRetry, waitFor, waitSeconds } from '../models/fault/retry.ts'
import type { ModelFault, ResolvedModel } from '../models/types.ts'
import { guarded } from './guarded-stream.ts'
import { type AskedCall, argumentsOf, type LocalCalls } from './local-calls.ts'
import { createRemoteCalls, HUB_LABEL } from './remote-calls.ts'
import type { StopReason, WireEvent, WireSession } from './wire.ts'
import type { BaseWords } from './words.ts'

/** Rounds of tool calls (the seed's `max_steps`). */
export const MAX_STEPS = 20

export interface TurnOptions {
  readonly session: WireSession
  readonly model: ResolvedModel
  /** Tools by name: those that run here, or those that the provider may call. */
  readonly tools: ReadonlyMap<string, ToolDefinition>
  /** Null where the provider runs the tools. */
  readonly calls: LocalCalls | null
  readonly gate: AgentInput['gate']
  readonly fault: (error: unknown) => ModelFault
  readonly words: BaseWords
  readonly signal: AbortSignal
  readonly now: () => Date
  readonly silenceMs?: number
  /** For tests: how long to wait before a retry, instead of waiting. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

export type TurnEnd =
  | { readonly kind: 'done' | 'failed' | 'stopped' | 'declined' }
  /** The provider could not list the hub's tools; nothing of it is lost by answering another way. */
  | { readonly kind: 'unlisted'; readonly message: string }

type RemoteApproval = Extract<WireEvent, { type: 'remote_approval' }>
type Step =
  | {
      readonly kind: 'answered'
      readonly stop: StopReason
      readonly hasText: boolean
      readonly calls: readonly AskedCall[]
      readonly approvals: readonly RemoteApproval[]
    }
  | Exclude<TurnEnd, { kind: 'done' | 'declined' }>

export async function* runTurn(options: TurnOptions): AsyncGenerator<AgentEvent, TurnEnd> {
  const { session, calls, tools, words, signal } = options
  const remote = createRemoteCalls(options.now)
  const state = { hasText: false, shrunk: false }
  for (let round = 1; ; round++) {
    const step = yield* stepWithRetries(options, state, remote)
    yield* remote.unanswered()
    if (step.kind !== 'answered') return step
    const goesOn = step.calls.length > 0 || step.approvals.length > 0 || step.stop === 'more'
    if (!goesOn) return yield* concluded(options, step.stop, state.hasText)
    if (round === MAX_STEPS) {
      yield { type: 'notice', code: 'limit', text: words.steps(MAX_STEPS) }
      yield { type: 'text', text: `${state.hasText ? '\n\n' : ''}${words.steps(MAX_STEPS)}` }
      return { kind: 'done' }
    }
    if (step.hasText && step.calls.length > 0) yield { type: 'text', text: '\n\n' }
    for (const request of step.approvals) {
      const answer = await decide(request, options)
      session.approve(request.id, answer.isAllowed, answer.reason)
    }
    if (step.calls.length > 0 && calls !== null) session.answer(yield* calls.run(step.calls, tools))
    if (signal.aborted) return { kind: 'stopped' }
  }
}

async function* stepWithRetries(
  options: TurnOptions,
  state: { hasText: boolean; shrunk: boolean },
  remote: ReturnType<typeof createRemoteCalls>,
): AsyncGenerator<AgentEvent, Step> {
  const { session, signal, words, calls: local } = options
  const pause = options.wait ?? waitFor
  for (let attempt = 1; ; attempt++) {
    const calls: AskedCall[] = []
    const approvals: RemoteApproval[] = []
    let stop: StopReason | null = null
    let hasText = false
    try {
      for await (const event of guarded((both) => session.step(both), signal, options.silenceMs)) {
        switch (event.type) {
          case 'text':
            hasText = true
            state.hasText = true
            yield event
            break
          case 'reasoning':
            yield event
            break
          case 'call':
            calls.push({ id: event.id, name: event.name, args: event.args })
            break
          case 'remote_call':
          case 'remote_result':
            yield* remote.told(event)
            break
          case 'remote_approval':
            approvals.push(event)
            break
          case 'unlisted':
            if (local === null) return { kind: 'unlisted', message: event.message }
            break
          case 'usage':
            yield usageOf(event, options.model)
            break
          case 'stop':
            stop = event.reason
            break
        }
      }
      if (stop !== null) return { kind: 'answered', stop, hasText, calls, approvals }
      if (signal.aborted) return { kind: 'stopped' }
      // The stream ended before the model had: that is a bad answer which no error tells of.
      const again = hasText ? null : waitBeforeRetry({ code: 'bad_answer', retryAfterMs: null }, attempt)
      if (again !== null) {
        yield retryNotice(words, again, attempt, 'bad_answer', words.brokeOff.message)
        await pause(again, signal)
        continue
      }
      yield { type: 'error', code: 'bad_answer', ...words.brokeOff }
      return { kind: 'failed' }
    } catch (error) {
      if (signal.aborted) return { kind: 'stopped' }
      if (local === null && isAboutMcp(error)) return { kind: 'unlisted', message: '' }
      const fault = options.fault(error)
      if (fault.code === 'context_overflow') {
        const left = state.shrunk ? null : session.shrink()
        if (left === null) {
          yield { type: 'error', code: fault.code, message: words.tooLong, hint: fault.hint }
          return { kind: 'failed' }
        }
        state.shrunk = true
        yield { type: 'notice', code: 'compacted', text: left.turns > 0 ? words.leftOut(left.turns) : words.shortened }
        continue
      }
      // What was said cannot be taken back: a second answer would begin in the middle of the first.
      const waitMs = hasText ? null : waitBeforeRetry(fault, attempt)
      if (waitMs === null) {
        if (hasText)
          yield {
            type: 'error',
            code: fault.code,
            message: `${words.brokeOff.message} ${fault.message}`,
            hint: words.brokeOff.hint,
          }
        else yield { type: 'error', code: fault.code, message: fault.message, hint: fault.hint }
        return { kind: 'failed' }
      }
      yield retryNotice(words, waitMs, attempt, fault.code, fault.message)
      await pause(waitMs, signal)
      if (signal.aborted) return { kind: 'stopped' }
    }
  }
}

function retryNotice(
  words: BaseWords,
  waitMs: number,
  attempt: number,
  code: ModelFault['code'],
  why: string,
): AgentEvent {
  return { type: 'notice', code: 'retry', text: words.retry(waitSeconds(waitMs), attempt, retriesOf(code), why) }
}

function* concluded({ words }: TurnOptions, stop: StopReason, hasText: boolean): Generator<AgentEvent, TurnEnd> {
  if (stop === 'refused' && !hasText) {
    yield { type: 'notice', code: 'declined', text: words.refused }
    return { kind: 'declined' }
  }
  if (!hasText) {
    yield { type: 'error', code: 'bad_answer', message: words.empty, hint: '' }
    return { kind: 'failed' }
  }
  if (stop === 'length') yield { type: 'notice', code: 'limit', text: words.cutByLength }
  return { kind: 'done' }
}

/** What the hub would refuse under the address anyway is refused without asking the person. */
async function decide(
  { id, name, args }: RemoteApproval,
  { tools, gate, signal }: TurnOptions,
): Promise<{ readonly isAllowed: boolean; readonly reason?: string }> {
  const tool = tools.get(name)
  if (tool === undefined) return { isAllowed: false, reason: `${name} is not among the tools of this conversation.` }
  const parsed = argumentsOf(args)
  const decision = await gate.approve(
    {
      callId: id,
      tool: name,
      server: HUB_LABEL,
      args: parsed.ok ? parsed.value : args,
      reason: 'policy',
      choices: ['once'],
      toolHash: toolHash(tool, null),
    },
    signal,
  )
  if (decision.isAllowed) return { isAllowed: true }
  return { isAllowed: false, ...(decision.reason === undefined ? {} : { reason: decision.reason }) }
}

function usageOf(usage: Extract<WireEvent, { type: 'usage' }>, { ref }: ResolvedModel): AgentEvent {
  return { ...usage, model: ref.model, provider: ref.provider, costUsd: null }
}

/** A refusal of the whole request because of the server that was handed over, e.g. 424 "Error retrieving tool list". */
function isAboutMcp(error: unknown): boolean {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return false
  const isRefusal =
    error.status === 424 || (error.status >= 400 && error.status < 500 && ![401, 402, 403, 429].includes(error.status))
  return isRefusal && (error.status === 424 || /\bmcp\b|tool list/i.test(error.message))
}
