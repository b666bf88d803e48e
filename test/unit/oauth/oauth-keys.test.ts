/** The authorization server's keys: made once, kept, and never overwritten when the keychain cannot tell. */
import { expect, it, vi } from 'vitest'
import { createOauthKeys } from '../../../src-main/profiles/oauth-keys.ts'
import { memoryStore } from '../../../src-main/secrets/memory-store.ts'

it('are made at first use and the same ever after', async () => {
  const store = memoryStore(null)
  const first = await createOauthKeys(store)()
  expect(first.signingKey).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256' })
  expect(await createOauthKeys(store)()).toEqual(first)
})

it('a store that cannot tell is asked again, and nothing is written over what it may hold', async () => {
  const store = memoryStore(null)
  const kept = await createOauthKeys(store)()
  const get = vi.fn(store.get).mockRejectedValueOnce(new Error('locked'))
  const set = vi.fn(store.set)
  const keys = createOauthKeys({ get, set })
  await expect(keys()).rejects.toThrow('locked')
  expect(await keys()).toEqual(kept)
  expect(set).not.toHaveBeenCalled()
})

it.each(['', 'no json', '{}', '{"cookieKey":"short","signingKey":{"d":"x"}}', '{"cookieKey":5}', 'null'])(
  'what is no key of ours (%j) is told and left as it is',
  async (stored) => {
    const set = vi.fn(async () => {})
    const keys = createOauthKeys({ get: async () => stored, set })
    await expect(keys()).rejects.toMatchObject({ code: 'bad_key', hint: expect.stringContaining('Delete') })
    expect(set).not.toHaveBeenCalled()
  },
)
