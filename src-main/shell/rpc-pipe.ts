/**
 * The pipe between a page and the hub over Electron's IPC. Each loaded page gets a port of its own, in the shape that the
 * rpc handler takes (`on`, `postMessage`); a reload closes the old one, so that its running calls end.
 */
import type { IpcMainEvent, WebContents } from 'electron'
import { isAppUrl } from './app-scheme.ts'

/** Channel name, both ways. Arguments: the page's id, then one message of the rpc protocol. */
export const rpcChannel = 'rpc'

export type RpcData = string | Uint8Array

/** One page's end, as the hub sees it. */
export interface RpcPort {
  /** `message` brings data, `close` none. Other names are never emitted. */
  on<T extends string>(event: T, listener: PortListener): void
  postMessage(data: RpcData): void
}

type PortListener = (event?: { data: RpcData }) => void

/** What the pipe needs of a window's contents; Electron's WebContents has it. */
export type PipeContents = Pick<WebContents, 'ipc' | 'once' | 'on' | 'send' | 'isDestroyed'>

/** Only the top frame of our own page may speak: not a child frame, not a page that the window was led to. */
export function isTrustedSender(event: Pick<IpcMainEvent, 'senderFrame'>): boolean {
  const frame = event.senderFrame
  return frame !== null && frame.parent === null && isAppUrl(frame.url)
}

/** Calls `connect` with a port for every page that this window loads. */
export function connectPages(contents: PipeContents, connect: (port: RpcPort) => void): void {
  let current: PagePort | null = null
  const drop = (): void => {
    current?.close()
    current = null
  }
  contents.ipc.on(rpcChannel, (event, pageId: unknown, data: unknown) => {
    if (!isTrustedSender(event) || typeof pageId !== 'string' || !isRpcData(data)) return
    if (current?.pageId !== pageId) {
      drop()
      current = new PagePort(pageId, (message) => {
        if (!contents.isDestroyed()) contents.send(rpcChannel, pageId, message)
      })
      connect(current)
    }
    current.deliver(data)
  })
  contents.on('render-process-gone', drop)
  contents.once('destroyed', drop)
}

function isRpcData(data: unknown): data is RpcData {
  return typeof data === 'string' || data instanceof Uint8Array
}

class PagePort implements RpcPort {
  readonly pageId: string
  readonly #send: (data: RpcData) => void
  readonly #messageListeners: PortListener[] = []
  readonly #closeListeners: PortListener[] = []
  /** What came before anyone listened: the hub may still be starting. */
  #waiting: RpcData[] = []
  #closed = false

  constructor(pageId: string, send: (data: RpcData) => void) {
    this.pageId = pageId
    this.#send = send
  }

  on<T extends string>(event: T, listener: PortListener): void {
    if (event === 'close') {
      if (this.#closed) listener()
      else this.#closeListeners.push(listener)
      return
    }
    if (event !== 'message') return
    this.#messageListeners.push(listener)
    const waiting = this.#waiting
    this.#waiting = []
    for (const data of waiting) listener({ data })
  }

  postMessage(data: RpcData): void {
    if (!this.#closed) this.#send(data)
  }

  deliver(data: RpcData): void {
    if (this.#closed) return
    if (this.#messageListeners.length === 0) this.#waiting.push(data)
    for (const listener of this.#messageListeners) listener({ data })
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#waiting = []
    for (const listener of this.#closeListeners) listener()
  }
}
