/** Texts as the database can keep them, and the texts that are taken from questions and answers. */
import type { AgentEvent } from '../agents/events.ts'

const titleLength = 60

/** Postgres keeps neither NUL nor half of a surrogate pair. */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}

/** JSON that a jsonb column takes. */
export function storable(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'string' ? storableText(inner) : inner))
}

/** A conversation's first title: its question on one line, cut at a word. */
export function titleOf(question: string): string {
  const line = question.replace(/\s+/g, ' ').trim()
  const characters = [...line]
  if (characters.length <= titleLength) return line || '…'
  const cut = characters.slice(0, titleLength).join('')
  const space = cut.lastIndexOf(' ')
  return `${space > titleLength / 2 ? cut.slice(0, space) : cut}…`
}

/** What the answer says in words; notices and errors count, because a declined question is found by them. */
export function answerText(events: readonly AgentEvent[]): string {
  let text = ''
  for (const event of events) {
    if (event.type === 'text') text += event.text
    else if (event.type === 'notice' && event.code === 'declined') text += `${text ? '\n' : ''}${event.text}`
    else if (event.type === 'error') text += `${text ? '\n' : ''}${event.message}`
  }
  return text
}
