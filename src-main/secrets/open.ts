/** Opens the store of secrets that the configuration asks for. */

import type { Config } from '../config/config.ts'
import type { Logger } from '../log/logger.ts'
import { fileStore } from './file-store.ts'
import { keychainStore, type OpenEntry, systemEntries } from './keychain-store.ts'
import { memoryStore } from './memory-store.ts'
import { SecretError, type SecretStore } from './secret-store.ts'

export interface SecretOptions {
  readonly mode: Config['secrets']
  readonly dataDir: string
  readonly log: Logger
  /** The keychain to use; only tests pass another. */
  readonly openEntry?: OpenEntry
}

/**
 * Never rejects for want of a keychain: secrets then live in memory, and `note` says so. A keychain that is there but
 * locked is not touched either, so what it holds is found again at the next start.
 */
export async function openSecrets(options: SecretOptions): Promise<SecretStore> {
  switch (options.mode) {
    case 'file':
      return fileStore(options.dataDir)
    case 'memory':
      return memoryStore('Secrets are kept in memory and forgotten when Mirohub stops (MIROHUB_SECRETS=memory).')
    case 'keychain':
      try {
        return await keychainStore(options.dataDir, options.openEntry ?? (await systemEntries()))
      } catch (error) {
        options.log.warn('Keychain not used', { reason: error instanceof Error ? error.message : String(error) })
        return memoryStore(
          error instanceof SecretError && error.code === 'locked'
            ? 'The keychain is locked, so secrets are kept in memory until Mirohub stops. Unlock it and start Mirohub again.'
            : 'This computer has no keychain that Mirohub can use, so secrets are kept in memory and forgotten when Mirohub stops. MIROHUB_SECRETS=file keeps them in a file instead.',
        )
      }
  }
}
