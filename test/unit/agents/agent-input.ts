/** What an agent is asked, for tests: everything that a test does not care about is the plainest there is. */
import type { AgentInput } from '../../../src-main/agents/events.ts'
import type { RunGate, Taint } from '../../../src-main/registry/approval/run-gate.ts'

/** Lets everything through, and remembers what it was told. */
export function openGate(taint: Taint = { hasPrivate: false, untrusted: [] }): RunGate {
  let now = taint
  return {
    runId: null,
    conversationId: null,
    taint: () => now,
    mark({ hasPrivate, untrusted }) {
      now = {
        hasPrivate: now.hasPrivate || hasPrivate === true,
        untrusted: untrusted === undefined ? now.untrusted : [...new Set([...now.untrusted, untrusted])],
      }
    },
    approve: async () => ({ isAllowed: true, choice: 'once' }),
    consent: async () => ({ isAllowed: true, choice: 'once' }),
    question: async () => null,
  }
}

export const someone: AgentInput['user'] = { id: 1, publicId: 'p-1', timeZone: 'UTC', language: 'en' }

export function agentInput(given: Partial<AgentInput> & Pick<AgentInput, 'question'>): AgentInput {
  const user = given.user ?? someone
  return {
    conversationId: null,
    runId: null,
    user,
    subject: { user, name: 'Somebody', dataClasses: null },
    attachments: [],
    history: [],
    model: null,
    gate: openGate(),
    resumed: null,
    signal: new AbortController().signal,
    ...given,
  }
}
