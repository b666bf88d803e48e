/** Seals the secrets of personal URLs, so that the person can be shown them again. */
import { createSeal, type Seal, type SealFault } from '../secrets/seal.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import { ProfileError } from './profile-error.ts'

const URL_KEY_NAME = 'personal-url-key'

/** Rejects with ProfileError `sealed` when the key is out of reach, gone, or another one. */
export function createUrlSeal(secrets: Pick<SecretStore, 'get' | 'set'>): Seal {
  return createSeal({ secrets, keyName: URL_KEY_NAME, errorOf })
}

function errorOf(fault: SealFault, cause?: unknown): ProfileError {
  switch (fault) {
    case 'out-of-reach':
      return new ProfileError(
        'sealed',
        'The key of the personal addresses is out of reach, because the secret store does not answer.',
        'Unlock the keychain and try again. Addresses that exist work meanwhile.',
        { cause },
      )
    case 'no-key':
      return new ProfileError(
        'sealed',
        `The secret "${URL_KEY_NAME}" is not a key.`,
        'Delete it from the keychain; Mirohub then makes a new one. Addresses that exist go on working.',
      )
    case 'unreadable':
      return new ProfileError(
        'sealed',
        'This address cannot be shown again: it was made under a key that the secret store no longer holds.',
        'It still works where it was pasted. To have it in readable form, revoke it and make a new one.',
      )
  }
}
