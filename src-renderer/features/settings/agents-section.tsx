/** What agents are told, what they may do, and what they keep. */
import { AgentAbilities } from './agent-abilities.tsx'
import { AgentGrants, ProviderConsents } from './agent-grants.tsx'
import { AgentLocalOnly } from './agent-local-only.tsx'
import { AgentNotes } from './agent-notes.tsx'
import { AgentPrompt } from './agent-prompt.tsx'

export function AgentsSection({ timeZone }: { timeZone: string }) {
  return (
    <>
      <AgentPrompt />
      <AgentLocalOnly />
      <AgentAbilities />
      <ProviderConsents timeZone={timeZone} />
      <AgentGrants timeZone={timeZone} />
      <AgentNotes timeZone={timeZone} />
    </>
  )
}
