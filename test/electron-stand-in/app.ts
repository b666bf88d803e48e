/** `app`: paths, readiness, and leaving in Electron's order. */
import { EventEmitter } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeBrowser, openBrowser } from './browser.ts'
import { type InstanceLock, takeInstanceLock } from './instance-lock.ts'
import { record } from './record.ts'
import { openWindows } from './window-list.ts'

/** An event that a listener may prevent. */
export function preventable<T extends object>(details: T): T & { defaultPrevented: boolean; preventDefault(): void } {
  return {
    ...details,
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true
    },
  }
}

type Phase = 'running' | 'quitting' | 'gone'

class App extends EventEmitter {
  readonly name = 'Mirohub'
  readonly isPackaged = false
  readonly #paths = new Map<string, string>([
    ['home', homedir()],
    ['temp', tmpdir()],
    ['userData', mkdtempSync(join(tmpdir(), 'stand-in-'))],
  ])
  readonly #ready = Promise.withResolvers<void>()
  #isReady = false
  #lock: InstanceLock | null = null
  #phase: Phase = 'running'

  whenReady(): Promise<void> {
    return this.#ready.promise
  }

  isReady(): boolean {
    return this.#isReady
  }

  get isLeaving(): boolean {
    return this.#phase !== 'running'
  }

  getPath(name: string): string {
    const path = this.#paths.get(name)
    if (path === undefined) throw new Error(`Failed to get '${name}' path`)
    return path
  }

  setPath(name: string, path: string): void {
    this.#paths.set(name, path)
  }

  getLocale(): string {
    return process.env.STAND_IN_LOCALE ?? 'en-US'
  }

  getName(): string {
    return this.name
  }

  requestSingleInstanceLock(): boolean {
    this.#lock ??= takeInstanceLock(this.getPath('userData'), (argv) => this.emit('second-instance', {}, argv))
    return this.#lock !== null
  }

  /** before-quit, then each window's close, then will-quit and quit: any of them may call it off. */
  quit(): void {
    if (this.#phase !== 'running') return
    const before = preventable({})
    this.emit('before-quit', before)
    if (before.defaultPrevented) return
    this.#phase = 'quitting'
    for (const window of [...openWindows]) {
      if (!window.closeForQuit()) {
        this.#phase = 'running'
        return
      }
    }
    const will = preventable({})
    this.emit('will-quit', will)
    if (will.defaultPrevented) {
      this.#phase = 'running'
      return
    }
    this.emit('quit', {}, 0)
    this.exit(0)
  }

  exit(status = 0): void {
    if (this.#phase === 'gone') return
    this.#phase = 'gone'
    record('app.exit', status)
    this.#lock?.release()
    closeBrowser().finally(() => process.exit(status))
  }

  /** Called once, after the entry has run. */
  async becomeReady(): Promise<void> {
    if (this.#phase !== 'running') return
    await openBrowser(join(this.getPath('userData'), 'chromium'), () => this.exit(1))
    this.#isReady = true
    this.emit('ready', {}, {})
    this.#ready.resolve()
  }
}

export const app = new App()

export function becomeReady(): Promise<void> {
  return app.becomeReady()
}
