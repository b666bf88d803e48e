/** Text as it really is: whatever a person cannot see in it is taken apart from what they can. Pure. */

export type MarkKind = 'break' | 'tab' | 'space' | 'direction' | 'letter' | 'control' | 'unseen'

export type TextPart =
  | { readonly kind: 'seen'; readonly text: string }
  | {
      readonly kind: MarkKind
      /** As Unicode writes it: "U+202E". */
      readonly code: string
      /** How often it stands here in a row. */
      readonly count: number
      /** The letter that a tag character hides. */
      readonly letter: string | null
    }

/**
 * General categories C (control, format, surrogate, private, unassigned) and Z without the plain space, what Unicode
 * calls default-ignorable (fillers, selectors, tags), and the empty braille cell. Of plain spaces, those at an end and
 * runs that could push the rest out of sight.
 */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}|^ +| +$| {4,}/gu

const isDirection = (code: number) =>
  code === 0x061c ||
  (code >= 0x200e && code <= 0x200f) ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2066 && code <= 0x2069)

function kindOf(code: number, character: string): MarkKind {
  if (code === 0x09) return 'tab'
  if (code === 0x0a || code === 0x0d || code === 0x85 || code === 0x2028 || code === 0x2029) return 'break'
  if (/\p{Zs}/u.test(character)) return 'space'
  if (isDirection(code)) return 'direction'
  // Unicode tags mirror ASCII: a whole sentence fits into them and no screen shows it.
  if (code > 0xe0020 && code < 0xe007f) return 'letter'
  return code < 0x20 || (code >= 0x7f && code < 0xa0) ? 'control' : 'unseen'
}

/** The parts in order; their seen texts, with the marks between them, are the whole text. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  const seen = (until: number) => {
    if (until > end) parts.push({ kind: 'seen', text: text.slice(end, until) })
  }
  for (const match of text.matchAll(unseen)) {
    seen(match.index)
    const [first = ' '] = match[0]
    const code = first.codePointAt(0) ?? 0x20
    const kind = kindOf(code, first)
    const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
    const count = [...match[0]].length
    const before = parts.at(-1)
    if (match.index === end && before && before.kind !== 'seen' && before.code === name) {
      parts[parts.length - 1] = { ...before, count: before.count + count }
    } else {
      parts.push({ kind, code: name, count, letter: kind === 'letter' ? String.fromCodePoint(code - 0xe0000) : null })
    }
    end = match.index + match[0].length
  }
  seen(text.length)
  return parts
}

/** For places that take a plain string: "Helpful‹U+202E› tool". */
export function spelledOut(text: string): string {
  return partsOf(text)
    .map((part) => (part.kind === 'seen' ? part.text : `‹${part.code}${part.count > 1 ? ` × ${part.count}` : ''}›`))
    .join('')
}
