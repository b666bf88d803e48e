/** Which models an agent can use now, what a choice comes down to, and what of it leaves this computer. Pure. */
import type { AgentId } from '../../../src-main/api/contract/chat.ts'
import type { AgentState, PresetView, ProviderView } from '../../stores/models.ts'

export interface ModelRef {
  readonly provider: string
  readonly model: string
}

export interface KnownModels {
  readonly providers: readonly ProviderView[] | null
  readonly presets: readonly PresetView[]
  readonly agents: readonly AgentState[]
  readonly localOnly: boolean
}

export interface ModelGroup {
  readonly provider: ProviderView
  readonly models: ProviderView['models']
}

type ModelAgent = Exclude<AgentId, 'quick'>

function serves(provider: ProviderView, agent: ModelAgent, presets: readonly PresetView[]): boolean {
  if (provider.agents !== null && !provider.agents.some((name) => name.toLowerCase() === agent)) return false
  const preset = presets.find((one) => one.id === provider.preset)
  return preset === undefined || preset.agents.includes(agent)
}

/** What can be chosen for an agent now, a group a provider: those on this computer first, then by name. */
export function modelGroups(known: KnownModels, agent: ModelAgent): ModelGroup[] {
  return (known.providers ?? [])
    .filter((provider) => provider.problem === null && provider.models.length > 0)
    .filter((provider) => provider.isLocal || !known.localOnly)
    .filter((provider) => serves(provider, agent, known.presets))
    .sort((a, b) => Number(b.isLocal) - Number(a.isLocal) || a.name.localeCompare(b.name))
    .map((provider) => ({ provider, models: provider.models }))
}

export interface ChosenModel {
  readonly provider: ProviderView
  /** The model's name as it is shown. */
  readonly name: string
}

/** The model of a choice, or the agent's default with null. Null where it cannot be used now. */
export function chosenModel(known: KnownModels, agent: ModelAgent, ref: ModelRef | null): ChosenModel | null {
  const wanted = ref ?? known.agents.find((one) => one.id === agent)?.model ?? null
  if (wanted === null) return null
  const group = modelGroups(known, agent).find(({ provider }) => provider.id === wanted.provider)
  const model = group?.models.find((one) => one.id === wanted.model)
  return group && model ? { provider: group.provider, name: model.name } : null
}

export type Unusable =
  /** Nothing is chosen and nothing can be. */
  | { readonly kind: 'none'; readonly message: string; readonly hint: string }
  /** What was chosen is not there any more, or not to be used now. */
  | { readonly kind: 'gone'; readonly model: string; readonly provider: string | null; readonly reason: string | null }

/** Why a choice cannot answer now; null when it can, or while nothing is known yet. */
export function unusable(known: KnownModels, agent: AgentId, ref: ModelRef | null): Unusable | null {
  if (agent === 'quick' || known.providers === null || chosenModel(known, agent, ref)) return null
  if (ref === null) {
    const problem = known.agents.find((one) => one.id === agent)?.problem
    return { kind: 'none', message: problem?.message ?? '', hint: problem?.hint ?? '' }
  }
  const provider = known.providers.find((one) => one.id === ref.provider)
  const reason = provider?.problem ? `${provider.problem.message} ${provider.problem.hint}`.trim() : null
  return { kind: 'gone', model: ref.model, provider: provider?.name ?? null, reason }
}

export type Leaving =
  | { readonly kind: 'nothing' }
  /** A model on this computer reads it. */
  | { readonly kind: 'stays'; readonly name: string }
  | { readonly kind: 'sends' | 'fetches'; readonly name: string; readonly host: string }
  /** It is not known yet where it would go. */
  | { readonly kind: 'unknown' }

/** What of a question and of what is read for it leaves this computer. */
export function leavingOf(known: KnownModels, agent: AgentId, ref: ModelRef | null): Leaving {
  if (agent === 'quick') return { kind: 'nothing' }
  const chosen = chosenModel(known, agent, ref)
  if (!chosen) return { kind: 'unknown' }
  const { isLocal, name, host } = chosen.provider
  if (isLocal) return { kind: 'stays', name }
  const way = agent === 'base' && known.agents.find((one) => one.id === 'base')?.way === 'mcp' ? 'fetches' : 'sends'
  return { kind: way, name, host }
}

/** Tokens as they are spoken of: 131072 is "131k". */
export function shortTokens(tokens: number): string {
  return tokens >= 1_000_000 ? `${Math.round(tokens / 100_000) / 10}M` : `${Math.round(tokens / 1_000)}k`
}
