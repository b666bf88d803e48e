/** The browser's link: one websocket at a time, opened again with growing pauses when it drops. */
import type { ClientContext, ClientLink, ClientOptions } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ConnectionState } from './connection.ts'

/** The hub did not answer in time, or went away during a call. */
export class HubAwayError extends Error {
  override readonly name = 'HubAwayError'
  readonly code = 'hub-away'
  readonly hint: string
  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(message, options)
    this.hint = hint
  }
}

/** As much of a websocket as the link uses. */
export type Socket = Pick<
  WebSocket,
  'addEventListener' | 'removeEventListener' | 'send' | 'readyState' | 'close' | 'binaryType'
>

export interface SocketLinkOptions {
  url: string
  /** Sent with each call. */
  headers?: () => Record<string, string>
  /** Tells every change of state. */
  onState: (state: ConnectionState) => void
  /** Asks over HTTP whether the hub is there but does not know this page; decides between away and locked. */
  isLocked: () => Promise<boolean>
  awayWords: () => { message: string; hint: string }
  createSocket?: (url: string) => Socket
  /** How long a call waits for the hub to come back. */
  patienceMs?: number
}

/** Pause before try `attempt` (0 = first): 250 ms doubling to 5 s. */
export function backoffMs(attempt: number): number {
  return Math.min(5_000, 250 * 2 ** attempt)
}

export class SocketLink implements ClientLink<ClientContext> {
  readonly #options: SocketLinkOptions
  #link: RPCLink<ClientContext> | null = null
  #waiting = new Set<() => void>()
  #attempt = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false
  #socket: Socket | null = null

  constructor(options: SocketLinkOptions) {
    this.#options = options
    this.#open()
  }

  async call(path: readonly string[], input: unknown, options: ClientOptions<ClientContext>): Promise<unknown> {
    const link = await this.#ready(options.signal)
    try {
      return await link.call(path, input, options)
    } catch (error) {
      // A call that died with its socket says so in words instead of the queue's internals.
      if (this.#link !== link) throw this.#away(error)
      throw error
    }
  }

  /** Tries at once, e.g. when the window becomes visible again. */
  retryNow(): void {
    if (this.#link || this.#closed || this.#timer === undefined) return
    clearTimeout(this.#timer)
    this.#open()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#socket?.close()
  }

  #away(cause?: unknown): HubAwayError {
    const words = this.#options.awayWords()
    return new HubAwayError(words.message, words.hint, { cause })
  }

  #open(): void {
    this.#timer = undefined
    const create = this.#options.createSocket ?? ((url: string) => new WebSocket(url))
    const socket = create(this.#options.url)
    socket.binaryType = 'arraybuffer'
    this.#socket = socket
    const link = new RPCLink<ClientContext>({ websocket: socket, headers: this.#options.headers })
    socket.addEventListener('open', () => {
      this.#attempt = 0
      this.#link = link
      this.#options.onState('open')
      for (const wake of this.#waiting) wake()
    })
    socket.addEventListener('close', () => {
      if (this.#socket !== socket) return
      this.#link = null
      if (!this.#closed) void this.#retry()
    })
  }

  async #retry(): Promise<void> {
    const locked = await this.#options.isLocked().catch(() => false)
    this.#options.onState(locked ? 'locked' : 'away')
    this.#timer = setTimeout(() => this.#open(), backoffMs(this.#attempt++))
  }

  #ready(signal: AbortSignal | undefined): Promise<RPCLink<ClientContext>> {
    if (this.#link) return Promise.resolve(this.#link)
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(timer)
        this.#waiting.delete(wake)
        signal?.removeEventListener('abort', aborted)
      }
      const wake = () => {
        if (!this.#link) return
        done()
        resolve(this.#link)
      }
      const aborted = () => {
        done()
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        done()
        reject(this.#away())
      }, this.#options.patienceMs ?? 8_000)
      this.#waiting.add(wake)
      signal?.addEventListener('abort', aborted)
    })
  }
}
