/** Secrets in the operating system's keychain: Keychain, Credential Manager, or the Secret Service over D-Bus. */

import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { SecretError, type SecretStore } from './secret-store.ts'

/** The part of @napi-rs/keyring's AsyncEntry that is used. */
export interface KeychainEntry {
  getPassword(): Promise<string | null | undefined>
  setPassword(value: string): Promise<void>
  deletePassword(): Promise<boolean>
}

/** Makes the entry of an account; throws where there is no keychain. */
export type OpenEntry = (account: string) => KeychainEntry

const service = 'Mirohub'

/** A locked keychain may wait for its person for ever, and aborting a call does not end that. */
const callMs = 10_000

const hint = 'Unlock the keychain and try again. Nothing in it was changed.'

/**
 * A store over the keychain, after a call that proves it is open.
 *
 * @throws SecretError 'unavailable' when there is none, 'locked' when it does not open.
 */
export async function keychainStore(dataDir: string, openEntry: OpenEntry, timeoutMs = callMs): Promise<SecretStore> {
  // Two data directories of one person are two sets of secrets.
  const prefix = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16)
  const entry = (name: string): KeychainEntry => {
    try {
      return openEntry(`${prefix}/${name}`)
    } catch (error) {
      throw new SecretError('unavailable', `The keychain cannot be reached: ${textOf(error)}.`, hint, { cause: error })
    }
  }
  const call = <T>(what: string, work: Promise<T>): Promise<T> => withLimit(what, work, timeoutMs)
  const store: SecretStore = {
    store: 'keychain',
    note: null,
    get: async (name) => (await call('read', entry(name).getPassword())) ?? null,
    set: async (name, value) => call('write', entry(name).setPassword(value)),
    delete: async (name) => {
      await call('change', entry(name).deletePassword())
    },
  }
  // An entry of its own: a locked Secret Service tells what is absent without unlocking, but not what is there.
  if ((await store.get('probe')) === null) await store.set('probe', 'answers')
  return store
}

/** The system's own keychain. On Linux the store is pinned: left alone, the library falls back to kernel memory. */
export async function systemEntries(): Promise<OpenEntry> {
  const { AsyncEntry } = await import('@napi-rs/keyring')
  return (account) => new AsyncEntry(service, account, { linux: { store: 'secret-service' } })
}

async function withLimit<T>(what: string, work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new SecretError('locked', `The keychain did not answer within ${timeoutMs / 1000} s.`, hint)),
      timeoutMs,
    )
  })
  try {
    return await Promise.race([work, limit])
  } catch (error) {
    if (error instanceof SecretError) throw error
    throw new SecretError('locked', `The keychain refused to ${what}: ${textOf(error)}.`, hint, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

function textOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
}
