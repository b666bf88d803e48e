/** Starts, speaks to and stops the thread that runs the embedded engine. */

import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { workerEntry } from '../config/entries.ts'
import type { Logger } from '../log/logger.ts'
import { DatabaseError } from './database.ts'
import { EngineError } from './engine-link.ts'
import { openFailure } from './preflight.ts'
import type { EngineStart, OwnerReply, OwnerRequest } from './worker-protocol.ts'

interface Waiting {
  resolve(): void
  reject(error: Error): void
}

export class EngineProcess {
  readonly #worker: Worker
  readonly #clusterDir: string
  readonly #log: Logger
  readonly #waiting = new Map<number, Waiting>()
  readonly #listeners: ((error: Error) => void)[] = []
  #lastId = 0
  #dead: Error | null = null
  readonly #exited: Promise<void>

  private constructor(worker: Worker, clusterDir: string, log: Logger) {
    this.#worker = worker
    this.#clusterDir = clusterDir
    this.#log = log
    this.#exited = new Promise((resolve) => worker.once('exit', () => resolve()))
  }

  /** Opens the cluster. @throws DatabaseError 'damaged' or 'disk-full' with the engine's own cause. */
  static async start(start: EngineStart, log: Logger): Promise<EngineProcess> {
    const worker = new Worker(workerEntry(import.meta.url, 'pglite-worker'), {
      workerData: start,
      // Nothing of the engine may reach the hub's stdout, which can be a protocol.
      stdout: true,
      stderr: true,
    })
    const relay = (chunk: Buffer): void => log.debug('Engine output', { text: chunk.toString().trim() })
    worker.stdout.on('data', relay)
    worker.stderr.on('data', relay)
    const engine = new EngineProcess(worker, start.clusterDir, log)
    try {
      await engine.#untilReady()
    } catch (error) {
      await engine.#exited
      throw error
    }
    return engine
  }

  /** Called with the reason when the engine stops by itself. */
  onLost(listener: (error: Error) => void): void {
    if (this.#dead !== null) listener(this.#dead)
    else this.#listeners.push(listener)
  }

  /** A line to the engine for one client thread. */
  link(): MessagePort {
    const { port1, port2 } = new MessageChannel()
    if (this.#dead !== null) port1.close()
    else this.#worker.postMessage({ type: 'link', port: port1 } satisfies OwnerRequest, [port1])
    return port2
  }

  backup(file: string): Promise<void> {
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      if (this.#dead !== null) return reject(this.#dead)
      this.#waiting.set(id, { resolve, reject })
      this.#post({ type: 'backup', id, file })
    })
  }

  /** Checkpoints, closes and waits for the thread's end. */
  async close(): Promise<void> {
    if (this.#dead === null) this.#post({ type: 'close' })
    await this.#exited
  }

  #post(request: OwnerRequest): void {
    this.#worker.postMessage(request)
  }

  #untilReady(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#worker.on('message', (reply: OwnerReply) => {
        switch (reply.type) {
          case 'ready':
            if (reply.fsyncs === 0) {
              this.#log.warn('The engine made no fsync at start: a power cut could lose the latest changes')
            }
            this.#log.debug('Database opened', { openMs: reply.openMs, fsyncs: reply.fsyncs })
            return resolve()
          case 'open-failed':
            return reject(openFailure(this.#clusterDir, reply.message, reply.log))
          case 'done':
            return this.#take(reply.id)?.resolve()
          case 'failed':
            return this.#take(reply.id)?.reject(new EngineError(reply.error))
          case 'fatal':
            return this.#lose(openFailure(this.#clusterDir, reply.message, [reply.message]))
          case 'log':
            return this.#log[reply.level](reply.message)
          case 'closed':
            this.#dead = new DatabaseError('open-failed', 'The database is closed.', 'Open it again.')
            return
        }
      })
      this.#worker.on('error', (error) => {
        this.#lose(error)
        reject(openFailure(this.#clusterDir, error instanceof Error ? error.message : String(error), []))
      })
      this.#worker.on('exit', (code) => {
        const error = openFailure(this.#clusterDir, `the engine ended with status ${code}`, [])
        if (this.#dead === null) this.#lose(error)
        reject(error)
      })
    })
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    return waiting
  }

  #lose(error: Error): void {
    if (this.#dead !== null) return
    this.#dead = error
    for (const waiting of this.#waiting.values()) waiting.reject(error)
    this.#waiting.clear()
    for (const listener of this.#listeners) listener(error)
  }
}
