/**
 * The one way from the model's call to a tool and back. Nothing that a tool does ends the run: it throws, hangs, is
 * cancelled, is unknown or gets nonsense, and the model reads what happened. Tells every call as events.
 */
import type { Logger } from '../../../log/logger.ts'
import type { CallControls } from '../../call-controls.ts'
import type { AgentEvent } from '../../events.ts'
import { createLoopGuard } from '../limits/loop-guard.ts'
import { createRetryGovernance } from '../limits/retry-governance.ts'
import { inCall } from './call-scope.ts'
import { failed, type NativePart, type OfferedTool, type ToolReply } from './offered-tool.ts'
import { untrusted } from './untrusted-text.ts'

export interface ModelCall {
  readonly id: string
  readonly name: string
  /** Null: what the model wrote is no JSON; `raw` has it. */
  readonly args: Readonly<Record<string, unknown>> | null
  readonly raw?: string
}

export interface DoorAnswer {
  readonly ok: boolean
  /** For the model. */
  readonly text: string
  readonly native: readonly NativePart[]
}

/** What is known of a call that the run before a crash had made. */
export interface CarriedCall {
  /** It waited for the person's answer, so it had not begun. */
  readonly isWaiting: boolean
  /** Its `tool_call` was told already. */
  readonly isTold: boolean
  /** What came of it, where that was kept. */
  readonly result: { readonly ok: boolean; readonly text: string } | null
}

export interface ToolDoorOptions {
  /** By name; asked at each call. */
  tool(name: string): OfferedTool | undefined
  /** Every name, for a model that used another. */
  names(): readonly string[]
  readonly runId: string | null
  /** The run's. */
  readonly signal: AbortSignal
  readonly controls: CallControls
  readonly emit: (event: AgentEvent) => void
  readonly label: (call: { tool: string; server?: string; args: unknown }) => string
  readonly now: () => Date
  readonly log: Logger
  /** The call inside which this run goes on: a sub-agent's. */
  readonly parent?: string
  /** Calls of the checkpoint that the run goes on from. */
  readonly carried?: ReadonlyMap<string, CarriedCall>
  /** Puts a result that is too long for the model aside, and answers what it gets in its place. */
  shorten(callId: string, tool: string, text: string): Promise<string>
  /** Everything that a resumed run needs to know of this call is kept. */
  settled(): Promise<void>
}

export interface ToolDoor {
  /** Never rejects, but when the run itself was stopped. */
  call(call: ModelCall): Promise<DoorAnswer>
  /** The model went in circles until there was no use in going on. */
  readonly isEnded: boolean
}

const outcomeUnknown =
  'The outcome is unknown: the app was closed while this ran. It may have taken effect. Do not call it again; find out with a tool that only reads, or ask the person.'

export function createToolDoor(options: ToolDoorOptions): ToolDoor {
  const { emit, signal, controls, log, now } = options
  const guard = createLoopGuard()
  const governance = createRetryGovernance()

  /** Answers without running anything; told to the page like every call. */
  async function answered(call: ModelCall, tool: OfferedTool | undefined): Promise<ToolReply | null> {
    if (call.args === null)
      return failed(
        'invalid_arguments',
        `The arguments are not valid JSON, so nothing was run. They were: ${cut(call.raw ?? '', 500)}`,
        'Call it again with the arguments as one JSON object: double quotes around keys and texts, null, true and false in lower case.',
      )
    if (tool === undefined)
      return failed('unknown_tool', `There is no tool ${call.name}.`, `Tools: ${options.names().join(', ')}.`)
    const carried = options.carried?.get(call.id)
    if (carried?.result) {
      const { ok, text } = carried.result
      return ok ? { ok, text, preview: null } : failed('tool_failed', text)
    }
    if (carried !== undefined && !carried.isWaiting && !tool.isReadOnly)
      return failed('outcome_unknown', outcomeUnknown, '', true)
    const refusal = governance.refusal(tool.name, call.args)
    if (refusal !== null) return failed('refused_retry', refusal)
    const verdict = guard.before(tool.name, call.args)
    if (verdict !== 'run')
      return failed(
        'repeated_call',
        'This call was made again and again with the same result, so it was not run. Answer with what is known, or do something else.',
      )
    return null
  }

  async function run(call: ModelCall, tool: OfferedTool): Promise<ToolReply> {
    const control = controls.begin(options.runId, call.id)
    const both = AbortSignal.any([signal, control.signal])
    try {
      if (!tool.isReadOnly) await options.settled()
      // Stopped while the model's last words came in: nothing is begun any more.
      signal.throwIfAborted()
      const running = inCall(call.id, () => tool.run(call.args ?? {}, { callId: call.id, signal: both, emit }))
      // What comes after a cancel is nobody's; a rejection then must not reach the process.
      running.catch(() => undefined)
      return await Promise.race([running, aborted(both)])
    } catch (error) {
      if (signal.aborted) throw error
      if (control.isCancelled) return cancelled(tool)
      log.warn('a tool of an agent threw', { tool: tool.name, error })
      const message = error instanceof Error ? error.message : String(error)
      return failed('tool_failed', `The tool failed: ${cut(message, 1_000)}`)
    } finally {
      control.end()
    }
  }

  return {
    async call(asked) {
      signal.throwIfAborted()
      const tool = options.tool(asked.name) ?? onlyCandidate(asked.name, options)
      const name = tool?.name ?? asked.name
      const args = asked.args ?? {}
      const server = tool?.server
      if (tool !== undefined && tool.name !== asked.name)
        emit({ type: 'notice', code: 'corrected', text: `${asked.name} → ${tool.name}` })
      const carried = options.carried?.get(asked.id)
      if (carried?.isTold !== true)
        emit({
          type: 'tool_call',
          id: asked.id,
          tool: name,
          ...(server === undefined ? {} : { server }),
          args: asked.args ?? asked.raw ?? null,
          label: options.label({ tool: name, ...(server === undefined ? {} : { server }), args }),
          ...(options.parent === undefined ? {} : { parent: options.parent }),
          at: now().toISOString(),
        })
      const startedAt = performance.now()
      const early = await answered(asked, tool)
      const reply = early ?? (tool === undefined ? failed('internal', 'Nothing was run.') : await run(asked, tool))
      if (carried === undefined || carried.result === null)
        emit(toldResult(asked.id, reply, Math.round(performance.now() - startedAt)))

      let text = reply.ok ? reply.text : errorText(reply)
      if (tool !== undefined && early === null) {
        governance.note(name, args, {
          code: reply.ok ? null : reply.error.code,
          ...(!reply.ok && reply.isFinal ? { isFinal: true } : {}),
        })
        const isRepeating = guard.after(name, args, text)
        text = await options.shorten(asked.id, name, text)
        if (isRepeating)
          text += '\n\n[You have made this same call several times with the same result. Do not make it again.]'
      }
      return { ok: reply.ok, text, native: reply.ok ? (reply.native ?? []) : [] }
    },
    get isEnded() {
      return guard.isEnded
    },
  }
}

function cancelled(tool: OfferedTool): ToolReply {
  return failed(
    'cancelled',
    tool.isReadOnly
      ? 'The person cancelled this call.'
      : 'The person cancelled this call. Its outcome is unknown: it may have taken effect before it was cancelled.',
    'Go on without it.',
    true,
  )
}

/** A name that was meant: letter case and `-`, `.` or `_` aside, or the name behind a server's, where that is one tool. */
function onlyCandidate(name: string, { names, tool }: ToolDoorOptions): OfferedTool | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '_')
  const wanted = plain(name)
  const alike = names().filter((one) => plain(one) === wanted)
  const candidates = alike.length > 0 ? alike : names().filter((one) => plain(one.split('__').at(-1) ?? one) === wanted)
  const [only] = candidates
  return only !== undefined && candidates.length === 1 ? tool(only) : undefined
}

function toldResult(id: string, reply: ToolReply, durationMs: number): AgentEvent {
  if (!reply.ok)
    return { type: 'tool_result', id, ok: false, preview: reply.preview ?? null, durationMs, error: reply.error }
  const { preview, truncated } = reply
  return { type: 'tool_result', id, ok: true, preview, ...(truncated ? { truncated } : {}), durationMs }
}

function errorText({ error: { code, message, hint }, source }: Extract<ToolReply, { ok: false }>): string {
  const said = source === undefined ? message : untrusted(source, message)
  return `Error (${code}): ${said}${hint === '' ? '' : `\n${hint}`}`
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error('stopped'))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}

const cut = (text: string, limit: number) =>
  text.length <= limit ? text : `${text.slice(0, limit).replace(/[\ud800-\udbff]$/, '')}…`
