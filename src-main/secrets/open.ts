/** Opens the secrets of a hub: the keychain, what the desktop encrypts, memory, or a chosen file, in this order. */

import { existsSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import { writeSetting } from '../config/write-setting.ts'
import type { Logger } from '../log/logger.ts'
import { fileStore, keyFilePath } from './file-store.ts'
import type { Keychain } from './keychain.ts'
import { keychainClient, type StartKeychainPeer } from './keychain-client.ts'
import { type OpenKeychain, openKeychain } from './keychain-store.ts'
import { memoryStore } from './memory-store.ts'
import { copySecrets } from './move.ts'
import { secretNames } from './names.ts'
import { keychainChanged, memoryBecause, memoryChosen, superseded } from './notes.ts'
import { type SafeStoragePort, safeStoragePath, safeStorageStore } from './safe-storage-store.ts'
import { SecretError, type SecretNote, type SecretStore, type Secrets } from './secret-store.ts'

/** What a desktop shell adds. */
export interface DesktopSecrets {
  readonly safeStorage: SafeStoragePort
  readonly startKeychain: StartKeychainPeer
}

export interface SecretOptions {
  readonly mode: Config['secrets']
  /** MIROHUB_SECRETS stands in the environment. */
  readonly isFixed: boolean
  readonly dataDir: string
  readonly log: Logger
  readonly desktop?: DesktopSecrets | null
  /** The keychain to use; only tests pass another. */
  readonly keychain?: Keychain
  /** How long the start waits for the keychain before it goes on without. */
  readonly patienceMs?: number
}

/** The start does not wait for a person; a keychain answers in some 50 ms otherwise. */
const startPatienceMs = 1_500
/** How long a person may take to type the keychain's password: once the hub runs, and while Settings wait for it. */
const unlockMs = 180_000
const retryMs = 30_000

type Probe = { readonly ok: true; readonly opened: OpenKeychain } | { readonly ok: false; readonly error: unknown }

/** Never rejects for want of a keychain: secrets then live in memory, and `note` says so. */
export async function openSecrets(options: SecretOptions): Promise<Secrets> {
  const secrets = startSecrets(options)
  await secrets.opened
  return secrets
}

/** The same without waiting: the hub starts meanwhile, and whoever needs a secret waits for it. */
export function startSecrets(options: SecretOptions): Secrets {
  const secrets = createSecrets(options)
  void secrets.opened.then(() => tell(options, secrets))
  return secrets
}

/** One line at the start where secrets are not in the keychain. */
function tell({ log }: SecretOptions, { store, note }: Secrets): void {
  if (note === null) return
  if (store === 'memory') log.warn(note.en, { store })
  else log.info(note.en, { store })
}

function createSecrets(options: SecretOptions): Secrets {
  const { dataDir, log } = options
  const keychain = options.keychain ?? keychainClient(options.desktop?.startKeychain)
  const listeners = new Set<(names: readonly string[]) => void>()
  /** Names outside the list that were used all the same; they move along. */
  const names = new Set(secretNames)
  let chosen = options.mode
  let current: SecretStore = memoryStore(memoryChosen)
  let note: SecretNote | null = null
  let inUse: OpenKeychain | null = null
  let probing: Promise<Probe> | null = null
  let isClosed = false
  /** The store that a secret was last read in. */
  const readIn = new Map<string, SecretStore>()
  /** Changes and moves, one after the other; readers wait for moves alone. */
  let last: Promise<unknown> = Promise.resolve()
  let moving: Promise<unknown> = Promise.resolve()

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work)
    last = next.catch(() => {})
    return next
  }
  const move = (work: () => Promise<readonly string[]>): Promise<void> => {
    const done = inTurn(work).then((changed) => {
      for (const listener of listeners) listener(changed)
    })
    moving = done.catch(() => {})
    return done
  }
  const use = (store: SecretStore, why: SecretNote | null = store.note): void => {
    current = store
    note = why
  }

  /** One question to the keychain at a time; whoever asks meanwhile waits for the same answer. */
  const probe = (): Promise<Probe> => {
    probing ??= openKeychain(dataDir, keychain, unlockMs)
      .then(
        (found): Probe => ({ ok: true, opened: found }),
        (error: unknown): Probe => ({ ok: false, error }),
      )
      .finally(() => {
        probing = null
      })
    return probing
  }

  /** Goes over to the keychain. What it holds wins over what was made without it. */
  const adopt = (found: OpenKeychain): Promise<void> =>
    move(async () => {
      if (chosen !== 'keychain' || isClosed) return []
      const before = current
      const wasOther = inUse?.isOther ?? false
      const inKeychain = before.store === 'keychain'
      if (!inKeychain) await bringDesktopSecrets(found.store)
      const lost = inKeychain ? [] : await copySecrets(before, found.store, names, 'to')
      inUse = found
      use(found.store, found.isOther ? keychainChanged : lost.length > 0 ? superseded : null)
      if (before.store === 'safe-storage') await forget(before)
      return inKeychain && wasOther !== found.isOther ? [...names] : lost
    })

  /** A keychain came to a desktop that had none before: what the desktop encrypted moves there. */
  const bringDesktopSecrets = async (store: SecretStore): Promise<void> => {
    if (!options.desktop || !existsSync(safeStoragePath(dataDir))) return
    try {
      const older = await safeStorageStore(dataDir, options.desktop.safeStorage)
      await copySecrets(older, store, names, 'to')
      await forget(older)
    } catch (error) {
      log.warn('the secrets that the desktop encrypted were left where they are', { error })
    }
  }

  /** The second best, after the keychain was found absent; memory when that fails too. */
  const withoutKeychain = async (fault: unknown): Promise<void> => {
    const isAbsent = fault instanceof SecretError && fault.code === 'unavailable'
    let reason = fault
    if (isAbsent && options.desktop) {
      try {
        const store = await safeStorageStore(dataDir, options.desktop.safeStorage)
        return await move(async () => {
          if (chosen !== 'keychain' || current.store !== 'memory') return []
          const lost = await copySecrets(current, store, names, 'to')
          use(store)
          return lost
        })
      } catch (error) {
        reason = error
      }
    }
    log.info('the keychain is not used', { reason: reason instanceof Error ? reason.message : String(reason) })
    if (chosen !== 'keychain') return
    note = memoryBecause(reason)
    if (current.store === 'memory') for (const listener of listeners) listener([])
  }

  /** Settles with the keychain, or goes on without it after `patienceMs`; its late answer is still taken then. */
  const seek = async (patienceMs: number): Promise<void> => {
    const settle = async (answer: Probe): Promise<void> => {
      if (answer.ok) await adopt(answer.opened)
      else if (current.store === 'keychain') throw answer.error
      else await withoutKeychain(answer.error)
    }
    const settled = probe().then(settle)
    settled.catch((error: unknown) => log.error('secrets could not be moved to the keychain', { error }))
    const isSettled = await Promise.race([settled.then(() => true), after(patienceMs)])
    if (!isSettled && current.store === 'memory')
      note = memoryBecause(new SecretError('silent', 'The keychain has not answered yet.', 'Unlock it.'))
  }

  /** Takes the secrets out of a store that is left behind; what cannot be taken out stays there and harms nothing. */
  const forget = async (store: SecretStore): Promise<void> => {
    for (const name of names)
      await store
        .delete(name)
        .catch((error: unknown) => log.warn('a moved secret stays in its old place too', { store: store.store, error }))
  }

  /** Moves everything held into `target`, writes the choice down, then empties the old place. */
  const moveTo = (target: SecretStore, choice: 'keychain' | 'file', found: OpenKeychain | null): Promise<void> =>
    move(async () => {
      const before = current
      const lost = await copySecrets(before, target, names, 'from')
      try {
        await writeSetting(dataDir, 'MIROHUB_SECRETS', choice)
      } catch (error) {
        // Not a second copy of everything in a place that nobody looks into.
        await forget(target)
        throw error
      }
      chosen = choice
      inUse = found
      use(target)
      if (before.store !== 'memory') await forget(before)
      return lost
    })

  const chooseKeychain = async (): Promise<void> => {
    const answer = await Promise.race([probe(), after(retryMs)])
    if (answer === false)
      throw new SecretError(
        'silent',
        `The keychain did not answer within ${retryMs / 1000} s.`,
        'Unlock it, then choose again.',
      )
    if (answer.ok) {
      // Chosen knowingly, so it is the right one whatever was used before.
      await answer.opened.accept()
      return moveTo(answer.opened.store, 'keychain', { ...answer.opened, isOther: false })
    }
    if (options.desktop && answer.error instanceof SecretError && answer.error.code === 'unavailable')
      return moveTo(await safeStorageStore(dataDir, options.desktop.safeStorage), 'keychain', null)
    throw answer.error
  }

  const begin = async (): Promise<void> => {
    if (chosen === 'file') use(fileStore(dataDir))
    else if (chosen === 'memory') use(memoryStore(memoryChosen))
    else
      await seek(options.patienceMs ?? startPatienceMs).catch((error: unknown) => {
        note = memoryBecause(error)
      })
  }
  const opened = begin()

  return {
    get store() {
      return current.store
    },
    get note() {
      return note
    },
    get chosen() {
      return chosen
    },
    isFixed: options.isFixed,
    filePath: keyFilePath(dataDir),
    opened,
    async get(name) {
      names.add(name)
      await opened
      await moving
      readIn.set(name, current)
      return current.get(name)
    },
    async set(name, value) {
      names.add(name)
      await opened
      return inTurn(async () => {
        // Found absent in memory, made, and meanwhile the keychain opened, which holds the real one.
        if ((readIn.get(name) ?? current) !== current && (await current.get(name)) !== null)
          throw new SecretError('changed', `Secrets moved to the ${current.store} meanwhile.`, 'Repeat what you did.')
        readIn.set(name, current)
        await current.set(name, value)
      })
    },
    async delete(name) {
      names.add(name)
      await opened
      return inTurn(() => current.delete(name))
    },
    async retry() {
      await opened
      if (chosen === 'keychain') await seek(retryMs)
    },
    async choose(store) {
      await opened
      if (options.isFixed)
        throw new SecretError(
          'fixed',
          'MIROHUB_SECRETS in the environment decides where secrets are kept.',
          'Take it out of the environment and start Mirohub again to choose here.',
        )
      if (store === 'keychain' && chosen === 'keychain' && current.store === 'keychain') {
        await inUse?.accept()
        inUse = inUse && { ...inUse, isOther: false }
        note = null
      } else if (store === 'keychain' && chosen === 'keychain') await seek(retryMs)
      else if (store === 'keychain') await chooseKeychain()
      else if (chosen !== 'file') await moveTo(fileStore(dataDir), 'file', null)
    },
    onChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      isClosed = true
      listeners.clear()
      keychain.close()
    },
  }
}

async function after(ms: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), ms).unref()
  })
}
