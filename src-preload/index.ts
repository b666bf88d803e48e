/**
 * All that the page may reach outside itself: one message pipe to the hub, and the path of a file that the person dropped
 * or picked. No Electron object crosses the bridge.
 */
import { contextBridge, ipcRenderer, webUtils } from 'electron'

/** Tells this page's messages from those of the page before a reload. */
const pageId = crypto.randomUUID()
const listeners = new Set<(data: unknown) => void>()

ipcRenderer.on('rpc', (_event, forPage: unknown, data: unknown) => {
  if (forPage !== pageId) return
  for (const listener of listeners) listener(data)
})

// A menu item stands for a shortcut of the page: pressed here, so that the page needs no second way to hear it.
ipcRenderer.on('keys', (_event, keys: { key: string; command: boolean }) => {
  const isMac = navigator.userAgent.includes('Macintosh')
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', {
      key: keys.key,
      ctrlKey: keys.command && !isMac,
      metaKey: keys.command && isMac,
      bubbles: true,
      cancelable: true,
    }),
  )
})

contextBridge.exposeInMainWorld('mirohubPipe', {
  host: 'electron',
  postMessage(data: string | Uint8Array): void {
    ipcRenderer.send('rpc', pageId, data)
  },
  /** Returns a function that ends the subscription. */
  onMessage(listener: (data: unknown) => void): () => void {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  /** Absolute path of a dropped or picked file; '' for one that has none. */
  filePath(file: File): string {
    return webUtils.getPathForFile(file)
  },
})
