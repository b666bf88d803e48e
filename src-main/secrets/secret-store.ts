/** What the rest of the hub knows of secrets: named texts that are never in the database, a log or an argument. */

/** A sentence for the person, in the two languages of the app. */
export interface SecretNote {
  readonly code: SecretNoteCode
  readonly en: string
  readonly zh: string
}

export type SecretNoteCode =
  | 'memory-chosen'
  | 'file-chosen'
  | 'no-keychain'
  | 'keychain-locked'
  | 'keychain-silent'
  | 'keychain-refused'
  | 'keychain-changed'
  | 'superseded'
  | 'safe-storage'
  | 'safe-storage-changed'
  | 'safe-storage-damaged'

export interface SecretStore {
  readonly store: 'keychain' | 'safe-storage' | 'memory' | 'file'
  /** Told where secrets are kept less well than in the keychain, or where something about it should be known; else null. */
  readonly note: SecretNote | null
  /** Null means surely absent; a store that cannot tell rejects, so that nobody replaces what is only out of reach. */
  get(name: string): Promise<string | null>
  set(name: string, value: string): Promise<void>
  /** Removes it if it is there. */
  delete(name: string): Promise<void>
}

/** The hub's secrets: one object for the life of the hub, whichever store is behind it at the moment. */
export interface Secrets extends SecretStore {
  /** By MIROHUB_SECRETS or in Settings; 'keychain' when nobody chose. */
  readonly chosen: 'keychain' | 'memory' | 'file'
  /** The environment decides, so `choose` refuses. */
  readonly isFixed: boolean
  /**
   * Settles when the start's search for a store is over; never rejects. Secrets wait for it by themselves, `store` and
   * `note` say what is known.
   */
  readonly opened: Promise<void>
  /** Where the key file is or would be. */
  readonly filePath: string
  /**
   * Asks the keychain again. What was made in memory meanwhile moves there, unless the keychain holds a secret of that
   * name already: that one is kept, and `onChanged` tells its name. Never rejects for a closed keychain: `note` tells.
   */
  retry(): Promise<void>
  /**
   * Moves every secret into the key file or the keychain and writes the choice to config.yaml.
   * @throws SecretError 'fixed', or that of the keychain; nothing has changed then.
   */
  choose(store: 'keychain' | 'file'): Promise<void>
  /** `names`: secrets whose value is another one now; empty when only the store or the note changed. */
  onChanged(listener: (names: readonly string[]) => void): () => void
  close(): void
}

/** What a service that holds a secret in memory needs, to load it again when it became another. */
export type HeldSecrets = Pick<SecretStore, 'get' | 'set'> & Partial<Pick<Secrets, 'onChanged'>>

export type SecretErrorCode = 'unavailable' | 'locked' | 'silent' | 'refused' | 'changed' | 'damaged' | 'fixed'

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
