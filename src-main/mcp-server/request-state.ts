/**
 * `requestState` of 2026-07-28: what a server hands a client to bring back with its answers. It comes back from an
 * attacker for all the server knows, so it is sealed (AES-256-GCM, a key that lives as long as the process) and bound
 * to who asked and to what was asked, it expires, and it opens once (spec: basic/patterns/mrtr, server requirements).
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { JSONValue } from '@modelcontextprotocol/server'
import { isObject } from './json-rpc.ts'

/** What a state is good for. */
export interface StateBinding {
  /** Identity.principal: the same for the same credential. */
  readonly principal: string
  readonly method: string
  /** What the request names and gives, without `_meta` and answers. The order of keys does not matter. */
  readonly params: unknown
}

export interface RequestStates {
  seal(state: JSONValue, binding: StateBinding): string
  /** Null: not ours, changed, of another principal or request, expired, or opened before. Nothing says which. */
  open(sealed: string, binding: StateBinding): { readonly state: JSONValue } | null
}

export interface RequestStateOptions {
  /** Milliseconds of a clock that never steps back. */
  readonly now: () => number
  readonly ttlMs?: number
  /** How many opened states are remembered until they would have expired anyway. */
  readonly memory?: number
}

const TTL_MS = 10 * 60_000
const MEMORY = 10_000
const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

export function createRequestStates({ now, ttlMs = TTL_MS, memory = MEMORY }: RequestStateOptions): RequestStates {
  const key = randomBytes(32)
  /** By iv, with the time of expiry, oldest first. */
  const opened = new Map<string, number>()
  /** States that expire before this may have been forgotten by `opened`: they are taken for opened. */
  let forgottenUntil = Number.NEGATIVE_INFINITY

  function remember(iv: string, expires: number): void {
    opened.set(iv, expires)
    for (const [old, oldExpires] of opened) {
      if (oldExpires >= now() && opened.size <= memory) return
      opened.delete(old)
      forgottenUntil = Math.max(forgottenUntil, oldExpires)
    }
  }

  return {
    seal(state, binding) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key, iv)
      cipher.setAAD(digest(binding))
      const content: Content = { state, expires: now() + ttlMs }
      const sealed = Buffer.concat([cipher.update(JSON.stringify(content), 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(sealed, binding) {
      const bytes = Buffer.from(sealed, 'base64url')
      // Node's reader forgives; two spellings of one state would be two states.
      if (bytes.length <= IV_BYTES + TAG_BYTES || bytes.toString('base64url') !== sealed) return null
      const iv = bytes.subarray(0, IV_BYTES)
      const content = decrypt(key, iv, bytes, digest(binding))
      if (content === null) return null
      const { state, expires } = content
      const id = iv.toString('base64url')
      if (expires < now() || expires <= forgottenUntil || opened.has(id)) return null
      remember(id, expires)
      return { state }
    },
  }
}

interface Content {
  readonly state: JSONValue
  readonly expires: number
}

function decrypt(key: Buffer, iv: Buffer, bytes: Buffer, aad: Buffer): Content | null {
  try {
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
    decipher.setAAD(aad)
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
    // Authentic, so it is what was sealed.
    return JSON.parse(text.toString('utf8'))
  } catch {
    return null
  }
}

function digest({ principal, method, params }: StateBinding): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([principal, method, params], sortedKeys))
    .digest()
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
