/**
 * Secrets in a file that the desktop encrypts (Electron's safeStorage), for a desktop without a Secret Service, such as
 * one with KWallet alone. Never with a backend whose key is known to everybody.
 */
import { join } from 'node:path'
import { safeStorageUsed } from './notes.ts'
import { SecretError, type SecretStore } from './secret-store.ts'
import { textEntries, valueFile } from './value-file.ts'

/** The part of Electron's safeStorage that is used; the shell hands it in. */
export interface SafeStoragePort {
  isEncryptionAvailable(): boolean
  /** Linux: 'kwallet6', 'gnome_libsecret', 'basic_text', 'unknown' …; elsewhere the platform's own. */
  getSelectedStorageBackend(): string
  encryptString(text: string): Uint8Array
  decryptString(ciphertext: Uint8Array): string
}

/** basic_text encrypts with a key that is in Chromium's source; unknown is what Electron says before it has chosen. */
const plainBackends = ['basic_text', 'unknown', '']

export const safeStoragePath = (dataDir: string): string => join(dataDir, 'secrets.enc')

/**
 * A store in `<dataDir>/secrets.enc`, after a read that proves it.
 *
 * @throws SecretError 'unavailable' without a backend that protects; 'changed' when the file was made with another
 * backend and 'damaged' when it cannot be decrypted: the file is left as it is then.
 */
export async function safeStorageStore(dataDir: string, port: SafeStoragePort): Promise<SecretStore> {
  const backend = port.isEncryptionAvailable() ? port.getSelectedStorageBackend() : ''
  if (plainBackends.includes(backend))
    throw new SecretError(
      'unavailable',
      'The desktop offers no encryption that protects.',
      'Install a keyring or wallet, or choose a key file in Settings.',
    )
  const path = safeStoragePath(dataDir)
  const file = valueFile(path, {
    read: (content) => {
      const made = stored(content)
      if (made === null) throw damaged(path)
      if (made.backend !== backend)
        throw new SecretError(
          'changed',
          `${path} was encrypted with ${made.backend}, and the desktop now offers ${backend}.`,
          'It was left as it is. Start the desktop as before, or move the file away: tokens made before then stop working.',
        )
      return made.values
    },
    write: (values) => ({ backend, values: Object.fromEntries(values) }),
  })
  const decrypted = (ciphertext: string): string => {
    try {
      return port.decryptString(Buffer.from(ciphertext, 'base64'))
    } catch (error) {
      throw damaged(path, error)
    }
  }
  for (const ciphertext of (await file.read()).values()) decrypted(ciphertext)
  return {
    store: 'safe-storage',
    note: safeStorageUsed(backend),
    get: async (name) => {
      const ciphertext = (await file.read()).get(name)
      return ciphertext === undefined ? null : decrypted(ciphertext)
    },
    set: (name, value) => {
      const ciphertext = Buffer.from(port.encryptString(value)).toString('base64')
      return file.change((values) => {
        values.set(name, ciphertext)
        return true
      })
    },
    delete: (name) => file.change((values) => values.delete(name)),
  }
}

function stored(content: unknown): { backend: string; values: Map<string, string> } | null {
  if (typeof content !== 'object' || content === null || !('backend' in content) || !('values' in content)) return null
  const values = textEntries(content.values)
  return typeof content.backend === 'string' && values !== null ? { backend: content.backend, values } : null
}

function damaged(path: string, cause?: unknown): SecretError {
  return new SecretError(
    'damaged',
    `${path} could not be decrypted.`,
    'It was left as it is. Repair it, or move it away: tokens handed out before then stop working.',
    { cause },
  )
}
