/** What an entry has to look like, on its way into the database and out of it. */
import * as z from 'zod'
import {
  defaultSettings,
  type ServerOrigin,
  type ServerSettings,
  type ServerTarget,
  type ServerValues,
} from '../model/server-entry.ts'

/** PostgreSQL keeps neither U+0000 nor half a surrogate pair; no program takes them as an argument either. */
const text = z.string().refine((one) => !one.includes('\0') && one.isWellFormed(), 'holds a character that is no text')
const name = text.min(1)

const stdio = z.object({
  kind: z.literal('stdio'),
  command: name,
  args: z.array(text),
  cwd: name.nullable(),
  envNames: z.array(name),
  encoding: name,
  encodingErrors: z.enum(['strict', 'replace', 'ignore']),
})

const remote = z.object({
  kind: z.enum(['http', 'sse']),
  url: name,
  headerNames: z.array(name),
  auth: z.enum(['none', 'bearer', 'oauth']),
  oauth: z.object({
    clientId: name.nullable(),
    scopes: z.array(name).nullable(),
    redirectPort: z.number().int().min(1).max(65_535).nullable(),
  }),
})

export const targetSchema: z.ZodType<ServerTarget> = z.discriminatedUnion('kind', [stdio, remote])

const limitMs = z.number().int().positive()
const { limits } = defaultSettings

/** Settings that a newer version added have their default; one that cannot be read is a fault and gets none. */
export const settingsSchema: z.ZodType<ServerSettings> = z.object({
  stateful: z.boolean().default(defaultSettings.stateful),
  limits: z
    .object({
      connectMs: limitMs.default(limits.connectMs),
      requestMs: limitMs.default(limits.requestMs),
      streamMs: limitMs.default(limits.streamMs),
      hardCapMs: limitMs.default(limits.hardCapMs),
    })
    .default(limits),
  shared: z.boolean().default(defaultSettings.shared),
  policy: z.enum(['allow', 'ask', 'block']).default(defaultSettings.policy),
  clash: z.enum(['rename', 'skip', 'override', 'refuse']).default(defaultSettings.clash),
  prefix: z.boolean().default(defaultSettings.prefix),
  asks: z
    .object({ sampling: z.boolean(), elicitation: z.boolean(), roots: z.boolean() })
    .default({ ...defaultSettings.asks }),
  roots: z.array(text).default([]),
  proxy: z.union([z.enum(['system', 'none']), z.object({ url: name })]).default('system'),
  caFile: name.nullable().default(null),
  processors: z.array(name).default([]),
})

export const originSchema: z.ZodType<ServerOrigin> = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['form', 'paste', 'link', 'api']) }),
  z.object({ kind: z.literal('client'), client: text, file: text }),
  z.object({ kind: z.literal('bundle'), name: text, version: text, dir: text }),
  z.object({ kind: z.literal('companion'), companion: text }),
  z.object({ kind: z.literal('file'), file: text }),
])

/** Values are sealed as text, so that any string is fine. */
export const valuesSchema: z.ZodType<ServerValues> = z.object({
  env: z.record(z.string(), z.string()),
  headers: z.record(z.string(), z.string()),
  bearer: z.string().nullable(),
  clientSecret: z.string().nullable(),
})

export const newServerSchema = z.object({
  slug: text,
  name: name.max(200),
  origin: originSchema,
  target: targetSchema,
  settings: settingsSchema,
  values: valuesSchema,
})

export const changeSchema = newServerSchema
  .pick({ name: true, target: true, settings: true, values: true })
  .extend({ enabled: z.boolean(), position: z.number().int() })
  .partial()
