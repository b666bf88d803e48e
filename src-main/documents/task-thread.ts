/** A thread that does one task after the other, is there only while there is something to do, and is ended when one hangs. */
import { Worker } from 'node:worker_threads'
import { workerEntry } from '../config/entries.ts'
import { DocumentError } from './document-error.ts'
import type { DocumentTask, FromDocumentWorker, TaskResults, ToDocumentWorker } from './worker-messages.ts'

/** A thread without work goes after this. */
const IDLE_MS = 30_000
const LIMITS = { maxOldGenerationSizeMb: 768 }

/** A task that did not end in time, or brought its thread down. */
export class TaskFailure extends Error {
  override readonly name = 'TaskFailure'
  readonly why: 'too_long' | 'crashed' | 'failed'
  constructor(why: TaskFailure['why'], message: string) {
    super(message)
    this.why = why
  }
}

type Task<K extends keyof TaskResults> = Extract<DocumentTask, { kind: K }>

export class TaskThread {
  #worker: Worker | null = null
  #queue: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined
  #lastId = 0
  readonly #closing = new AbortController()

  /** Rejects with DocumentError, TaskFailure, or the signal's reason. The time starts when it is this task's turn. */
  run<K extends keyof TaskResults>(task: Task<K>, timeoutMs: number, signal?: AbortSignal): Promise<TaskResults[K]> {
    const both = signal === undefined ? this.#closing.signal : AbortSignal.any([signal, this.#closing.signal])
    const turn = this.#queue.then(() => this.#do<K>(task, timeoutMs, both))
    this.#queue = turn.catch(() => {})
    // Who is called off does not wait for those before.
    return new Promise((resolve, reject) => {
      const onAbort = (): void => reject(both.reason)
      both.addEventListener('abort', onAbort)
      turn.then(resolve, reject).finally(() => both.removeEventListener('abort', onAbort))
    })
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The hub is stopping.'))
    await this.#queue
    await this.#end()
  }

  #do<K extends keyof TaskResults>(task: Task<K>, timeoutMs: number, signal: AbortSignal): Promise<TaskResults[K]> {
    if (signal.aborted) return Promise.reject(signal.reason)
    clearTimeout(this.#idle)
    const worker = this.#started()
    const id = ++this.#lastId
    return new Promise<TaskResults[K]>((resolve, reject) => {
      let crash = 'its thread ended'
      const settle = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        worker.off('message', onMessage)
        worker.off('error', onError)
        worker.off('exit', onExit)
        this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref()
      }
      const give = (error: unknown): void => {
        settle()
        void this.#end()
        reject(error)
      }
      const onMessage = (message: FromDocumentWorker): void => {
        if (message.id !== id) return
        settle()
        // The id says that it is the result of this very task.
        if (message.ok) resolve(message.result as TaskResults[K])
        else if (message.code === 'failed') reject(new TaskFailure('failed', message.message))
        else reject(new DocumentError(message.code, message.message))
      }
      const onError = (error: unknown): void => {
        crash = error instanceof Error ? error.message : String(error)
      }
      const onExit = (): void => give(new TaskFailure('crashed', crash))
      const onAbort = (): void => give(signal.reason)
      const timer = setTimeout(
        () => give(new TaskFailure('too_long', `It took longer than ${timeoutMs / 1000} s.`)),
        timeoutMs,
      )
      worker.on('message', onMessage)
      worker.on('error', onError)
      worker.on('exit', onExit)
      signal.addEventListener('abort', onAbort)
      const order: ToDocumentWorker = { id, task }
      worker.postMessage(order)
    })
  }

  #started(): Worker {
    if (this.#worker !== null) return this.#worker
    const worker = new Worker(workerEntry(import.meta.url, 'document-worker'), {
      resourceLimits: LIMITS,
      env: {},
      execArgv: [],
      // The hub's own standard output may carry a protocol; libraries that read documents are talkative.
      stdout: true,
      stderr: true,
    })
    worker.stdout.resume()
    worker.stderr.resume()
    worker.unref()
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = null
    })
    // Whoever waits for a task hears of it; between tasks nobody does, and the next one gets a new thread.
    worker.on('error', () => {})
    this.#worker = worker
    return worker
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }
}
