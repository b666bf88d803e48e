/** People and tokens on the real database. */
import { createHmac, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../src-main/db/database.ts'
import { openDatabase } from '../../src-main/db/open.ts'
import { silentLogger } from '../../src-main/log/logger.ts'
import { createProfiles, type Profiles } from '../../src-main/profiles/profiles.ts'
import { createTokens, type Tokens } from '../../src-main/profiles/tokens.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'mirohub-profiles-'))
let db: Database
beforeAll(async () => {
  db = await openDatabase({ config: { dataDir, databaseUrl: null }, log: silentLogger })
})
afterAll(async () => {
  await db.close()
  rmSync(dataDir, { recursive: true, force: true })
})

let clock = new Date('2026-03-01T12:00:00Z')
const now = () => clock
const openProfiles = (zone: string | null = 'Europe/Berlin', osUser = () => 'ada') =>
  createProfiles({ db, config: { defaultTimeZone: zone }, now, log: silentLogger, osUser })

function memorySecrets() {
  const kept = new Map<string, string>()
  return {
    kept,
    get: async (name: string) => kept.get(name) ?? null,
    set: async (name: string, value: string) => {
      kept.set(name, value)
    },
  }
}

beforeEach(async () => {
  clock = new Date('2026-03-01T12:00:00Z')
  await db.query('delete from access_token')
  await db.query('delete from profile')
})

describe('profiles', () => {
  it('makes one default profile at the first start and keeps it at the next', async () => {
    const first = await (await openProfiles()).default()
    expect(first).toMatchObject({ name: 'ada', timeZone: 'Europe/Berlin', language: null, units: {}, isDefault: true })
    const again = await openProfiles('Asia/Tokyo')
    expect(await again.default()).toEqual(first)
    expect(await again.list()).toHaveLength(1)
  })

  it('makes one default profile when two hubs start on one database at once', async () => {
    const [a, b] = await Promise.all([openProfiles(), openProfiles()])
    expect((await a.default()).id).toBe((await b.default()).id)
    expect(await a.list()).toHaveLength(1)
  })

  it.each([
    ['root', 'Me'],
    ['', 'Me'],
    ['  grace ', 'grace'],
  ])('calls the person behind the account "%s" "%s"', async (account, name) => {
    expect((await (await openProfiles(null, () => account)).default()).name).toBe(name)
  })

  it('calls a person "Me" where the system knows no account', async () => {
    const osUser = () => {
      throw new Error('no entry')
    }
    expect((await (await openProfiles(null, osUser)).default()).name).toBe('Me')
  })

  it('refuses a configured zone that is none, and makes no profile', async () => {
    await expect(openProfiles('Mars/Olympus')).rejects.toMatchObject({ code: 'bad_time_zone' })
    expect(await db.query('select 1 from profile')).toEqual([])
  })

  it('finds people by id, public id and name, and nobody by half a name', async () => {
    const profiles = await openProfiles()
    const ada = await profiles.default()
    const bob = await profiles.create('Bob')
    expect(await profiles.get(bob.id)).toEqual(bob)
    expect(await profiles.byPublicId(bob.publicId)).toEqual(bob)
    expect(await profiles.byName(bob.publicId.toUpperCase())).toEqual(bob)
    expect(await profiles.byName('bob')).toEqual(bob)
    expect(await profiles.byName('ada')).toEqual(ada)
    expect(await profiles.byName('bo')).toBeNull()
    expect(await profiles.byName("x' or true --")).toBeNull()
    expect(await profiles.byPublicId('not-a-uuid')).toBeNull()
    expect(await profiles.get(bob.id + 999)).toBeNull()
    expect((await profiles.list()).map((person) => person.name)).toEqual(['ada', 'Bob'])
  })

  it('refuses a name that is taken, empty or too long', async () => {
    const profiles = await openProfiles()
    await expect(profiles.create('ADA')).rejects.toMatchObject({ code: 'name_taken' })
    await expect(profiles.create('  ')).rejects.toMatchObject({ code: 'bad_name' })
    await expect(profiles.create('x'.repeat(81))).rejects.toMatchObject({ code: 'bad_name' })
    const bob = await profiles.create('Bob')
    await expect(profiles.update(bob.id, { name: 'Ada' })).rejects.toMatchObject({ code: 'name_taken' })
    expect(await profiles.update(bob.id, { name: 'BOB' })).toMatchObject({ name: 'BOB' })
  })

  it('changes what the patch names and nothing else', async () => {
    const profiles = await openProfiles()
    const { id } = await profiles.default()
    await profiles.update(id, {
      theme: 'dark',
      preferences: { listWidth: 240, hint: true },
      units: { body_mass: 'kg' },
    })
    const changed = await profiles.update(id, {
      timeZone: 'asia/shanghai',
      language: 'zh-CN',
      preferences: { hint: null },
    })
    expect(changed).toMatchObject({
      name: 'ada',
      timeZone: 'Asia/Shanghai',
      language: 'zh-CN',
      units: { body_mass: 'kg' },
      preferences: { theme: 'dark', listWidth: 240 },
    })
    expect(changed.preferences).not.toHaveProperty('hint')
    expect(await profiles.update(id, { language: null, units: {} })).toMatchObject({ language: null, units: {} })
    await expect(profiles.update(id, { timeZone: '+08:00' })).rejects.toMatchObject({ code: 'bad_time_zone' })
    await expect(profiles.update(id + 999, { name: 'x' })).rejects.toMatchObject({ code: 'unknown_profile' })
  })
})

describe('tokens', () => {
  let profiles: Profiles
  let tokens: Tokens
  let secrets: ReturnType<typeof memorySecrets>
  let userId: number
  let publicId: string
  beforeEach(async () => {
    profiles = await openProfiles()
    secrets = memorySecrets()
    tokens = await createTokens({ db, secrets, profiles, now })
    ;({ id: userId, publicId } = await profiles.default())
  })
  const key = () => Buffer.from(secrets.kept.get('jwt-key') ?? '', 'base64url')
  const mint = (days = 30) => tokens.mint({ userId, days, label: ' Claude ' })

  it('gives a token that verifies as its person, until its last second', async () => {
    const { token, view } = await mint(30)
    expect(view).toMatchObject({
      label: 'Claude',
      createdAt: '2026-03-01T12:00:00.000Z',
      expiresAt: '2026-03-31T12:00:00.000Z',
      lastUsedAt: null,
      revokedAt: null,
    })
    expect(await tokens.verify(token)).toEqual({
      ok: true,
      userId,
      publicId,
      jti: view.id,
      scopes: ['mcp:read', 'mcp:write', 'mcp:tools'],
      label: 'Claude',
    })
    clock = new Date('2026-03-31T11:59:59Z')
    expect((await tokens.verify(token)).ok).toBe(true)
    clock = new Date('2026-03-31T12:00:00Z')
    expect(await tokens.verify(token)).toEqual({ ok: false, reason: 'expired' })
  })

  it('keeps the token out of the database and the key out of the token', async () => {
    const { token } = await mint()
    const rows = JSON.stringify(await db.query('select * from access_token'))
    for (const part of token.split('.')) expect(rows).not.toContain(part)
    expect(key()).toHaveLength(32)
    expect(token).not.toContain(secrets.kept.get('jwt-key'))
  })

  it('refuses after revocation, at once', async () => {
    const { token, view } = await mint()
    expect((await tokens.verify(token)).ok).toBe(true)
    expect(await tokens.revoke(userId, view.id)).toBe(true)
    expect(await tokens.verify(token)).toEqual({ ok: false, reason: 'revoked' })
    expect(await tokens.revoke(userId, view.id)).toBe(false)
    expect(await tokens.revoke(userId, 'not-a-uuid')).toBe(false)
  })

  it('lets nobody revoke another person’s token', async () => {
    const bob = await profiles.create('Bob')
    const { token, view } = await mint()
    expect(await tokens.revoke(bob.id, view.id)).toBe(false)
    expect((await tokens.verify(token)).ok).toBe(true)
    expect(await tokens.list(bob.id)).toEqual([])
  })

  describe('of others', () => {
    const claims = (over: Record<string, unknown> = {}) => ({ scope: 'mcp:read', jti: '', ...over })
    const sign = async (
      signer: Parameters<SignJWT['sign']>[0],
      alg: string,
      over: Partial<{ aud: string; iss: string; sub: string; jti: string }> = {},
    ) => {
      const { view } = await mint()
      return new SignJWT(claims())
        .setProtectedHeader({ alg })
        .setSubject(over.sub ?? publicId)
        .setJti(over.jti ?? view.id)
        .setIssuer(over.iss ?? 'urn:mirohub:hub')
        .setAudience(over.aud ?? 'urn:mirohub:mcp')
        .setIssuedAt(clock)
        .setExpirationTime(new Date(clock.getTime() + 60_000))
        .sign(signer)
    }
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

    it('the same claims under the right key pass: the refusals below are for one reason each', async () => {
      await mint()
      expect((await tokens.verify(await sign(key(), 'HS256'))).ok).toBe(true)
    })

    it('are refused under another key', async () => {
      expect(await tokens.verify(await sign(Buffer.alloc(32, 7), 'HS256'))).toEqual({ ok: false, reason: 'foreign' })
    })

    it('are refused with another algorithm, even with our key or the key’s public look', async () => {
      await mint()
      expect((await tokens.verify(await sign(Buffer.concat([key(), key()]), 'HS512'))).ok).toBe(false)
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      expect((await tokens.verify(await sign(privateKey, 'RS256'))).ok).toBe(false)
    })

    it('are refused with alg none', async () => {
      const { token } = await mint()
      const payload = token.split('.')[1]
      for (const alg of ['none', 'None', 'NONE']) {
        expect((await tokens.verify(`${part({ alg })}.${payload}.`)).ok).toBe(false)
        const signature = createHmac('sha256', key())
          .update(`${part({ alg })}.${payload}`)
          .digest('base64url')
        expect((await tokens.verify(`${part({ alg })}.${payload}.${signature}`)).ok).toBe(false)
      }
    })

    it('are refused for another audience or issuer', async () => {
      await mint()
      for (const over of [{ aud: 'urn:mirohub:personal' }, { aud: '' }, { iss: 'urn:other' }]) {
        expect(await tokens.verify(await sign(key(), 'HS256', over))).toEqual({ ok: false, reason: 'wrong_audience' })
      }
    })

    it('are refused without a row, for another person, or with ids that are none', async () => {
      await mint()
      const bob = await profiles.create('Bob')
      const jti = '00000000-0000-4000-8000-000000000000'
      expect(await tokens.verify(await sign(key(), 'HS256', { jti }))).toEqual({ ok: false, reason: 'unknown' })
      expect(await tokens.verify(await sign(key(), 'HS256', { sub: bob.publicId }))).toEqual({
        ok: false,
        reason: 'unknown',
      })
      expect(await tokens.verify(await sign(key(), 'HS256', { jti: "'; drop table profile" }))).toEqual({
        ok: false,
        reason: 'malformed',
      })
    })

    it('are refused when a bit of the payload changed', async () => {
      const { token } = await mint()
      const [head, payload = '', signature] = token.split('.')
      const changed = part({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), exp: 9_999_999_999 })
      expect(await tokens.verify(`${head}.${changed}.${signature}`)).toEqual({ ok: false, reason: 'foreign' })
    })

    it.each(['', 'x', 'a.b.c', '...', 'Bearer x', '{}', '\u0000'])('"%s" is malformed', async (text) => {
      expect((await tokens.verify(text)).ok).toBe(false)
    })

    it('without an expiry are refused', async () => {
      const { view } = await mint()
      const endless = await new SignJWT(claims())
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(publicId)
        .setJti(view.id)
        .setIssuer('urn:mirohub:hub')
        .setAudience('urn:mirohub:mcp')
        .setIssuedAt(clock)
        .sign(key())
      expect((await tokens.verify(endless)).ok).toBe(false)
    })
  })

  it('notes the last use at most once a minute', async () => {
    const { token } = await mint()
    const lastUsed = async () => (await tokens.list(userId))[0]?.lastUsedAt
    await tokens.verify(token)
    expect(await lastUsed()).toBe('2026-03-01T12:00:00.000Z')
    clock = new Date('2026-03-01T12:00:59Z')
    await tokens.verify(token)
    expect(await lastUsed()).toBe('2026-03-01T12:00:00.000Z')
    clock = new Date('2026-03-01T12:01:00Z')
    await tokens.verify(token)
    expect(await lastUsed()).toBe('2026-03-01T12:01:00.000Z')
  })

  it('lists the newest first', async () => {
    await tokens.mint({ userId, days: 1, label: 'old' })
    clock = new Date('2026-03-02T12:00:00Z')
    await tokens.mint({ userId, days: 1, label: 'new' })
    expect((await tokens.list(userId)).map((view) => view.label)).toEqual(['new', 'old'])
  })

  it.each([0, -1, 1.5, Number.NaN, 3651])('refuses a life of %s days', async (days) => {
    await expect(mint(days)).rejects.toMatchObject({ code: 'bad_days' })
  })

  it('refuses a token for nobody', async () => {
    await expect(tokens.mint({ userId: userId + 999, days: 1, label: '' })).rejects.toMatchObject({
      code: 'unknown_profile',
    })
  })

  it('lets nobody in while the keychain is locked, writes nothing to it, and recovers', async () => {
    const { token } = await mint()
    let locked = true
    const written: string[] = []
    const later = await createTokens({
      db,
      profiles,
      now,
      secrets: {
        get: async (name) => {
          if (locked) throw new Error('locked')
          return secrets.get(name)
        },
        set: async (name) => {
          written.push(name)
        },
      },
    })
    expect(await later.verify(token)).toEqual({ ok: false, reason: 'unavailable' })
    await expect(later.mint({ userId, days: 1, label: '' })).rejects.toThrow('locked')
    locked = false
    expect((await later.verify(token)).ok).toBe(true)
    expect(written).toEqual([])
  })

  it('makes one key when the first two tokens are made at once', async () => {
    const made = await Promise.all([mint(), mint()])
    for (const { token } of made) expect((await tokens.verify(token)).ok).toBe(true)
  })

  it('does not replace a stored key that is damaged', async () => {
    secrets.kept.set('jwt-key', 'c2hvcnQ')
    const fresh = await createTokens({ db, secrets, profiles, now })
    await expect(fresh.mint({ userId, days: 1, label: '' })).rejects.toMatchObject({ code: 'bad_key' })
    expect(secrets.kept.get('jwt-key')).toBe('c2hvcnQ')
  })
})
