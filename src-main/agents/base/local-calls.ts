/** Calls that the model asks for and that run here: side by side, each told as it goes, each with a result for the model. */
import type { ToolDefinition, ToolOutcome } from '../../registry/types.ts'
import type { AgentTools } from '../agent-tools.ts'
import type { CallControls } from '../call-controls.ts'
import { EventQueue } from '../event-queue.ts'
import type { AgentEvent } from '../events.ts'
import { resultPreview } from '../quick/direct-result.ts'
import type { CallResult } from './wire.ts'

/** Calls of one answer that run at the same time. */
const AT_ONCE = 8
/** The same call with the same arguments is run this often; after that the model is told to use what it has. */
const SAME_CALL_LIMIT = 3

export interface AskedCall {
  /** The provider's id; may come again in a later round. */
  readonly id: string
  readonly name: string
  /** As the model wrote them. */
  readonly args: string
}

export interface LocalCallsOptions {
  readonly tools: AgentTools
  readonly controls: CallControls
  readonly runId: string | null
  readonly signal: AbortSignal
  /** Most characters of a result that go to the model. */
  readonly resultLimit: number
  readonly now: () => Date
}

export interface LocalCalls {
  /** Events as they happen; returns the results in the order asked. Never throws: a failed call is a result. */
  run(calls: readonly AskedCall[], known: ReadonlyMap<string, ToolDefinition>): AsyncGenerator<AgentEvent, CallResult[]>
}

export function createLocalCalls(options: LocalCallsOptions): LocalCalls {
  const { tools, controls, runId, signal, resultLimit, now } = options
  const made = new Map<string, number>()
  const ids = new Set<string>()

  /** Pages and approvals name a call by its id, so it is unique in the run. */
  function eventId(id: string): string {
    let unique = id
    for (let round = 2; ids.has(unique); round++) unique = `${id}-${round}`
    ids.add(unique)
    return unique
  }

  async function one(
    call: AskedCall,
    known: ReadonlyMap<string, ToolDefinition>,
    tell: (event: AgentEvent) => void,
  ): Promise<CallResult> {
    const id = eventId(call.id)
    const args = argumentsOf(call.args)
    const { origin } = known.get(call.name) ?? {}
    tell({
      type: 'tool_call',
      id,
      tool: call.name,
      ...(origin?.kind === 'server' ? { server: origin.server } : {}),
      args: args.ok ? args.value : call.args,
      at: now().toISOString(),
    })
    const outcome = await outcomeOf(call, id, args, tell)
    tell(toldOutcome(id, outcome))
    return { id: call.id, name: call.name, ...textOf(outcome, resultLimit) }
  }

  async function outcomeOf(
    { name }: AskedCall,
    callId: string,
    args: Arguments,
    tell: (event: AgentEvent) => void,
  ): Promise<ToolOutcome> {
    if (!args.ok)
      return failure(
        'invalid_arguments',
        `The arguments of ${name} ${args.fault}`,
        'Send the call again with one JSON object.',
      )
    const key = JSON.stringify([name, args.value])
    const times = (made.get(key) ?? 0) + 1
    made.set(key, times)
    if (times > SAME_CALL_LIMIT)
      return failure(
        'tool_failed',
        `This very call was made ${SAME_CALL_LIMIT} times.`,
        'Use the results you have, or answer that they are not enough.',
      )
    // Stop may have come while the answer streamed: nothing begins after it.
    if (signal.aborted) return cancelled(name)
    const control = controls.begin(runId, callId)
    try {
      const outcome = await tools.invoke({
        tool: name,
        args: args.value,
        callId,
        signal: control.signal,
        onProgress: ({ done, total, message }) =>
          tell({ type: 'tool_progress', id: callId, done, total, ...(message === undefined ? {} : { message }) }),
      })
      return control.isCancelled && outcome.ok === false ? cancelledByPerson(name, outcome.durationMs) : outcome
    } catch {
      // The registry never throws; what stands in its place in a test or later must not end the turn either.
      return failure('internal', `${name} failed.`, 'Go on without it.')
    } finally {
      control.end()
    }
  }

  return {
    async *run(calls, known) {
      const queue = new EventQueue<AgentEvent>()
      const results: CallResult[] = []
      let next = 0
      const worker = async (): Promise<void> => {
        for (let at = next++; at < calls.length; at = next++) {
          const call = calls[at]
          if (call !== undefined) results[at] = await one(call, known, (event) => queue.push(event))
        }
      }
      const work = Promise.all(Array.from({ length: Math.min(AT_ONCE, calls.length) }, worker)).finally(() =>
        queue.end(),
      )
      yield* queue
      await work
      return results
    },
  }
}

type Arguments =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly fault: string }

/** Nothing at all counts as no arguments. */
export function argumentsOf(text: string): Arguments {
  if (text.trim() === '') return { ok: true, value: {} }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ok: true, value: { ...value } }
    return { ok: false, fault: 'are not a JSON object.' }
  } catch (error) {
    return { ok: false, fault: `are not JSON (${error instanceof Error ? error.message : String(error)}).` }
  }
}

export function toldOutcome(id: string, outcome: ToolOutcome): AgentEvent {
  const { durationMs } = outcome
  if (!outcome.ok) return { type: 'tool_result', id, ok: false, preview: null, durationMs, error: { ...outcome.error } }
  const { preview, truncated } = resultPreview(outcome)
  return { type: 'tool_result', id, ok: outcome.success, preview, ...(truncated ? { truncated } : {}), durationMs }
}

function textOf(outcome: ToolOutcome, limit: number): { readonly ok: boolean; readonly text: string } {
  if (!outcome.ok) {
    const { code, message, hint } = outcome.error
    return { ok: false, text: `Error (${code}): ${message} ${hint}`.trim() }
  }
  const notice = outcome.notice === undefined ? '' : `${outcome.notice}\n`
  const text = outcome.text === '' ? '(empty result)' : outcome.text
  const cut =
    text.length <= limit ? text : `${text.slice(0, limit)}\n[cut after ${limit} characters: ask for less at once]`
  return { ok: outcome.success, text: `${notice}${cut}` }
}

type Failure = Extract<ToolOutcome, { ok: false }>

const failure = (code: Failure['error']['code'], message: string, hint: string): Failure => ({
  ok: false,
  error: { code, message, hint },
  durationMs: 0,
})
const cancelled = (name: string): Failure => failure('cancelled', `${name} was not run: the answer was stopped.`, '')
const cancelledByPerson = (name: string, durationMs: number): Failure => ({
  ...failure(
    'cancelled',
    `The person cancelled ${name}.`,
    'Do not repeat it; go on without it. What it did before that is not known.',
  ),
  durationMs,
})
