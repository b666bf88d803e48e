/** Settings, Models: providers, their keys and models, what agents may do, and what providers may be sent. */
import { agentPreferences, preferenceKeys } from '../../agents/models/preferences.ts'
import { presets } from '../../agents/models/presets.ts'
import { listConsents, revokeConsent } from '../../agents/models/provider-consents.ts'
import { ModelFault, type ModelInfo, type ProviderInput, type ProviderView } from '../../agents/models/types.ts'
import { callerUser } from '../../profiles/caller-user.ts'
import { api } from '../base.ts'
import type { RpcContext } from '../context.ts'

const languageOf = ({ profile }: RpcContext): string => callerUser(profile).language

const modelView = (model: ModelInfo) => ({ ...model })

const providerView = ({ models, agents, problem, options, manual, ...rest }: ProviderView) => ({
  ...rest,
  options: { ...options },
  manual: [...manual],
  agents: agents === null ? null : [...agents],
  models: models.map(modelView),
  problem: problem && { ...problem },
})

const providerViews = async (context: RpcContext) =>
  (await context.services.models.list(context.profile.id, languageOf(context))).map(providerView)

/** The person's decisions as they stand now: another window may have changed them. */
async function decisions({ services, profile }: RpcContext) {
  return agentPreferences((await services.profiles.get(profile.id))?.preferences ?? {})
}

async function decide({ services, profile }: RpcContext, preferences: Record<string, unknown>): Promise<void> {
  await services.profiles.update(profile.id, { preferences })
  services.events.publish('hub', { type: 'models-changed' })
}

/** What an agent with a model would take when a conversation says nothing, and why it could not. */
async function agentState({ services, profile }: RpcContext, agent: 'deep' | 'base') {
  try {
    const { ref } = await services.models.resolve(profile.id, agent, null)
    return { model: { ...ref }, problem: null }
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error
    return { model: null, problem: { message: error.message, hint: error.hint } }
  }
}

interface Entered {
  readonly preset: ProviderInput['preset']
  readonly name?: string | undefined
  readonly baseUrl?: string | undefined
  readonly models?: readonly string[] | undefined
  readonly options?:
    | {
        readonly temperature?: number | undefined
        readonly maxTokens?: number | undefined
        readonly reasoningEffort?: 'low' | 'medium' | 'high' | undefined
        readonly headers?: Readonly<Record<string, string>> | undefined
      }
    | undefined
}

/** What is not there is left out, rather than there as undefined. */
function entered({ preset, name, baseUrl, models, options }: Entered): ProviderInput {
  return {
    preset,
    ...(name === undefined ? {} : { name }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(models === undefined ? {} : { models }),
    ...(options === undefined ? {} : { options: enteredOptions(options) }),
  }
}

function enteredOptions(options: NonNullable<Entered['options']>): NonNullable<ProviderInput['options']> {
  const { temperature, maxTokens, reasoningEffort, headers } = options
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    ...(headers === undefined ? {} : { headers }),
  }
}

export const modelRoutes = {
  presets: api.models.presets.handler(() =>
    presets.map(({ id, name, baseUrl, needsKey, isLocal, keyUrl, agents }) => ({
      id,
      name,
      baseUrl,
      needsKey,
      isLocal,
      keyUrl,
      agents: [...agents],
    })),
  ),
  providers: api.models.providers.handler(({ context }) => providerViews(context)),
  save: api.models.save.handler(async ({ context, input: { id, ...input } }) => ({
    id: await context.services.models.save(context.profile.id, id, entered(input)),
  })),
  remove: api.models.remove.handler(async ({ context, input }) => ({
    removed: await context.services.models.remove(context.profile.id, input.id),
  })),
  setKey: api.models.setKey.handler(async ({ context, input }) => {
    await context.services.models.setKey(context.profile.id, input.id, input.key)
    return {}
  }),
  test: api.models.test.handler(({ context, input }) =>
    context.services.models.test(context.profile.id, input.id, languageOf(context)),
  ),
  refresh: api.models.refresh.handler(async ({ context, input }) =>
    (await context.services.models.refresh(context.profile.id, input.id)).map(modelView),
  ),
  discover: api.models.discover.handler(async ({ context }) => {
    await context.services.models.discover()
    return providerViews(context)
  }),
  agents: api.models.agents.handler(async ({ context }) => {
    const [deep, base] = await Promise.all([agentState(context, 'deep'), agentState(context, 'base')])
    const way = context.services.config.mcpPublicUrl === null ? ('local' as const) : ('mcp' as const)
    return [
      { id: 'quick' as const, model: null, problem: null, way: null },
      { id: 'deep' as const, ...deep, way: null },
      { id: 'base' as const, ...base, way },
    ]
  }),
  setDefault: api.models.setDefault.handler(async ({ context, input }) => {
    await context.services.models.setDefault(context.profile.id, input.agent, input.model)
    return {}
  }),
  consents: api.models.consents.handler(async ({ context }) => {
    const { services, profile } = context
    const [rows, providers] = await Promise.all([
      listConsents(services.db, profile.id, services.config.now()),
      services.models.list(profile.id, languageOf(context)),
    ])
    return rows.map(({ grantedAt, expiresAt, ...row }) => ({
      ...row,
      name: providers.find(({ id }) => id === row.provider)?.name ?? row.provider,
      grantedAt: grantedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    }))
  }),
  revokeConsent: api.models.revokeConsent.handler(async ({ context, input }) => {
    const revoked = await revokeConsent(context.services.db, context.profile.id, input)
    if (revoked) context.services.events.publish('hub', { type: 'models-changed' })
    return { revoked }
  }),
  prompt: api.models.prompt.handler(async ({ context }) => ({ text: (await decisions(context)).prompt })),
  setPrompt: api.models.setPrompt.handler(async ({ context, input }) => {
    await decide(context, { [preferenceKeys.prompt]: input.text.trim() === '' ? null : input.text })
    return {}
  }),
  localOnly: api.models.localOnly.handler(async ({ context }) => ({ isOn: (await decisions(context)).localOnly })),
  setLocalOnly: api.models.setLocalOnly.handler(async ({ context, input }) => {
    await decide(context, { [preferenceKeys.localOnly]: input.isOn ? true : null })
    return {}
  }),
  abilities: api.models.abilities.handler(async ({ context }) => {
    const { shell, subagents } = await decisions(context)
    return { shell, subagents }
  }),
  setAbilities: api.models.setAbilities.handler(async ({ context, input: { shell, subagents } }) => {
    const change = (key: string, isOn: boolean | undefined) => (isOn === undefined ? {} : { [key]: isOn ? true : null })
    await decide(context, {
      ...change(preferenceKeys.shell, shell),
      ...change(preferenceKeys.subagents, subagents),
    })
    return {}
  }),
}
