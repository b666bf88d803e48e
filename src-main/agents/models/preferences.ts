/**
 * What a person decided about agents, as it stands in their profile's preferences. Each decision has a key of its own, so
 * that two windows that change different ones do not undo each other. Pure.
 */
import type { ModelRef } from '../events.ts'

export interface AgentPreferences {
  /** No agent talks to a model that is not on this computer. */
  readonly localOnly: boolean
  /** The person's own words to agents; they go under the safety rules, never in their place. */
  readonly prompt: string
  readonly shell: boolean
  readonly subagents: boolean
  /** What is chosen when a conversation says nothing; null where nothing was. */
  readonly defaults: { readonly deep: ModelRef | null; readonly base: ModelRef | null }
}

export const preferenceKeys = {
  localOnly: 'agents.localOnly',
  prompt: 'agents.prompt',
  shell: 'agents.shell',
  subagents: 'agents.subagents',
  deep: 'agents.model.deep',
  base: 'agents.model.base',
} as const

/** Anything that is not what it should be counts as not decided. */
export function agentPreferences(preferences: Readonly<Record<string, unknown>>): AgentPreferences {
  const isOn = (key: string): boolean => preferences[key] === true
  const prompt = preferences[preferenceKeys.prompt]
  return {
    localOnly: isOn(preferenceKeys.localOnly),
    prompt: typeof prompt === 'string' ? prompt : '',
    shell: isOn(preferenceKeys.shell),
    subagents: isOn(preferenceKeys.subagents),
    defaults: {
      deep: modelRefOf(preferences[preferenceKeys.deep]),
      base: modelRefOf(preferences[preferenceKeys.base]),
    },
  }
}

function modelRefOf(value: unknown): ModelRef | null {
  if (typeof value !== 'object' || value === null || !('provider' in value) || !('model' in value)) return null
  const { provider, model } = value
  return typeof provider === 'string' && typeof model === 'string' ? { provider, model } : null
}
