/** The one window: sandboxed, with the message pipe as its only bridge, in the place where it was left. */
import { BrowserWindow, nativeTheme, screen } from 'electron'
import { appUrl } from './app-scheme.ts'
import { firstSize, readPlace, smallestSize, usablePlace, writePlace } from './window-place.ts'

export interface MainWindowOptions {
  /** Absolute path of the built preload. */
  readonly preload: string
  /** Absolute path of the file that keeps size and place. */
  readonly placeFile: string
}

/** Makes the window; `loadPage` shows it. It appears once painted, so that it never flashes white. */
export function createMainWindow(options: MainWindowOptions): BrowserWindow {
  const displays = screen.getAllDisplays().map((display) => display.workArea)
  const place = usablePlace(readPlace(options.placeFile), displays)
  const window = new BrowserWindow({
    ...(place.bounds ?? firstSize),
    minWidth: smallestSize.width,
    minHeight: smallestSize.height,
    title: 'Mirohub',
    show: false,
    backgroundColor: background(),
    webPreferences: {
      preload: options.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      // The spell checker would fetch dictionaries from a server.
      spellcheck: false,
    },
  })
  if (place.isMaximized) window.maximize()
  window.once('ready-to-show', () => window.show())
  const repaint = (): void => window.setBackgroundColor(background())
  nativeTheme.on('updated', repaint)
  rememberPlace(window, options.placeFile)
  window.once('closed', () => nativeTheme.removeListener('updated', repaint))
  return window
}

export function loadPage(window: BrowserWindow): Promise<void> {
  return window.loadURL(appUrl)
}

/** Brings the window to the front, wherever it was. */
export function revealWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** The page's own background, before it is there (see the tokens of the page's style sheet). */
function background(): string {
  return nativeTheme.shouldUseDarkColors ? '#171614' : '#faf9f7'
}

function rememberPlace(window: BrowserWindow, file: string): void {
  let timer: NodeJS.Timeout | undefined
  const save = (): void => {
    clearTimeout(timer)
    if (window.isDestroyed() || window.isMinimized()) return
    try {
      writePlace(file, { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() })
    } catch {
      // A full or read-only disk must not stop a window from being moved.
    }
  }
  const saveSoon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(save, 400)
  }
  window.on('resize', saveSoon)
  window.on('move', saveSoon)
  window.on('close', save)
  window.once('closed', () => clearTimeout(timer))
}
