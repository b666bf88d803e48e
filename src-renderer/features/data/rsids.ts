/** Reads the ids out of whatever was typed or pasted. Pure. */

/** What one look-up takes. */
export const MOST_RSIDS = 50

/**
 * rs numbers and the vendors' own `i` numbers, lower case, in order, each once; whatever is left over comes back as it
 * was typed, so that the page can say what it did not understand.
 */
export function parseRsids(text: string): { readonly rsids: string[]; readonly unknown: string[] } {
  const rsids = new Set<string>()
  const unknown: string[] = []
  for (const word of text.split(/[\s,;|，；、]+/)) {
    if (word === '') continue
    if (/^(rs|i)\d{1,12}$/i.test(word)) rsids.add(word.toLowerCase())
    else unknown.push(word)
  }
  return { rsids: [...rsids], unknown }
}
