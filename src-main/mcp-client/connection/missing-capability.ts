/**
 * -32021 (2026-07-28): the server needs to ask what the client behind the call cannot be asked. It is that client's to
 * hear, in the words and with the HTTP status of the endpoint that it called: so it is put as the question, which the
 * endpoint refuses for the same reason. Pure.
 */
import { type InputRequests, MissingRequiredClientCapabilityError, ProtocolError } from '@modelcontextprotocol/client'
import type { Ask, CallingClient } from '../model/asking.ts'

const MISSING_CAPABILITY = -32021

/** Null where it is no such refusal, or nobody stands behind the call. */
export function askOfMissing(error: unknown, client: CallingClient | undefined): Ask | null {
  if (client === undefined || !(error instanceof ProtocolError) || error.code !== MISSING_CAPABILITY) return null
  const required = error instanceof MissingRequiredClientCapabilityError ? error.requiredCapabilities : error.data
  const names = typeof required === 'object' && required !== null ? JSON.stringify(required) : ''
  const requests: InputRequests = {
    ...(names.includes('"sampling"') && {
      sampling: { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } },
    }),
    ...(names.includes('"elicitation"') && {
      elicitation: {
        method: 'elicitation/create',
        params: { mode: 'form', message: '', requestedSchema: { type: 'object', properties: {} } },
      },
    }),
    ...(names.includes('"roots"') && { roots: { method: 'roots/list' } }),
  }
  return Object.keys(requests).length === 0 ? null : { requests }
}
