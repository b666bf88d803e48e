/** What the name `electron` stands for in the main process. */
import { calls } from './record.ts'
import { asksFor } from './system-parts.ts'

Object.defineProperty(process.versions, 'electron', { value: '45.5.0', enumerable: true })
Object.defineProperty(process, 'type', { value: 'browser' })

export { app } from './app.ts'
export { BrowserWindow, webContents } from './browser-window.ts'
export { ipcMain } from './ipc.ts'
export { Menu } from './menu.ts'
export { dialog, nativeTheme, powerMonitor, safeStorage, screen, session, shell } from './system-parts.ts'
export { protocol } from './traffic.ts'
export { utilityProcess } from './utility-process.ts'

/** For specs only. */
export const standIn = { calls, asksFor }
