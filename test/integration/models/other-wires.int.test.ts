/** Streaming, tools and reasoning over the wires that are not chat completions, against servers that others wrote. */
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createChatModel } from '../../../src-main/agents/models/chat-model/create-chat-model.ts'
import { modelFault } from '../../../src-main/agents/models/fault/model-fault.ts'
import type { Wire } from '../../../src-main/agents/models/types.ts'
import type { Brain } from '../../fake-models/fake-answer.ts'
import { type FakeHttp, startFakeHttp } from '../../fake-models/fake-http.ts'
import { type FakeWires, startFakeWires } from '../../fake-models/other-wires.ts'
import { resolvedModel } from '../../fake-models/resolved-model.ts'
import { streamed } from './streamed.ts'

const KEY = 'sk-fake-0123456789abcdefghijkl'
let fake: FakeWires | FakeHttp
afterEach(() => fake.close())

const wires: readonly { wire: Wire; model: string; base: (fake: FakeWires) => string; header: string }[] = [
  { wire: 'openai', model: 'gpt-5-mini', base: (at) => at.openai, header: 'authorization' },
  { wire: 'anthropic', model: 'claude-sonnet-4-5', base: (at) => at.anthropic, header: 'x-api-key' },
  { wire: 'google', model: 'gemini-2.5-flash', base: (at) => at.gemini, header: 'x-goog-api-key' },
  { wire: 'ollama', model: 'qwen3:8b', base: (at) => at.ollama, header: 'authorization' },
]

const fromEnvironment = [
  'OPENAI_API_KEY',
  'OPENAI_ORG_ID',
  'OPENAI_ORGANIZATION',
  'OPENAI_PROJECT_ID',
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'GOOGLE_API_KEY',
  'OLLAMA_API_KEY',
]

describe.each(wires)('$wire', ({ wire, model: name, base, header }) => {
  const start = async (brain: Brain) => {
    const wired = await startFakeWires(brain)
    fake = wired
    const resolved = resolvedModel(base(wired), { wire, ref: { provider: 'p', model: name }, info: { reasons: true } })
    return { wired, resolved, model: await createChatModel(resolved) }
  }

  test('streams text', async () => {
    const { model } = await start([{ text: 'Your resting heart rate is 62.' }])
    const { text, pieces } = await streamed(model)
    expect(text).toBe('Your resting heart rate is 62.')
    expect(pieces).toBeGreaterThan(3)
  })

  test('the key is in its header only, and nothing of the environment goes along', async () => {
    const http = await startFakeHttp((_request, response) => void response.writeHead(500).end('{}'))
    fake = http
    for (const name of fromEnvironment) process.env[name] = 'of-the-environment'
    try {
      const model = await createChatModel(
        resolvedModel(http.origin, { wire, ref: { provider: 'p', model: name }, info: { reasons: true } }),
      )
      await streamed(model).catch(() => null)
    } finally {
      for (const name of fromEnvironment) delete process.env[name]
    }
    expect(http.requests).toHaveLength(1)
    const [request] = http.requests
    expect(request?.headers[header]).toContain(KEY)
    expect(`${request?.path} ${JSON.stringify(request?.body)}`).not.toContain(KEY)
    expect(JSON.stringify(request)).not.toContain('of-the-environment')
  })

  test('calls tools in parallel and takes their results', async () => {
    const { wired, model } = await start([
      {
        toolCalls: [
          { name: 'get_weather', args: { city: 'Bern' } },
          { name: 'get_weather', args: { city: '上海' } },
        ],
      },
      { text: 'Sunny in both.' },
    ])
    const first = await streamed(model, undefined, { tools: true })
    expect(first.calls.map(({ name: tool, args }) => ({ tool, args }))).toEqual([
      { tool: 'get_weather', args: { city: 'Bern' } },
      { tool: 'get_weather', args: { city: '上海' } },
    ])
    expect(new Set(first.calls.map(({ id }) => id)).size).toBe(2)
    const results = first.calls.map(
      ({ id }, index) => new ToolMessage({ content: `sunny ${index}`, tool_call_id: id ?? '' }),
    )
    const answer = await streamed(model, [new HumanMessage('Weather?'), first.message, ...results], { tools: true })
    expect(answer.text).toBe('Sunny in both.')
    const sent = JSON.stringify(wired.questions[1]?.messages)
    expect(sent).toContain('sunny 0')
    expect(sent).toContain('sunny 1')
  })

  test('speaks to its provider and to nobody else, streamed or not, also where the environment asks for tracing', async () => {
    const { wired, model } = await start([{ text: 'hi', reasoning: 'hm' }])
    const asked = vi.spyOn(globalThis, 'fetch')
    const tracing = ['LANGSMITH_TRACING', 'LANGCHAIN_TRACING_V2']
    for (const variable of tracing) process.env[variable] = 'true'
    process.env.LANGSMITH_API_KEY = 'ls-key'
    try {
      await createChatModel(resolvedModel(base(wired), { wire, ref: { provider: 'p', model: name } }))
      await streamed(model)
      await model.invoke('Hello')
      await model.getNumTokens('counted here')
      // Traces are sent in batches, a moment later.
      await new Promise((resolve) => setTimeout(resolve, 400))
    } finally {
      for (const variable of [...tracing, 'LANGSMITH_API_KEY']) delete process.env[variable]
    }
    const hosts = asked.mock.calls.map(([input]) => new URL(input instanceof Request ? input.url : String(input)).host)
    asked.mockRestore()
    expect(hosts.length).toBeGreaterThan(0)
    expect(new Set(hosts)).toEqual(new Set([new URL(wired.origin).host]))
  })

  test('a refused key is told as one', async () => {
    const { model, resolved } = await start([{ status: 401, body: `invalid x-api-key ${KEY}` }])
    const error = await streamed(model).catch((caught: unknown) => caught)
    const fault = modelFault(error, resolved, 'en')
    expect(fault.code).toBe('bad_key')
    expect(`${fault.message} ${fault.hint} ${String(fault.cause)}`).not.toContain(KEY)
  })

  test('middleware learns the real length of the context', async () => {
    const { model } = await start([{ text: 'hi' }])
    expect(model.profile.maxInputTokens).toBe(32_000)
    expect(await model.getNumTokens('四个汉字')).toBe(4)
  })
})

describe('reasoning', () => {
  test.each(wires.filter(({ wire }) => wire !== 'ollama'))(
    '$wire tells it apart',
    async ({ wire, model: name, base }) => {
      const wired = await startFakeWires([{ reasoning: 'Let me think.', text: 'Done.' }])
      fake = wired
      const model = await createChatModel(
        resolvedModel(base(wired), { wire, ref: { provider: 'p', model: name }, info: { reasons: true } }),
      )
      const { text, reasoning } = await streamed(model)
      expect({ text, reasoning }).toEqual({ text: 'Done.', reasoning: 'Let me think.' })
    },
  )

  test('OpenAI keeps nothing, and what it thought travels with the conversation; no summary where none is allowed', async () => {
    const http = await startFakeHttp((_request, response) => {
      const error = { message: 'Your organization must be verified to generate reasoning summaries.' }
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
    })
    fake = http
    const model = await createChatModel(
      resolvedModel(`${http.origin}/v1`, {
        wire: 'openai',
        ref: { provider: 'p', model: 'gpt-5' },
        options: { reasoningEffort: 'low', temperature: 0.2 },
      }),
    )
    await streamed(model).catch(() => null)
    expect(http.requests.map(({ path }) => path)).toEqual(['/v1/responses', '/v1/responses'])
    const [first, second] = http.requests.map(({ body }) => body)
    expect(first).toMatchObject({
      store: false,
      include: ['reasoning.encrypted_content'],
      reasoning: { effort: 'low', summary: 'auto' },
    })
    expect(first).not.toHaveProperty('temperature')
    expect(second).toMatchObject({ reasoning: { effort: 'low' } })
    expect(second).not.toHaveProperty('reasoning.summary')
  })

  test('Anthropic gets thinking as each generation takes it, and room to answer after it', async () => {
    const bodies: unknown[] = []
    fake = await startFakeHttp((request, response) => {
      bodies.push(request.body)
      response.writeHead(500).end('{}')
    })
    for (const name of ['claude-3-5-haiku-latest', 'claude-sonnet-4-5', 'claude-opus-4-7', 'claude-sonnet-5']) {
      const model = await createChatModel(
        resolvedModel(fake.origin, {
          wire: 'anthropic',
          ref: { provider: 'p', model: name },
          options: { temperature: 0.3, maxTokens: 1000 },
        }),
      )
      await streamed(model).catch(() => null)
    }
    expect(bodies).toMatchObject([
      { temperature: 0.3, max_tokens: 1000 },
      { thinking: { type: 'enabled', budget_tokens: 4096 }, max_tokens: 5120 },
      { thinking: { type: 'adaptive' } },
      { thinking: { type: 'adaptive' } },
    ])
    for (const body of bodies.slice(1)) expect(body).not.toHaveProperty('temperature')
  })
})

test('a run that failed at OpenAI says why', async () => {
  fake = await startFakeHttp((_request, response) => {
    const failed = {
      type: 'response.failed',
      response: { id: 'r', status: 'failed', error: { code: 'rate_limit_exceeded', message: 'Rate limit reached' } },
    }
    response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end(`event: response.failed\ndata: ${JSON.stringify(failed)}\n\n`)
  })
  const resolved = resolvedModel(fake.origin, { wire: 'openai', ref: { provider: 'p', model: 'gpt-5' } })
  const error = await streamed(await createChatModel(resolved)).catch((caught: unknown) => caught)
  expect(modelFault(error, resolved, 'en').code).toBe('rate_limited')
})

test.each([
  {
    wire: 'anthropic',
    name: 'claude-3-5-haiku',
    events: [
      'event: message_start\ndata: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","content":[],"model":"x","usage":{"input_tokens":1,"output_tokens":1}}}',
      'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}',
      'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Your rest"}}',
    ],
  },
  {
    wire: 'google',
    name: 'gemini-2.5-flash',
    events: ['data: {"candidates":[{"content":{"role":"model","parts":[{"text":"Your rest"}]},"index":0}]}'],
  },
  {
    wire: 'openai',
    name: 'gpt-5',
    events: [
      'event: response.output_text.delta\ndata: {"type":"response.output_text.delta","item_id":"i","output_index":0,"content_index":0,"delta":"Your rest"}',
    ],
  },
] as const)('an answer over $wire that ends without its end is a fault', async ({ wire, name, events }) => {
  fake = await startFakeHttp((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`${events.join('\n\n')}\n\n`)
  })
  const resolved = resolvedModel(fake.origin, { wire, ref: { provider: 'p', model: name } })
  const error = await streamed(await createChatModel(resolved)).catch((caught: unknown) => caught)
  expect(modelFault(error, resolved, 'en').message).toBe(
    'The connection to Fake broke off in the middle of the answer.',
  )
})

describe('Ollama', () => {
  const line = (value: object) => `${JSON.stringify(value)}\n`
  const ollama = async (write: (response: { write(text: string): unknown; end(): unknown }, body: unknown) => void) => {
    const http = await startFakeHttp((request, response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' })
      write(response, request.body)
    })
    fake = http
    const resolved = resolvedModel(http.origin, {
      wire: 'ollama',
      preset: 'ollama',
      providerName: 'Ollama',
      apiKey: null,
      contextWindow: 16_384,
      ref: { provider: 'ollama', model: 'qwen3:8b' },
      info: { reasons: true },
    })
    return { http, resolved, model: await createChatModel(resolved) }
  }

  test('is told how long the context is, thinks apart, and counts its tokens', async () => {
    const { http, model } = await ollama((response) => {
      response.write(line({ message: { role: 'assistant', content: '', thinking: '想' }, done: false }))
      response.write(line({ message: { role: 'assistant', content: '好' }, done: false }))
      response.write(
        line({ message: { content: '' }, done: true, done_reason: 'stop', prompt_eval_count: 40, eval_count: 2 }),
      )
      response.end()
    })
    const { text, reasoning, message } = await streamed(model)
    expect({ text, reasoning }).toEqual({ text: '好', reasoning: '想' })
    expect(message.usage_metadata).toMatchObject({ input_tokens: 40, output_tokens: 2, total_tokens: 42 })
    expect(http.requests[0]?.body).toMatchObject({ think: true, stream: true, options: { num_ctx: 16_384 } })
    expect(http.requests[0]?.headers.authorization).toBeUndefined()
  })

  test('gets a picture beside the text, and results with the name of their tool', async () => {
    const { http, model } = await ollama((response) => {
      response.write(line({ message: { content: 'ok' }, done: true, done_reason: 'stop' }))
      response.end()
    })
    await streamed(model, [
      new HumanMessage({
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
        ],
      }),
      new AIMessage({
        content: '',
        tool_calls: [{ id: 'c1', name: 'look', args: { at: 1 } }],
        additional_kwargs: { reasoning_content: 'must look' },
      }),
      new ToolMessage({ content: 'a cat', tool_call_id: 'c1' }),
    ])
    expect(http.requests[0]?.body).toMatchObject({
      messages: [
        { role: 'user', content: 'What is this?', images: ['aGk='] },
        {
          role: 'assistant',
          thinking: 'must look',
          tool_calls: [{ function: { name: 'look', arguments: { at: 1 } } }],
        },
        { role: 'tool', content: 'a cat', tool_name: 'look' },
      ],
    })
  })

  test('a Stop is heard while the model has not said a word yet', async () => {
    const { http, model } = await ollama(() => {
      // Loading the model: nothing comes.
    })
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 80)
    await expect(streamed(model, undefined, { signal: stop.signal })).rejects.toThrow()
    expect(await http.requests[0]?.ended).toBe('aborted')
  })

  test('an error in the middle of the stream, and an end without one, are faults', async () => {
    const failing = await ollama((response) => {
      response.write(line({ message: { content: 'a' }, done: false }))
      response.write(line({ error: 'model requires more system memory (9.1 GiB) than is available (4.0 GiB)' }))
      response.end()
    })
    const error = await streamed(failing.model).catch((caught: unknown) => caught)
    expect(modelFault(error, failing.resolved, 'zh-CN').message).toBe('本机内存不足，无法运行 qwen3:8b。')
    await fake.close()
    const cut = await ollama((response) => {
      response.write(line({ message: { content: 'a' }, done: false }))
      response.end()
    })
    const broken = await streamed(cut.model).catch((caught: unknown) => caught)
    expect(modelFault(broken, cut.resolved, 'en').code).toBe('unreachable')
  })

  test('that is not running is said to be so', async () => {
    const { http, model, resolved } = await ollama(() => {})
    await http.close()
    const error = await streamed(model).catch((caught: unknown) => caught)
    expect(modelFault(error, resolved, 'en')).toMatchObject({
      code: 'unreachable',
      message: 'Ollama is not running on this computer.',
    })
  })
})
