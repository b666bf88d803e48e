/** The window stays on its page. Links to the outside open in the browser, after the person has seen where they lead. */
import { type BrowserWindow, dialog, shell } from 'electron'
import { isAppUrl } from './app-scheme.ts'
import type { ShellWords } from './words.ts'

/** The address to hand to the system, as the URL parser writes it, or null when it must not be opened from here. */
export function outsideAddress(address: string): string | null {
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '') return null
  return url.protocol === 'https:' || url.protocol === 'mailto:' ? url.href : null
}

/** What a dialog may show of an address: invisible and direction-changing characters made plain, length kept in sight. */
export function shownAddress(address: string): string {
  const plain = address.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (c) => `\\u{${c.codePointAt(0)?.toString(16)}}`)
  return plain.length > 600 ? `${plain.slice(0, 600)}… (${plain.length})` : plain
}

export function guardNavigation(window: BrowserWindow, words: ShellWords): void {
  const { webContents: contents } = window
  const leave = (event: { preventDefault(): void; url: string }): void => {
    if (isAppUrl(event.url)) return
    event.preventDefault()
    void offerOutside(window, event.url, words)
  }
  contents.on('will-navigate', leave)
  contents.on('will-redirect', (event) => {
    if (!isAppUrl(event.url)) event.preventDefault()
  })
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    void offerOutside(window, url, words)
    return { action: 'deny' }
  })
}

async function offerOutside(window: BrowserWindow, address: string, words: ShellWords): Promise<void> {
  const target = outsideAddress(address)
  if (target === null || window.isDestroyed()) return
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: words.openOutside,
    detail: shownAddress(target),
    buttons: [words.cancel, words.open],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  if (response === 1) await shell.openExternal(target)
}
