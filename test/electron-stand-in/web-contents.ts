/** `webContents`: messages to and from one page, and what the app says to its navigations. */
import { EventEmitter } from 'node:events'
import type { Frame, Page } from 'playwright-core'
import { preventable } from './app.ts'
import type { BrowserWindow } from './browser-window.ts'
import { IpcMain, ipcMain } from './ipc.ts'
import { deliverProperty, filesProperty } from './page-world.ts'
import { record } from './record.ts'
import { session } from './system-parts.ts'
import { type NavigationGuard, toAppAddress } from './traffic.ts'
import { createWireCodec } from './wire-codec.ts'

const codec = createWireCodec()

type OpenHandler = (details: { url: string; disposition: string }) => { action: 'allow' | 'deny' }

export class WebContents extends EventEmitter implements NavigationGuard {
  readonly id: number
  readonly window: BrowserWindow
  readonly session = session.defaultSession
  readonly ipc = new IpcMain()
  page: Page | null = null
  /** The address that the app itself is loading: its own loads are not navigations. */
  loading: string | null = null
  #openHandler: OpenHandler = () => ({ action: 'allow' })
  #sent: Promise<unknown> = Promise.resolve()

  constructor(window: BrowserWindow, id: number) {
    super()
    this.window = window
    this.id = id
  }

  get mainFrame(): object {
    return describeFrame(this.page?.mainFrame() ?? null)
  }

  getURL(): string {
    return toAppAddress(this.page?.url() ?? '')
  }

  isDestroyed(): boolean {
    return this.window.isDestroyed()
  }

  getLastWebPreferences(): object {
    return this.window.webPreferences
  }

  /** Values are cloned now and arrive in order. */
  send(channel: string, ...args: unknown[]): void {
    const text = codec.pack([channel, args])
    this.#sent = this.#sent
      .then(() =>
        this.page?.evaluate(({ name, text }) => Reflect.get(window, name)?.(text), { name: deliverProperty, text }),
      )
      .catch(() => {})
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler
  }

  close(): void {
    this.window.close()
  }

  reload(): void {
    void this.page?.reload()
  }

  allows(url: string, isMainFrame: boolean): boolean {
    if (isMainFrame && url === this.loading) return true
    const event = preventable({ url, isMainFrame })
    this.emit('will-frame-navigate', event)
    if (isMainFrame && !event.defaultPrevented) this.emit('will-navigate', event, url)
    return !event.defaultPrevented
  }

  opens(url: string): void {
    const answer = this.#openHandler({ url, disposition: 'new-window' })
    if (answer.action === 'allow') record('window.open', url)
  }

  /** One message of the page; answers what the page's promise resolves to. */
  async receive(frame: Frame, text: string): Promise<string> {
    const message = codec.unpack(text)
    if (!Array.isArray(message)) return codec.pack(null)
    const [kind, channel, args] = message
    const event = { sender: this, senderFrame: describeFrame(frame), processId: 1, frameId: 1 }
    if (kind === 'files') return codec.pack(await this.#chosenPaths(Number(args[0])))
    if (kind === 'send') {
      this.ipc.emit(channel, event, ...args)
      ipcMain.emit(channel, event, ...args)
      return codec.pack(null)
    }
    try {
      const handler = this.ipc.handlerOf(channel) ?? ipcMain.handlerOf(channel)
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
      return codec.pack(['value', await handler(event, ...args)])
    } catch (error) {
      return codec.pack(['error', String(error)])
    }
  }

  /** Chromium knows from where a chosen file came, and tells it to a debugger only. */
  async #chosenPaths(count: number): Promise<string[]> {
    if (this.page === null) return []
    const debug = await this.page.context().newCDPSession(this.page)
    const paths: string[] = []
    for (let index = 0; index < count; index++) {
      const { result } = await debug.send('Runtime.evaluate', { expression: `window.${filesProperty}[${index}]` })
      const info =
        result.objectId === undefined ? null : await debug.send('DOM.getFileInfo', { objectId: result.objectId })
      paths.push(info?.path ?? '')
    }
    await debug.detach()
    return paths
  }
}

function describeFrame(frame: Frame | null): object {
  const url = toAppAddress(frame?.url() ?? '')
  return { url, parent: frame?.parentFrame() ? { url: toAppAddress(frame.parentFrame()?.url() ?? '') } : null }
}
