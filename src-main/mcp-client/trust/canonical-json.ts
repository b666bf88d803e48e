/** One text for one JSON value, whatever the order of its keys: what fingerprints are taken of. */

/**
 * Keys sorted by code unit, no spaces, members that are undefined left out, arrays in their order (RFC 8785 in spirit).
 * Without recursion: a schema that a server nested ten thousand levels deep must not end the hub.
 */
export function canonicalJson(value: unknown): string {
  const out: string[] = []
  const open: ({ readonly text: string } | { readonly value: unknown })[] = [{ value }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if ('text' in next) {
      out.push(next.text)
    } else if (Array.isArray(next.value)) {
      const items: unknown[] = next.value
      open.push({ text: ']' })
      for (let at = items.length - 1; at >= 0; at--) {
        open.push({ value: items[at] })
        if (at > 0) open.push({ text: ',' })
      }
      out.push('[')
    } else if (typeof next.value === 'object' && next.value !== null) {
      const members = Object.entries(next.value).filter(([, member]) => member !== undefined)
      members.sort(([left], [right]) => (left < right ? -1 : 1))
      open.push({ text: '}' })
      for (const [at, [key, member]] of [...members.entries()].reverse()) {
        open.push({ value: member }, { text: `${at > 0 ? ',' : ''}${JSON.stringify(key)}:` })
      }
      out.push('{')
    } else {
      out.push(JSON.stringify(next.value) ?? 'null')
    }
  }
  return out.join('')
}
