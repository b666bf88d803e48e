/**
 * Whether an address can be one of a template (RFC 6570): its literal parts occur in it in their order. Only for finding
 * the server that is asked, which decides itself; without a regular expression, since templates are strangers'.
 */
export function canExpandTo(template: string, uri: string): boolean {
  const literals = literalsOf(template)
  if (literals === null) return false
  const [first = '', ...rest] = literals
  const last = rest.pop()
  if (last === undefined) return uri === first
  if (!uri.startsWith(first)) return false
  let at = first.length
  for (const literal of rest) {
    const found = uri.indexOf(literal, at)
    if (found < 0) return false
    at = found + literal.length
  }
  return uri.length - last.length >= at && uri.endsWith(last)
}

/** The parts around the expressions; null where braces do not match. */
function literalsOf(template: string): string[] | null {
  const literals: string[] = []
  let from = 0
  for (;;) {
    const open = template.indexOf('{', from)
    if (open < 0) return [...literals, template.slice(from)]
    const close = template.indexOf('}', open)
    if (close < 0) return null
    literals.push(template.slice(from, open))
    from = close + 1
  }
}
