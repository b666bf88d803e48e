/** Unsent words, kept a conversation at a time until they are sent. */
import { actingPerson } from '../../rpc/acting-person.ts'

/** The new chat has the same name for everybody; its unsent words are one person's. */
const prefix = `mirohub.draft.${actingPerson() ?? ''}${actingPerson() === null ? '' : '.'}`

export function readDraft(conversation: string): string {
  try {
    return localStorage.getItem(prefix + conversation) ?? ''
  } catch {
    return ''
  }
}

export function keepDraft(conversation: string, text: string): void {
  try {
    if (text.trim() === '') localStorage.removeItem(prefix + conversation)
    else localStorage.setItem(prefix + conversation, text)
  } catch {
    // Storage refused: the draft lives as long as the page.
  }
}

/** What was being written in the new chat is written on in the conversation that it became. */
export function moveDraft(from: string, to: string): void {
  const text = readDraft(from)
  if (text === '') return
  keepDraft(from, '')
  keepDraft(to, text)
}
