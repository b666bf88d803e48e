/** The desktop around one hub: starts Electron's parts in their order and keeps the window and the hub together. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { app, type BrowserWindow, dialog, powerMonitor, session } from 'electron'
import { registerAppScheme, serveAppScheme } from './app-scheme.ts'
import { linkIn, receiveLinks } from './deep-links.ts'
import { createFileDialogs, type FileDialogs } from './file-dialogs.ts'
import { createMainWindow, loadPage, revealWindow } from './main-window.ts'
import { installMenu } from './menu.ts'
import { guardNavigation } from './navigation.ts'
import { refusePermissions } from './permissions.ts'
import { quitAfter } from './quit.ts'
import { connectPages, type RpcPort } from './rpc-pipe.ts'
import { shellWords } from './words.ts'

/** What the desktop needs of a hub. */
export interface DesktopHub {
  connectWindow(port: RpcPort): void
  /** A `mirohub://` link that somebody followed; it waits until the page has shown it. */
  openLink(link: string): void
  /** The computer was asleep: connections that died meanwhile are made again. */
  wake(): void
  stop(): Promise<void>
}

export interface DesktopOptions {
  readonly dataDir: string
  /** Absolute paths of the built page's folder and of the built preload. */
  readonly pageDir: string
  readonly preload: string
  /** Opens the data and starts answering. A rejection ends the app with `explain`'s text. */
  startHub(shell: FileDialogs & { askAttention(): void }): Promise<DesktopHub>
  explain(error: unknown): string
}

/** Runs the app until it quits. Returns at once in a second instance, which only brings the first one's window up. */
export async function runDesktop(options: DesktopOptions): Promise<void> {
  // The lock, window and caches belong to the data directory, so that two directories are two apps.
  const ownDir = join(options.dataDir, 'window')
  mkdirSync(ownDir, { recursive: true, mode: 0o700 })
  app.setPath('userData', ownDir)
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return
  }
  const early: string[] = []
  let passOn = (link: string): void => void early.push(link)
  receiveLinks(app, process.argv, (link) => passOn(link))
  registerAppScheme()
  await app.whenReady()

  const words = shellWords(app.getLocale())
  let window: BrowserWindow | null = null
  const bringUp = (): void => (window === null ? openWindow() : revealWindow(window))
  const hub = options.startHub({ ...createFileDialogs(() => window, words), askAttention: bringUp })

  quitAfter(app, {
    platform: process.platform,
    stop: async () => {
      window?.hide()
      await (await hub).stop()
    },
    onError: (error) => process.stderr.write(`${options.explain(error)}\n`),
  })
  refusePermissions(session.defaultSession)
  serveAppScheme(options.pageDir)
  installMenu(words, app, () => window)

  // The window opens while the hub does; what the page says meanwhile waits in its pipe.
  const openWindow = (): void => {
    const opened = createMainWindow({ preload: options.preload, placeFile: join(ownDir, 'place.json') })
    window = opened
    guardNavigation(opened, words)
    connectPages(opened.webContents, (port) => void hub.then((ready) => ready.connectWindow(port), ignoreHere))
    opened.once('closed', () => {
      window = null
    })
    void loadPage(opened)
  }
  openWindow()
  passOn = (link) => {
    bringUp()
    void hub.then((ready) => ready.openLink(link), ignoreHere)
  }
  for (const link of early) passOn(link)
  app.on('second-instance', (_event, argv: readonly string[]) => {
    const link = linkIn(argv)
    if (link === null) bringUp()
    else passOn(link)
  })
  app.on('activate', bringUp)
  powerMonitor.on('resume', () => void hub.then((ready) => ready.wake(), ignoreHere))

  try {
    await hub
  } catch (error) {
    dialog.showErrorBox(words.cannotStart, options.explain(error))
    app.exit(1)
  }
}

/** The failed start is told once, by `runDesktop`. */
const ignoreHere = (): void => {}
