/** Serves the sockets and bulk loads of every linked thread from one session, one job at a time. */

import type { MessagePort } from 'node:worker_threads'
import { type EmbeddedSession, faultOf, queryMessage } from './embedded-session.ts'
import { type Batch, FrontendReader } from './frontend-reader.ts'
import { ReplyCollector } from './reply-collector.ts'
import { SessionQueue } from './session-queue.ts'
import type { LinkReply, LinkRequest } from './worker-protocol.ts'

interface Socket {
  readonly id: number
  readonly link: MessagePort
  readonly reader: FrontendReader
}

interface Job {
  readonly owner: object
  /** Returns true when its owner keeps the session. */
  run(): Promise<boolean>
}

type Tell = (level: 'debug' | 'info' | 'warn', message: string) => void

/** A transaction that says nothing for this long while others wait is rolled back. */
const idleTransactionMs = 60_000
/** Quiet time after which the session looks after its tables. */
const idleMs = 1500
/** Jobs between two looks at the size of the log. */
const jobsPerCheck = 400
const bytesPerCheck = 8 * 1024 * 1024
const rowsPerAnalyze = 2000

export class EngineServer {
  readonly #session: EmbeddedSession
  readonly #tell: Tell
  readonly #queue = new SessionQueue<object, Job>()
  readonly #links = new Map<MessagePort, Map<number, Socket>>()
  readonly #loadedRows = new Map<string, number>()
  #running = false
  #stopped = false
  #lastActivity = performance.now()
  #jobsSinceCheck = 0
  #bytesSinceCheck = 0
  #jobsSinceCare = 0
  #idleTimer: NodeJS.Timeout | null = null
  readonly #watch: NodeJS.Timeout

  constructor(session: EmbeddedSession, tell: Tell) {
    this.#session = session
    this.#tell = tell
    this.#watch = setInterval(() => this.#endIdleTransaction(), 5000)
    this.#watch.unref()
  }

  addLink(port: MessagePort): void {
    const sockets = new Map<number, Socket>()
    this.#links.set(port, sockets)
    port.on('message', (request: LinkRequest) => this.#receive(port, sockets, request))
    port.on('close', () => {
      this.#links.delete(port)
      for (const socket of sockets.values()) this.#endSocket(socket)
      sockets.clear()
    })
  }

  /** Runs `work` with the session to itself, after whoever holds it now. After `stop` nothing runs any more. */
  exclusive(work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#add({
        owner: {},
        run: async () => {
          await work().then(resolve, reject)
          return false
        },
      })
    })
  }

  stop(): void {
    this.#stopped = true
    clearInterval(this.#watch)
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer)
    for (const link of this.#links.keys()) link.close()
  }

  #receive(link: MessagePort, sockets: Map<number, Socket>, request: LinkRequest): void {
    switch (request.type) {
      case 'bytes': {
        let socket = sockets.get(request.socket)
        if (socket === undefined) {
          socket = { id: request.socket, link, reader: new FrontendReader() }
          sockets.set(request.socket, socket)
        }
        for (const batch of socket.reader.push(request.bytes)) this.#accept(socket, batch)
        return
      }
      case 'end': {
        const socket = sockets.get(request.socket)
        sockets.delete(request.socket)
        if (socket !== undefined) this.#endSocket(socket)
        return
      }
      case 'bulk':
        this.#add({ owner: {}, run: () => this.#load(link, request) })
        return
    }
  }

  #accept(socket: Socket, batch: Batch): void {
    switch (batch.kind) {
      case 'startup':
        this.#send(socket.link, socket.id, this.#session.startupReply)
        return
      case 'run':
        this.#add({ owner: socket, run: () => this.#run(socket, batch.bytes, batch.keeps) })
        return
      case 'refuse':
        // Said by the engine itself, so that a transaction fails as it would with any other error.
        this.#add({
          owner: socket,
          run: () => this.#run(socket, queryMessage(raise(batch.message, batch.hint)), false),
        })
        return
      case 'end':
        return
    }
  }

  async #run(socket: Socket, bytes: Uint8Array, keeps: boolean): Promise<boolean> {
    const reply = new ReplyCollector((part) => this.#send(socket.link, socket.id, part))
    await this.#session.run(bytes, (piece) => reply.add(piece))
    reply.flush()
    return keeps || this.#session.isInTransaction
  }

  async #load(link: MessagePort, request: LinkRequest & { type: 'bulk' }): Promise<boolean> {
    try {
      const rows = await this.#session.load(request.sql, request.data)
      this.#bytesSinceCheck += request.data.byteLength
      this.#loadedRows.set(request.table, (this.#loadedRows.get(request.table) ?? 0) + rows)
      this.#post(link, { type: 'bulk', id: request.id, rows })
    } catch (error) {
      this.#post(link, { type: 'bulk-failed', id: request.id, error: faultOf(error) })
    }
    return false
  }

  /** A connection that ends takes its open transaction and its session settings with it. */
  #endSocket(socket: Socket): void {
    const held = this.#queue.drop(socket)
    this.#add({
      owner: held ? socket : {},
      run: async () => {
        if (held) await this.#session.quietly('ROLLBACK')
        await this.#session.quietly('RESET ALL')
        return false
      },
    })
  }

  #add(job: Job): void {
    if (this.#stopped) return
    this.#queue.add(job)
    if (!this.#running) {
      this.#running = true
      void this.#work()
    }
  }

  async #work(): Promise<void> {
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer)
    for (let job = this.#queue.take(); job !== null; job = this.#queue.take()) {
      const keeps = await job.run().catch((error): boolean => {
        this.#tell('warn', `The engine failed at a request: ${faultOf(error).message}`)
        return false
      })
      if (this.#stopped) return
      this.#lastActivity = performance.now()
      this.#queue.settle(job.owner, keeps)
      this.#jobsSinceCheck++
      this.#jobsSinceCare++
      if (!keeps) await this.#checkLog()
      // Lets messages of other threads in, so that the queue is fair.
      await new Promise(setImmediate)
    }
    this.#running = false
    this.#idleTimer = setTimeout(() => this.#care(), idleMs)
    this.#idleTimer.unref()
  }

  async #checkLog(): Promise<void> {
    if (this.#jobsSinceCheck < jobsPerCheck && this.#bytesSinceCheck < bytesPerCheck) return
    this.#jobsSinceCheck = 0
    this.#bytesSinceCheck = 0
    if (await this.#session.checkpointWhenDue()) this.#tell('debug', 'Checkpoint made')
  }

  /** When nothing is asked: fresh statistics for loaded tables, a VACUUM for bloated ones. One table at a time. */
  #care(): void {
    if (this.#running || this.#queue.holder !== null || this.#jobsSinceCare === 0) return
    const loaded = [...this.#loadedRows].find(([, rows]) => rows >= rowsPerAnalyze)
    this.#add({
      owner: {},
      run: async () => {
        try {
          if (loaded !== undefined) {
            this.#loadedRows.delete(loaded[0])
            await this.#session.analyze(loaded[0])
          } else {
            const [bloated] = await this.#session.bloatedTables()
            if (bloated === undefined) this.#jobsSinceCare = -1
            else await this.#session.vacuum(bloated)
          }
        } catch (error) {
          this.#jobsSinceCare = -1
          this.#tell('warn', `Table upkeep failed: ${faultOf(error).message}`)
        }
        return false
      },
    })
  }

  #endIdleTransaction(): void {
    const holder = this.#queue.holder
    if (holder === null || this.#running || !this.#queue.isBlocked) return
    if (performance.now() - this.#lastActivity < idleTransactionMs) return
    for (const sockets of this.#links.values()) {
      for (const socket of sockets.values()) {
        if (socket !== holder) continue
        const reason = `A transaction was idle for ${idleTransactionMs / 1000} s while others waited, and was rolled back`
        this.#tell('warn', reason)
        sockets.delete(socket.id)
        this.#post(socket.link, { type: 'closed', socket: socket.id, reason })
        this.#endSocket(socket)
      }
    }
  }

  #send(link: MessagePort, socket: number, bytes: Uint8Array<ArrayBuffer>): void {
    link.postMessage({ type: 'bytes', socket, bytes } satisfies LinkReply, [bytes.buffer])
  }

  #post(link: MessagePort, reply: LinkReply): void {
    link.postMessage(reply)
  }
}

/** A statement that fails with this message and hint, feature_not_supported. */
function raise(message: string, hint: string): string {
  const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`
  return `DO $refused$ BEGIN RAISE EXCEPTION USING ERRCODE = '0A000', MESSAGE = ${quote(message)}, HINT = ${quote(hint)}; END $refused$`
}
