/**
 * Questions of a server during a call: elicitation (form or URL), sampling, roots. They go to the MCP client that made
 * the call where it can answer, and else to the person in the app.
 */
import type { InputRequests, JSONValue, LoggingLevel } from '@modelcontextprotocol/client'

export type QuestionKind = 'form' | 'url' | 'sampling' | 'roots'

/** Questions that whoever called has to answer before there can be a result. */
export interface Ask {
  /** By names of who asks; the answers come back under them. Only what `canAnswer` allows may be asked. */
  readonly requests: InputRequests
  /** Comes back with the answers, sealed on its way: clients can neither read nor change nor repeat it. */
  readonly state?: JSONValue
}

/** The client behind a call. */
export interface CallingClient {
  /** Whether this client declared that it can be asked so. */
  canAnswer(kind: QuestionKind): boolean
  /** By the names of the questions; empty in the first round, lacking what was not answered. Not checked: untrusted. */
  readonly answers: Readonly<Record<string, unknown>>
  /** What the Ask before this round carried. */
  readonly state: JSONValue | undefined
  /** Sends a log message, where the client asked for messages of this level. */
  log(level: LoggingLevel, data: JSONValue, logger?: string): void
  /** Closes the response's stream so that a client of an older session fetches the rest later (SEP-1699). */
  closeStream(): void
}
