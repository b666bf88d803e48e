/** What a server is told that it may ask: what the person allows it, and what the client behind a call can answer. Pure. */
import type { ClientCapabilities } from '@modelcontextprotocol/client'
import type { CallingClient, QuestionKind } from '../model/asking.ts'
import type { ServerSettings } from '../model/server-entry.ts'

/** Without a client: of a session. A modern server is told with each request, so that it asks only what can be answered. */
export function capabilitiesOf(asks: ServerSettings['asks'], client?: CallingClient): ClientCapabilities {
  const can = (kind: QuestionKind) => client?.canAnswer(kind) ?? false
  const form = asks.elicitation || can('form')
  const url = asks.elicitation || can('url')
  return {
    ...((form || url) && { elicitation: { ...(form && { form: {} }), ...(url && { url: {} }) } }),
    ...((asks.sampling || can('sampling')) && { sampling: {} }),
    ...((asks.roots || can('roots')) && { roots: {} }),
  }
}
