/** What the rest of the hub knows of secrets: named texts that are never in the database, a log or an argument. */

export interface SecretStore {
  readonly store: 'keychain' | 'safe-storage' | 'memory' | 'file'
  /** A sentence for the person where secrets are kept less well than in the keychain; else null. */
  readonly note: string | null
  /** Null means surely absent; a store that cannot tell rejects, so that nobody replaces what is only out of reach. */
  get(name: string): Promise<string | null>
  set(name: string, value: string): Promise<void>
  /** Removes it if it is there. */
  delete(name: string): Promise<void>
}

export type SecretErrorCode = 'locked' | 'unavailable' | 'damaged'

export class SecretError extends Error {
  override readonly name = 'SecretError'
  readonly code: SecretErrorCode
  readonly hint: string
  constructor(code: SecretErrorCode, message: string, hint: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.hint = hint
  }
}
