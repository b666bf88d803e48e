/** What a person's providers hold, who sees them, and where their keys are. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ModelFault } from '../../../src-main/agents/models/types.ts'
import { loadConfig } from '../../../src-main/config/load.ts'
import { SecretError } from '../../../src-main/secrets/secret-store.ts'
import { type FakeHttp, startFakeHttp } from '../../fake-models/fake-http.ts'
import { type FakeModel, type FakeModelOptions, sendJson, startFakeModel } from '../../fake-models/fake-model.ts'
import { openProviderBed, type ProviderBed, settled } from './provider-bed.ts'

const KEY = 'sk-secret-9f8e7d6c5b4a39281706'
let bed: ProviderBed
beforeAll(async () => {
  bed = await openProviderBed()
})
afterAll(() => bed.close())

let fakes: (FakeHttp | FakeModel)[] = []
afterEach(async () => {
  await bed.db.query('DELETE FROM model_provider')
  await bed.secrets.delete('provider-keys')
  await bed.profiles.update(bed.anna, {
    preferences: { 'agents.localOnly': null, 'agents.model.deep': null, 'agents.model.base': null },
  })
  for (const fake of fakes) await fake.close()
  fakes = []
})
const serve = async (
  options: FakeModelOptions = {},
  brain: Parameters<typeof startFakeModel>[0] = [{ text: 'OK' }],
) => {
  const fake = await startFakeModel(brain, options)
  fakes.push(fake)
  return fake
}
const serveHttp = async (answer: Parameters<typeof startFakeHttp>[0]) => {
  const http = await startFakeHttp(answer)
  fakes.push(http)
  return http
}
/** Not on this computer, as far as the hub knows; the fetch of the test leads it here all the same. */
const away = (fake: { readonly origin: string }) => (input: string, init: RequestInit) =>
  fetch(input.replace('https://models.example.org', fake.origin), init)

test('a provider is added, its models are listed without those that do not chat, and it is gone when removed', async () => {
  const fake = await serve({
    key: KEY,
    models: ['gpt-x', 'text-embedding-3-small', 'whisper-1', 'dall-e-3', 'gpt-x-mini'],
  })
  const models = bed.open()
  const id = await models.save(bed.anna, null, { preset: 'custom', name: 'Mine', baseUrl: `${fake.url}/` })
  await models.setKey(bed.anna, id, KEY)
  await models.refresh(bed.anna, id)
  const view = await settled(models, bed.anna, id)
  expect(view).toMatchObject({
    name: 'Mine',
    baseUrl: fake.url,
    hasKey: true,
    isLocal: true,
    origin: 'person',
    problem: null,
  })
  expect(view.models.map((model) => model.id)).toEqual(['gpt-x', 'gpt-x-mini'])
  expect(await models.remove(bed.anna, id)).toBe(true)
  expect(await models.list(bed.anna, 'en')).toEqual([])
  expect(await bed.secrets.get('provider-keys')).not.toContain(KEY)
})

test('the key is in the secret store and in no table, list, error or line of the log', async () => {
  const fake = await serve({ key: 'another' })
  const models = bed.open()
  const id = await models.save(bed.anna, null, { preset: 'custom', baseUrl: fake.url })
  await models.setKey(bed.anna, id, KEY)
  const view = await settled(models, bed.anna, id)
  const verdict = await models.test(bed.anna, id, 'en')
  const refused = await models.refresh(bed.anna, id).catch((error: unknown) => error)
  expect(verdict).toMatchObject({ ok: false, code: 'bad_key' })
  expect(view.problem?.code).toBe('bad_key')
  const rows = await bed.db.query('SELECT * FROM model_provider')
  expect(JSON.stringify([rows, view, verdict, await models.list(bed.anna, 'en')])).not.toContain(KEY)
  expect(`${refused} ${refused instanceof Error ? `${refused.stack} ${refused.cause}` : ''}`).not.toContain(KEY)
  expect(bed.logged()).not.toContain(KEY)
  expect(await bed.secrets.get('provider-keys')).toBe(JSON.stringify({ [`${bed.anna}/${id}`]: KEY }))
})

test("a person's providers and keys are invisible to another, also by name", async () => {
  const fake = await serve({ key: KEY })
  const models = bed.open()
  const id = await models.save(bed.anna, null, { preset: 'custom', baseUrl: fake.url })
  await models.setKey(bed.anna, id, KEY)
  expect(await models.list(bed.ben, 'zh-CN')).toEqual([])
  const gone = { code: 'unknown_model', message: '这个模型的服务商已经不在了。' }
  await expect(models.resolve(bed.ben, 'deep', { provider: id, model: 'fake-model' })).rejects.toMatchObject(gone)
  await expect(models.refresh(bed.ben, id)).rejects.toMatchObject(gone)
  await expect(models.setKey(bed.ben, id, 'x')).rejects.toMatchObject(gone)
  await expect(models.save(bed.ben, id, { preset: 'custom', baseUrl: fake.url })).rejects.toMatchObject(gone)
  expect(await models.test(bed.ben, id, 'en')).toMatchObject({ ok: false, code: 'unknown_model' })
  expect(await models.remove(bed.ben, id)).toBe(false)
  // Under the same id each has their own.
  expect(await models.save(bed.ben, null, { preset: 'custom', baseUrl: fake.url })).toBe(id)
  await models.setKey(bed.ben, id, 'sk-of-ben')
  expect((await models.resolve(bed.anna, 'deep', { provider: id, model: 'fake-model' })).apiKey).toBe(KEY)
  await models.forgetPerson(bed.ben)
  expect(await bed.secrets.get('provider-keys')).toBe(JSON.stringify({ [`${bed.anna}/${id}`]: KEY }))
})

test('a change that does not speak of the options keeps them, and what was added by hand stays told while there is a fault', async () => {
  const fake = await serve({ key: 'another' })
  const models = bed.open()
  const options = { temperature: 0.3, headers: { 'x-team': 'health' } }
  const id = await models.save(bed.anna, null, { preset: 'custom', baseUrl: fake.url, options, models: ['mine'] })
  await models.save(bed.anna, id, { preset: 'custom', name: 'Renamed', baseUrl: fake.url, models: ['mine'] })
  expect(await settled(models, bed.anna, id)).toMatchObject({ options: { temperature: 0.3 }, manual: ['mine'] })
  await models.save(bed.anna, id, {
    preset: 'custom',
    baseUrl: fake.url,
    options: { maxTokens: 500 },
    models: ['mine'],
  })
  const view = await settled(models, bed.anna, id)
  // Headers are never shown, so the page cannot send them again; they stay all the same.
  expect(view.options).toEqual({ maxTokens: 500 })
  const rows = await bed.db.query('SELECT options FROM model_provider WHERE id = $1', [id])
  expect(rows).toEqual([{ options: { maxTokens: 500, headers: { 'x-team': 'health' } } }])
})

test('a key does not follow a provider to another address', async () => {
  const [first, second] = [await serve(), await serve()]
  const models = bed.open()
  const id = await models.save(bed.anna, null, { preset: 'custom', baseUrl: first.url })
  await models.setKey(bed.anna, id, KEY)
  await models.save(bed.anna, id, { preset: 'custom', name: 'Renamed', baseUrl: first.url })
  expect((await settled(models, bed.anna, id)).hasKey).toBe(true)
  await models.save(bed.anna, id, { preset: 'custom', baseUrl: second.url })
  await models.refresh(bed.anna, id)
  expect((await settled(models, bed.anna, id)).hasKey).toBe(false)
  expect(JSON.stringify(second.requests.map(({ headers }) => headers))).not.toContain(KEY)
})

test.each([
  ['', 'The address is missing.'],
  ['models.example.org/v1', 'This is not an address of a model service.'],
  ['ftp://models.example.org', 'This is not an address of a model service.'],
  ['https://me:pw@models.example.org/v1', 'The address holds a name, a password or a key.'],
  ['https://models.example.org/v1?key=abc', 'The address holds a name, a password or a key.'],
  ['http://models.example.org/v1', 'Over http everybody on the way could read along.'],
])('the address %j is refused and nothing is stored', async (baseUrl, message) => {
  const models = bed.open()
  await expect(models.save(bed.anna, null, { preset: 'custom', baseUrl })).rejects.toMatchObject({
    code: 'wrong_address',
    message,
  })
  expect(await models.list(bed.anna, 'en')).toEqual([])
})

test('a header that would hold a secret is refused', async () => {
  const models = bed.open()
  const save = models.save(bed.anna, null, {
    preset: 'custom',
    baseUrl: 'https://models.example.org/v1',
    options: { headers: { 'X-Api-Key': 'sk-1' } },
  })
  await expect(save).rejects.toMatchObject({ code: 'bad_request', hint: 'Put the key into the field for keys.' })
})

test('a provider without its key says so in the language of who looks, and offers nothing', async () => {
  const models = bed.open()
  const id = await models.save(bed.anna, null, { preset: 'openai' })
  const [english] = await models.list(bed.anna, 'en')
  const [chinese] = await models.list(bed.anna, 'zh-CN')
  expect(english).toMatchObject({
    id: 'openai',
    hasKey: false,
    models: [],
    problem: { code: 'no_key', message: 'OpenAI needs a key.' },
  })
  expect(chinese?.problem?.message).toBe('OpenAI 需要密钥。')
  await expect(models.resolve(bed.anna, 'deep', { provider: id, model: 'gpt-5' })).rejects.toMatchObject({
    code: 'no_key',
  })
  expect(await models.defaultFor(bed.anna, 'deep')).toBeNull()
})

test('a closed keychain is told as that, not as a missing key, and nothing is overwritten', async () => {
  const closed = {
    get: () => Promise.reject(new SecretError('locked', 'The keychain is locked.', 'Unlock it.')),
    set: () => Promise.reject(new Error('must not be written')),
  }
  const models = bed.open({ secrets: closed })
  await expect(models.save(bed.anna, null, { preset: 'openai' })).rejects.toBeInstanceOf(SecretError)
  await bed.open().save(bed.anna, null, { preset: 'openai' })
  const [view] = await models.list(bed.anna, 'en')
  expect(view?.problem?.message).toBe('The key of OpenAI is in a store that is not open.')
})

describe('the test button', () => {
  const verdict = async (
    options: FakeModelOptions,
    brain: Parameters<typeof startFakeModel>[0],
    key: string | null = KEY,
  ) => {
    const fake = await serve(options, brain)
    const models = bed.open()
    const id = await models.save(bed.anna, null, { preset: 'custom', name: 'Mine', baseUrl: fake.url })
    if (key !== null) await models.setKey(bed.anna, id, key)
    return { ...(await models.test(bed.anna, id, 'en')), fake }
  }
  test('asks the model something and says how many there are', async () => {
    const { ok, message, fake } = await verdict({ models: ['a', 'b'] }, [{ text: 'OK' }])
    expect(ok).toBe(true)
    expect(message).toMatch(/^a answered in \d+\.\d s\. There are 2 models\.$/)
    expect(fake.questions[0]?.body).toMatchObject({ model: 'a', max_tokens: 16 })
  })
  test('tells credit from a key, though the list of models is open to both', async () => {
    const answer = { status: 402, body: { error: { message: 'Insufficient Balance' } } }
    expect(await verdict({}, [answer])).toMatchObject({
      ok: false,
      code: 'no_credit',
      message: 'Your account at Mine has no credit left.',
    })
  })
  test('tells a web page from a service', async () => {
    const found = await verdict(
      {
        also: (_request, response) =>
          Boolean(response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Hello')),
      },
      [{ text: 'OK' }],
    )
    expect(found).toMatchObject({ ok: false, code: 'wrong_address' })
    expect(found.message).toContain('answered with a web page')
  })
  test('tells that nothing runs there, and that there are no models', async () => {
    expect(await verdict({ models: [] }, [{ text: 'OK' }])).toMatchObject({
      ok: false,
      message: 'Mine has no model to chat with.',
    })
    const stopped = await serve()
    await stopped.close()
    const models = bed.open()
    const id = await models.save(bed.anna, null, { preset: 'ollama', baseUrl: stopped.origin })
    expect(await models.test(bed.anna, id, 'zh-CN')).toMatchObject({
      ok: false,
      code: 'unreachable',
      message: 'Ollama 没有在本机运行。',
    })
  })
  test('tells a limit with how long to wait, and an unknown provider', async () => {
    const answer = { status: 429, headers: { 'retry-after': '12' }, body: { error: { message: 'Too many requests' } } }
    expect(await verdict({}, [answer])).toMatchObject({ code: 'rate_limited', hint: 'Try again in 12 s.' })
    expect(await bed.open().test(bed.anna, 'nobody', 'en')).toMatchObject({ ok: false, code: 'unknown_model' })
  })
})

test('a server without a list is used by the names that were added by hand', async () => {
  const fake = await serve({
    also: ({ path }, response) => path.endsWith('/models') && Boolean(response.writeHead(404).end('{}')),
  })
  const models = bed.open()
  const id = await models.save(bed.anna, null, {
    preset: 'custom',
    baseUrl: fake.url,
    models: ['my-model', ' my-model ', ''],
  })
  const view = await settled(models, bed.anna, id)
  expect(view.models).toMatchObject([{ id: 'my-model', isManual: true }])
  expect(await models.test(bed.anna, id, 'en')).toMatchObject({ ok: true })
})

describe('which model is taken', () => {
  test('one that was chosen, unless it cannot answer; else the configured one; else the first that can', async () => {
    const fake = await serve({ models: ['m1', 'm2'] })
    const config = loadConfig({
      env: {
        PROVIDERS_DEEP: JSON.stringify({ house: { model: 'house-model', base_url: fake.url } }),
        DEFAULT_PROVIDER_DEEP: 'house',
      },
      flags: { dataDir: '/nowhere' },
      platform: 'linux',
      homedir: '/',
    })
    const models = bed.open({ config })
    const id = await models.save(bed.anna, null, { preset: 'custom', baseUrl: fake.url })
    await models.refresh(bed.anna, id)
    expect(await models.defaultFor(bed.anna, 'deep')).toEqual({ provider: 'config:DEEP:house', model: 'house-model' })
    await models.setDefault(bed.anna, 'deep', { provider: id, model: 'm2' })
    expect(await models.defaultFor(bed.anna, 'deep')).toEqual({ provider: id, model: 'm2' })
    expect((await models.resolve(bed.anna, 'deep', null)).ref).toEqual({ provider: id, model: 'm2' })
    await models.remove(bed.anna, id)
    expect(await models.defaultFor(bed.anna, 'deep')).toEqual({ provider: 'config:DEEP:house', model: 'house-model' })
    // Declared for DEEP alone.
    await expect(
      models.resolve(bed.anna, 'base', { provider: 'config:DEEP:house', model: 'house-model' }),
    ).rejects.toMatchObject({
      code: 'bad_request',
    })
    await expect(
      models.save(bed.anna, 'config:DEEP:house', { preset: 'custom', baseUrl: fake.url }),
    ).rejects.toMatchObject({
      code: 'bad_request',
    })
  })

  test('nothing is set up: a sentence with the way, not an error', async () => {
    await expect(bed.open().resolve(bed.anna, 'deep', null)).rejects.toMatchObject({
      code: 'no_key',
      message: 'No model is set up yet.',
    })
  })

  test('a model that the list does not have is refused with its name', async () => {
    const fake = await serve({ models: ['m1'] })
    const models = bed.open()
    const id = await models.save(bed.anna, null, { preset: 'custom', name: 'Mine', baseUrl: fake.url })
    await models.refresh(bed.anna, id)
    await expect(models.resolve(bed.anna, 'deep', { provider: id, model: 'm9' })).rejects.toMatchObject({
      code: 'unknown_model',
      message: 'Mine has no model called m9.',
    })
  })

  test('with local models only, what is elsewhere is refused before anything is sent', async () => {
    const fake = await serve()
    const models = bed.open({ fetch: away(fake) })
    const id = await models.save(bed.anna, null, {
      preset: 'custom',
      name: 'Far',
      baseUrl: 'https://models.example.org/v1',
    })
    const near = await models.save(bed.anna, null, { preset: 'custom', name: 'Near', baseUrl: fake.url })
    await models.refresh(bed.anna, id)
    await models.refresh(bed.anna, near)
    await bed.profiles.update(bed.anna, { preferences: { 'agents.localOnly': true } })
    const before = fake.requests.length
    await expect(models.resolve(bed.anna, 'deep', { provider: id, model: 'fake-model' })).rejects.toMatchObject({
      code: 'refused',
      message: 'You chose to use only models on this computer, and Far is not on it.',
    })
    expect(await models.test(bed.anna, id, 'en')).toMatchObject({ ok: false, code: 'refused' })
    const [far] = await models.list(bed.anna, 'en')
    expect(far).toMatchObject({ isLocal: false, models: [], problem: { code: 'refused' } })
    expect(await models.defaultFor(bed.anna, 'deep')).toEqual({ provider: near, model: 'fake-model' })
    expect(fake.requests).toHaveLength(before)
  })
})

describe('found on this computer', () => {
  const ollama = () =>
    serveHttp((request, response) => {
      if (request.path === '/api/tags')
        return sendJson(response, 200, { models: [{ name: 'qwen3:8b' }, { name: 'nomic-embed-text:latest' }] })
      const isEmbedding = JSON.stringify(request.body).includes('nomic')
      sendJson(response, 200, {
        capabilities: isEmbedding ? ['embedding'] : ['completion', 'tools', 'thinking'],
        model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960 },
      })
    })

  test('Ollama comes and goes by itself, is told of once, and is for everybody', async () => {
    const http = await ollama()
    const models = bed.open({ local: { ollama: http.origin, lmstudio: 'http://127.0.0.1:9/v1' } })
    let changes = 0
    models.onChanged(() => changes++)
    await models.discover()
    await models.discover()
    expect(changes).toBe(1)
    for (const userId of [bed.anna, bed.ben]) {
      expect(await models.list(userId, 'en')).toMatchObject([
        {
          id: 'found-ollama',
          origin: 'found',
          isLocal: true,
          problem: null,
          models: [
            { id: 'qwen3:8b', contextWindow: 40_960, supportsTools: true, supportsImages: false, reasons: true },
          ],
        },
      ])
    }
    // More context than the computer has memory for is not asked for.
    expect(await models.resolve(bed.anna, 'deep', null)).toMatchObject({
      wire: 'ollama',
      contextWindow: 16_384,
      apiKey: null,
    })
    await http.close()
    await models.discover()
    expect(await models.list(bed.anna, 'en')).toEqual([])
    expect(changes).toBe(2)
  })

  test('the list does not wait for a server that says nothing', async () => {
    const http = await serveHttp(() => {})
    const models = bed.open({ local: { ollama: http.origin, lmstudio: `${http.origin}/v1` } })
    const startedAt = performance.now()
    expect(await models.list(bed.anna, 'en')).toEqual([])
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })

  test('what a person registered themself is not offered twice', async () => {
    const http = await ollama()
    const models = bed.open({ local: { ollama: http.origin, lmstudio: 'http://127.0.0.1:9/v1' } })
    await models.discover()
    const id = await models.save(bed.anna, null, {
      preset: 'ollama',
      baseUrl: http.origin.replace('127.0.0.1', 'localhost'),
    })
    await settled(models, bed.anna, id)
    expect((await models.list(bed.anna, 'en')).map((view) => view.id)).toEqual(['ollama'])
  })

  test('something else at its port is nothing', async () => {
    const http = await serveHttp((_request, response) => void response.writeHead(200).end('<html>hi'))
    const models = bed.open({ local: { ollama: http.origin, lmstudio: `${http.origin}/v1` } })
    await models.discover()
    expect(await models.list(bed.anna, 'en')).toEqual([])
  })
})

test('a redirect does not take the key along', async () => {
  const other = await serveHttp((_request, response) => sendJson(response, 200, { data: [{ id: 'm' }] }))
  const first = await serveHttp(
    (_request, response) => void response.writeHead(302, { location: `${other.origin}/v1/models` }).end(),
  )
  const models = bed.open()
  const id = await models.save(bed.anna, null, { preset: 'custom', baseUrl: `${first.origin}/v1` })
  await models.setKey(bed.anna, id, KEY)
  await expect(models.refresh(bed.anna, id)).rejects.toBeInstanceOf(ModelFault)
  expect(other.requests).toHaveLength(0)
})
