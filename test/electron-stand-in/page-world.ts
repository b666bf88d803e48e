/**
 * The page's side. `pageWorld` runs in the page before any script of it, as source text: it gives the real built preload
 * its `electron` module and keeps nothing else in the page. No outside names inside the function.
 */
import type { WireCodec } from './wire-codec.ts'

/** Name of the function that the stand-in puts into the page; taken away before the page's own scripts run. */
export const callBinding = '__standInCall'
/** Name under which main-process messages are delivered. */
export const deliverProperty = '__standInDeliver'
/** Where chosen files wait until their paths are known. */
export const filesProperty = '__standInFiles'

export type PreloadRunner = (require: (name: string) => unknown, module: { exports: unknown }) => void

export interface PageNames {
  readonly call: string
  readonly deliver: string
  readonly files: string
}

export function pageWorld(createCodec: () => WireCodec, names: PageNames, runPreload: PreloadRunner | null): void {
  // Like nodeIntegrationInSubFrames: false.
  if (window.top !== window || location.href === 'about:blank') return
  const codec = createCodec()
  const call: (text: string) => Promise<string> = Reflect.get(window, names.call)
  Reflect.deleteProperty(window, names.call)

  type Listener = (event: object, ...args: unknown[]) => void
  const listeners = new Map<string, Listener[]>()
  const ipcRenderer = {
    on(channel: string, listener: Listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      return this
    },
    off(channel: string, listener: Listener) {
      listeners.set(
        channel,
        (listeners.get(channel) ?? []).filter((other) => other !== listener),
      )
      return this
    },
    send(channel: string, ...args: unknown[]) {
      void call(codec.pack(['send', channel, args]))
    },
    async invoke(channel: string, ...args: unknown[]) {
      const answer = codec.unpack(await call(codec.pack(['invoke', channel, args])))
      if (!Array.isArray(answer)) return undefined
      if (answer[0] === 'error') throw new Error(`Error invoking remote method '${channel}': ${answer[1]}`)
      return answer[1]
    },
  }
  const deliver = (text: string): void => {
    const message = codec.unpack(text)
    if (!Array.isArray(message)) return
    const [channel, args] = message
    for (const listener of listeners.get(String(channel)) ?? []) listener({ sender: ipcRenderer }, ...args)
  }
  Object.defineProperty(window, names.deliver, { value: deliver })

  // What crosses the bridge is copied and frozen, functions are wrapped, prototypes and own objects stay behind.
  const bridge = (value: unknown): unknown => {
    if (typeof value === 'function') return (...args: unknown[]) => bridge(value(...args.map(bridge)))
    if (value instanceof Promise) return value.then(bridge)
    if (typeof value === 'symbol') throw new Error('An object could not be cloned.')
    if (Array.isArray(value)) return Object.freeze(value.map(bridge))
    if (typeof value !== 'object' || value === null) return value
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype === Object.prototype || prototype === null) {
      return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, child]) => [key, bridge(child)])))
    }
    return value instanceof Blob ? value : structuredClone(value)
  }
  const contextBridge = {
    exposeInMainWorld(key: string, api: unknown) {
      if (key in window) throw new Error('Cannot bind an API on top of an existing property on the window object')
      Object.defineProperty(window, key, { value: bridge(api), enumerable: true })
    },
  }

  // Chromium knows the paths of chosen files, but not at once: the page hears of its choice when they are known.
  const paths = new Map<File, string>()
  const answered = new WeakSet<Event>()
  window.addEventListener(
    'change',
    (event) => {
      const input = event.target
      if (!(input instanceof HTMLInputElement) || input.type !== 'file' || answered.has(event)) return
      event.stopImmediatePropagation()
      const files = [...(input.files ?? [])]
      Reflect.set(window, names.files, files)
      void call(codec.pack(['files', '', [files.length]])).then((text) => {
        const found = codec.unpack(text)
        files.forEach((file, index) => {
          paths.set(file, Array.isArray(found) ? String(found[index] ?? '') : '')
        })
        Reflect.deleteProperty(window, names.files)
        const again = new Event('change', { bubbles: true })
        answered.add(again)
        input.dispatchEvent(again)
      })
    },
    true,
  )
  const webUtils = { getPathForFile: (file: File) => paths.get(file) ?? '' }

  const requireInSandbox = (name: string): unknown => {
    if (name === 'electron') return { contextBridge, ipcRenderer, webUtils }
    throw new Error(`module not found: ${name} (a sandboxed preload can only require 'electron')`)
  }
  runPreload?.(requireInSandbox, { exports: {} })
}
