/**
 * The application menu. What the page does by its own shortcuts is listed here too, for people who look in menus: choosing
 * such an item sends the page the same keys, so that there is one place where they mean something.
 */
import { type BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron'
import type { ShellWords } from './words.ts'

/** Main process to preload: "act as if these keys were pressed". */
export const keysChannel = 'keys'

/** A shortcut of the page. `command` means Cmd on macOS, Ctrl elsewhere. */
export interface PageKeys {
  readonly key: string
  readonly command: boolean
}

interface MenuSurroundings {
  readonly platform: NodeJS.Platform
  readonly appName: string
  readonly isPackaged: boolean
  readonly send: (keys: PageKeys) => void
}

/** The menu as data, so that it can be read without Electron. */
export function menuTemplate(words: ShellWords, around: MenuSurroundings): MenuItemConstructorOptions[] {
  const isMac = around.platform === 'darwin'
  const page = (label: string, key: string, command = true): MenuItemConstructorOptions => ({
    label,
    accelerator: command ? `CmdOrCtrl+${key.toUpperCase()}` : key,
    // The page hears the keys itself; only macOS always takes menu shortcuts first, and the item then sends them on.
    registerAccelerator: false,
    click: () => around.send({ key, command }),
  })
  const settings = page(words.settings, ',')
  const appMenu: MenuItemConstructorOptions = {
    label: around.appName,
    submenu: [
      { role: 'about' },
      { type: 'separator' },
      settings,
      { type: 'separator' },
      { role: 'services' },
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      { role: 'quit' },
    ],
  }
  const fileItems: MenuItemConstructorOptions[] = isMac
    ? [page(words.newChat, 'n'), { type: 'separator' }, { role: 'close' }]
    : [page(words.newChat, 'n'), settings, { type: 'separator' }, { role: 'quit' }]
  const developerItems: MenuItemConstructorOptions[] = around.isPackaged
    ? []
    : [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }]
  return [
    ...(isMac ? [appMenu] : []),
    { label: words.file, submenu: fileItems },
    { role: 'editMenu' },
    {
      label: words.view,
      submenu: [
        page(words.palette, 'k'),
        page(words.toggleList, 'b'),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...developerItems,
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      label: words.help,
      submenu: [page(words.shortcuts, '?', false), ...(isMac ? [] : [{ role: 'about' as const, label: words.about }])],
    },
  ]
}

export function installMenu(
  words: ShellWords,
  app: { name: string; isPackaged: boolean },
  target: () => BrowserWindow | null,
): void {
  const template = menuTemplate(words, {
    platform: process.platform,
    appName: app.name,
    isPackaged: app.isPackaged,
    send: (keys) => target()?.webContents.send(keysChannel, keys),
  })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
