/** The app itself: who am I, where is my data, which tokens exist. */
import { eventIterator, oc } from '@orpc/contract'
import * as z from 'zod'

export const profileView = z.object({
  id: z.string().describe('public id'),
  name: z.string(),
  timeZone: z.string(),
  language: z.enum(['en', 'zh-CN']).nullable(),
  units: z.record(z.string(), z.string()),
  theme: z.enum(['system', 'light', 'dark']),
  /** Free-form interface settings that should outlive a window: dismissed hints, list width. */
  preferences: z.record(z.string(), z.unknown()),
  isDefault: z.boolean(),
})
export type ProfileView = z.infer<typeof profileView>

export const appInfo = z.object({
  version: z.string(),
  host: z.enum(['electron', 'browser']),
  platform: z.string(),
  dataDir: z.string(),
  engine: z.enum(['embedded', 'server']),
  mcpUrl: z.string(),
  /** MCP_PUBLIC_URL; null where this computer is not reached from elsewhere. */
  publicUrl: z.string().nullable(),
  /** Where secrets live now, and a sentence when that is not the keychain. */
  secrets: z.object({ store: z.enum(['keychain', 'safe-storage', 'memory', 'file']), note: z.string().nullable() }),
  profile: profileView,
  hasRecords: z.boolean(),
  hasSampleData: z.boolean(),
  toolWarnings: z.array(z.string()),
  toolsDir: z.string().describe("the person's own tool directory"),
})
export type AppInfo = z.infer<typeof appInfo>

export const tokenView = z.object({
  id: z.string(),
  label: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
})
export type TokenView = z.infer<typeof tokenView>

/** Something changed that a page may show; pages re-read what they need. */
export const hubEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('tools-changed') }),
  /** An MCP resource, or without `uri` which there are. */
  z.object({ type: z.literal('resources-changed'), uri: z.string().optional() }),
  /** Which prompts external servers share with apps. */
  z.object({ type: z.literal('prompts-changed') }),
  z.object({ type: z.literal('data-changed') }),
  z.object({ type: z.literal('profile-changed') }),
  z.object({ type: z.literal('conversations-changed') }),
  /** People, shares. */
  z.object({ type: z.literal('people-changed') }),
  /** Tokens, personal URLs, connected apps. */
  z.object({ type: z.literal('access-changed') }),
  /** An app asks to be let in, or was answered. */
  z.object({ type: z.literal('consents-changed') }),
  /** Which external servers there are, or how one of them is; without `id` any of them. At most a few times a second. */
  z.object({ type: z.literal('servers-changed'), id: z.string().optional() }),
  /** A question waits for the person, or was answered. */
  z.object({ type: z.literal('questions-changed') }),
  /** An approval or question of a run waits, or was answered. */
  z.object({ type: z.literal('waiting-changed') }),
  /** Model providers, their models, consents or defaults. */
  z.object({ type: z.literal('models-changed') }),
  z.object({ type: z.literal('skills-changed') }),
  /** An MCP client was heard; at most once a second. */
  z.object({ type: z.literal('clients-changed') }),
])
export type HubEvent = z.infer<typeof hubEvent>

export const appContract = {
  info: oc.output(appInfo),
  events: oc.output(eventIterator(hubEvent)),
  updateProfile: oc
    .input(
      z
        .object({
          name: z.string().trim().min(1).max(80),
          timeZone: z.string(),
          language: z.enum(['en', 'zh-CN']).nullable(),
          units: z.record(z.string(), z.string()),
          theme: z.enum(['system', 'light', 'dark']),
          preferences: z.record(z.string(), z.unknown()),
        })
        .partial(),
    )
    .output(profileView),
  tokens: {
    list: oc.output(z.array(tokenView)),
    /** The token is shown once and never again. */
    create: oc
      .input(
        z.object({
          label: z.string().trim().max(80).default(''),
          days: z.number().int().min(1).max(3650).default(365),
        }),
      )
      .output(z.object({ token: z.string(), view: tokenView })),
    revoke: oc.input(z.object({ id: z.string() })).output(z.object({ revoked: z.boolean() })),
  },
  /** Opens the data, tools or skills folder in the file manager; answers false where there is none (browser mode). */
  openFolder: oc
    .input(z.object({ folder: z.enum(['data', 'tools', 'skills']) }))
    .output(z.object({ opened: z.boolean(), path: z.string() })),
}
