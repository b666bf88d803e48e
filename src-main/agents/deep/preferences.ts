/** What a person decided about the deep agent, out of their profile's preferences. Pure. */

export interface AgentPreferences {
  /** Their own words to the agent. */
  readonly prompt: string
  readonly subagents: boolean
  readonly shell: boolean
}

export function agentPreferences(preferences: Readonly<Record<string, unknown>>): AgentPreferences {
  const { agentPrompt, subagents, shell } = preferences
  return {
    prompt: typeof agentPrompt === 'string' ? agentPrompt : '',
    subagents: subagents === true,
    shell: shell === true,
  }
}
