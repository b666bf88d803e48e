/** The app domain: info, hub events, the person's settings, access tokens, folders. */

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ORPCError } from '@orpc/server'
import { callerUser } from '../../profiles/caller-user.ts'
import type { Profile } from '../../profiles/profiles.ts'
import { noteText } from '../../secrets/notes.ts'
import { api } from '../base.ts'
import type { RpcContext } from '../context.ts'
import type { ProfileView } from '../contract/app.ts'

const THEMES = ['system', 'light', 'dark'] as const

export function profileViewOf(profile: Profile): ProfileView {
  const theme = THEMES.find((name) => name === profile.preferences.theme) ?? 'system'
  const language = profile.language === 'en' || profile.language === 'zh-CN' ? profile.language : null
  return {
    id: profile.publicId,
    name: profile.name,
    timeZone: profile.timeZone,
    language,
    units: profile.units,
    theme,
    preferences: profile.preferences,
    isDefault: profile.isDefault,
  }
}

/** The directory that a person's own tools go into: the first of MCP_TOOL_DIRS inside the data directory. */
function personalToolsDir(context: RpcContext): string {
  return context.services.config.toolDirs[0] ?? join(context.services.config.dataDir, 'tools')
}

const info = api.app.info.handler(async ({ context }) => {
  const { services, profile } = context
  const [hasRecords, hasGenotypes, hasSampleData, inspected] = await Promise.all([
    services.health.hasRecords(profile.id),
    services.genetics.hasGenotypes(profile.id),
    services.imports.hasSampleData(profile.id),
    services.registry.inspect({ actor: context.actor, user: null }),
  ])
  await services.secrets.opened
  return {
    version: services.version,
    host: services.host,
    platform: process.platform,
    dataDir: services.config.dataDir,
    engine: services.db.engine,
    mcpUrl: services.addresses()?.mcp ?? '',
    publicUrl: services.config.mcpPublicUrl,
    secrets: { store: services.secrets.store, note: noteText(services.secrets.note, callerUser(profile).language) },
    profile: profileViewOf(profile),
    hasRecords: hasRecords || hasGenotypes,
    hasSampleData,
    toolWarnings: inspected.warnings,
    toolsDir: personalToolsDir(context),
  }
})

const events = api.app.events.handler(async function* ({ context, signal }) {
  yield* context.services.events.subscribe('hub', { signal })
})

const updateProfile = api.app.updateProfile.handler(async ({ context, input }) => {
  const { services, profile } = context
  const updated = await services.profiles.update(profile.id, input)
  services.events.publish('hub', { type: 'profile-changed' })
  return profileViewOf(updated)
})

const tokens = {
  list: api.app.tokens.list.handler(({ context }) => context.services.tokens.list(context.profile.id)),
  create: api.app.tokens.create.handler(({ context, input }) =>
    context.services.tokens.mint({ userId: context.profile.id, days: input.days, label: input.label }),
  ),
  revoke: api.app.tokens.revoke.handler(async ({ context, input }) => ({
    revoked: await context.services.tokens.revoke(context.profile.id, input.id),
  })),
}

const openFolder = api.app.openFolder.handler(async ({ context, input }) => {
  const { config, skills } = context.services
  const path = { data: config.dataDir, tools: personalToolsDir(context), skills: skills.ownDir }[input.folder]
  // Nothing has put a skill there yet, and a file manager cannot show what is not there.
  if (input.folder === 'skills') await mkdir(path, { recursive: true, mode: 0o700 })
  const opened = context.services.shell === null ? false : await context.services.shell.openFolder(path)
  return { opened, path }
})

export const appRoutes = { info, events, updateProfile, tokens, openFolder }

/** Reads the profile again: settings may have changed since the pipe was opened. */
export async function freshProfile(context: RpcContext): Promise<Profile> {
  const profile = await context.services.profiles.get(context.profile.id)
  if (profile === null) throw new ORPCError('NOT_FOUND', { message: 'This person is no longer on this computer.' })
  return profile
}
