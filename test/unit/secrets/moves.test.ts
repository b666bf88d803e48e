/** Secrets on the move: a keychain that opens late, is another one, or is chosen and left; what wins, what is lost. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadConfig } from '../../../src-main/config/load.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import { createSigningKey } from '../../../src-main/profiles/signing-key.ts'
import { openSecrets } from '../../../src-main/secrets/open.ts'
import { type FakeKeychain, fakeKeychain, held } from './fake-keychain.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'mirohub-moves-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const open = (mode: 'keychain' | 'memory' | 'file', keychain: FakeKeychain, isFixed = false) =>
  openSecrets({ mode, isFixed, dataDir, log: silentLogger, keychain })
const keyFile = () => join(dataDir, 'secrets.json')
const settings = () => join(dataDir, 'config.yaml')

describe('a keychain that was locked and opens', () => {
  test('takes what was made in memory', async () => {
    const keychain = fakeKeychain()
    keychain.fault = 'locked'
    const secrets = await open('keychain', keychain)
    await secrets.set('jwt-key', 'made in memory')
    keychain.fault = null
    await secrets.retry()
    expect([secrets.store, secrets.note]).toEqual(['keychain', null])
    expect(held(keychain, 'jwt-key')).toBe('made in memory')
    expect(await secrets.get('jwt-key')).toBe('made in memory')
  })

  test('keeps what it holds already; the signing key is loaded again, and the note says what is void', async () => {
    const keychain = fakeKeychain()
    const before = await createSigningKey(await open('keychain', keychain))()
    keychain.fault = 'locked'
    const secrets = await open('keychain', keychain)
    const signingKey = createSigningKey(secrets)
    const meanwhile = await signingKey()
    expect(meanwhile).not.toEqual(before)
    keychain.fault = null
    const changed: (readonly string[])[] = []
    secrets.onChanged((names) => changed.push(names))
    await secrets.retry()
    expect(await signingKey()).toEqual(before)
    expect(changed).toEqual([['jwt-key']])
    expect(secrets.note?.code).toBe('superseded')
  })

  test('is not overwritten by a key that was being made while it opened', async () => {
    const keychain = fakeKeychain()
    await (await open('keychain', keychain)).set('jwt-key', 'real')
    keychain.fault = 'locked'
    const secrets = await open('keychain', keychain)
    expect(await secrets.get('jwt-key')).toBeNull()
    keychain.fault = null
    await secrets.retry()
    await expect(secrets.set('jwt-key', 'new')).rejects.toMatchObject({ code: 'changed' })
    expect(held(keychain, 'jwt-key')).toBe('real')
    // Knowing what is there, it may be replaced.
    expect(await secrets.get('jwt-key')).toBe('real')
    await secrets.set('jwt-key', 'rotated')
    expect(held(keychain, 'jwt-key')).toBe('rotated')
  })

  test('still locked at the retry, it changes nothing and says so', async () => {
    const keychain = fakeKeychain()
    keychain.fault = 'locked'
    const secrets = await open('keychain', keychain)
    await secrets.set('jwt-key', 'in memory')
    await secrets.retry()
    expect([secrets.store, secrets.note?.code, await secrets.get('jwt-key')]).toEqual([
      'memory',
      'keychain-locked',
      'in memory',
    ])
  })

  test('fails in the middle of taking over: memory stays in use, with everything in it', async () => {
    const keychain = fakeKeychain()
    keychain.fault = 'locked'
    const secrets = await open('keychain', keychain)
    await secrets.set('jwt-key', 'one')
    await secrets.set('personal-url-key', 'two')
    keychain.fault = null
    const ask = keychain.ask.bind(keychain)
    keychain.ask = async (question, limitMs) => {
      if (question.op === 'set' && question.account.endsWith('personal-url-key')) throw new Error('disk full')
      return ask(question, limitMs)
    }
    await expect(secrets.retry()).rejects.toThrow('disk full')
    expect(secrets.store).toBe('memory')
    expect(await secrets.get('jwt-key')).toBe('one')
    expect(await secrets.get('personal-url-key')).toBe('two')
    keychain.ask = ask
    await secrets.retry()
    expect([secrets.store, await secrets.get('personal-url-key')]).toEqual(['keychain', 'two'])
  })
})

describe('another keychain than before', () => {
  test('is used and told; choosing it ends the note; the former one is known again', async () => {
    const former = fakeKeychain()
    await (await open('keychain', former)).set('jwt-key', 'former')
    const other = fakeKeychain()
    const secrets = await open('keychain', other)
    expect([secrets.store, secrets.note?.code, await secrets.get('jwt-key')]).toEqual([
      'keychain',
      'keychain-changed',
      null,
    ])
    // Told at every start until it is chosen, although it holds a mark of its own by now.
    expect((await open('keychain', other)).note?.code).toBe('keychain-changed')
    const back = await open('keychain', former)
    expect([back.note, await back.get('jwt-key')]).toEqual([null, 'former'])
    await secrets.choose('keychain')
    expect(secrets.note).toBeNull()
    expect((await open('keychain', other)).note).toBeNull()
    expect((await open('keychain', former)).note?.code).toBe('keychain-changed')
  })

  test('the former one opened and retried: everything held is loaded again', async () => {
    const keychain = fakeKeychain()
    await (await open('keychain', keychain)).set('jwt-key', 'former')
    const former = keychain.values
    keychain.values = new Map()
    const secrets = await open('keychain', keychain)
    await secrets.set('jwt-key', 'other')
    keychain.values = former
    const changed: (readonly string[])[] = []
    secrets.onChanged((names) => changed.push(names))
    await secrets.retry()
    expect(changed[0]).toContain('jwt-key')
    expect([secrets.note, await secrets.get('jwt-key')]).toEqual([null, 'former'])
  })
})

describe('choosing', () => {
  test('a file: everything moves, the keychain is emptied, config.yaml keeps its comments', async () => {
    const text =
      '# my hub\nHTTP_PORT:   18061 # not the usual\n\nMIROHUB_SECRETS: keychain # for now\nLOG_LEVEL: info\n'
    writeFileSync(settings(), text)
    const keychain = fakeKeychain()
    const secrets = await open('keychain', keychain)
    await secrets.set('jwt-key', 'a')
    await secrets.set('oauth-keys', 'b')
    const changed: (readonly string[])[] = []
    secrets.onChanged((names) => changed.push(names))
    await secrets.choose('file')
    expect([secrets.store, secrets.chosen, secrets.note?.code]).toEqual(['file', 'file', 'file-chosen'])
    expect(JSON.parse(readFileSync(keyFile(), 'utf8'))).toEqual({ 'jwt-key': 'a', 'oauth-keys': 'b' })
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
    expect([held(keychain, 'jwt-key'), held(keychain, 'oauth-keys')]).toEqual([undefined, undefined])
    expect(readFileSync(settings(), 'utf8')).toBe(text.replace('keychain # for', 'file # for'))
    // The values are the same ones: nobody has to load anything again.
    expect(changed).toEqual([[]])
  })

  test('the keychain again: no key file stays behind', async () => {
    const keychain = fakeKeychain()
    const secrets = await open('file', keychain)
    await secrets.set('jwt-key', 'a')
    await secrets.choose('keychain')
    expect([secrets.store, secrets.note, held(keychain, 'jwt-key')]).toEqual(['keychain', null, 'a'])
    expect(existsSync(keyFile())).toBe(false)
    expect(readFileSync(settings(), 'utf8')).toBe('MIROHUB_SECRETS: keychain\n')
    const env = {}
    expect(loadConfig({ env, flags: { dataDir }, platform: 'linux', homedir: '/' }).secrets).toBe('keychain')
  })

  test('a keychain that is locked is refused, and nothing has changed', async () => {
    const keychain = fakeKeychain()
    keychain.fault = 'locked'
    const secrets = await open('file', keychain)
    await secrets.set('jwt-key', 'a')
    await expect(secrets.choose('keychain')).rejects.toMatchObject({ code: 'locked' })
    expect([secrets.store, secrets.chosen, await secrets.get('jwt-key')]).toEqual(['file', 'file', 'a'])
    expect(readdirSync(dataDir)).toEqual(['secrets.json'])
  })

  test('is refused where the environment decides, with the way out', async () => {
    const secrets = await open('memory', fakeKeychain(), true)
    await expect(secrets.choose('file')).rejects.toMatchObject({
      code: 'fixed',
      hint: expect.stringContaining('environment'),
    })
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('a config.yaml that is not one stops it before anything is left', async () => {
    writeFileSync(settings(), 'HTTP_PORT: [1\n')
    const keychain = fakeKeychain()
    const secrets = await open('keychain', keychain)
    await secrets.set('jwt-key', 'a')
    await expect(secrets.choose('file')).rejects.toThrow(/config\.yaml could not be changed/)
    expect([secrets.store, held(keychain, 'jwt-key')]).toEqual(['keychain', 'a'])
    expect(readFileSync(settings(), 'utf8')).toBe('HTTP_PORT: [1\n')
    expect(existsSync(keyFile())).toBe(false)
  })
})
