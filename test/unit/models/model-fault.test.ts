/** Each provider's words for the same trouble come out as the same fault, through whatever wrapped them. */
import { describe, expect, test } from 'vitest'
import { isStopped, modelFault } from '../../../src-main/agents/models/fault/model-fault.ts'
import { ModelFault, type ResolvedModel } from '../../../src-main/agents/models/types.ts'
import { resolvedModel } from '../../fake-models/resolved-model.ts'

const at = resolvedModel('https://api.example.org/v1', { providerName: 'Example', isLocal: false })
const fault = (error: unknown, change: Partial<ResolvedModel> = {}, language = 'en') =>
  modelFault(error, { ...at, ...change }, language)
const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  Object.assign(new Error(`${status} status`), { status, error: body, headers: new Headers(headers) })
const network = (code: string) => new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })

describe.each<[string, unknown, string]>([
  [
    'OpenAI, too long',
    answer(400, { code: 'context_length_exceeded', message: 'Your input exceeds the context window of this model.' }),
    'context_overflow',
  ],
  [
    'Anthropic, too long',
    answer(400, {
      error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' },
    }),
    'context_overflow',
  ],
  [
    'Gemini, too long',
    {
      name: 'RequestError',
      statusCode: 400,
      data: {
        error: { message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048575).' },
      },
    },
    'context_overflow',
  ],
  [
    'DeepSeek, too long',
    answer(400, {
      message: "This model's maximum context length is 65536 tokens. However, you requested 70000 tokens",
    }),
    'context_overflow',
  ],
  ['Qwen, too long', answer(400, { message: 'Range of input length should be [1, 129024]' }), 'context_overflow'],
  [
    'llama.cpp, too long',
    answer(400, {
      type: 'exceed_context_size_error',
      message: 'the request exceeds the available context size, try increasing it',
    }),
    'context_overflow',
  ],
  [
    'LM Studio, too long',
    new Error(
      'Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
    ),
    'context_overflow',
  ],
  [
    'OpenAI, no credit',
    answer(429, {
      code: 'insufficient_quota',
      message: 'You exceeded your current quota, please check your plan and billing details.',
    }),
    'no_credit',
  ],
  [
    'Gemini, limit in the words of no credit',
    {
      name: 'RequestError',
      statusCode: 429,
      data: {
        error: {
          status: 'RESOURCE_EXHAUSTED',
          message: 'You exceeded your current quota, please check your plan and billing details.',
        },
      },
    },
    'rate_limited',
  ],
  [
    'Anthropic, no credit',
    answer(400, { error: { message: 'Your credit balance is too low to access the Anthropic API.' } }),
    'no_credit',
  ],
  ['DeepSeek, no credit', answer(402, { message: 'Insufficient Balance' }), 'no_credit'],
  [
    'Qwen, no credit',
    answer(400, { code: 'Arrearage', message: 'Access denied, please make sure your account is in good standing.' }),
    'no_credit',
  ],
  [
    'Gemini, wrong key',
    {
      name: 'RequestError',
      statusCode: 400,
      data: {
        error: { message: 'API key not valid. Please pass a valid API key.', details: [{ reason: 'API_KEY_INVALID' }] },
      },
    },
    'bad_key',
  ],
  [
    'Anthropic, wrong key',
    answer(401, { error: { type: 'authentication_error', message: 'invalid x-api-key' } }),
    'bad_key',
  ],
  [
    'OpenAI, place',
    answer(403, {
      code: 'unsupported_country_region_territory',
      message: 'Country, region, or territory not supported',
    }),
    'refused',
  ],
  ['DeepSeek, unknown model', answer(400, { message: 'Model Not Exist' }), 'unknown_model'],
  ['Ollama, unknown model', answer(404, 'model "qwen3:8b" not found, try pulling it first'), 'unknown_model'],
  ['OpenRouter, unknown model', answer(400, { message: 'x/y is not a valid model ID' }), 'unknown_model'],
  ['Ollama, no tools', answer(400, 'registry.ollama.ai/library/gemma does not support tools'), 'bad_request'],
  ['Anthropic, overloaded', answer(529, { error: { type: 'overloaded_error', message: 'Overloaded' } }), 'overloaded'],
  [
    'Anthropic, overloaded in the middle of a stream',
    Object.assign(new Error('{"type":"error"}'), {
      error: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    }),
    'overloaded',
  ],
  ['a gateway, slow', answer(504, '<html><body>Gateway Timeout</body></html>'), 'timeout'],
  [
    'Qwen, content',
    answer(400, { code: 'data_inspection_failed', message: 'Input data may contain inappropriate content.' }),
    'refused',
  ],
  ['a limit', answer(429, { message: 'Rate limit reached for requests' }), 'rate_limited'],
  ['refused by the machine', network('ECONNREFUSED'), 'unreachable'],
  ['no such name', network('ENOTFOUND'), 'unreachable'],
  ['a certificate', network('SELF_SIGNED_CERT_IN_CHAIN'), 'unreachable'],
  ['https to a port of http', network('ERR_SSL_WRONG_VERSION_NUMBER'), 'wrong_address'],
  ['slow to connect', network('UND_ERR_CONNECT_TIMEOUT'), 'timeout'],
  [
    'cut',
    new TypeError('terminated', { cause: Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }) }),
    'unreachable',
  ],
  [
    'a web page for JSON',
    new SyntaxError('Unexpected token \'<\', "<!doctype "... is not valid JSON'),
    'wrong_address',
  ],
  ['anything else', new Error('no idea'), 'bad_answer'],
])('%s', (_name, error, code) => {
  test('plain, and wrapped as middleware does', () => {
    expect(fault(error).code).toBe(code)
    expect(fault(new Error('Middleware failed', { cause: error })).code).toBe(code)
  })
  test('has words and a way out in both languages', () => {
    for (const language of ['en', 'zh-CN']) {
      const told = fault(error, {}, language)
      expect(told.message).toMatch(language === 'en' ? /^[A-Z]?[\w.`-]/ : /[\u4e00-\u9fff]/)
      expect(told.hint).not.toBe('')
      expect(`${told.message}${told.hint}`).not.toContain('!')
    }
  })
})

test("LangChain's advice is no part of what a provider said", () => {
  const error = answer(404, '404 page not found')
  error.message +=
    '\n\nTroubleshooting URL: https://docs.langchain.com/oss/javascript/langchain/errors/MODEL_NOT_FOUND/\n'
  expect(fault(error).code).toBe('wrong_address')
})

test('how long to wait is read from headers and from bodies', () => {
  expect(fault(answer(429, {}, { 'retry-after': '3' })).retryAfterMs).toBe(3000)
  const google = { name: 'RequestError', statusCode: 429, data: { error: { details: [{ retryDelay: '17.5s' }] } } }
  expect(fault(google).retryAfterMs).toBe(17_500)
  expect(fault(answer(429, {})).retryAfterMs).toBeNull()
})

test('without a key, a refusal asks for one', () => {
  expect(fault(answer(401, {}), { apiKey: null })).toMatchObject({ code: 'no_key', message: 'Example needs a key.' })
})

test('a program of this computer that is off is not a network that is down', () => {
  expect(
    fault(network('ECONNREFUSED'), { isLocal: true, preset: 'lmstudio', providerName: 'LM Studio' }),
  ).toMatchObject({
    message: 'LM Studio is not running on this computer.',
    hint: 'Open LM Studio and start its server, under Developer.',
  })
  expect(fault(network('ECONNREFUSED')).message).toBe('api.example.org could not be reached.')
})

test('the key and pages of HTML are in no part of a fault, the words of the provider are', () => {
  const key = 'sk-fake-0123456789abcdefghijkl'
  const told = fault(answer(400, { message: `unknown field "foo" near ${key}` }))
  expect(told.message).toContain('unknown field "foo"')
  expect(`${told.message} ${told.hint} ${String(told.cause)} ${told.stack}`).not.toContain(key)
  const page = fault(answer(400, '<html><body><h1>Bad</h1></body></html>'))
  expect(`${page.message} ${page.hint} ${String(page.cause)}`).not.toContain('<')
  expect(page.code).toBe('wrong_address')
})

test('a fault that was told stays what it is, however it was wrapped', () => {
  const told = new ModelFault('refused', 'No.', 'Way.')
  expect(fault(new Error('wrapped', { cause: told }))).toBe(told)
})

test('a Stop is told from a fault', () => {
  expect(isStopped(new DOMException('aborted', 'AbortError'))).toBe(true)
  expect(isStopped(new Error('x', { cause: Object.assign(new Error('y'), { name: 'AbortError' }) }))).toBe(true)
  expect(isStopped(new DOMException('late', 'TimeoutError'))).toBe(false)
  expect(isStopped(network('ECONNRESET'))).toBe(false)
})
