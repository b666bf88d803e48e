/** Providers of people in the database. Their keys are not there. */
import { and, asc, eq } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../../db/database.ts'
import { modelProvider } from '../../../db/schema.ts'
import { presetOf } from '../presets.ts'
import type { ModelInfo, ResolvedModel } from '../types.ts'
import { type KnownProvider, type ProviderModels, wireOf } from './known-provider.ts'

const optionsSchema = z.object({
  temperature: z.number().optional(),
  maxTokens: z.number().optional(),
  reasoningEffort: z.enum(['low', 'medium', 'high']).optional(),
  headers: z.record(z.string(), z.string()).optional(),
})
const modelSchema: z.ZodType<ModelInfo> = z.object({
  id: z.string(),
  name: z.string(),
  contextWindow: z.number().nullable(),
  supportsTools: z.boolean().nullable(),
  supportsImages: z.boolean().nullable(),
  supportsPdf: z.boolean().nullable(),
  reasons: z.boolean().nullable(),
  isManual: z.boolean(),
})
const modelsSchema = z.object({
  listed: z.array(modelSchema),
  manual: z.array(z.string()),
  listedAt: z.string().nullable(),
})
const noModels: ProviderModels = { listed: [], manual: [], listedAt: null }

export interface NewRow {
  readonly preset: string
  readonly name: string
  readonly baseUrl: string
  readonly options: ResolvedModel['options']
  readonly models: ProviderModels
}

export interface ProviderRows {
  /** In the order they were added. */
  list(userId: number): Promise<KnownProvider[]>
  get(userId: number, id: string): Promise<KnownProvider | null>
  insert(userId: number, id: string, row: NewRow): Promise<void>
  update(userId: number, id: string, row: Partial<Omit<NewRow, 'preset'>>): Promise<void>
  /** Only while it has this address: what an older one listed is not the new one's. */
  setModels(userId: number, id: string, baseUrl: string, models: ProviderModels): Promise<void>
  remove(userId: number, id: string): Promise<boolean>
}

export interface ProviderRowsOptions {
  readonly db: Pick<Database, 'orm'>
  readonly now: () => Date
  readonly readKey: (userId: number, id: string) => Promise<string | null>
}

export function createProviderRows({ db, now, readKey }: ProviderRowsOptions): ProviderRows {
  const at = (userId: number, id: string) => and(eq(modelProvider.userId, userId), eq(modelProvider.id, id))
  const known = (row: typeof modelProvider.$inferSelect): KnownProvider => {
    const preset = presetOf(row.preset)
    const options = optionsSchema.safeParse(row.options)
    const models = modelsSchema.safeParse(row.models)
    return {
      id: row.id,
      preset,
      name: row.name,
      wire: wireOf(preset, row.baseUrl),
      baseUrl: row.baseUrl,
      origin: 'person',
      agents: null,
      options: options.success ? withoutUndefined(options.data) : {},
      // A column of a later version that this one cannot read is listed anew.
      models: models.success ? models.data : noModels,
      readKey: () => readKey(row.userId, row.id),
      needsKey: preset.needsKey,
    }
  }
  return {
    async list(userId) {
      const rows = await db.orm
        .select()
        .from(modelProvider)
        .where(eq(modelProvider.userId, userId))
        .orderBy(asc(modelProvider.createdAt), asc(modelProvider.id))
      return rows.map(known)
    },
    async get(userId, id) {
      const [row] = await db.orm.select().from(modelProvider).where(at(userId, id))
      return row === undefined ? null : known(row)
    },
    async insert(userId, id, { options, ...row }) {
      await db.orm.insert(modelProvider).values({ userId, id, ...row, options: { ...options }, createdAt: now() })
    },
    async update(userId, id, { options, ...row }) {
      await db.orm
        .update(modelProvider)
        .set({ ...row, ...(options === undefined ? {} : { options: { ...options } }) })
        .where(at(userId, id))
    },
    async setModels(userId, id, baseUrl, models) {
      await db.orm
        .update(modelProvider)
        .set({ models })
        .where(and(at(userId, id), eq(modelProvider.baseUrl, baseUrl)))
    },
    async remove(userId, id) {
      const gone = await db.orm.delete(modelProvider).where(at(userId, id)).returning({ id: modelProvider.id })
      return gone.length > 0
    },
  }
}

type Options = z.infer<typeof optionsSchema>

function withoutUndefined({ temperature, maxTokens, reasoningEffort, headers }: Options): ResolvedModel['options'] {
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    ...(headers === undefined ? {} : { headers }),
  }
}
