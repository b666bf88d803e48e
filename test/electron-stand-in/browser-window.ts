/** `BrowserWindow`: a page of the browser with bounds, visibility and Electron's events. */
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { app, preventable } from './app.ts'
import { browserContext, newPage } from './browser.ts'
import { callBinding, deliverProperty, filesProperty, pageWorld } from './page-world.ts'
import { guardPage, toPageAddress, watchTraffic } from './traffic.ts'
import { WebContents } from './web-contents.ts'
import { openWindows } from './window-list.ts'
import { createWireCodec } from './wire-codec.ts'

interface Bounds {
  x: number
  y: number
  width: number
  height: number
}

interface WindowOptions extends Partial<Bounds> {
  title?: string
  show?: boolean
  webPreferences?: { preload?: string; contextIsolation?: boolean; nodeIntegration?: boolean }
}

let lastId = 0
let watched: Promise<void> | null = null
let focused: BrowserWindow | null = null

export class BrowserWindow extends EventEmitter {
  readonly id = ++lastId
  readonly webContents: WebContents
  readonly webPreferences: NonNullable<WindowOptions['webPreferences']>
  /** Identifies the page to a debugger, as Playwright asks for it. */
  targetId = ''
  readonly #opened: Promise<Page>
  #bounds: Bounds
  #isVisible: boolean
  #isMaximized = false
  #isMinimized = false
  #isGone = false
  #title: string

  constructor(options: WindowOptions = {}) {
    super()
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    this.webPreferences = options.webPreferences ?? {}
    if (this.webPreferences.nodeIntegration || this.webPreferences.contextIsolation === false) {
      throw new Error('The stand-in only plays isolated pages without Node.')
    }
    this.#bounds = {
      x: options.x ?? 0,
      y: options.y ?? 0,
      width: options.width ?? 800,
      height: options.height ?? 600,
    }
    this.#title = options.title ?? app.name
    this.#isVisible = options.show !== false
    this.webContents = new WebContents(this, this.id)
    openWindows.add(this)
    this.#opened = this.#open()
  }

  async #open(): Promise<Page> {
    watched ??= watchTraffic(browserContext())
    await watched
    const page = await newPage()
    this.webContents.page = page
    const debug = await page.context().newCDPSession(page)
    this.targetId = (await debug.send('Target.getTargetInfo')).targetInfo.targetId
    await page.setViewportSize(this.getSizeObject())
    guardPage(page, this.webContents)
    page.on('close', () => this.#leave())
    page.on('crash', () => this.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 }))
    page.on('pageerror', (error) => process.stderr.write(`[page] ${error.stack ?? error.message}\n`))
    page.on('domcontentloaded', () => this.webContents.emit('dom-ready', {}))
    page.on('load', () => {
      this.webContents.emit('did-finish-load', {})
      this.emit('ready-to-show')
    })
    await page.exposeBinding(callBinding, ({ frame }, text: string) => this.webContents.receive(frame, text))
    await page.addInitScript({ content: this.#pageScript() })
    return page
  }

  /** The page's side of the stand-in with the real preload inside. */
  #pageScript(): string {
    const names = JSON.stringify({ call: callBinding, deliver: deliverProperty, files: filesProperty })
    const { preload } = this.webPreferences
    const source =
      preload === undefined
        ? 'null'
        : `(require, module) => { const exports = module.exports;\n${readFileSync(preload, 'utf8')}\n}`
    return `(${pageWorld})(${createWireCodec}, ${names}, ${source})`
  }

  async loadURL(url: string): Promise<void> {
    const page = await this.#opened
    this.webContents.loading = url
    try {
      await page.goto(toPageAddress(url))
    } catch (error) {
      if (this.#isGone) return
      this.webContents.emit('did-fail-load', {}, -2, String(error), url)
      throw error
    } finally {
      this.webContents.loading = null
    }
  }

  close(): void {
    if (this.closeForQuit() && openWindows.size === 0 && !app.isLeaving) {
      if (app.listenerCount('window-all-closed') > 0) app.emit('window-all-closed')
      else app.quit()
    }
  }

  closeForQuit(): boolean {
    const event = preventable({})
    this.emit('close', event)
    if (event.defaultPrevented) return false
    this.destroy()
    return true
  }

  destroy(): void {
    const { page } = this.webContents
    this.#leave()
    // Chromium ends with its last page, so that one goes with the app.
    if (!app.isLeaving && browserContext().pages().length > 1) void page?.close()
  }

  #leave(): void {
    if (this.#isGone) return
    this.#isGone = true
    openWindows.delete(this)
    if (focused === this) focused = null
    this.emit('closed')
    this.webContents.emit('destroyed')
  }

  isDestroyed(): boolean {
    return this.#isGone
  }

  show(): void {
    this.#isVisible = true
    this.emit('show')
    this.focus()
  }

  hide(): void {
    this.#isVisible = false
    this.emit('hide')
  }

  isVisible(): boolean {
    return this.#isVisible
  }

  focus(): void {
    focused = this
    this.emit('focus')
  }

  isFocused(): boolean {
    return focused === this
  }

  getBounds(): Bounds {
    return { ...this.#bounds }
  }

  getNormalBounds(): Bounds {
    return this.getBounds()
  }

  setBounds(bounds: Partial<Bounds>): void {
    this.#bounds = { ...this.#bounds, ...bounds }
    void this.webContents.page?.setViewportSize(this.getSizeObject())
    this.emit('resize')
    this.emit('move')
  }

  getSizeObject(): { width: number; height: number } {
    return { width: this.#bounds.width, height: this.#bounds.height }
  }

  maximize(): void {
    this.#isMaximized = true
    this.emit('maximize')
  }

  isMaximized(): boolean {
    return this.#isMaximized
  }

  minimize(): void {
    this.#isMinimized = true
    this.emit('minimize')
  }

  restore(): void {
    this.#isMinimized = false
    this.emit('restore')
  }

  isMinimized(): boolean {
    return this.#isMinimized
  }

  setBackgroundColor(_color: string): void {}

  getTitle(): string {
    return this.#title
  }

  static getAllWindows(): BrowserWindow[] {
    return [...openWindows].filter((window) => window instanceof BrowserWindow)
  }

  static fromWebContents(contents: WebContents): BrowserWindow {
    return contents.window
  }

  static getFocusedWindow(): BrowserWindow | null {
    return focused
  }
}

/** `webContents` of the module: looking pages up. */
export const webContents = {
  getAllWebContents: (): WebContents[] => BrowserWindow.getAllWindows().map((window) => window.webContents),
  fromDevToolsTargetId: (targetId: string): WebContents | undefined =>
    BrowserWindow.getAllWindows().find((window) => window.targetId === targetId)?.webContents,
}
