/** Secrets that get lost, are readable by others, or are overwritten because a keychain was only locked. */

import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { silentLogger } from '../../../src-main/log/logger.ts'
import { openKeychain } from '../../../src-main/secrets/keychain-store.ts'
import { openSecrets } from '../../../src-main/secrets/open.ts'
import { type FakeKeychain, fakeKeychain, held } from './fake-keychain.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'mirohub-secrets-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const open = (mode: 'keychain' | 'memory' | 'file', keychain: FakeKeychain = fakeKeychain(), patienceMs?: number) =>
  openSecrets({ mode, isFixed: false, dataDir, log: silentLogger, keychain, ...(patienceMs ? { patienceMs } : {}) })

describe.each(['keychain', 'memory', 'file'] as const)('%s', (mode) => {
  test('sets, overwrites, reads, deletes; unknown names are null', async () => {
    const store = await open(mode)
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
    const keychain = fakeKeychain()
    const [one, two] = [join(dataDir, 'one'), join(dataDir, 'two')]
    const first = await openKeychain(one, keychain, 1000)
    const second = await openKeychain(two, keychain, 1000)
    await first.store.set('jwt', '1')
    expect(await second.store.get('jwt')).toBeNull()
    for (const account of keychain.values.keys()) expect(account).toMatch(/^[\da-f]{16}\/(jwt|mark)$/)
  })

  test('where there is none, memory is used and says so in both languages', async () => {
    const keychain = fakeKeychain()
    keychain.fault = 'unavailable'
    const { store, note } = await open('keychain', keychain)
    expect(store).toBe('memory')
    expect(note?.en).toMatch(/no keychain.*memory.*Settings/)
    expect(note?.zh).toMatch(/没有.*钥匙串.*内存/)
  })

  test('memory is told in the log at the start, with its sentence whole', async () => {
    const lines: string[] = []
    const { createLogger } = await import('../../../src-main/log/logger.ts')
    const log = createLogger({ level: 'warn', dataDir: null, stream: { write: (line) => lines.push(line) } })
    const keychain = fakeKeychain()
    keychain.fault = 'unavailable'
    const { note } = await openSecrets({ mode: 'keychain', isFixed: false, dataDir, log, keychain })
    // The log hides what looks like "secret=value"; a note that contains such a thing would lose its way out.
    expect(lines.filter((line) => line.includes(note?.en ?? 'no note'))).toHaveLength(1)
  })

  test('locked at the start: memory, said as such, and nothing in the keychain is touched', async () => {
    const keychain = fakeKeychain()
    await (await open('keychain', keychain)).set('jwt', 'kept')
    keychain.fault = 'locked'
    keychain.writes = 0
    const during = await open('keychain', keychain)
    expect([during.store, during.note?.code]).toEqual(['memory', 'keychain-locked'])
    await during.set('jwt', 'new')
    await during.delete('jwt')
    expect(keychain.writes).toBe(0)
    keychain.fault = null
    expect([...keychain.values.values()]).toContain('kept')
    expect([...keychain.values.values()]).not.toContain('new')
    expect(await (await open('keychain', keychain)).get('jwt')).toBe('kept')
  })

  test('locked later: reading rejects and never says that the secret is absent', async () => {
    const keychain = fakeKeychain()
    const store = await open('keychain', keychain)
    await store.set('jwt', 'kept')
    keychain.fault = 'locked'
    await expect(store.get('jwt')).rejects.toMatchObject({ code: 'locked', hint: expect.stringContaining('Unlock') })
    await expect(store.set('jwt', 'x')).rejects.toMatchObject({ code: 'locked' })
    await expect(store.delete('jwt')).rejects.toMatchObject({ code: 'locked' })
    await expect(store.retry()).rejects.toMatchObject({ code: 'locked' })
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

test('nobody chose a file, so none is written, whatever the keychain does', async () => {
  for (const fault of ['locked', 'unavailable'] as const) {
    const keychain = fakeKeychain()
    keychain.fault = fault
    await (await open('keychain', keychain)).set('jwt-key', 'worth-hiding')
  }
  expect(readdirSync(dataDir)).toEqual([])
})

test('a keychain that waits for its person does not hold up the start', async () => {
  const keychain = fakeKeychain()
  keychain.silence()
  const store = await open('keychain', keychain, 20)
  expect([store.store, store.note?.code]).toEqual(['memory', 'keychain-silent'])
  await store.set('jwt-key', 'made meanwhile')
  const changed = new Promise((resolve) => store.onChanged(resolve))
  keychain.speak()
  // The person typed the password after all: taken without being asked again.
  expect(await changed).toEqual([])
  expect([store.store, store.note]).toEqual(['keychain', null])
  expect(held(keychain, 'jwt-key')).toBe('made meanwhile')
})
