/**
 * `POST /api/chat` over real HTTP: what a client of the seed reads, who is turned away and how, and that a run belongs to
 * the person and not to the connection.
 */
import { request as httpRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChatQuestion } from '../../../src-main/agents/runner-types.ts'
import type { ChatEvent } from '../../../src-main/api/contract/chat.ts'
import { mountHttpChat } from '../../../src-main/api/http-chat.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import { createAuthenticator } from '../../../src-main/mcp-server/identity.ts'
import { raw, startEndpoint } from '../mcp/endpoint-fixture.ts'
import { type BaseBed, openBaseBed } from './base-bed.ts'

type Chunk = Readonly<Record<string, unknown>>
const JSON_TYPE = ['Content-Type', 'application/json'] as const

function chunksIn(text: string): Chunk[] {
  return text
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => {
      expect(event.startsWith('data: ')).toBe(true)
      return JSON.parse(event.slice('data: '.length))
    })
}

async function post(
  port: number,
  body: unknown,
  token: string | null,
  headers: readonly (readonly [string, string])[] = [],
) {
  const bearer = token === null ? [] : [['Authorization', `Bearer ${token}`] as const]
  const answer = await raw(port, {
    path: '/api/chat',
    headers: [JSON_TYPE, ...bearer, ...headers],
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const isStream = String(answer.headers['content-type']).startsWith('text/event-stream')
  return {
    ...answer,
    chunks: isStream ? chunksIn(answer.text) : [],
    refusal: isStream ? null : JSON.parse(answer.text || '{}'),
  }
}

describe('a hub', () => {
  let bed: BaseBed
  let port = 0
  let token = ''
  beforeAll(async () => {
    bed = await openBaseBed()
    port = Number(new URL(bed.publicUrl).port)
    token = (await bed.hub.services.tokens.mint({ userId: bed.ada.id, days: 1, label: 'test' })).token
  })
  afterAll(() => bed?.close())

  it('answers with id first, then what is said, and end after the answer is kept', async () => {
    const { status, chunks } = await post(port, { question: 'How many steps last week?' }, token)
    expect(status).toBe(200)
    expect(chunks[0]?.type).toBe('id')
    expect(chunks.at(-1)).toMatchObject({ type: 'end', finish_reason: 'stop' })
    expect(chunks.filter(({ type }) => type === 'id' || type === 'end').length).toBe(2)
    const said = chunks.filter(({ type }) => type === 'reply').map(({ content }) => content)
    expect(said.join('')).not.toBe('')
    // Kept when `end` is read: whoever looks now finds all of it.
    const messages = await bed.hub.services.chat.messages(bed.ada.id, String(chunks[0]?.conversation_id))
    expect(messages.map(({ role, state }) => [role, state])).toEqual([
      ['user', null],
      ['assistant', 'done'],
    ])
    expect(messages[1]?.id).toBe(chunks[0]?.content)
    expect(said.join('')).toContain(messages[1]?.text.trim().slice(0, 40))
  })

  it('goes on with a conversation, and knows none of another person', async () => {
    const first = await post(port, { question: 'steps' }, token)
    const conversation_id = first.chunks[0]?.conversation_id
    const second = await post(port, { question: 'and sleep?', conversation_id }, token)
    expect(second.chunks[0]?.conversation_id).toBe(conversation_id)
    const ofBob = (await bed.hub.services.tokens.mint({ userId: bed.bob.id, days: 1, label: '' })).token
    expect((await post(port, { question: 'x', conversation_id }, ofBob)).status).toBe(404)
    expect((await post(port, { question: 'x', query_user_id: bed.bob.publicId }, token)).status).toBe(404)
    expect((await post(port, { question: 'x', conversation_id: 'nope' }, token)).status).toBe(404)
  })

  it('turns away what is no good, in JSON, with the status and the seed’s code', async () => {
    const none = await post(port, { question: 'x' }, null)
    expect([none.status, none.refusal]).toMatchObject([401, { success: false, code: 401, data: null }])
    expect(none.headers['www-authenticate']).toMatch(/^Bearer /)
    expect((await post(port, { question: 'x' }, 'a.b.c')).status).toBe(401)
    expect(await post(port, '{"question": ', token)).toMatchObject({ status: 400, refusal: { code: -1 } })
    expect(await post(port, {}, token)).toMatchObject({ status: 400, refusal: { code: -3 } })
    expect(await post(port, { question: 'x', user: 1 }, token)).toMatchObject({ status: 400, refusal: { code: -4 } })
    expect((await post(port, { question: 'x', messages: 'y'.repeat(300_000) }, token)).status).toBe(413)
    const form = await raw(port, {
      path: '/api/chat',
      headers: [
        ['Content-Type', 'text/plain'],
        ['Authorization', `Bearer ${token}`],
      ],
      body: '{"question":"x"}',
    })
    expect(form.status).toBe(415)
    expect((await raw(port, { method: 'GET', path: '/api/chat', headers: [] })).status).toBe(405)
  })

  it('stands behind the guard for Host and Origin', async () => {
    expect((await post(port, { question: 'x' }, token, [['Origin', 'https://evil.example']])).status).toBe(403)
    expect((await post(port, { question: 'x' }, token, [['Host', 'evil.example']])).status).toBe(403)
  })
})

describe('a run', () => {
  let asked: ChatQuestion[] = []
  let events: () => AsyncGenerator<ChatEvent> = async function* () {}
  let endpoint: Awaited<ReturnType<typeof startEndpoint>>
  const started: ChatEvent = {
    type: 'started',
    conversationId: 'c1',
    userMessageId: 'u1',
    messageId: 'm1',
    runId: 'r1',
    title: 'T',
  }
  beforeAll(async () => {
    const authenticator = createAuthenticator({
      profiles: {
        get: async (id) => ({
          id,
          publicId: `p${id}`,
          name: 'x',
          timeZone: 'UTC',
          language: 'en',
          units: {},
          preferences: {},
          isDefault: false,
          createdAt: new Date(0),
          personalUrls: false,
        }),
      },
      tokens: {
        verify: async (jwt) => ({
          ok: true,
          userId: 1,
          publicId: 'p1',
          jti: jwt,
          scopes: jwt === 'r.r.r' ? ['mcp:read'] : ['mcp:read', 'mcp:write'],
        }),
      },
      oauth: {
        verifyAccessToken: async () => ({
          ok: true,
          userId: 1,
          grantedBy: 1,
          publicId: 'p1',
          grantId: 'g',
          clientId: 'c',
          clientName: 'App',
          scopes: ['mcp:admin'],
        }),
      },
    })
    const runner = {
      send(question: ChatQuestion) {
        asked.push(question)
        return events()
      },
    }
    endpoint = await startEndpoint({
      authenticator,
      mounts: [mountHttpChat({ authenticator, runner, log: silentLogger, heartbeatMs: 40 })],
    })
  })
  afterAll(() => endpoint?.server.close())
  const send = (body: unknown, token = 'a.a.a') => post(endpoint.port, body, token)

  it('is told in the seed’s chunks', async () => {
    events = async function* () {
      yield started
      yield { type: 'reasoning', text: 'Hm.' }
      yield {
        type: 'tool_call',
        id: 't1',
        tool: 'query_health_indicators',
        args: { keywords: ['HRV'] },
        label: 'Read HRV',
      }
      yield { type: 'tool_result', id: 't1', ok: true, preview: { rows: 2 } }
      yield { type: 'tool_call', id: 't2', tool: 'x', args: {} }
      yield {
        type: 'tool_result',
        id: 't2',
        ok: false,
        preview: null,
        error: { code: 'timeout', message: 'Late.', hint: 'Less.' },
      }
      yield { type: 'text', text: 'Your HRV is 42 ms.' }
      yield { type: 'usage', model: 'm', inputTokens: 10, outputTokens: 5, reasoningTokens: null }
      yield { type: 'usage', model: 'm', inputTokens: null, outputTokens: 5 }
      yield { type: 'error', code: 'rate_limited', message: 'Too fast.', hint: 'Wait.' }
      yield { type: 'end', reason: 'failed' }
    }
    const { chunks } = await send({ question: 'x', agent: 'base', language: 'zh-CN', timezone: 'Asia/Shanghai' })
    expect(chunks).toEqual([
      {
        type: 'id',
        content: 'm1',
        conversation_id: 'c1',
        session_id: 'c1',
        question_id: 'u1',
        run_id: 'r1',
        title: 'T',
      },
      { type: 'thinking', content: 'Hm.' },
      { type: 'queryTitle', content: 'Read HRV', tool_id: 't1', tool: 'query_health_indicators' },
      { type: 'queryArguments', content: '{"keywords":["HRV"]}', tool_id: 't1' },
      { type: 'queryDetail', content: '{"rows":2}', tool_id: 't1', status: 'ok', truncated: false },
      { type: 'queryTitle', content: 'x', tool_id: 't2', tool: 'x' },
      { type: 'queryArguments', content: '{}', tool_id: 't2' },
      {
        type: 'queryDetail',
        content: 'Late. Less.',
        tool_id: 't2',
        status: 'error',
        error_kind: 'timeout',
        truncated: false,
      },
      { type: 'reply', content: 'Your HRV is 42 ms.' },
      {
        type: 'costStatistics',
        content: {
          model: 'm',
          input_tokens: 10,
          output_tokens: 5,
          total_tokens: 15,
          thought_tokens: null,
          cache_read_tokens: null,
        },
      },
      {
        type: 'costStatistics',
        content: {
          model: 'm',
          input_tokens: null,
          output_tokens: 5,
          total_tokens: null,
          thought_tokens: null,
          cache_read_tokens: null,
        },
      },
      { type: 'error', content: 'Too fast. Wait.', code: 'rate_limited' },
      { type: 'end', content: '', finish_reason: 'error' },
    ])
    expect(asked.at(-1)).toMatchObject({ agent: 'base', user: { id: 1, language: 'zh-CN', timeZone: 'Asia/Shanghai' } })
  })

  it('that waits for the person says so, and beats until it goes on', async () => {
    events = async function* () {
      yield started
      yield {
        type: 'approval',
        id: 'a1',
        tool: 'create_issue',
        server: 'GitHub',
        args: {},
        expires: '2026-03-01T12:10:00Z',
        callId: 't1',
        reason: 'outward',
        choices: ['once'],
      }
      await sleep(150)
      yield { type: 'approval_answer', id: 'a1', decision: 'rejected' }
      yield { type: 'end', reason: 'done' }
    }
    const { chunks } = await send({ question: 'x' })
    expect(chunks[1]).toMatchObject({
      type: 'thinking',
      content: expect.stringMatching(/Mirohub.*GitHub: create_issue/),
    })
    expect(chunks.filter(({ type }) => type === 'heartbeat').length).toBeGreaterThanOrEqual(2)
    expect(chunks.slice(-2)).toMatchObject([{ content: 'Not approved.\n' }, { type: 'end', finish_reason: 'stop' }])
  })

  it('goes on when its client has gone', async () => {
    const { promise: over, resolve } = Promise.withResolvers<void>()
    const told: string[] = []
    events = async function* () {
      yield started
      for (let step = 0; step < 5; step++) {
        await sleep(30)
        told.push(`part ${step}`)
        yield { type: 'text', text: `part ${step}` }
      }
      yield { type: 'end', reason: 'done' }
      resolve()
    }
    const sent = httpRequest({
      host: '127.0.0.1',
      port: endpoint.port,
      method: 'POST',
      path: '/api/chat',
      headers: { 'content-type': 'application/json', authorization: 'Bearer a.a.a' },
    })
    sent.on('error', () => {})
    sent.end(JSON.stringify({ question: 'x' }))
    await new Promise<void>((gone) => {
      sent.on('response', (response) => response.once('data', () => gone(void response.destroy())))
    })
    await over
    expect(told).toEqual(['part 0', 'part 1', 'part 2', 'part 3', 'part 4'])
    expect(asked.at(-1)?.signal).toBeUndefined()
  })

  it('that cannot begin is an error in JSON and no stream', async () => {
    for (const [code, status] of [
      ['busy', 409],
      ['unknown_conversation', 404],
      ['not_stored', 503],
    ] as const) {
      events = async function* () {
        yield { type: 'error', code, message: 'No.', hint: 'Later.' }
        yield { type: 'end', reason: 'failed' }
      }
      expect(await send({ question: 'x' })).toMatchObject({ status, refusal: { success: false, msg: 'No. Later.' } })
    }
  })

  it('is not begun for an app, nor with a token that only reads, nor more than eight at once', async () => {
    asked = []
    expect((await send({ question: 'x' }, 'opaque-token')).status).toBe(403)
    expect((await send({ question: 'x' }, 'r.r.r')).status).toBe(403)
    expect(asked).toEqual([])
    const { promise: free, resolve } = Promise.withResolvers<void>()
    events = async function* () {
      yield started
      await free
      yield { type: 'end', reason: 'done' }
    }
    const many = Array.from({ length: 8 }, () => send({ question: 'x' }))
    await expect.poll(() => asked.length).toBe(8)
    const ninth = await send({ question: 'x' })
    expect([ninth.status, ninth.headers['retry-after']]).toEqual([429, '60'])
    resolve()
    expect((await Promise.all(many)).map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect((await send({ question: 'x' })).status).toBe(200)
  })
})
