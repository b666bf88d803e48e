/** Secrets in the operating system's keychain: Keychain, Credential Manager, or the Secret Service over D-Bus. */

import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { replaceFile } from '../config/whole-file.ts'
import type { Keychain } from './keychain.ts'
import type { SecretStore } from './secret-store.ts'

const callMs = 10_000

export interface OpenKeychain {
  readonly store: SecretStore
  /** Another one than this data directory used before: it answers, and holds none of what was kept. */
  readonly isOther: boolean
  /** Takes this one for the right one from now on. */
  accept(): Promise<void>
}

/**
 * A store over the keychain, after a call that proves it is open.
 *
 * Which keychain it was is known by a mark of no worth: a random text in an entry of its own and in `keychain-mark`
 * of the data directory.
 *
 * @param openMs How long the person may take to unlock it.
 * @throws SecretError 'unavailable', 'locked', 'silent' or 'refused'.
 */
export async function openKeychain(dataDir: string, keychain: Keychain, openMs: number): Promise<OpenKeychain> {
  // Two data directories of one person are two sets of secrets.
  const prefix = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16)
  const account = (name: string): string => `${prefix}/${name}`
  const store: SecretStore = {
    store: 'keychain',
    note: null,
    get: (name) => keychain.ask({ op: 'get', account: account(name) }, callMs),
    set: async (name, value) => {
      await keychain.ask({ op: 'set', account: account(name), value }, callMs)
    },
    delete: async (name) => {
      await keychain.ask({ op: 'delete', account: account(name) }, callMs)
    },
  }
  const markPath = join(dataDir, 'keychain-mark')
  const kept = await readFile(markPath, 'utf8').then(
    (text) => text.trim(),
    () => null,
  )
  // A locked Secret Service tells what is absent without unlocking, but not what is there: only a written mark proves it.
  let mark = await keychain.ask({ op: 'get', account: account('mark') }, openMs)
  if (mark === null) {
    mark = randomUUID()
    await keychain.ask({ op: 'set', account: account('mark'), value: mark }, openMs)
  }
  const current = mark
  const accept = async (): Promise<void> => {
    // The keychain may be quicker than the database, which makes the directory otherwise.
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await replaceFile(markPath, `${current}\n`, 0o600)
  }
  if (kept === null) await accept()
  return { store, isOther: kept !== null && kept !== current, accept }
}
