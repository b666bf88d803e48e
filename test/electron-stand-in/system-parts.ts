/** The system around the app: dialogs answer "cancel", the outside is only written down, the theme is light. */
import { EventEmitter } from 'node:events'
import { record } from './record.ts'

/** The options of a dialog call, whose first argument may be the parent window. */
const options = (args: readonly unknown[]): unknown => args.at(-1)

export const dialog = {
  async showOpenDialog(...args: unknown[]): Promise<{ canceled: boolean; filePaths: string[] }> {
    record('dialog.showOpenDialog', options(args))
    return { canceled: true, filePaths: [] }
  },
  async showMessageBox(...args: unknown[]): Promise<{ response: number }> {
    const asked = options(args)
    record('dialog.showMessageBox', asked)
    const cancel = typeof asked === 'object' && asked !== null ? Reflect.get(asked, 'cancelId') : 0
    return { response: typeof cancel === 'number' ? cancel : 0 }
  },
  showErrorBox(title: string, content: string): void {
    record('dialog.showErrorBox', title, content)
    process.stderr.write(`${title}: ${content}\n`)
  },
}

export const shell = {
  async openExternal(url: string): Promise<void> {
    record('shell.openExternal', url)
  },
  async openPath(path: string): Promise<string> {
    record('shell.openPath', path)
    return ''
  },
}

export const nativeTheme = Object.assign(new EventEmitter(), { themeSource: 'system', shouldUseDarkColors: false })

/** Emits 'resume' where a spec lets the computer wake. */
export const powerMonitor = new EventEmitter()

const workArea = { x: 0, y: 0, width: 1920, height: 1080 }
export const screen = Object.assign(new EventEmitter(), {
  getAllDisplays: () => [{ workArea, bounds: workArea, scaleFactor: 1 }],
  getPrimaryDisplay: () => ({ workArea, bounds: workArea, scaleFactor: 1 }),
})

type PermissionHandler = (contents: unknown, permission: string, answer: (isGranted: boolean) => void) => void

/** Permissions are asked by specs, not by Chromium: `standIn.asksFor('geolocation')`. */
let permissionHandler: PermissionHandler = (_contents, _permission, answer) => answer(true)

const defaultSession = Object.assign(new EventEmitter(), {
  setPermissionRequestHandler(handler: PermissionHandler): void {
    permissionHandler = handler
  },
  setPermissionCheckHandler(): void {},
  setDevicePermissionHandler(): void {},
  setSpellCheckerEnabled(isEnabled: boolean): void {
    record('session.setSpellCheckerEnabled', isEnabled)
  },
})
export const session = { defaultSession }

export function asksFor(permission: string): Promise<boolean> {
  return new Promise((done) => permissionHandler(null, permission, done))
}

/** Nothing to encrypt with, as on a Linux desktop without a wallet. */
export const safeStorage = {
  isEncryptionAvailable: () => false,
  getSelectedStorageBackend: () => 'basic_text',
  encryptString(): Uint8Array {
    throw new Error('Encryption is not available.')
  },
  decryptString(): string {
    throw new Error('Encryption is not available.')
  },
}
