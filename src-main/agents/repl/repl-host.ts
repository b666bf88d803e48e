/** The REPL of agents: a thread for each conversation that uses it, kept for a while, replaced when its engine fails. */
import type { Logger } from '../../log/logger.ts'
import type { ToolOutcome } from '../../registry/types.ts'
import { type ReplThread, startReplThread, type ThreadEnd } from './repl-thread.ts'
import { replTools } from './tool-names.ts'
import { type ReplFaultCode, type ReplHost, type ReplOutcome, type ReplTool, replLimits } from './types.ts'

/** How long what code defined outlives the last run. */
const KEPT_MS = 10 * 60_000
/** Threads that no run uses; each holds up to 64 MB. */
const KEPT_THREADS = 3
/** More than code can take into its memory. */
const RESULT_CHARS = 4_000_000

const hints: Readonly<Record<ReplFaultCode, string>> = {
  code_failed: 'Mend the code. What it had defined before is still there.',
  too_long: 'Do less at once, without endless loops. What earlier code had defined is gone.',
  out_of_memory: 'Work on less data at once. What earlier code had defined is gone.',
  engine_failed: 'Write it another way. What earlier code had defined is gone.',
  cancelled: 'What earlier code had defined is gone.',
}

interface Place {
  thread: ReplThread | null
  /** The last one did not end by itself: what it knew is gone. */
  hasLost: boolean
  queue: Promise<unknown>
  sessions: number
  usedAt: number
  drop: NodeJS.Timeout | undefined
}

export function createRepl({ log, now }: { readonly log: Logger; readonly now: () => Date }): ReplHost {
  const kept = new Map<string, Place>()
  const all = new Set<Place>()
  const closing = new AbortController()

  async function drop(place: Place): Promise<void> {
    clearTimeout(place.drop)
    all.delete(place)
    for (const [name, one] of kept) if (one === place) kept.delete(name)
    const { thread } = place
    place.thread = null
    await thread?.kill()
  }

  function placeOf(name: string | null): Place {
    let place = name === null ? undefined : kept.get(name)
    if (place === undefined) {
      place = { thread: null, hasLost: false, queue: Promise.resolve(), sessions: 0, usedAt: 0, drop: undefined }
      all.add(place)
      if (name !== null) kept.set(name, place)
    }
    clearTimeout(place.drop)
    place.sessions++
    return place
  }

  async function leave(name: string | null, place: Place): Promise<void> {
    if (--place.sessions > 0) return
    if (name === null || closing.signal.aborted) return drop(place)
    place.usedAt = performance.now()
    place.drop = setTimeout(() => void drop(place), KEPT_MS).unref()
    const idle = [...kept.values()].filter(({ sessions }) => sessions === 0).sort((a, b) => b.usedAt - a.usedAt)
    await Promise.all(idle.slice(KEPT_THREADS).map(drop))
  }

  return {
    open({ thread: name, tools: definitions, invoke, signal: runSignal, limits: given }) {
      const limits = { ...replLimits, ...given }
      const tools = new Map<string, ReplTool>(replTools(definitions).map((tool) => [tool.name, tool]))
      const place = placeOf(name)
      const ended = new AbortController()
      const own = AbortSignal.any([runSignal, ended.signal, closing.signal])

      async function evaluate(code: string, callId: string, signal: AbortSignal): Promise<ReplOutcome> {
        const startedAt = performance.now()
        const took = (): number => Math.round(performance.now() - startedAt)
        const failed = (code: ReplFaultCode, message: string, console = ''): ReplOutcome => ({
          ok: false,
          error: { code, message, hint: hints[code] },
          console,
          durationMs: took(),
        })
        if (signal.aborted) return failed('cancelled', 'The code was not run: the call was cancelled.')
        if (place.thread?.isAlive !== true) {
          place.hasLost ||= place.thread !== null
          place.thread = startReplThread()
        }
        let calls = 0
        const answer = async (tool: string, args: string, callSignal: AbortSignal): Promise<string> => {
          const found = tools.get(tool)
          if (found === undefined) throw new Error(`There is no tools.${tool}.`)
          if (++calls > limits.calls)
            throw new Error(`One evaluation may call tools ${limits.calls} times. Ask for more in one call.`)
          const outcome = await invoke({
            tool: found.tool,
            args: JSON.parse(args),
            callId: `${callId}.${calls}`,
            parent: callId,
            signal: callSignal,
          })
          return resultJson(outcome)
        }
        const order = {
          code,
          tools: [...tools.keys()],
          now: now().getTime(),
          computeMs: limits.computeMs,
          chars: limits.chars,
        }
        const end = await place.thread.evaluate(order, limits.wallMs, answer, signal)
        const hadLost = place.hasLost
        place.hasLost = false
        if (end.kind === 'killed') {
          place.thread = null
          if (end.why === 'engine_failed') log.warn('the engine of code failed', { reason: end.text })
          return failed(...killWords(end, limits))
        }
        if (end.end.kind === 'dead') {
          place.thread = null
          return failed(end.end.why, deathWords[end.end.why], end.console)
        }
        if (end.end.kind === 'thrown') return failed('code_failed', end.end.text, end.console)
        const notes = [
          ...(hadLost ? ['The engine was started anew: what earlier code had defined is gone.'] : []),
          ...(end.isUnfinished ? ['What the code had started without awaiting it was dropped.'] : []),
          ...(end.end.isCut ? [`The result was cut at ${limits.chars} characters.`] : []),
          ...(end.isConsoleCut ? [`The console was cut at ${limits.chars} characters.`] : []),
        ]
        return {
          ok: true,
          result: end.end.text,
          console: end.console,
          isCut: end.end.isCut || end.isConsoleCut,
          ...(notes.length > 0 ? { note: notes.join(' ') } : {}),
          durationMs: took(),
        }
      }

      let isOpen = true
      return {
        eval(code, { callId, signal }) {
          const both = signal === undefined ? own : AbortSignal.any([own, signal])
          const turn = place.queue.then(() => evaluate(code, callId, both))
          place.queue = turn.catch((error: unknown) => log.error('evaluating code failed', { error }))
          return turn
        },
        async close() {
          if (!isOpen) return
          isOpen = false
          ended.abort()
          await place.queue
          await leave(name, place)
        },
      }
    },

    async forget(name) {
      const place = kept.get(name)
      if (place !== undefined) await drop(place)
    },

    async close() {
      closing.abort()
      await Promise.all([...all].map(drop))
    },
  }
}

function resultJson(outcome: ToolOutcome): string {
  if (!outcome.ok) throw new Error([outcome.error.code, outcome.error.message, outcome.error.hint].join(': '))
  const json = JSON.stringify(outcome.result ?? null)
  if (json.length <= RESULT_CHARS) return json
  throw new Error(
    `The result is too large for code (${json.length} characters). Ask for less: fewer days, or a summary.`,
  )
}

const deathWords = {
  too_long: 'The code took too long and was stopped.',
  out_of_memory: 'The code used up its memory (48 MB) and was stopped.',
  engine_failed: 'The engine failed on this code and was stopped.',
} as const

function killWords(
  end: Extract<ThreadEnd, { kind: 'killed' }>,
  limits: { readonly computeMs: number; readonly wallMs: number },
): [ReplFaultCode, string] {
  switch (end.why) {
    case 'wall':
      return ['too_long', `The code and the tools it called took longer than ${limits.wallMs / 1000} s together.`]
    case 'cancelled':
      return ['cancelled', 'The code was stopped: the call was cancelled.']
    default:
      return [end.why, deathWords[end.why]]
  }
}
