/** More than the endpoint takes: who is refused, what they are told, and that nobody else notices. */
import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../../../src-main/mcp-server/limits.ts'
import { bare, raw, startEndpoint } from './endpoint-fixture.ts'
import { openSession, until } from './stream-client.ts'

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
const wait = { jsonrpc: '2.0', id: 'w', method: 'tools/call', params: { name: 'wait', arguments: { value: 60_000 } } }
const bearer = (name: string): [string, string][] => [['Authorization', `Bearer token-of-${name}`]]

describe('requests at once', () => {
  it('are refused with 429 and Retry-After beyond a principal’s share, and the others are served', async () => {
    await using own = await startEndpoint({ limits: { inFlightPerPrincipal: 3, inFlight: 4 } })
    const running = [1, 2, 3].map(() => bare(own.port, wait, bearer('alice')).catch(() => null))
    await until(() => own.registry.waiting === 3)
    const refused = await bare(own.port, { ...ping, id: 'x' }, bearer('alice'))
    expect([refused.status, refused.headers['retry-after'], refused.json.id, refused.json.error.code]).toEqual([
      429,
      '1',
      'x',
      -32000,
    ])
    const modern = await bare(own.port, ping, [...bearer('alice'), ['MCP-Protocol-Version', '2026-07-28']])
    expect(modern.status).toBe(429)
    expect((await bare(own.port, ping, bearer('bob'))).status).toBe(200)
    running.push(bare(own.port, wait, bearer('bob')).catch(() => null))
    await until(() => own.registry.waiting === 4)
    expect((await bare(own.port, ping)).status).toBe(429)
    expect(own.registry.calls).toHaveLength(4)
  })

  it('count until they have ended, also when their client has gone and may come back', async () => {
    const timings = { ...DEFAULT_LIMITS.timings, resumeWithinMs: 60_000 }
    await using own = await startEndpoint({ limits: { inFlight: 1, timings } })
    const session = await openSession(own.port)
    const stream = await session.stream({ ...wait, params: { ...wait.params, _meta: { progressToken: 1 } } })
    await stream.message()
    stream.cut()
    await stream.ended
    expect((await session.post(ping)).status).toBe(429)
  })

  it('find their place again after every end: answered, cancelled, broken off', async () => {
    await using own = await startEndpoint({ limits: { inFlight: 1 } })
    for (let round = 0; round < 3; round++) {
      expect((await bare(own.port, ping)).status).toBe(200)
      expect((await raw(own.port, { body: '{' })).status).toBe(400)
      const stop = new AbortController()
      const headers = { 'Content-Type': 'application/json' }
      const request = fetch(own.mcpUrl, { method: 'POST', headers, body: JSON.stringify(wait), signal: stop.signal })
      await until(() => own.registry.waiting === 1)
      stop.abort()
      await expect(request).rejects.toThrow()
      await until(() => own.registry.waiting === 0)
    }
    expect((await bare(own.port, ping)).status).toBe(200)
  })

  it('200 of one client are all served by default', async () => {
    await using own = await startEndpoint()
    const call = { ...wait, params: { name: 'wait', arguments: { value: 500 } } }
    const answers = await Promise.all(Array.from({ length: 200 }, () => bare(own.port, call)))
    expect(answers.map(({ status }) => status)).toEqual(Array(200).fill(200))
  })
})

describe('requests in a time', () => {
  it('are refused beyond a principal’s rate until the window is over', async () => {
    let clock = 0
    await using own = await startEndpoint({ limits: { requestsPerWindow: 2, windowMs: 10_000 }, now: () => clock })
    const statuses = async (name: string) => [
      (await bare(own.port, ping, bearer(name))).status,
      (await bare(own.port, ping, bearer(name))).status,
    ]
    expect(await statuses('alice')).toEqual([200, 200])
    clock = 4_000
    const refused = await bare(own.port, ping, bearer('alice'))
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '6'])
    expect(await statuses('bob')).toEqual([200, 200])
    clock = 10_000
    expect(await statuses('alice')).toEqual([200, 200])
  })
})

describe('bad credentials', () => {
  it('beyond so many a minute and kind are told to slow down, and good ones never are', async () => {
    let clock = 0
    await using own = await startEndpoint({ limits: { badCredentialsPerMinute: 2 }, now: () => clock })
    const send = async (value: string) => {
      const answer = await bare(own.port, ping, [['Authorization', value]])
      return [answer.status, answer.headers['retry-after'], answer.headers['www-authenticate'] !== undefined]
    }
    const told = [401, undefined, true]
    const slow = [429, '60', false]
    expect([await send('Bearer a'), await send('Bearer b'), await send('Bearer c')]).toEqual([told, told, slow])
    expect(await send('Basic x')).toEqual(told)
    expect((await bare(own.port, ping, bearer('alice'))).status).toBe(200)
    expect((await bare(own.port, ping)).status).toBe(200)
    clock = 60_000
    expect(await send('Bearer a')).toEqual(told)
  })

  it('that were good once are always told so: their client has to get a new one', async () => {
    const authenticator = { identify: async () => ({ kind: 'refused' as const, reason: 'expired' as const }) }
    await using own = await startEndpoint({ authenticator, limits: { badCredentialsPerMinute: 1 } })
    for (let round = 0; round < 4; round++) expect((await bare(own.port, ping)).status).toBe(401)
  })

  it('that cannot be checked are neither good nor bad: a client that heard 401 would throw a good one away', async () => {
    const authenticator = { identify: async () => ({ kind: 'refused' as const, reason: 'unavailable' as const }) }
    await using own = await startEndpoint({ authenticator, limits: { badCredentialsPerMinute: 1 } })
    for (let round = 0; round < 3; round++) {
      const { status, headers } = await bare(own.port, ping, bearer('alice'))
      expect([status, headers['retry-after'], headers['www-authenticate']]).toEqual([503, '5', undefined])
    }
  })
})
