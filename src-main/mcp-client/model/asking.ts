/**
 * Questions of a server during a call: elicitation (form or URL), sampling, roots. They go to the MCP client that made
 * the call where it can answer, and else to the person in the app.
 */
import type { InputRequests, JSONValue, LoggingLevel } from '@modelcontextprotocol/client'

export type QuestionKind = 'form' | 'url' | 'sampling' | 'roots'

/** Questions that whoever called has to answer before there can be a result. */
export interface Ask {
  readonly requests: InputRequests
  /** Comes back with the answers. */
  readonly state?: JSONValue
}

/** The client behind a call: mcp-server's ClientChannel is one. */
export interface CallingClient {
  canAnswer(kind: QuestionKind): boolean
  /** By the names of the questions; untrusted. */
  readonly answers: Readonly<Record<string, unknown>>
  readonly state: JSONValue | undefined
  log(level: LoggingLevel, data: JSONValue, logger?: string): void
  closeStream(): void
}
