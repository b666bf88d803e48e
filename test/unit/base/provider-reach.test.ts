/** When a provider is handed an address of this hub: not when it could not come, and the person hears why. */
import { expect, it } from 'vitest'
import { createProviderReach } from '../../../src-main/mcp-server/provider-reach.ts'

const reached = { check: async () => ({ publicUrl: null, ok: true, steps: [] }) }
const refused = {
  check: async () => ({
    publicUrl: 'https://hub.example.org',
    ok: false,
    steps: [{ step: 'identity' as const, ok: false as const, found: { code: 'other-hub' as const } }],
  }),
}

it('says no without a public address, and asks nobody', async () => {
  const never = { check: () => Promise.reject(new Error('asked')) }
  const reach = createProviderReach({ reachability: never, publicUrl: null })
  expect(await reach({ isLocal: false })).toMatchObject({
    ok: false,
    why: { en: expect.stringContaining('MCP_PUBLIC_URL') },
  })
})

it('hands a loopback address to a model on this computer alone', async () => {
  const reach = createProviderReach({ reachability: reached, publicUrl: 'http://127.0.0.1:18060' })
  expect((await reach({ isLocal: false })).ok).toBe(false)
  expect((await reach({ isLocal: true })).ok).toBe(true)
})

it('tells in both languages what the check found', async () => {
  const reach = createProviderReach({ reachability: refused, publicUrl: 'https://hub.example.org' })
  expect(await reach({ isLocal: false })).toEqual({
    ok: false,
    why: { en: expect.stringContaining('not this one'), zh: expect.stringContaining('另一个 Mirohub') },
  })
})
