/** Server-sent events over one HTTP response: what a client of the 2025 versions listens to. */
import type { ServerResponse } from 'node:http'

/** A reader that lets this much pile up is cut off; it may come back with Last-Event-ID. */
const MAX_BACKLOG_BYTES = 8 * 1024 * 1024

export interface EventStreamOptions {
  readonly headers: Readonly<Record<string, string>>
  /** A comment this often shows proxies and clients that the stream lives. */
  readonly keepAliveMs: number
  /** Runs once, when the connection has gone or `end` was called. */
  readonly onClosed: () => void
}

export interface EventStream {
  /** One message, as JSON text. */
  send(data: string, id?: string): void
  /** An event with an id and no message: from here a client can resume, and `retryMs` is when it should. */
  prime(id: string, retryMs: number): void
  end(): void
}

export function openEventStream(response: ServerResponse, options: EventStreamOptions): EventStream {
  const { headers, keepAliveMs, onClosed } = options
  let open = true
  const write = (text: string) => {
    if (!open) return
    response.write(text)
    if (response.writableLength > MAX_BACKLOG_BYTES) response.destroy()
  }
  const keepAlive = setInterval(() => write(': keepalive\n\n'), keepAliveMs).unref()
  const closed = () => {
    if (!open) return
    open = false
    clearInterval(keepAlive)
    onClosed()
  }
  response.writeHead(200, {
    ...headers,
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  })
  response.flushHeaders()
  response.once('close', closed)
  // Its close event is over; the caller does not have the stream in hand yet.
  if (response.destroyed) queueMicrotask(closed)
  return {
    send: (data, id) => write(`event: message\n${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`),
    prime: (id, retryMs) => write(`id: ${id}\nretry: ${retryMs}\ndata: \n\n`),
    end() {
      if (!open) return
      response.end()
      closed()
    },
  }
}
