/** Which way a question goes: the provider reads by itself under an address of the hub, or the tools run here. */
import type { Bilingual } from '../../config/bilingual.ts'
import { inLanguage } from '../../config/bilingual.ts'
import type { Config } from '../../config/config.ts'
import type { Registry, ToolDefinition } from '../../registry/types.ts'
import type { AgentInput } from '../events.ts'
import type { ResolvedModel } from '../models/types.ts'
import { wireOf } from './wires/open-wire.ts'
import type { BaseWords } from './words.ts'

/** Whether the model's provider can reach this hub now, asked of the hub itself; `why` is a sentence. */
export type ProviderReach = (
  model: Pick<ResolvedModel, 'isLocal'>,
) => Promise<{ readonly ok: true } | { readonly ok: false; readonly why: Bilingual<string> }>

export type Way =
  | { readonly kind: 'mcp'; readonly tools: readonly ToolDefinition[] }
  /** `reason` is a sentence for the person. */
  | { readonly kind: 'local'; readonly reason: string }

export interface WayOptions {
  readonly registry: Pick<Registry, 'list'>
  readonly config: Pick<Config, 'mcpPublicUrl'>
  readonly reachability: ProviderReach
  readonly words: BaseWords
}

/** Rejects where the tools cannot be listed. */
export async function wayFor(input: AgentInput, model: ResolvedModel, options: WayOptions): Promise<Way> {
  const { registry, config, reachability, words } = options
  if (!wireOf(model).takesMcp) return { kind: 'local', reason: words.noMcp(model.providerName) }
  if (config.mcpPublicUrl === null) return { kind: 'local', reason: words.noPublicUrl }
  const { user, dataClasses } = input.subject
  // As the endpoint will list them under the address (mcp-server/identity.ts).
  const caller = { actor: 'agent:base', agent: 'BASE', user, dataClasses, scopes: ['mcp:read'], readsOnly: true }
  const [reach, tools] = await Promise.all([reachability(model), registry.list(caller)])
  if (!reach.ok) return { kind: 'local', reason: words.unreachable(inLanguage(reach.why, input.user.language)) }
  return tools.length === 0 ? { kind: 'local', reason: words.nothingToFetch } : { kind: 'mcp', tools }
}
