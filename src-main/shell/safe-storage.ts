/** Electron's own ways to keep secrets: its encryption, and a process of its kind for the keychain library. */
import { safeStorage, utilityProcess } from 'electron'

/** What the desktop can encrypt with. To be asked after Electron is ready. */
export const electronSafeStorage = {
  isEncryptionAvailable: (): boolean => safeStorage.isEncryptionAvailable(),
  // The question exists on Linux alone; elsewhere there is one backend, and it protects.
  getSelectedStorageBackend: (): string =>
    process.platform === 'linux' ? safeStorage.getSelectedStorageBackend() : process.platform,
  encryptString: (text: string): Uint8Array => safeStorage.encryptString(text),
  decryptString: (ciphertext: Uint8Array): string => safeStorage.decryptString(Buffer.from(ciphertext)),
}

/** Runs `entry` outside the main process. A packaged app cannot start itself as plain Node. */
export function startUtilityProcess(
  entry: string,
  env: Record<string, string>,
): {
  post(message: object): void
  onMessage(listener: (message: unknown) => void): void
  onExit(listener: () => void): void
  kill(): void
} {
  const child = utilityProcess.fork(entry, [], { serviceName: 'Mirohub keychain', stdio: 'ignore', env })
  return {
    post: (message) => child.postMessage(message),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.on('exit', listener),
    // Not child.kill(): that asks, and a process that waits for the keychain does not hear it.
    kill: () => {
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL')
      else child.kill()
    },
  }
}
