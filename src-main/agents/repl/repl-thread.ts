/** The hub's side of one engine's thread: starts it, answers its calls, watches the clock, and ends it. */
import { Worker } from 'node:worker_threads'
import { workerEntry } from '../../config/entries.ts'
import type { EvalEnd, EvalOrder, FromReplWorker, ToReplWorker } from './worker-messages.ts'

/** A busy machine takes its time to start a thread. */
const START_MS = 15_000
/** By the clock, for what the engine may compute: it ends by itself and says so, unless it cannot be interrupted. */
const patienceMs = (computeMs: number): number => 2 * computeMs + 2_000
/** The engine itself lives in memory of its own; this is for what reads code and carries results. */
const LIMITS = { maxOldGenerationSizeMb: 128, stackSizeMb: 4 }

export type ThreadEnd =
  | {
      readonly kind: 'ended'
      readonly end: EvalEnd
      readonly console: string
      readonly isConsoleCut: boolean
      readonly isUnfinished: boolean
    }
  | {
      readonly kind: 'killed'
      readonly why: 'too_long' | 'wall' | 'engine_failed' | 'cancelled'
      readonly text: string
    }

/** Answers a call of the code with JSON, or rejects with what it is told. */
export type ReplCallAnswer = (tool: string, args: string, signal: AbortSignal) => Promise<string>

export interface ReplThread {
  /** False once it was ended; it cannot be used then. */
  readonly isAlive: boolean
  /** One at a time. Never rejects. */
  evaluate(order: EvalOrder, wallMs: number, answer: ReplCallAnswer, signal: AbortSignal): Promise<ThreadEnd>
  kill(): Promise<void>
}

export function startReplThread(): ReplThread {
  const worker = new Worker(workerEntry(import.meta.url, 'repl-worker'), {
    resourceLimits: LIMITS,
    env: {},
    execArgv: [],
    // The hub's own standard output may carry a protocol.
    stdout: true,
    stderr: true,
  })
  worker.stdout.resume()
  worker.stderr.resume()
  worker.unref()
  let isAlive = true
  let receive: (message: FromReplWorker) => void = () => {}
  let onDeath: (why: string) => void = () => {}
  let crash = 'its thread ended'
  let isReady = false
  worker.on('message', (message: FromReplWorker) => {
    if (message.type === 'ready') isReady = true
    receive(message)
  })
  worker.on('error', (error) => {
    crash = error instanceof Error ? error.message : String(error)
  })
  worker.on('exit', () => {
    isAlive = false
    onDeath(crash)
  })
  const send = (message: ToReplWorker): void => worker.postMessage(message)
  const kill = async (): Promise<void> => {
    isAlive = false
    await worker.terminate()
  }

  return {
    get isAlive() {
      return isAlive
    },
    kill,
    evaluate(order, wallMs, answer, signal) {
      return new Promise<ThreadEnd>((resolve) => {
        const calls = new AbortController()
        let isDone = false
        let pending = 0
        let watch: NodeJS.Timeout | undefined
        const wall = setTimeout(() => void end({ kind: 'killed', why: 'wall', text: '' }), wallMs)
        const onAbort = (): void => void end({ kind: 'killed', why: 'cancelled', text: '' })
        /** While no tool works the engine does, and owes an end in time. */
        const expect = (ms: number): void => {
          clearTimeout(watch)
          if (pending === 0 && !isDone)
            watch = setTimeout(() => void end({ kind: 'killed', why: 'too_long', text: '' }), ms)
        }
        const end = async (how: ThreadEnd): Promise<void> => {
          if (isDone) return
          isDone = true
          clearTimeout(watch)
          clearTimeout(wall)
          signal.removeEventListener('abort', onAbort)
          receive = () => {}
          onDeath = () => {}
          calls.abort()
          if (how.kind === 'killed') await kill()
          resolve(how)
        }
        const begin = (): void => {
          send({ type: 'eval', order })
          expect(patienceMs(order.computeMs))
        }
        const call = async (id: number, tool: string, args: string): Promise<void> => {
          pending++
          clearTimeout(watch)
          const told = await answer(tool, args, calls.signal).then(
            (json): ToReplWorker => ({ type: 'answer', id, json }),
            (error: unknown): ToReplWorker => ({
              type: 'refusal',
              id,
              message: error instanceof Error ? error.message : String(error),
            }),
          )
          pending--
          if (isDone) return
          send(told)
          expect(patienceMs(order.computeMs))
        }
        receive = (message) => {
          if (message.type === 'ready') begin()
          else if (message.type === 'call') void call(message.id, message.tool, message.args)
          else {
            const { end: how, console, isConsoleCut, isUnfinished } = message
            // Not waited for: the result is here, and the thread is not used again.
            if (message.isSpent) void kill()
            void end({ kind: 'ended', end: how, console, isConsoleCut, isUnfinished })
          }
        }
        onDeath = (why) => void end({ kind: 'killed', why: 'engine_failed', text: why })
        signal.addEventListener('abort', onAbort)
        if (signal.aborted) onAbort()
        else if (!isAlive) onDeath(crash)
        else if (isReady) begin()
        else expect(START_MS)
      })
    },
  }
}
