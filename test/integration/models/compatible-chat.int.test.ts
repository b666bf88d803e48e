/** The one model for every compatible endpoint, against a server that behaves as badly as real ones. */
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { afterEach, describe, expect, test } from 'vitest'
import { createChatModel } from '../../../src-main/agents/models/chat-model/create-chat-model.ts'
import { isStopped, modelFault } from '../../../src-main/agents/models/fault/model-fault.ts'
import type { Brain } from '../../fake-models/fake-answer.ts'
import { type FakeModel, startFakeModel } from '../../fake-models/fake-model.ts'
import { resolvedModel } from '../../fake-models/resolved-model.ts'
import { streamed } from './streamed.ts'

let fake: FakeModel
afterEach(() => fake.close())
const start = async (brain: Brain, change: Parameters<typeof resolvedModel>[1] = {}) => {
  fake = await startFakeModel(brain)
  const resolved = resolvedModel(fake.url, change)
  return { resolved, model: await createChatModel(resolved) }
}

test('text that is cut in the middle of characters arrives whole', async () => {
  const { model } = await start([{ text: '静息心率 62 次/分 — naïve café 🫀', writeBytes: 3 }])
  const { text, pieces } = await streamed(model)
  expect(text).toBe('静息心率 62 次/分 — naïve café 🫀')
  expect(pieces).toBeGreaterThan(3)
})

test('tokens are counted by what the provider says, and nothing is asked of anybody else', async () => {
  const { model } = await start([{ text: 'hi', usage: { input: 120, output: 3, cached: 100 } }])
  const { message } = await streamed(model)
  expect(message.usage_metadata).toMatchObject({ input_tokens: 120, output_tokens: 3 })
  expect(message.usage_metadata?.input_token_details?.cache_read).toBe(100)
})

test('parallel calls keep their own names and arguments', async () => {
  const { model } = await start([
    {
      toolCalls: [
        { name: 'get_weather', args: { city: 'Bern' } },
        { name: 'get_weather', args: { city: '上海' } },
      ],
    },
  ])
  const { calls } = await streamed(model, undefined, { tools: true })
  expect(calls).toEqual([
    { name: 'get_weather', args: { city: 'Bern' }, id: 'call_1' },
    { name: 'get_weather', args: { city: '上海' }, id: 'call_2' },
  ])
  expect(fake.questions[0]?.tools).toEqual(['get_weather'])
})

test('arguments that are no JSON come as an invalid call and not as nothing', async () => {
  const { model } = await start([{ toolCalls: [{ name: 'get_weather', args: '{"city": Bern' }] }])
  const { calls, invalid } = await streamed(model, undefined, { tools: true })
  expect([calls.length, invalid]).toEqual([0, 1])
})

describe('what a model thought', () => {
  test('comes apart from the answer and goes back with the results of its calls, within the turn only', async () => {
    const { model } = await start([
      { reasoning: 'I need the weather.', toolCalls: [{ id: 'c1', name: 'get_weather', args: { city: 'Bern' } }] },
      { text: 'Sunny.' },
      { text: 'You are welcome.' },
    ])
    const first = await streamed(model, undefined, { tools: true })
    expect(first.reasoning).toBe('I need the weather.')
    expect(first.text).toBe('')
    const call = new AIMessage({
      content: '',
      tool_calls: first.message.tool_calls ?? [],
      additional_kwargs: first.message.additional_kwargs,
    })
    const turn = [new HumanMessage('Weather?'), call, new ToolMessage({ content: 'sunny', tool_call_id: 'c1' })]
    await streamed(model, turn, { tools: true })
    expect(fake.questions[1]?.messages[1]).toMatchObject({
      role: 'assistant',
      reasoning_content: 'I need the weather.',
      tool_calls: [{ id: 'c1' }],
    })
    await streamed(model, [...turn, new AIMessage('Sunny.'), new HumanMessage('Thanks')], { tools: true })
    expect(fake.questions[2]?.messages[1]).not.toHaveProperty('reasoning_content')
  })

  test('comes apart where a local model writes it into its answer, cut anywhere', async () => {
    for (const tokenChars of [1, 3, 40]) {
      const { model } = await start([{ text: '<think>Hmm, a < b.</think>\nSixty-two.', tokenChars }])
      const { text, reasoning, message } = await streamed(model)
      expect(message.additional_kwargs.reasoning_content).toBe('Hmm, a < b.')
      expect(reasoning).toBe('Hmm, a < b.')
      expect(text.trim()).toBe('Sixty-two.')
      await fake.close()
    }
  })
})

describe('faults in words', () => {
  const fault = async (brain: Brain, change: Parameters<typeof resolvedModel>[1] = {}) => {
    const { model, resolved } = await start(brain, change)
    const error = await streamed(model).catch((caught: unknown) => caught)
    return modelFault(error, resolved, 'en')
  }

  test('a connection that is cut, hard or as if all were well, is not taken for the end', async () => {
    expect(await fault([{ text: 'a long answer that never ends', cutAfter: 3 }])).toMatchObject({
      code: 'unreachable',
      message: 'The connection to Fake broke off in the middle of the answer.',
    })
    await fake.close()
    expect(await fault([{ text: 'a long answer that never ends', cutAfter: 3, isCutQuietly: true }])).toMatchObject({
      code: 'unreachable',
      message: 'The connection to Fake broke off in the middle of the answer.',
    })
  })

  test.each([
    [
      'a wrong key',
      { status: 401, body: { error: { message: 'Incorrect API key provided: sk-fake-0123456789abcdefghijkl' } } },
      'bad_key',
    ],
    [
      'no credit',
      { status: 429, body: { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } } },
      'no_credit',
    ],
    [
      'an unknown model',
      { status: 404, body: { error: { message: 'The model `x` does not exist', code: 'model_not_found' } } },
      'unknown_model',
    ],
    [
      'too long',
      { status: 400, body: { error: { message: "This model's maximum context length is 8192 tokens." } } },
      'context_overflow',
    ],
    ['a server error', { status: 500, body: { error: { message: 'The server had an error' } } }, 'overloaded'],
    ['a web page with 200', { status: 200, body: '<!doctype html><title>Router</title>' }, 'wrong_address'],
    ['a web page with 404', { status: 404, body: '<!doctype html><title>nginx</title>' }, 'wrong_address'],
  ])('%s', async (_name, answer, code) => {
    const found = await fault([answer])
    expect(found.code).toBe(code)
    expect(JSON.stringify([found.message, found.hint, found.cause, String(found.cause)])).not.toContain('sk-fake')
    expect(fake.questions).toHaveLength(1)
  })

  test('how long to wait is read from the answer, and nothing is retried here', async () => {
    const found = await fault([
      { status: 429, headers: { 'retry-after': '7' }, body: { error: { message: 'Rate limit reached' } } },
      { text: 'hi' },
    ])
    expect(found).toMatchObject({ code: 'rate_limited', retryAfterMs: 7000, hint: 'Try again in 7 s.' })
    expect(fake.questions).toHaveLength(1)
  })
})

test('a Stop closes the connection at once', async () => {
  const { model } = await start([{ text: 'word '.repeat(500), tokenMs: 20 }])
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 100)
  const error = await streamed(model, undefined, { signal: stop.signal }).catch((caught: unknown) => caught)
  expect(isStopped(error)).toBe(true)
  expect(await fake.requests[0]?.ended).toBe('aborted')
})

test('a field that an endpoint does not know is left out and the answer comes', async () => {
  const { model } = await start((question) =>
    question.body.stream_options === undefined
      ? { text: 'fine' }
      : { status: 400, body: { error: { message: 'Extra inputs are not permitted: stream_options' } } },
  )
  expect((await streamed(model)).text).toBe('fine')
  expect((await streamed(model)).text).toBe('fine')
  // Refused once, then known.
  expect(fake.questions).toHaveLength(3)
})

describe('headers', () => {
  test('the key is in its header and nowhere else', async () => {
    const { model } = await start([{ text: 'hi' }], { options: { headers: { 'x-team': 'health' } } })
    await streamed(model)
    const [request] = fake.requests
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer sk-fake-0123456789abcdefghijkl',
      'x-team': 'health',
    })
    expect(JSON.stringify([request?.path, request?.body])).not.toContain('sk-fake')
  })

  test('without a key none is sent, whatever the environment holds', async () => {
    process.env.OPENAI_API_KEY = 'sk-of-the-environment'
    process.env.OPENAI_ORG_ID = 'org-of-the-environment'
    process.env.OPENAI_ORGANIZATION = 'org-of-the-environment'
    try {
      const { model } = await start([{ text: 'hi' }], { apiKey: null })
      await streamed(model)
      expect(JSON.stringify(fake.requests[0]?.headers)).not.toMatch(/of-the-environment|authorization/i)
    } finally {
      delete process.env.OPENAI_API_KEY
      delete process.env.OPENAI_ORG_ID
      delete process.env.OPENAI_ORGANIZATION
    }
  })
})

test('middleware learns the real length of the context', async () => {
  const { model } = await start([{ text: 'hi' }], { contextWindow: 8192 })
  expect(model.profile.maxInputTokens).toBe(8192)
  expect(await model.getNumTokens('四个汉字')).toBe(4)
})
