/** The real keychain of Linux, gnome-keyring on a D-Bus session of its own: unlocked, locked, missing, changed, silent. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadConfig } from '../../src-main/config/load.ts'
import { createHub } from '../../src-main/hub.ts'
import { silentLogger } from '../../src-main/log/logger.ts'
import { keychainClient } from '../../src-main/secrets/keychain-client.ts'
import { openSecrets } from '../../src-main/secrets/open.ts'
import type { Secrets } from '../../src-main/secrets/secret-store.ts'
import { type KeyringSession, openKeyringSession, whyNoKeyring } from './keyring-session.ts'

// The shell's part runs on the stand-in of Electron; a real one needs its binary.
vi.mock('electron', () => import('../electron-stand-in/electron-module.ts'))

const reason = whyNoKeyring()
if (reason !== null) process.stderr.write(`Real keychain not tested: ${reason}\n`)

let keyring: KeyringSession
let dataDir: string
const opened: Secrets[] = []
async function open(patienceMs?: number): Promise<Secrets> {
  const options = { mode: 'keychain', isFixed: false, dataDir, log: silentLogger } as const
  const secrets = await openSecrets({ ...options, ...(patienceMs === undefined ? {} : { patienceMs }) })
  opened.push(secrets)
  return secrets
}
/** With time for a slow machine: these are not tests of the start's patience. */
const openCalmly = () => open(20_000)
const said = (secrets: Secrets) => [secrets.store, secrets.note?.code ?? null]

describe.skipIf(reason !== null)(`gnome-keyring ${reason ?? ''}`, () => {
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'mirohub-keyring-data-'))
    keyring = await openKeyringSession()
  })
  afterEach(async () => {
    for (const secrets of opened.splice(0)) secrets.close()
    await keyring.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('unlocked: set, read, delete, and kept over a restart of both', async () => {
    await keyring.start('home', 'unlocked')
    const secrets = await openCalmly()
    expect(said(secrets)).toEqual(['keychain', null])
    await secrets.set('jwt-key', 'kept 心')
    await secrets.set('oauth-keys', 'x'.repeat(20_000))
    await secrets.set('personal-url-key', 'gone')
    await secrets.delete('personal-url-key')
    secrets.close()
    await keyring.start('home', 'unlocked')
    const again = await openCalmly()
    expect(said(again)).toEqual(['keychain', null])
    expect(await again.get('jwt-key')).toBe('kept 心')
    expect(await again.get('oauth-keys')).toHaveLength(20_000)
    expect(await again.get('personal-url-key')).toBeNull()
  })

  test('from the desktop, through a utility process, the same entries are found', async () => {
    const { startUtilityProcess } = await import('../../src-main/shell/safe-storage.ts')
    await keyring.start('home', 'unlocked')
    await (await openCalmly()).set('jwt-key', 'kept')
    const keychain = keychainClient(startUtilityProcess)
    const desktop = await openSecrets({
      mode: 'keychain',
      isFixed: false,
      dataDir,
      log: silentLogger,
      keychain,
      patienceMs: 20_000,
    })
    opened.push(desktop)
    expect([...said(desktop), await desktop.get('jwt-key')]).toEqual(['keychain', null, 'kept'])
    // One that hangs is ended too.
    keyring.freeze()
    await expect(keychain.ask({ op: 'get', account: 'x' }, 200)).rejects.toMatchObject({ code: 'silent' })
    keyring.goOn()
    expect(await desktop.get('jwt-key')).toBe('kept')
  })

  test('locked: memory, nothing in it touched; unlocked and retried, it is used again', async () => {
    await keyring.start('home', 'unlocked')
    await (await openCalmly()).set('jwt-key', 'kept')
    await keyring.start('home', 'locked')
    const secrets = await openCalmly()
    expect(said(secrets)).toEqual(['memory', 'keychain-locked'])
    await secrets.set('jwt-key', 'made in memory')
    await secrets.set('personal-url-key', 'new')
    await secrets.retry()
    expect(said(secrets)).toEqual(['memory', 'keychain-locked'])
    await keyring.start('home', 'unlocked')
    await secrets.retry()
    expect(said(secrets)).toEqual(['keychain', 'superseded'])
    expect(await secrets.get('jwt-key')).toBe('kept')
    const after = await openCalmly()
    expect([...said(after), await after.get('personal-url-key')]).toEqual(['keychain', null, 'new'])
  })

  test('locked before its first use too: what is absent can be read then, and proves nothing', async () => {
    await keyring.start('home', 'unlocked')
    await keyring.start('home', 'locked')
    expect(said(await openCalmly())).toEqual(['memory', 'keychain-locked'])
  })

  test('missing: no service on the bus, and no bus at all', async () => {
    expect(said(await openCalmly())).toEqual(['memory', 'no-keychain'])
    process.env.DBUS_SESSION_BUS_ADDRESS = 'unix:path=/nowhere/at/all'
    expect(said(await openCalmly())).toEqual(['memory', 'no-keychain'])
  })

  test('changed: another keyring is told as another one', async () => {
    await keyring.start('home', 'unlocked')
    await (await openCalmly()).set('jwt-key', 'first')
    await keyring.start('other', 'unlocked')
    const secrets = await openCalmly()
    expect([...said(secrets), await secrets.get('jwt-key')]).toEqual(['keychain', 'keychain-changed', null])
    await keyring.start('home', 'unlocked')
    await secrets.retry()
    expect([...said(secrets), await secrets.get('jwt-key')]).toEqual(['keychain', null, 'first'])
  })

  test('silent: the start goes on without it, and its late answer is taken', async () => {
    await keyring.start('home', 'unlocked')
    await (await openCalmly()).set('jwt-key', 'kept')
    keyring.freeze()
    const secrets = await open(100)
    expect(said(secrets)).toEqual(['memory', 'keychain-silent'])
    keyring.goOn()
    await expect.poll(() => said(secrets), { timeout: 20_000 }).toEqual(['keychain', null])
    expect(await secrets.get('jwt-key')).toBe('kept')
  })

  test('silent later: a call ends with an error, and works again when the keychain does', async () => {
    await keyring.start('home', 'unlocked')
    const secrets = await openCalmly()
    await secrets.set('jwt-key', 'kept')
    keyring.freeze()
    await expect(secrets.get('jwt-key')).rejects.toMatchObject({ code: 'silent' })
    keyring.goOn()
    expect(await secrets.get('jwt-key')).toBe('kept')
  })

  test('gone in the middle: a read rejects and is never taken for "absent"', async () => {
    await keyring.start('home', 'unlocked')
    const secrets = await openCalmly()
    await secrets.set('jwt-key', 'kept')
    await keyring.stopDaemon()
    await expect(secrets.get('jwt-key')).rejects.toMatchObject({ name: 'SecretError' })
  })

  test('a hub runs while the keychain is locked; tokens of before work again after it is unlocked', async () => {
    const start = () => {
      const config = loadConfig({ env: {}, flags: { dataDir }, platform: process.platform, homedir: dataDir })
      return createHub(config, { host: 'node', log: silentLogger })
    }
    await keyring.start('home', 'unlocked')
    const before = await start()
    const person = await before.services.profiles.default()
    const mint = (hub: typeof before) => hub.services.tokens.mint({ userId: person.id, days: 1, label: 'test' })
    const { token: early } = await mint(before)
    expect(before.services.secrets.store).toBe('keychain')
    await before.stop()

    await keyring.start('home', 'locked')
    const hub = await start()
    try {
      const { secrets, tokens } = hub.services
      await secrets.opened
      expect(secrets.store).toBe('memory')
      const { token: meanwhile } = await mint(hub)
      expect(await tokens.verify(meanwhile)).toMatchObject({ ok: true })
      expect(await tokens.verify(early)).toMatchObject({ ok: false })
      const client = hub.client(person, 'window')
      await keyring.start('home', 'unlocked')
      expect(await client.secrets.retry()).toMatchObject({
        store: 'keychain',
        chosen: 'keychain',
        isFixed: false,
        note: expect.stringMatching(/no longer work|已失效/),
      })
      expect(await tokens.verify(early)).toMatchObject({ ok: true })
      expect(await tokens.verify(meanwhile)).toMatchObject({ ok: false, reason: 'foreign' })
    } finally {
      await hub.stop()
    }
  })
})
