/** What an Ask carries to the caller and back: the way to the request it belongs to. Sealed on its way (mcp-server). */

import type { JSONValue } from '@modelcontextprotocol/client'
import type { CallingClient } from '../model/asking.ts'
import { isObject } from '../model/json-value.ts'

/** What goes into the parameters of a request that is sent again (2026-07-28, basic/patterns/mrtr). */
export interface Retry {
  readonly inputResponses: Readonly<Record<string, unknown>>
  readonly requestState: string | undefined
}

export interface KeptQuestions {
  /** Names the server gave to the questions that went to the caller. */
  readonly asked: readonly string[]
  /** Answers that are there already, from the person or the settings. */
  readonly held: Readonly<Record<string, unknown>>
  /** The server's own, given back as it was. */
  readonly requestState: string | undefined
}

/** `again`: the request is sent as it was the first time; its questions were answered outside of the protocol. */
export function keptState(
  kept: KeptQuestions | { readonly suspended: string } | { readonly again: readonly string[] },
): JSONValue {
  // JSON is what it has to be: answers came from JSON, and undefined falls away.
  return JSON.parse(JSON.stringify(kept))
}

export interface ReadState {
  readonly suspended?: string
  /** Questions that were not answered with yes. */
  readonly refused?: readonly string[]
  readonly retry?: Retry
}

/** Null: the call is a first one. Of the answers only those to questions that were asked go on. */
export function readState(client: CallingClient | undefined): ReadState | null {
  const state = client?.state
  if (!client || !isObject(state)) return null
  if (typeof state.suspended === 'string') return { suspended: state.suspended }
  if (Array.isArray(state.again)) {
    const asked = state.again.filter((key) => typeof key === 'string')
    return { refused: asked.filter((key) => !isAccepted(client.answers[key])) }
  }
  if (!Array.isArray(state.asked)) return null
  const answered = state.asked.flatMap((key): [string, unknown][] =>
    typeof key === 'string' && Object.hasOwn(client.answers, key) ? [[key, client.answers[key]]] : [],
  )
  const inputResponses = { ...(isObject(state.held) ? state.held : {}), ...Object.fromEntries(answered) }
  const requestState = typeof state.requestState === 'string' ? state.requestState : undefined
  return { retry: { inputResponses, requestState } }
}

export function isAccepted(answer: unknown): boolean {
  return isObject(answer) && answer.action === 'accept'
}
