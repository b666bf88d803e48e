/**
 * Encrypts what is stored in the database and is a secret: AES-256-GCM under a key that is in the secret store and
 * nowhere else. A copy of the database opens nothing.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { SecretStore } from './secret-store.ts'

const KEY_BYTES = 32
/** NIST SP 800-38D: 96-bit nonces, random, far fewer than 2^32 of them under one key. */
const NONCE_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'

/**
 * `out-of-reach`: the store does not answer. `no-key`: what the store holds under the name is no key. `unreadable`: it
 * was sealed under a key that the store no longer holds, or for another row, or was changed.
 */
export type SealFault = 'out-of-reach' | 'no-key' | 'unreadable'

export interface Seal {
  /** `bound` is authenticated too: what was sealed for one row does not open in another. */
  seal(text: string, bound: string): Promise<Uint8Array>
  /** Rejects with what `errorOf` makes of the fault. */
  open(sealed: Uint8Array, bound: string): Promise<string>
}

export interface SealOptions {
  readonly secrets: Pick<SecretStore, 'get' | 'set'>
  /** Name of the key in the secret store; it stands in `secretNames`. */
  readonly keyName: string
  /** The fault in the words of whoever's secrets these are. */
  readonly errorOf: (fault: SealFault, cause?: unknown) => Error
}

const makers = new WeakMap<object, Promise<unknown>>()

/** The key is read at each use: it is rarely used, and the store may be unlocked or exchanged meanwhile. */
export function createSeal({ secrets, keyName, errorOf }: SealOptions): Seal {
  async function storedKey(): Promise<Buffer | null> {
    let stored: string | null
    try {
      stored = await secrets.get(keyName)
    } catch (error) {
      throw errorOf('out-of-reach', error)
    }
    if (stored === null) return null
    const key = Buffer.from(stored, 'base64url')
    if (key.length === KEY_BYTES) return key
    throw errorOf('no-key')
  }

  async function findOrMakeKey(): Promise<Buffer> {
    const stored = await storedKey()
    if (stored !== null) return stored
    const made = randomBytes(KEY_BYTES)
    await secrets.set(keyName, made.toString('base64url'))
    return made
  }

  /** One at a time over all seals of a store: what was sealed under the first of two new keys would never open again. */
  function keyForSealing(): Promise<Buffer> {
    const before = makers.get(secrets) ?? Promise.resolve()
    const key = before.then(findOrMakeKey)
    makers.set(
      secrets,
      key.catch(() => {}),
    )
    return key
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
      if (key === null) throw errorOf('unreadable')
      try {
        const nonce = sealed.subarray(0, NONCE_BYTES)
        const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
        const cipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
        cipher.setAAD(Buffer.from(bound)).setAuthTag(tag)
        return Buffer.concat([cipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()]).toString()
      } catch {
        throw errorOf('unreadable')
      }
    },
  }
}
