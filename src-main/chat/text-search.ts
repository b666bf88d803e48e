/** Searching chats: the words as written, in any case, and a short cut of the text around them. */

/** An ILIKE pattern that takes every character of the search as itself. */
export function likePattern(words: string): string {
  return `%${words.replace(/[\\%_]/g, '\\$&')}%`
}

/** About 80 characters around the first match, on one line. */
export function snippetOf(text: string, words: string): string {
  const line = text.replace(/\s+/g, ' ')
  const at = line.toLowerCase().indexOf(words.replace(/\s+/g, ' ').toLowerCase())
  if (at < 0) return line.slice(0, 80)
  const start = Math.max(0, at - 30)
  const end = Math.min(line.length, at + words.length + 50)
  return `${start > 0 ? '…' : ''}${line.slice(start, end).toWellFormed()}${end < line.length ? '…' : ''}`
}
