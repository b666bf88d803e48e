/** The hub's own key for access tokens: 256 random bits, kept in the secret store and nowhere else. */
import { randomBytes } from 'node:crypto'
import type { HeldSecrets } from '../secrets/secret-store.ts'
import { heldKey } from './held-key.ts'
import { ProfileError } from './profile-error.ts'

const SECRET_NAME = 'jwt-key'
const KEY_BYTES = 32

/**
 * Reads the key at first use, and makes it then when there is none. A store that fails (a locked keychain) is asked
 * again at the next call; it is never overwritten, since that would void every token handed out.
 */
export function createSigningKey(secrets: HeldSecrets): () => Promise<Uint8Array> {
  async function load(): Promise<Uint8Array> {
    const stored = await secrets.get(SECRET_NAME)
    if (stored === null) {
      const made = randomBytes(KEY_BYTES)
      await secrets.set(SECRET_NAME, made.toString('base64url'))
      return made
    }
    const key = Buffer.from(stored, 'base64url')
    if (key.length === KEY_BYTES) return key
    throw new ProfileError(
      'bad_key',
      `The secret "${SECRET_NAME}" is not a key of ${KEY_BYTES} bytes.`,
      'Delete it from the keychain; Mirohub then makes a new one, and tokens have to be made again.',
    )
  }
  const key = heldKey(load)
  secrets.onChanged?.((names) => {
    if (names.includes(SECRET_NAME)) key.forget()
  })
  return key.get
}
