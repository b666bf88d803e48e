/**
 * Goes over to another person. The page starts again from nothing: no store, stream, draft or half-sent file of one
 * person can then end up with the other, whatever was on its way.
 */
import { chooseActingPerson } from '../rpc/acting-person.ts'

/** Where the other person lands: the same page, but nothing on it that only the first one has (a chat, an indicator, a server). */
export function hashForAnother(hash: string): string {
  const [, page = ''] = /^#\/([^/?]*)/.exec(hash) ?? []
  return page === 'chat' || page === 'health' || page === 'servers' ? `#/${page}` : hash
}

/** Null goes back to the hub's default person. False where the browser keeps no choice: then nothing changes. */
export function switchPerson(id: string | null): boolean {
  if (!chooseActingPerson(id)) return false
  window.location.hash = hashForAnother(window.location.hash)
  window.location.reload()
  return true
}
