/** Sessions of the 2025 versions: who may use one, what is sent over its streams, and when it ends. */
import type { InputRequest } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ToolAnswer } from '../../../src-main/mcp-server/backend.ts'
import { DEFAULT_LIMITS } from '../../../src-main/mcp-server/limits.ts'
import { registryBackend } from '../../../src-main/mcp-server/tool-backend.ts'
import { ALICE, bare, raw, startEndpoint } from './endpoint-fixture.ts'
import { createFakeRegistry } from './fake-registry.ts'
import { type OpenStream, openSession, openStream, until } from './stream-client.ts'

let endpoint: Awaited<ReturnType<typeof startEndpoint>>
beforeAll(async () => {
  endpoint = await startEndpoint()
})
afterAll(() => endpoint.server.close())

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
const call = (id: unknown, name: string, args: unknown = {}, _meta?: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args, ...(_meta && { _meta }) },
})
const withProgress = { progressToken: 'p' }
const modernListen = {
  headers: { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' },
  body: {
    jsonrpc: '2.0',
    id: 1,
    method: 'subscriptions/listen',
    params: {
      notifications: { toolsListChanged: true },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  },
}
/** Waits until the tool `wait` runs with this mark. */
const runs = (mark: string) =>
  until(() => endpoint.registry.calls.some((made) => JSON.stringify(made.args).includes(mark)))
const wasCancelled = (mark: string) => endpoint.registry.cancelled.some((args) => JSON.stringify(args).includes(mark))

describe('a session', () => {
  it('has an id of at least 128 random bits in visible characters, another one each time', async () => {
    const [one, two] = [await openSession(endpoint.port), await openSession(endpoint.port)]
    expect(one.id).toMatch(/^[\x21-\x7e]{22,}$/)
    expect(one.id).not.toBe(two.id)
    expect((await one.post(ping)).json).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  })

  it('knows the client by the name it gave once, for the audit', async () => {
    const session = await openSession(endpoint.port, { token: 'token-of-alice' })
    const { result } = (await session.post(call(1, 'echo'))).json
    expect(result.structuredContent).toMatchObject({ user: ALICE, actor: 'mcp:raw-session' })
  })

  it('is 404 to another principal, as one that never was', async () => {
    const ofAlice = await openSession(endpoint.port, { token: 'token-of-alice' })
    for (const credential of [['Authorization', 'Bearer token-of-bob'] as const, null]) {
      for (const id of [ofAlice.id, 'never-given-out']) {
        const headers = [['Mcp-Session-Id', id] as const, ...(credential === null ? [] : [credential])]
        const answer = await bare(endpoint.port, ping, headers)
        expect([answer.status, answer.json.error.message]).toEqual([404, 'There is no such session: initialize again.'])
        for (const method of ['GET', 'DELETE']) {
          const accept = ['Accept', 'text/event-stream'] as const
          expect((await raw(endpoint.port, { method, headers: [...headers, accept] })).status).toBe(404)
        }
      }
    }
    expect((await ofAlice.post(ping)).status).toBe(200)
  })

  it('answers 401 once its credential is revoked', async () => {
    const revoked = new Set<string>()
    const registry = createFakeRegistry()
    const user = { id: 1, publicId: ALICE, timeZone: 'UTC', language: 'en' }
    await using own = await startEndpoint({
      backendFor: (caller) => registryBackend(registry, caller),
      authenticator: {
        identify: async () =>
          revoked.has('token:1')
            ? { kind: 'refused', reason: 'revoked' }
            : { kind: 'caller', caller: { user }, principal: 'token:1', label: null },
      },
    })
    const session = await openSession(own.port, { token: 'x' })
    expect((await session.post(ping)).status).toBe(200)
    revoked.add('token:1')
    expect((await session.post(ping)).status).toBe(401)
    expect((await session.listen()).status).toBe(401)
  })

  it('asks at every request what its caller may do now', async () => {
    const scopes = ['mcp:read']
    const registry = createFakeRegistry()
    await using own = await startEndpoint({
      backendFor: (caller) => registryBackend(registry, caller),
      authenticator: {
        identify: async () => ({
          kind: 'caller',
          caller: { user: null, scopes: [...scopes] },
          principal: 'token:1',
          label: null,
        }),
      },
    })
    const session = await openSession(own.port, { token: 'x' })
    await session.post(call(1, 'echo'))
    scopes.push('mcp:write')
    await session.post(call(2, 'echo'))
    expect(registry.calls.map((made) => made.caller.scopes)).toEqual([['mcp:read'], ['mcp:read', 'mcp:write']])
  })

  it('is gone after DELETE, and ends its streams', async () => {
    const session = await openSession(endpoint.port)
    const stream = await session.listen()
    expect((await session.end()).status).toBe(200)
    await stream.ended
    expect((await session.post(ping)).status).toBe(404)
    expect((await session.end()).status).toBe(404)
  })

  it('takes no second initialize', async () => {
    const session = await openSession(endpoint.port)
    const answer = await session.post({ jsonrpc: '2.0', id: 9, method: 'initialize', params: {} })
    expect([answer.status, answer.json.error.code]).toEqual([400, -32600])
  })

  it('is not opened by an initialize that is refused', async () => {
    const params = { protocolVersion: 5, capabilities: {}, clientInfo: { name: 'x', version: '1' } }
    const answer = await bare(endpoint.port, { jsonrpc: '2.0', id: 1, method: 'initialize', params })
    expect([answer.json.id, answer.json.error.code]).toEqual([1, -32602])
    expect(answer.headers['mcp-session-id']).toBeUndefined()
  })

  it('refuses an id that a running request has', async () => {
    const session = await openSession(endpoint.port)
    const first = session.post(call(5, 'wait', { value: 30_000, mark: 'twice' }))
    await runs('twice')
    const second = await session.post(call(5, 'echo'))
    expect([second.status, second.json.error.code]).toEqual([400, -32600])
    await session.post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } })
    expect((await first).status).toBe(202)
    expect((await session.post(call(5, 'echo'))).status).toBe(200)
  })
})

describe('answers', () => {
  it('are plain JSON for a client that takes nothing else, though it asks for progress', async () => {
    const session = await openSession(endpoint.port, { accept: 'application/json' })
    const answer = await session.post(call(1, 'wait', { value: 1 }, withProgress))
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(answer.json.result.structuredContent).toEqual({ success: true, waited: 1 })
  })

  it('become a stream when there is progress to tell, and end with the answer', async () => {
    const session = await openSession(endpoint.port)
    const stream = await session.stream(call(1, 'wait', { value: 1 }, withProgress))
    expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream'])
    const priming = await stream.next()
    expect([priming.data, priming.id !== null, priming.retry]).toEqual(['', true, '1000'])
    expect((await stream.message()).params?.progress).toBe(1)
    expect((await stream.message()).params?.progress).toBe(2)
    expect((await stream.message()).result.structuredContent).toEqual({ success: true, waited: 1 })
    await stream.ended
  })

  it('become a stream when they take long, so that no client gives up on silence', async () => {
    const timings = { ...DEFAULT_LIMITS.timings, streamAfterMs: 5 }
    await using own = await startEndpoint({ limits: { timings } })
    const session = await openSession(own.port)
    const stream = await session.stream(call(1, 'wait', { value: 100 }))
    expect(stream.headers['content-type']).toBe('text/event-stream')
    expect((await stream.message()).result.structuredContent).toEqual({ success: true, waited: 100 })
  })

  it('say 401 and 403 in a session too', async () => {
    const session = await openSession(endpoint.port)
    const answer = await session.post(call(4, 'whoami'))
    expect([answer.status, answer.json.id, answer.json.error.code]).toEqual([401, 4, -32000])
    expect(answer.headers['www-authenticate']).toContain('resource_metadata=')
  })
})

describe('the standing stream', () => {
  it('tells that tools changed, to every session and once', async () => {
    await using own = await startEndpoint()
    const streams: OpenStream[] = []
    for (const token of ['token-of-alice', 'token-of-bob']) {
      streams.push(await (await openSession(own.port, { token })).listen())
    }
    own.registry.listChanged()
    own.server.changed('tools')
    for (const stream of streams) {
      const methods = [(await stream.message()).method, (await stream.message()).method]
      expect(methods).toEqual(Array(2).fill('notifications/tools/list_changed'))
    }
  })

  it('wants Accept, and answers 405 without a session', async () => {
    const session = await openSession(endpoint.port)
    const headers = Object.entries({ ...session.headers, Accept: 'application/json' })
    expect((await raw(endpoint.port, { method: 'GET', headers })).status).toBe(406)
    const without = await raw(endpoint.port, { method: 'GET', headers: [['Accept', 'text/event-stream']] })
    expect([without.status, without.headers.allow]).toEqual([405, 'POST, OPTIONS'])
  })

  it('is that of the newest connection', async () => {
    await using own = await startEndpoint()
    const session = await openSession(own.port)
    const former = await session.listen()
    const newest = await session.listen()
    await former.ended
    own.registry.listChanged()
    expect((await newest.message()).method).toBe('notifications/tools/list_changed')
  })

  it('brings what was missed while the connection was broken', async () => {
    await using own = await startEndpoint()
    const session = await openSession(own.port)
    const first = await session.listen()
    own.registry.listChanged()
    const { eventId } = await first.message()
    first.cut()
    await first.ended
    own.registry.listChanged()
    const again = await session.listen(eventId ?? '')
    expect((await again.message()).method).toBe('notifications/tools/list_changed')
    expect((await session.listen('0-999')).status).toBe(400)
    expect((await session.listen('nonsense')).status).toBe(400)
  })
})

it('listening streams of both eras end soon after their credential is revoked', async () => {
  let isRevoked = false
  await using own = await startEndpoint({
    limits: { recheckMs: 10 },
    authenticator: {
      identify: async () =>
        isRevoked
          ? { kind: 'refused', reason: 'revoked' }
          : { kind: 'caller', caller: { user: null }, principal: 'token:1', label: null },
    },
  })
  const legacy = await (await openSession(own.port, { token: 'x' })).listen()
  const modern = await openStream(own.port, modernListen)
  expect((await modern.message()).method).toBe('notifications/subscriptions/acknowledged')
  // Several looks at a good credential change nothing.
  await new Promise((resolve) => setTimeout(resolve, 50))
  own.registry.listChanged()
  expect((await legacy.message()).method).toBe('notifications/tools/list_changed')
  expect((await modern.message()).method).toBe('notifications/tools/list_changed')
  isRevoked = true
  await Promise.all([legacy.ended, modern.ended])
})

describe('a broken connection', () => {
  it('of a stream leaves the call running, whose answer is fetched by its last event id', async () => {
    const session = await openSession(endpoint.port)
    const stream = await session.stream(call('r', 'wait', { value: 300, mark: 'resume' }, withProgress))
    const { eventId } = await stream.message()
    stream.cut()
    await stream.ended
    const again = await session.listen(eventId ?? '')
    expect((await again.message()).params?.progress).toBe(2)
    expect(await again.message()).toMatchObject({ id: 'r', result: { structuredContent: { waited: 300 } } })
    await again.ended
    expect(wasCancelled('resume')).toBe(false)
  })

  it('finds the answer also when it was ready in the meantime, and no other stream’s', async () => {
    const session = await openSession(endpoint.port)
    const stream = await session.stream(call(1, 'wait', { value: 30, mark: 'late' }, withProgress))
    const other = await session.stream(call(2, 'wait', { value: 1, mark: 'other' }, withProgress))
    await other.ended
    const { eventId } = await stream.message()
    stream.cut()
    await until(() => endpoint.registry.waiting === 0)
    const again = await session.listen(eventId ?? '')
    const messages = [await again.message(), await again.message()]
    expect(messages.map((message) => message.id ?? message.method)).toEqual(['notifications/progress', 1])
    await again.ended
  })

  it('cancels the call when nobody comes back in time', async () => {
    const timings = { ...DEFAULT_LIMITS.timings, resumeWithinMs: 20 }
    await using own = await startEndpoint({ limits: { timings } })
    const session = await openSession(own.port)
    const stream = await session.stream(call(1, 'wait', { value: 60_000 }, withProgress))
    await stream.message()
    stream.cut()
    await until(() => own.registry.cancelled.length === 1)
  })

  it('of a client that took no event cancels the call at once: it could not ask for the rest', async () => {
    const session = await openSession(endpoint.port, { accept: 'application/json' })
    const stop = new AbortController()
    const answer = fetch(endpoint.mcpUrl, {
      method: 'POST',
      headers: { ...session.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(call(1, 'wait', { value: 60_000, mark: 'unresumable' })),
      signal: stop.signal,
    })
    await runs('unresumable')
    stop.abort()
    await expect(answer).rejects.toThrow()
    await until(() => wasCancelled('unresumable'))
  })
})

describe('a question to the client', () => {
  const form: InputRequest = { method: 'elicitation/create', params: { message: 'Which?', requestedSchema: schema() } }
  const asking = () => {
    const registry = createFakeRegistry()
    return startEndpoint({
      backendFor: (caller) => ({
        ...registryBackend(registry, caller),
        async invoke({ client }): Promise<ToolAnswer> {
          const answer = client?.answers.which
          if (answer === undefined) return { ask: { requests: { which: form } } }
          return { ready: { content: [{ type: 'text', text: JSON.stringify(answer) }] } }
        },
      }),
    })
  }

  it('goes out on the call’s own stream, and the answer comes back by another POST', async () => {
    await using own = await asking()
    const session = await openSession(own.port, { capabilities: { elicitation: { form: {} } } })
    const stream = await session.stream(call(1, 'echo'))
    const question = await stream.message()
    expect(question.method).toBe('elicitation/create')
    const reply = { jsonrpc: '2.0', id: question.id, result: { action: 'accept', content: { which: 'blue' } } }
    expect((await session.post(reply)).status).toBe(202)
    expect((await stream.message()).result.content[0]?.text).toContain('blue')
  })

  it('of one session is not answered by another', async () => {
    await using own = await asking()
    const capabilities = { elicitation: { form: {} } }
    const [alice, bob] = [
      await openSession(own.port, { token: 'token-of-alice', capabilities }),
      await openSession(own.port, { token: 'token-of-bob', capabilities }),
    ]
    const stream = await alice.stream(call(1, 'echo'))
    const question = await stream.message()
    const reply = (which: string) => ({
      jsonrpc: '2.0',
      id: question.id,
      result: { action: 'accept', content: { which } },
    })
    await bob.post(reply('forged'))
    await bare(own.port, reply('forged'))
    await alice.post(reply('true'))
    expect((await stream.message()).result.content[0]?.text).toContain('true')
  })
})

describe('bounds', () => {
  it('ends the longest unused session when there are too many, per principal and in all', async () => {
    let clock = 0
    await using own = await startEndpoint({ limits: { sessions: 3, sessionsPerPrincipal: 2 }, now: () => clock++ })
    const first = await openSession(own.port, { token: 'token-of-alice' })
    const second = await openSession(own.port, { token: 'token-of-alice' })
    expect((await first.post(ping)).status).toBe(200)
    const third = await openSession(own.port, { token: 'token-of-alice' })
    const alive = async () =>
      Promise.all([first, second, third].map(async (session) => (await session.post(ping)).status))
    expect(await alive()).toEqual([200, 404, 200])
    await openSession(own.port, { token: 'token-of-bob' })
    await openSession(own.port)
    expect(await alive()).toEqual([404, 404, 200])
  })

  it('keeps a session that works or listens before one that does neither', async () => {
    let clock = 0
    await using own = await startEndpoint({ limits: { sessionsPerPrincipal: 2 }, now: () => clock++ })
    const listening = await openSession(own.port)
    await listening.listen()
    const idle = await openSession(own.port)
    const newest = await openSession(own.port)
    expect((await idle.post(ping)).status).toBe(404)
    const working = [listening, newest].map((session) =>
      session.stream(call(1, 'wait', { value: 60_000 }, withProgress)),
    )
    await Promise.all(working)
    const refused = await openSession(own.port)
    expect([refused.initialized.status, refused.initialized.headers['retry-after']]).toEqual([429, '1'])
    expect((await listening.post({ ...ping, id: 'other' })).status).toBe(200)
  })

  it('holds 100 opened sessions to the cap', async () => {
    await using own = await startEndpoint()
    const ids: string[] = []
    for (let round = 0; round < 5; round++) {
      const opened = Array.from({ length: 20 }, () => bare(own.port, { ...ping, method: 'initialize' }))
      for (const { status, headers } of await Promise.all(opened)) {
        expect(status).toBe(200)
        ids.push(String(headers['mcp-session-id']))
      }
    }
    expect(new Set(ids).size).toBe(100)
    const alive = await Promise.all(
      ids.map(async (id) => (await bare(own.port, ping, [['Mcp-Session-Id', id]])).status === 200),
    )
    expect(alive.filter(Boolean)).toHaveLength(32)
    expect(alive.slice(-32)).toEqual(Array(32).fill(true))
  })

  it('forgets a session that was idle for half an hour, and not one that listens', async () => {
    let clock = 0
    await using own = await startEndpoint({ now: () => clock })
    const idle = await openSession(own.port)
    const listening = await openSession(own.port)
    await listening.listen()
    clock = 30 * 60_000 - 1
    expect((await idle.post(ping)).status).toBe(200)
    clock += 30 * 60_000
    expect((await idle.post(ping)).status).toBe(404)
    expect((await listening.post(ping)).status).toBe(200)
  })

  it('opens so many listening streams and no more', async () => {
    await using own = await startEndpoint({ limits: { streams: 2 } })
    const sessions = [await openSession(own.port), await openSession(own.port), await openSession(own.port)]
    const streams = await Promise.all(sessions.slice(0, 2).map((session) => session.listen()))
    const refused = await sessions[2]?.listen()
    expect([refused?.status, refused?.headers['retry-after']]).toEqual([429, '60'])
    streams[0]?.cut()
    await streams[0]?.ended
    await expect.poll(async () => (await sessions[2]?.listen())?.status).toBe(200)
    const modern = await openStream(own.port, modernListen)
    expect(modern.status).toBe(429)
  })
})

it('a session ends with the hub, and so do its streams and calls', async () => {
  const own = await startEndpoint()
  const session = await openSession(own.port)
  const standing = await session.listen()
  const running = await session.stream(call(1, 'wait', { value: 60_000 }, withProgress))
  await running.message()
  await own.server.close()
  await Promise.all([standing.ended, running.ended])
  await until(() => own.registry.cancelled.length === 1)
})

function schema() {
  return { type: 'object' as const, properties: { which: { type: 'string' as const } }, required: ['which'] }
}
