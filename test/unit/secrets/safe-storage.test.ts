/** What the desktop encrypts: second after the keychain, never in the open, never replaced when it cannot be read. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLogger } from '../../../src-main/log/logger.ts'
import { openSecrets } from '../../../src-main/secrets/open.ts'
import type { SafeStoragePort } from '../../../src-main/secrets/safe-storage-store.ts'
import { fakeKeychain, held } from './fake-keychain.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'mirohub-safe-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** Ciphertext is the text turned around, under a key that must be the same to read it. */
function desktop(backend: string, key = 'k1'): SafeStoragePort {
  const turned = (text: string) => [...text].reverse().join('')
  return {
    isEncryptionAvailable: () => true,
    getSelectedStorageBackend: () => backend,
    encryptString: (text) => Buffer.from(`${key}:${turned(text)}`),
    decryptString: (bytes) => {
      const text = Buffer.from(bytes).toString()
      if (!text.startsWith(`${key}:`)) throw new Error('Error while decrypting the ciphertext.')
      return turned(text.slice(key.length + 1))
    },
  }
}

const path = () => join(dataDir, 'secrets.enc')
const startKeychain = () => {
  throw new Error('not used: the keychain is handed in')
}
const open = (safeStorage: SafeStoragePort, fault: 'unavailable' | 'locked' | null = 'unavailable') => {
  const keychain = fakeKeychain()
  keychain.fault = fault
  const options = { mode: 'keychain', isFixed: false, dataDir, log: silentLogger, keychain } as const
  return openSecrets({ ...options, desktop: { safeStorage, startKeychain } }).then((secrets) => ({ secrets, keychain }))
}

test('without a keychain the desktop encrypts: kept over a restart, 0600, nothing in clear, and told', async () => {
  const { secrets } = await open(desktop('kwallet6'))
  expect([secrets.store, secrets.note?.code]).toEqual(['safe-storage', 'safe-storage'])
  await secrets.set('jwt-key', 'worth-hiding')
  expect(statSync(path()).mode & 0o777).toBe(0o600)
  expect(readFileSync(path(), 'utf8')).not.toContain('worth-hiding')
  expect(await (await open(desktop('kwallet6'))).secrets.get('jwt-key')).toBe('worth-hiding')
})

test.each(['basic_text', 'unknown'])('%s protects nothing: memory, and no file', async (backend) => {
  const { secrets } = await open(desktop(backend))
  await secrets.set('jwt-key', 'worth-hiding')
  expect([secrets.store, secrets.note?.code]).toEqual(['memory', 'no-keychain'])
  expect(readdirSync(dataDir)).toEqual([])
})

test('encryption that is not available is not asked for', async () => {
  const { secrets } = await open({ ...desktop('kwallet6'), isEncryptionAvailable: () => false })
  expect(secrets.store).toBe('memory')
})

test('a locked keychain is waited for, not gone around', async () => {
  const { secrets } = await open(desktop('gnome_libsecret'), 'locked')
  expect([secrets.store, secrets.note?.code]).toEqual(['memory', 'keychain-locked'])
})

test.each([
  ['another backend', desktop('gnome_libsecret'), 'safe-storage-changed'],
  ['basic_text now', desktop('basic_text'), 'no-keychain'],
  ['another key', desktop('kwallet6', 'k2'), 'safe-storage-damaged'],
])('%s: the file is left as it is, and memory says why', async (_what, now, code) => {
  await (await open(desktop('kwallet6'))).secrets.set('jwt-key', 'kept')
  const before = readFileSync(path(), 'utf8')
  const { secrets } = await open(now)
  expect([secrets.store, secrets.note?.code]).toEqual(['memory', code])
  await secrets.set('jwt-key', 'new')
  await secrets.retry()
  expect(readFileSync(path(), 'utf8')).toBe(before)
  expect(await (await open(desktop('kwallet6'))).secrets.get('jwt-key')).toBe('kept')
})

test.each(['{"backend":', '{"backend":"kwallet6"}', '{"backend":"kwallet6","values":{"a":1}}'])(
  'a damaged file (%s) is left as it is',
  async (content) => {
    writeFileSync(path(), content)
    const { secrets } = await open(desktop('kwallet6'))
    expect(secrets.note?.code).toBe('safe-storage-damaged')
    expect(readFileSync(path(), 'utf8')).toBe(content)
  },
)

test('when a keychain comes, what the desktop encrypted moves there and the file goes', async () => {
  await (await open(desktop('kwallet6'))).secrets.set('jwt-key', 'kept')
  const { secrets, keychain } = await open(desktop('kwallet6'), null)
  expect([secrets.store, await secrets.get('jwt-key'), held(keychain, 'jwt-key')]).toEqual(['keychain', 'kept', 'kept'])
  expect(existsSync(path())).toBe(false)
})

test('a keychain that comes while the hub runs takes over at the retry', async () => {
  const { secrets, keychain } = await open(desktop('kwallet6'))
  await secrets.set('jwt-key', 'kept')
  keychain.fault = null
  await secrets.retry()
  expect([secrets.store, await secrets.get('jwt-key')]).toEqual(['keychain', 'kept'])
  expect(existsSync(path())).toBe(false)
})
