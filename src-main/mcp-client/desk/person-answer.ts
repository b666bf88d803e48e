/** A question of a server, put to the person, and their answer in the words of the protocol. */

import type { PersonQuestion } from '../model/connection.ts'
import { isObject } from '../model/json-value.ts'
import type { PersonDesk } from '../model/person-desk.ts'
import type { ServerEntry } from '../model/server-entry.ts'

/** Rejects when nobody answers or the person says no to sampling: there is no such answer in the protocol. */
export async function personAnswer(
  desk: Pick<PersonDesk, 'ask'>,
  { userId, name: server }: Pick<ServerEntry, 'userId' | 'name'>,
  { kind, params }: PersonQuestion,
  signal: AbortSignal,
): Promise<unknown> {
  const message = typeof params.message === 'string' ? params.message : ''
  const answer = await desk.ask(
    userId,
    kind === 'form'
      ? { kind, server, message, schema: isObject(params.requestedSchema) ? params.requestedSchema : {} }
      : kind === 'url'
        ? { kind, server, message, url: String(params.url) }
        : { kind, server, params },
    signal,
  )
  if (answer?.kind === 'form') {
    return answer.action === 'accept' ? { action: 'accept', content: answer.content ?? {} } : { action: answer.action }
  }
  if (answer?.kind === 'url') return { action: answer.action }
  if (answer?.kind === 'sampling' && answer.allow && answer.text) {
    const content = { type: 'text', text: answer.text }
    return { role: 'assistant', content, model: 'written by a person', stopReason: 'endTurn' }
  }
  throw new Error('the question was not answered')
}
