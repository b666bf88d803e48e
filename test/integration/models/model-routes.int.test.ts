/** Models through a whole hub, as a window asks for them. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RouterClient } from '@orpc/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HubEvent } from '../../../src-main/api/contract/app.ts'
import type { router } from '../../../src-main/api/router.ts'
import { loadConfig } from '../../../src-main/config/load.ts'
import { createHub, type Hub } from '../../../src-main/hub.ts'
import { createLogger } from '../../../src-main/log/logger.ts'
import { type FakeModel, startFakeModel } from '../../fake-models/fake-model.ts'

const KEY = 'sk-secret-9f8e7d6c5b4a39281706'
let root: string
let hub: Hub
let fake: FakeModel
let window: RouterClient<typeof router, Record<never, never>>
let userId: number
const events: HubEvent[] = []

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'mirohub-models-'))
  fake = await startFakeModel([{ text: 'OK' }], { key: KEY, models: ['m1', 'm2', 'text-embedding-x'] })
  const env = {
    MIROHUB_SECRETS: 'memory',
    HOUSE_KEY: KEY,
    LOG_LEVEL: 'debug',
    PROVIDERS_BASE: JSON.stringify({ house: { model: 'm1', base_url: fake.url, api_key: 'HOUSE_KEY' } }),
  }
  const config = loadConfig({ env, flags: { dataDir: join(root, 'data') }, platform: process.platform, homedir: root })
  hub = await createHub(config, {
    host: 'node',
    // Into its file alone, which is looked through below.
    log: createLogger({ level: 'debug', dataDir: config.dataDir, stream: null }),
  })
  const person = await hub.services.profiles.default()
  await hub.services.profiles.update(person.id, { language: 'en' })
  userId = person.id
  window = hub.client(person, 'window')
  hub.services.events.subscribe('hub', (event) => void events.push(event))
})
afterAll(async () => {
  await hub.stop()
  await fake.close()
  rmSync(root, { recursive: true, force: true })
})

test('a person adds a provider, tests it and makes it the default; every page is told', async () => {
  const presets = await window.models.presets()
  expect(presets.map(({ id }) => id)).toEqual([
    'openai',
    'anthropic',
    'gemini',
    'ollama',
    'lmstudio',
    'deepseek',
    'qwen',
    'openrouter',
    'custom',
  ])
  const before = await window.models.agents()
  expect(before).toMatchObject([
    { id: 'quick', problem: null },
    { id: 'deep', model: null, problem: { message: 'No model is set up yet.' } },
    { id: 'base', way: 'local' },
  ])
  const { id } = await window.models.save({ id: null, preset: 'custom', name: 'Mine', baseUrl: fake.url })
  expect(await window.models.test({ id })).toMatchObject({ ok: false, code: 'no_key' })
  await window.models.setKey({ id, key: KEY })
  expect(await window.models.test({ id })).toMatchObject({ ok: true, code: null })
  expect((await window.models.refresh({ id })).map((model) => model.id)).toEqual(['m1', 'm2'])
  await window.models.setDefault({ agent: 'deep', model: { provider: id, model: 'm2' } })
  expect((await window.models.agents())[1]).toMatchObject({ model: { provider: id, model: 'm2' }, problem: null })
  expect(events).toContainEqual({ type: 'models-changed' })
})

test('what the configuration declares is there for its agent, and its key is shown to nobody', async () => {
  const house = (await window.models.providers()).find(({ origin }) => origin === 'config')
  expect(house).toMatchObject({ name: 'house', agents: ['BASE'], hasKey: true, models: [{ id: 'm1' }] })
  await expect(window.models.setKey({ id: house?.id ?? '', key: 'x' })).rejects.toMatchObject({
    data: { code: 'bad_request' },
  })
})

test('decisions are kept and taken back', async () => {
  await window.models.setPrompt({ text: 'Answer briefly.' })
  await window.models.setAbilities({ shell: true })
  await window.models.setAbilities({ subagents: true })
  await window.models.setLocalOnly({ isOn: true })
  expect(await window.models.prompt()).toEqual({ text: 'Answer briefly.' })
  expect(await window.models.abilities()).toEqual({ shell: true, subagents: true })
  expect(await window.models.localOnly()).toEqual({ isOn: true })
  await window.models.setPrompt({ text: '  ' })
  await window.models.setAbilities({ shell: false, subagents: false })
  await window.models.setLocalOnly({ isOn: false })
  expect(await window.models.prompt()).toEqual({ text: '' })
  expect(await window.models.abilities()).toEqual({ shell: false, subagents: false })
  const { preferences } = (await hub.services.profiles.get(userId)) ?? { preferences: null }
  expect(Object.keys(preferences ?? {}).filter((key) => key.startsWith('agents.'))).toEqual(['agents.model.deep'])
})

test('a consent is listed while it holds and gone when it is taken back', async () => {
  const insert = (provider: string, expires: string) =>
    hub.services.db.query(
      `INSERT INTO provider_consent VALUES ($1, $2, 'models.example.org', 'sends', now(), now() + interval '${expires}')`,
      [userId, provider],
    )
  await insert('custom', '90 days')
  await insert('gone', '90 days')
  await insert('over', '-1 day')
  const consents = await window.models.consents()
  expect(consents.map(({ provider, name }) => [provider, name]).sort()).toEqual([
    ['custom', 'Mine'],
    ['gone', 'gone'],
  ])
  const one = { provider: 'custom', host: 'models.example.org', way: 'sends' } as const
  expect(await window.models.revokeConsent(one)).toEqual({ revoked: true })
  expect(await window.models.revokeConsent(one)).toEqual({ revoked: false })
  expect((await window.models.consents()).map(({ provider }) => provider)).toEqual(['gone'])
})

test('no file of the data directory holds the key', () => {
  const files = readdirSync(join(root, 'data'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  expect(files.length).toBeGreaterThan(10)
  const holders = files.filter((file) => readFileSync(join(file.parentPath, file.name)).includes(KEY))
  expect(holders.map(({ name }) => name)).toEqual([])
})
