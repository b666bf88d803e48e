/** How each provider lists its models, as its API answers, and which of them are left out. */
import { afterEach, describe, expect, test } from 'vitest'
import type { ProviderAccess } from '../../../src-main/agents/models/listing/ask.ts'
import { listModels } from '../../../src-main/agents/models/listing/list-models.ts'
import { type FakeHttp, type RecordedRequest, startFakeHttp } from '../../fake-models/fake-http.ts'
import { sendJson } from '../../fake-models/fake-model.ts'
import { resolvedModel } from '../../fake-models/resolved-model.ts'

const KEY = 'sk-fake-0123456789abcdefghijkl'
let http: FakeHttp
afterEach(() => http.close())

async function list(change: Partial<ProviderAccess>, answer: (request: RecordedRequest) => unknown, path = '') {
  http = await startFakeHttp((request, response) => {
    const body = answer(request)
    if (body === undefined) sendJson(response, 404, { error: 'not found' })
    else sendJson(response, 200, body)
  })
  const access: ProviderAccess = { ...resolvedModel(`${http.origin}${path}`), ...change }
  return listModels(access, { fetch: (input, init) => fetch(input, init), signal: AbortSignal.timeout(5000) })
}

test('OpenAI tells names alone; what is known of them is added, and what does not chat is left out', async () => {
  const ids = [
    'gpt-5-mini',
    'gpt-4o',
    'gpt-3.5-turbo-instruct-0914',
    'o4-mini',
    'text-embedding-3-large',
    'gpt-4o-audio-preview',
    'gpt-4o-realtime-preview',
    'gpt-image-1',
    'tts-1-hd',
    'whisper-1',
    'omni-moderation-latest',
    'sora-2',
    'davinci-002',
  ]
  const models = await list({ wire: 'openai', preset: 'openai' }, () => ({ data: ids.map((id) => ({ id })) }), '/v1')
  expect(models.map(({ id, reasons, supportsImages }) => [id, reasons, supportsImages])).toEqual([
    ['gpt-4o', false, true],
    ['gpt-5-mini', true, true],
    ['o4-mini', true, true],
  ])
  expect(http.requests[0]).toMatchObject({ path: '/v1/models', headers: { authorization: `Bearer ${KEY}` } })
})

test('OpenRouter tells what each can do', async () => {
  const models = await list({ preset: 'openrouter' }, () => ({
    data: [
      {
        id: 'anthropic/claude-sonnet-5',
        name: 'Claude Sonnet 5',
        context_length: 1_000_000,
        supported_parameters: ['tools', 'reasoning', 'temperature'],
        architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'] },
      },
      {
        id: 'some/old-model',
        name: 'Old',
        context_length: 4096,
        supported_parameters: ['temperature'],
        architecture: { input_modalities: ['text'], output_modalities: ['text'] },
      },
      {
        id: 'some/painter',
        name: 'Painter',
        architecture: { input_modalities: ['text'], output_modalities: ['image'] },
      },
    ],
  }))
  expect(models).toMatchObject([
    {
      id: 'anthropic/claude-sonnet-5',
      contextWindow: 1_000_000,
      supportsTools: true,
      supportsImages: true,
      reasons: true,
    },
    { id: 'some/old-model', contextWindow: 4096, supportsTools: false, supportsImages: false, reasons: false },
  ])
})

test('Anthropic', async () => {
  const models = await list({ wire: 'anthropic', preset: 'anthropic' }, () => ({
    data: [
      {
        id: 'claude-sonnet-5',
        display_name: 'Claude Sonnet 5',
        max_input_tokens: 1_000_000,
        lifecycle: 'active',
        capabilities: {
          image_input: { supported: true },
          pdf_input: { supported: true },
          thinking: { supported: true, types: {} },
        },
      },
      { id: 'claude-3-5-haiku-20241022', display_name: 'Claude Haiku 3.5', lifecycle: 'deprecated' },
      { id: 'claude-2', display_name: 'Claude 2', lifecycle: 'retired' },
    ],
    has_more: false,
  }))
  expect(models).toMatchObject([
    { id: 'claude-3-5-haiku-20241022', reasons: false, supportsPdf: true },
    { id: 'claude-sonnet-5', name: 'Claude Sonnet 5', contextWindow: 1_000_000, reasons: true, supportsPdf: true },
  ])
  expect(http.requests[0]?.headers).toMatchObject({ 'x-api-key': KEY, 'anthropic-version': '2023-06-01' })
})

test('Gemini, over several pages, with the key in a header and not in the address', async () => {
  const models = await list({ wire: 'google', preset: 'gemini' }, ({ path }) =>
    path.includes('pageToken')
      ? {
          models: [
            { name: 'models/text-embedding-004', supportedGenerationMethods: ['embedContent'] },
            { name: 'models/gemini-2.5-flash-preview-tts', supportedGenerationMethods: ['generateContent'] },
            {
              name: 'models/gemma-3-27b-it',
              supportedGenerationMethods: ['generateContent'],
              inputTokenLimit: 131_072,
            },
          ],
        }
      : {
          models: [
            {
              name: 'models/gemini-2.5-flash',
              displayName: 'Gemini 2.5 Flash',
              inputTokenLimit: 1_048_576,
              thinking: true,
              supportedGenerationMethods: ['generateContent', 'countTokens'],
            },
          ],
          nextPageToken: 'a b',
        },
  )
  expect(models).toMatchObject([
    { id: 'gemini-2.5-flash', contextWindow: 1_048_576, reasons: true, supportsTools: true, supportsPdf: true },
    { id: 'gemma-3-27b-it', contextWindow: 131_072, supportsTools: false },
  ])
  expect(http.requests.map(({ path }) => path)).toEqual([
    '/v1beta/models?pageSize=1000',
    '/v1beta/models?pageSize=1000&pageToken=a%20b',
  ])
  expect(http.requests[1]?.headers['x-goog-api-key']).toBe(KEY)
})

describe('LM Studio', () => {
  test('by its own list, which says which kind each is', async () => {
    const models = await list(
      { preset: 'lmstudio', apiKey: null },
      ({ path }) =>
        path === '/api/v0/models'
          ? {
              data: [
                { id: 'qwen3-8b', type: 'llm', max_context_length: 40_960, capabilities: ['tool_use'] },
                { id: 'gemma-vision', type: 'vlm', max_context_length: 131_072, loaded_context_length: 8_192 },
                { id: 'nomic', type: 'embeddings' },
              ],
            }
          : undefined,
      '/v1',
    )
    expect(models).toMatchObject([
      { id: 'gemma-vision', supportsImages: true, contextWindow: 8_192 },
      { id: 'qwen3-8b', supportsTools: true, contextWindow: 40_960, supportsImages: false },
    ])
    expect(http.requests[0]?.headers.authorization).toBeUndefined()
  })
  test('by the compatible list where there is no other, or where the other answers with an error and 200', async () => {
    for (const own of [undefined, { error: 'Unexpected endpoint' }]) {
      const models = await list(
        { preset: 'lmstudio', apiKey: null },
        ({ path }) => (path === '/v1/models' ? { data: [{ id: 'llama' }] } : own),
        '/v1',
      )
      expect(models.map(({ id }) => id)).toEqual(['llama'])
      await http.close()
    }
  })
})

test('an answer that is no list of models is a fault and not an empty list', async () => {
  await expect(list({}, () => ({ hello: 'world' }))).rejects.toThrow()
})
