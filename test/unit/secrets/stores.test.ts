/** Secrets that get lost, are readable by others, or are overwritten because a keychain was only locked. */

import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { silentLogger } from '../../../src-main/log/logger.ts'
import { type KeychainEntry, keychainStore, type OpenEntry } from '../../../src-main/secrets/keychain-store.ts'
import { openSecrets } from '../../../src-main/secrets/open.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'mirohub-secrets-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** A keychain in memory that can be locked; counts what was written to it. */
function fakeKeychain() {
  const values = new Map<string, string>()
  const state = { locked: false, hangs: false, writes: 0 }
  const guard = async (): Promise<void> => {
    if (state.hangs) await new Promise(() => {})
    if (state.locked) throw new Error('unlock prompt was dismissed.')
  }
  const openEntry: OpenEntry = (account): KeychainEntry => ({
    getPassword: async () => {
      await guard()
      return values.get(account)
    },
    setPassword: async (value) => {
      await guard()
      state.writes++
      values.set(account, value)
    },
    deletePassword: async () => {
      await guard()
      state.writes++
      return values.delete(account)
    },
  })
  return { values, state, openEntry }
}

const open = (mode: 'keychain' | 'memory' | 'file', openEntry?: OpenEntry) =>
  openSecrets({ mode, dataDir, log: silentLogger, openEntry })

describe.each(['keychain', 'memory', 'file'] as const)('%s', (mode) => {
  test('sets, overwrites, reads, deletes; unknown names are null', async () => {
    const store = await open(mode, fakeKeychain().openEntry)
    expect(store.store).toBe(mode)
    expect(await store.get('jwt')).toBeNull()
    await store.set('jwt', 'one')
    await store.set('jwt', 'two 心 "\n')
    expect(await store.get('jwt')).toBe('two 心 "\n')
    await store.delete('jwt')
    await store.delete('jwt')
    expect(await store.get('jwt')).toBeNull()
  })
})

describe('keychain', () => {
  test('two data directories are two sets of secrets, and no path is in the account name', async () => {
    const { openEntry, values } = fakeKeychain()
    const one = await keychainStore('/data/one', openEntry)
    const two = await keychainStore('/data/two', openEntry)
    await one.set('jwt', '1')
    expect(await two.get('jwt')).toBeNull()
    for (const account of values.keys()) expect(account).toMatch(/^[\da-f]{16}\/(jwt|probe)$/)
  })

  test('where there is none, memory is used and says so', async () => {
    const store = await open('keychain', () => {
      throw new Error('Platform failure: DBus error')
    })
    expect(store.store).toBe('memory')
    expect(store.note).toMatch(/no keychain.*memory.*MIROHUB_SECRETS=file/)
  })

  test('locked at the start: memory, said as such, and nothing in the keychain is touched', async () => {
    const { openEntry, state, values } = fakeKeychain()
    const before = await open('keychain', openEntry)
    await before.set('jwt', 'kept')
    state.locked = true
    state.writes = 0
    const during = await open('keychain', openEntry)
    expect(during.store).toBe('memory')
    expect(during.note).toMatch(/locked/)
    await during.set('jwt', 'new')
    await during.delete('jwt')
    expect(state.writes).toBe(0)
    state.locked = false
    expect([...values.values()]).toContain('kept')
    expect([...values.values()]).not.toContain('new')
    expect(await (await open('keychain', openEntry)).get('jwt')).toBe('kept')
  })

  test('locked later: reading rejects and never says that the secret is absent', async () => {
    const { openEntry, state } = fakeKeychain()
    const store = await open('keychain', openEntry)
    await store.set('jwt', 'kept')
    state.locked = true
    await expect(store.get('jwt')).rejects.toMatchObject({ code: 'locked', hint: expect.stringContaining('Unlock') })
    await expect(store.set('jwt', 'x')).rejects.toMatchObject({ code: 'locked' })
    await expect(store.delete('jwt')).rejects.toMatchObject({ code: 'locked' })
  })

  test('a keychain that waits for its person is given up on in time', async () => {
    const { openEntry, state } = fakeKeychain()
    state.hangs = true
    await expect(keychainStore(dataDir, openEntry, 30)).rejects.toMatchObject({ code: 'locked' })
  })
})

describe('file', () => {
  const path = (): string => join(dataDir, 'secrets.json')

  test('is readable by its owner alone, also when it was not before, and survives a restart', async () => {
    writeFileSync(path(), '{"old":"1"}', { mode: 0o644 })
    chmodSync(path(), 0o644)
    const store = await open('file')
    expect(await store.get('old')).toBe('1')
    expect(statSync(path()).mode & 0o777).toBe(0o600)
    await store.set('jwt', '2')
    expect(statSync(path()).mode & 0o777).toBe(0o600)
    expect(await (await open('file')).get('jwt')).toBe('2')
    expect(readdirSync(dataDir)).toEqual(['secrets.json'])
  })

  test('changes at once do not lose each other', async () => {
    const store = await open('file')
    await Promise.all(Array.from({ length: 20 }, (_, i) => store.set(`s${i}`, `${i}`)))
    expect(Object.keys(JSON.parse(readFileSync(path(), 'utf8'))).length).toBe(20)
  })

  test.each(['{"a":', '[]', '{"a":1}'])('damaged (%s) it is refused and left as it is', async (content) => {
    writeFileSync(path(), content)
    const store = await open('file')
    await expect(store.get('a')).rejects.toMatchObject({ code: 'damaged' })
    await expect(store.set('a', 'b')).rejects.toMatchObject({ code: 'damaged' })
    expect(readFileSync(path(), 'utf8')).toBe(content)
  })
})
