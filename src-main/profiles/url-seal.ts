/**
 * Encrypts the secrets of personal URLs, so that the person can be shown them again and a copy of the database opens
 * nothing: AES-256-GCM under a key that is in the secret store and nowhere else.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { SecretStore } from '../secrets/secret-store.ts'
import { ProfileError } from './profile-error.ts'

/** Name of the key in the secret store. */
const URL_KEY_NAME = 'personal-url-key'
const KEY_BYTES = 32
/** NIST SP 800-38D: 96-bit nonces, random, far fewer than 2^32 of them under one key. */
const NONCE_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'

export interface UrlSeal {
  /** `bound` is authenticated too: what was sealed for one row does not open in another. */
  seal(text: string, bound: string): Promise<Uint8Array>
  /** Throws ProfileError `sealed` when the key is out of reach, gone, or another one. */
  open(sealed: Uint8Array, bound: string): Promise<string>
}

/** The key is read at each use: it is rarely used, and the store may be unlocked or exchanged meanwhile. */
export function createUrlSeal(secrets: Pick<SecretStore, 'get' | 'set'>): UrlSeal {
  async function storedKey(): Promise<Buffer | null> {
    let stored: string | null
    try {
      stored = await secrets.get(URL_KEY_NAME)
    } catch (error) {
      throw new ProfileError(
        'sealed',
        'The key of the personal addresses is out of reach, because the secret store does not answer.',
        'Unlock the keychain and try again. Addresses that exist work meanwhile.',
        { cause: error },
      )
    }
    if (stored === null) return null
    const key = Buffer.from(stored, 'base64url')
    if (key.length === KEY_BYTES) return key
    throw new ProfileError(
      'sealed',
      `The secret "${URL_KEY_NAME}" is not a key of ${KEY_BYTES} bytes.`,
      'Delete it from the keychain; Mirohub then makes a new one. Addresses that exist go on working.',
    )
  }

  async function keyForSealing(): Promise<Buffer> {
    const stored = await storedKey()
    if (stored !== null) return stored
    const made = randomBytes(KEY_BYTES)
    await secrets.set(URL_KEY_NAME, made.toString('base64url'))
    return made
  }

  return {
    async seal(text, bound) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, await keyForSealing(), nonce).setAAD(Buffer.from(bound))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    async open(sealed, bound) {
      const key = await storedKey()
      if (key === null) throw unreadable()
      try {
        const nonce = sealed.subarray(0, NONCE_BYTES)
        const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
        const cipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
        cipher.setAAD(Buffer.from(bound)).setAuthTag(tag)
        return Buffer.concat([cipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()]).toString()
      } catch {
        throw unreadable()
      }
    },
  }
}

function unreadable(): ProfileError {
  return new ProfileError(
    'sealed',
    'This address cannot be shown again: it was made under a key that the secret store no longer holds.',
    'It still works where it was pasted. To have it in readable form, revoke it and make a new one.',
  )
}
