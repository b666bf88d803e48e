/** Addresses that carry their key. The faults looked for: one that opens too much or too long, and a key in the clear. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Profile } from '../../../src-main/profiles/profiles.ts'
import { type Household, openHousehold } from './household.ts'

const DAY_MS = 86_400_000
let home: Household
let ada: Profile
let bob: Profile
beforeAll(async () => {
  home = await openHousehold()
  ada = await home.profiles.default()
  bob = await home.profiles.create('Bob')
})
afterAll(() => home?.close())
beforeEach(async () => {
  for (const table of ['personal_url', 'personal_url_secret', 'share']) await home.db.query(`delete from ${table}`)
  home.sharing.forgetAll()
  home.personalUrls.forgetAll()
  await home.profiles.update(ada.id, { personalUrls: true })
})

const share = (chat: 'none' | 'read') => home.sharing.set(bob.id, ada.id, { chat, health: 'read', genetics: 'none' })
const opens = async (secret: string) => (await home.personalUrls.resolve(secret)) !== null
const stateOf = async (id: string) => (await home.personalUrls.list(ada.id)).find((url) => url.id === id)?.state

describe('an address of one’s own', () => {
  it('is made of 96 random bytes, once, and opens the person’s data', async () => {
    const { secret, view } = await home.personalUrls.ensure(ada.id, ada.id)
    expect(Buffer.from(secret, 'base64url')).toHaveLength(96)
    expect(view).toMatchObject({ person: { id: ada.publicId, name: ada.name }, state: 'live', lastUsedAt: null })
    expect(Date.parse(view.expiresAt) - Date.parse(view.createdAt)).toBe(365 * DAY_MS)
    expect(await home.personalUrls.resolve(secret)).toEqual({
      id: view.id,
      holderId: ada.id,
      subjectId: ada.id,
      label: '',
    })
    const again = await home.personalUrls.ensure(ada.id, ada.id)
    expect([again.secret, again.view.id]).toEqual([secret, view.id])
    expect(await home.personalUrls.reveal(ada.id, view.id)).toBe(secret)
  })

  it('is one also when two clients ask at once', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => home.personalUrls.ensure(ada.id, ada.id)))
    expect(new Set(made.map(({ secret }) => secret)).size).toBe(1)
    expect(await home.personalUrls.list(ada.id)).toHaveLength(1)
  })

  it('is nowhere in the database in the clear, nor findable by its parts', async () => {
    const { secret } = await home.personalUrls.ensure(ada.id, ada.id)
    const dump = JSON.stringify([
      await home.db.query(
        "select u.*, encode(sealed, 'escape') as text, encode(sealed, 'hex') as hex from personal_url u",
      ),
      await home.db.query("select encode(secret_hash, 'escape'), encode(secret_hash, 'hex') from personal_url_secret"),
    ])
    for (const form of [secret, secret.slice(0, 24), Buffer.from(secret).toString('hex').slice(0, 48)]) {
      expect(dump).not.toContain(form)
    }
    for (const wrong of [
      secret.slice(0, -1),
      `${secret}A`,
      secret.toUpperCase(),
      'a'.repeat(128),
      '',
      '%'.repeat(128),
    ]) {
      expect(await opens(wrong)).toBe(false)
    }
  })

  it('is refused while the person has not turned them on, and sleeps while turned off again', async () => {
    await home.profiles.update(ada.id, { personalUrls: false })
    await expect(home.personalUrls.ensure(ada.id, ada.id)).rejects.toMatchObject({ code: 'urls_off' })
    await home.profiles.update(ada.id, { personalUrls: true })
    const { secret } = await home.personalUrls.ensure(ada.id, ada.id)
    await home.profiles.update(ada.id, { personalUrls: false })
    expect(await opens(secret)).toBe(false)
    await home.profiles.update(ada.id, { personalUrls: true })
    expect(await opens(secret)).toBe(true)
  })

  it('lives a year; then a new one is made', async () => {
    const { secret, view } = await home.personalUrls.ensure(ada.id, ada.id)
    home.passMs(365 * DAY_MS - 1)
    expect(await opens(secret)).toBe(true)
    home.passMs(1)
    expect(await opens(secret)).toBe(false)
    expect(await stateOf(view.id)).toBe('expired')
    const next = await home.personalUrls.ensure(ada.id, ada.id)
    expect(next.secret).not.toBe(secret)
    expect(await opens(next.secret)).toBe(true)
  })

  it('ends at once when it is revoked, and nothing that could be read again stays', async () => {
    const { secret, view } = await home.personalUrls.ensure(ada.id, ada.id)
    expect(await opens(secret)).toBe(true)
    expect(await home.personalUrls.revoke(ada.id, view.id)).toBe(true)
    expect(await opens(secret)).toBe(false)
    expect(await home.personalUrls.revoke(ada.id, view.id)).toBe(false)
    expect(await stateOf(view.id)).toBe('revoked')
    await expect(home.personalUrls.reveal(ada.id, view.id)).rejects.toMatchObject({ code: 'unknown_url' })
    expect(await home.db.query('select length(sealed) as n from personal_url')).toEqual([{ n: 0 }])
    expect(await home.db.query('select 1 from personal_url_secret')).toEqual([])
    expect((await home.personalUrls.ensure(ada.id, ada.id)).secret).not.toBe(secret)
  })

  it('is nobody else’s to see, name or end', async () => {
    const { secret, view } = await home.personalUrls.ensure(ada.id, ada.id)
    expect(await home.personalUrls.list(bob.id)).toEqual([])
    await expect(home.personalUrls.reveal(bob.id, view.id)).rejects.toMatchObject({ code: 'unknown_url' })
    await expect(home.personalUrls.rename(bob.id, view.id, 'mine')).rejects.toMatchObject({ code: 'unknown_url' })
    await expect(home.personalUrls.rename(ada.id, 'no-uuid', 'mine')).rejects.toMatchObject({ code: 'unknown_url' })
    expect(await home.personalUrls.revoke(bob.id, view.id)).toBe(false)
    expect(await opens(secret)).toBe(true)
  })

  it('carries a name, its last use to the minute, and the client that used it', async () => {
    const { secret, view } = await home.personalUrls.ensure(ada.id, ada.id)
    expect(await home.personalUrls.rename(ada.id, view.id, ' Phone ')).toMatchObject({ label: 'Phone' })
    expect(await home.personalUrls.resolve(secret)).toMatchObject({ label: 'Phone' })
    const seen = async () => {
      const [url] = await home.personalUrls.list(ada.id)
      return [url?.lastUsedAt, url?.lastClient]
    }
    const [first] = await seen()
    await home.personalUrls.heard({ credential: `personal-url:${view.id}`, name: 'Client A' })
    expect(await seen()).toEqual([first, 'Client A'])
    home.passMs(59_999)
    await home.personalUrls.resolve(secret)
    await home.personalUrls.heard({ credential: `personal-url:${view.id}`, name: 'Client B' })
    expect(await seen()).toEqual([first, 'Client A'])
    home.passMs(1)
    await home.personalUrls.resolve(secret)
    // Another credential's client is not this address's.
    await home.personalUrls.heard({ credential: `token:${view.id}`, name: 'Stranger' })
    expect((await seen())[1]).toBe('Client A')
    await home.personalUrls.heard({ credential: `personal-url:${view.id}`, name: 'Client B' })
    const [later, client] = await seen()
    expect(Date.parse(later ?? '') - Date.parse(first ?? '')).toBe(60_000)
    expect(client).toBe('Client B')
  })

  it('works on while the keychain is locked; only showing it has to wait', async () => {
    const { secret, view } = await home.personalUrls.ensure(ada.id, ada.id)
    home.lockKeychain(true)
    try {
      expect(await opens(secret)).toBe(true)
      await expect(home.personalUrls.reveal(ada.id, view.id)).rejects.toMatchObject({ code: 'sealed' })
      await expect(home.personalUrls.ensure(ada.id, ada.id)).rejects.toMatchObject({ code: 'sealed' })
    } finally {
      home.lockKeychain(false)
    }
    expect(await home.personalUrls.reveal(ada.id, view.id)).toBe(secret)
  })
})

describe('an address for another person’s data', () => {
  it('needs their share, and is another than one’s own', async () => {
    await expect(home.personalUrls.ensure(ada.id, bob.id)).rejects.toMatchObject({ code: 'not_shared' })
    await share('read')
    const [own, forBob] = [
      await home.personalUrls.ensure(ada.id, ada.id),
      await home.personalUrls.ensure(ada.id, bob.id),
    ]
    expect(forBob.secret).not.toBe(own.secret)
    expect(await home.personalUrls.resolve(forBob.secret)).toMatchObject({ holderId: ada.id, subjectId: bob.id })
    await expect(home.personalUrls.ensure(bob.id, ada.id)).rejects.toMatchObject({ code: 'urls_off' })
    await expect(home.personalUrls.ensure(ada.id, 9_999)).rejects.toMatchObject({ code: 'unknown_profile' })
  })

  it('is blocked by the very next request after the share is taken back, and works again with it', async () => {
    await share('read')
    const { secret, view } = await home.personalUrls.ensure(ada.id, bob.id)
    expect(await opens(secret)).toBe(true)
    await share('none')
    expect(await opens(secret)).toBe(false)
    expect(await stateOf(view.id)).toBe('blocked')
    await expect(home.personalUrls.ensure(ada.id, bob.id)).rejects.toMatchObject({ code: 'not_shared' })
    await share('read')
    expect(await opens(secret)).toBe(true)
  })
})
