/** One thread's line to the embedded engine: opens sockets for node-postgres and carries bulk loads. */

import type { MessagePort } from 'node:worker_threads'
import { DatabaseError } from './database.ts'
import type { EngineFault, LinkReply, LinkRequest } from './worker-protocol.ts'
import { type SocketCarrier, WorkerSocket } from './worker-socket.ts'

interface Waiting {
  resolve(rows: number): void
  reject(error: Error): void
}

/** An error of the engine, with node-postgres's field names. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly code: string | undefined
  readonly detail: string | undefined
  readonly hint: string | undefined
  constructor(fault: EngineFault) {
    super(fault.where ? `${fault.message} (${fault.where})` : fault.message)
    this.code = fault.code
    this.detail = fault.detail
    this.hint = fault.hint
  }
}

export class EngineLink implements SocketCarrier {
  readonly #port: MessagePort
  readonly #sockets = new Map<number, WorkerSocket>()
  readonly #loads = new Map<number, Waiting>()
  #lastId = 0
  #lost: Error | null = null

  constructor(port: MessagePort) {
    this.#port = port
    port.on('message', (reply: LinkReply) => this.#receive(reply))
    port.on('close', () =>
      this.fail(
        new DatabaseError('open-failed', 'The database was closed while it was in use.', 'Start Mirohub again.'),
      ),
    )
  }

  /** A new connection for node-postgres. */
  openSocket(): WorkerSocket {
    const id = ++this.#lastId
    const socket = new WorkerSocket(id, this)
    this.#sockets.set(id, socket)
    if (this.#lost !== null) socket.destroy(this.#lost)
    return socket
  }

  /** Runs `sql` (a COPY from '/dev/blob') over `data`, whose buffer is handed over. Returns the number of rows. */
  bulkLoad(sql: string, table: string, data: Uint8Array): Promise<number> {
    if (this.#lost !== null) return Promise.reject(this.#lost)
    const id = ++this.#lastId
    const owned = ownBuffer(data)
    return new Promise((resolve, reject) => {
      this.#loads.set(id, { resolve, reject })
      this.#post({ type: 'bulk', id, sql, table, data: owned }, owned)
    })
  }

  send(socket: number, bytes: Uint8Array): void {
    this.#post({ type: 'bytes', socket, bytes }, bytes)
  }

  end(socket: number): void {
    if (!this.#sockets.delete(socket) || this.#lost !== null) return
    this.#port.postMessage({ type: 'end', socket } satisfies LinkRequest)
  }

  /** Ends everything that waits on this link with `error`; later use fails with it too. */
  fail(error: Error): void {
    if (this.#lost !== null) return
    this.#lost = error
    for (const socket of [...this.#sockets.values()]) socket.destroy(error)
    for (const load of this.#loads.values()) load.reject(error)
    this.#sockets.clear()
    this.#loads.clear()
  }

  close(): void {
    this.#lost ??= new DatabaseError('open-failed', 'The database is closed.', 'Open it again.')
    this.#port.close()
  }

  #post(request: LinkRequest, bytes: Uint8Array): void {
    if (this.#lost !== null) return
    const buffer = bytes.buffer
    this.#port.postMessage(request, buffer instanceof ArrayBuffer ? [buffer] : [])
  }

  #receive(reply: LinkReply): void {
    switch (reply.type) {
      case 'bytes':
        this.#sockets.get(reply.socket)?.receive(reply.bytes)
        return
      case 'closed':
        this.#sockets.get(reply.socket)?.destroy(new EngineError({ message: reply.reason, code: '25P03' }))
        return
      case 'bulk':
        this.#take(reply.id)?.resolve(reply.rows)
        return
      case 'bulk-failed':
        this.#take(reply.id)?.reject(new EngineError(reply.error))
        return
    }
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#loads.get(id)
    this.#loads.delete(id)
    return waiting
  }
}

/** The same bytes in a buffer that can be transferred: `data` itself when it is the whole of its buffer. */
function ownBuffer(data: Uint8Array): Uint8Array {
  const whole = data.buffer instanceof ArrayBuffer && data.byteLength === data.buffer.byteLength
  return whole ? data : data.slice()
}
