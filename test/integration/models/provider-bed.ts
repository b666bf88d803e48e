/** Model providers over a real database, with two people, an open secret store and a log that is read. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createModelProviders, type ModelProvidersOptions } from '../../../src-main/agents/models/model-providers.ts'
import type { ModelProviders, ProviderView } from '../../../src-main/agents/models/types.ts'
import type { Database } from '../../../src-main/db/database.ts'
import { openDatabase } from '../../../src-main/db/open.ts'
import { createLogger } from '../../../src-main/log/logger.ts'
import { createProfiles, type Profiles } from '../../../src-main/profiles/profiles.ts'
import { memoryStore } from '../../../src-main/secrets/memory-store.ts'
import type { SecretStore } from '../../../src-main/secrets/secret-store.ts'

/** Ports that nothing listens on. */
export const nothingLocal = { ollama: 'http://127.0.0.1:9', lmstudio: 'http://127.0.0.1:9/v1' }

export interface ProviderBed {
  readonly db: Database
  readonly profiles: Profiles
  readonly secrets: SecretStore
  /** The default person's id, and another's. */
  readonly anna: number
  readonly ben: number
  /** Everything that was logged. */
  readonly logged: () => string
  open(change?: Partial<ModelProvidersOptions>): ModelProviders
  close(): Promise<void>
}

export async function openProviderBed(): Promise<ProviderBed> {
  const dir = await mkdtemp(join(tmpdir(), 'models-'))
  let lines = ''
  const log = createLogger({ level: 'debug', dataDir: null, stream: { write: (text) => (lines += text) } })
  const db = await openDatabase({ config: { dataDir: join(dir, 'data'), databaseUrl: null }, log })
  const profiles = await createProfiles({ db, config: { defaultTimeZone: 'UTC' }, now: () => new Date(), log })
  const { id: anna } = await profiles.default()
  await profiles.update(anna, { language: 'en' })
  const { id: ben } = await profiles.create('Ben')
  await profiles.update(ben, { language: 'zh-CN' })
  const secrets = memoryStore({ code: 'memory-chosen', en: '', zh: '' })
  const opened: ModelProviders[] = []
  return {
    db,
    profiles,
    secrets,
    anna,
    ben,
    logged: () => lines,
    open(change = {}) {
      const models = createModelProviders({
        db,
        secrets,
        config: { providers: {}, defaultProviders: {} },
        profiles,
        now: () => new Date(),
        log,
        local: nothingLocal,
        ...change,
      })
      opened.push(models)
      return models
    },
    async close() {
      for (const models of opened) await models.close()
      await db.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** The provider once its models were asked for, well or badly. */
export async function settled(
  models: ModelProviders,
  userId: number,
  id: string,
  language = 'en',
): Promise<ProviderView> {
  const until = performance.now() + 10_000
  for (;;) {
    const view = (await models.list(userId, language)).find((provider) => provider.id === id)
    if (view === undefined) throw new Error(`there is no provider ${id}`)
    if (view.listedAt !== null || view.problem !== null) return view
    if (performance.now() > until) throw new Error('the models were never listed')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
