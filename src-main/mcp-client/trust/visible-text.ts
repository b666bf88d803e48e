/**
 * Text of strangers, made safe to look at: what cannot be seen, or turns the reading direction round, is spelled out.
 * Nothing is cut. CVE-2025-54133: arguments that a dialog did not show; Trojan Source (CVE-2021-42574): bidi controls.
 */

/** Unicode TR 9: marks, embeddings, overrides and isolates. */
const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
/** Unicode TR 14: everything that ends a line. */
const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/u
/**
 * Controls, format characters (zero width, tags U+E0000-E007F), private use, unassigned, lone surrogates; characters
 * that are drawn as nothing although they count as letters or symbols (Hangul fillers, braille blank).
 */
const unseen =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u115f\u1160\u3164\uffa0\u2800]/u
/** Spaces that look like U+0020 and are none; in a command they make one word out of two. */
const oddSpace = /(?! )\p{Zs}/u

/** In an emoji of a description they are what makes it one, and can be seen in it: U+FE0F, U+200D, keycaps. */
const emojiPart =
  /(?<=\p{Extended_Pictographic})\ufe0f|(?<=[0-9#*])\ufe0f(?=\u20e3)|(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)\u200d(?=\p{Extended_Pictographic})/gu

export type HiddenKind = 'bidi' | 'newline' | 'invisible'

/** `prose`: a description, where line breaks, tabs and wide spaces are how it is written. */
export type TextUse = 'command' | 'prose'

/** The text with `⟨U+202E⟩` in the place of each such character. */
export function visibleText(text: string, use: TextUse = 'command'): string {
  return mapped(text, use, (char, kind) => (kind === null ? char : `⟨${codePoint(char)}⟩`))
}

/** The text without them, for a model: what nobody can see is not to be told either. */
export function withoutHidden(text: string): string {
  return mapped(text, 'prose', (char, kind) => (kind === null ? char : ''))
}

/** The kinds that are in the text, each with the code points found, in the order of their first place. */
export function hiddenIn(text: string, use: TextUse = 'command'): ReadonlyMap<HiddenKind, readonly string[]> {
  const found = new Map<HiddenKind, Set<string>>()
  mapped(text, use, (char, kind) => {
    if (kind !== null) {
      const points = found.get(kind) ?? new Set()
      found.set(kind, points.add(codePoint(char)))
    }
    return ''
  })
  return new Map([...found].map(([kind, points]) => [kind, [...points]]))
}

function kindOf(char: string, use: TextUse): HiddenKind | null {
  if (use === 'prose' && (char === '\n' || char === '\r' || char === '\t' || oddSpace.test(char))) return null
  if (bidi.test(char)) return 'bidi'
  if (lineBreak.test(char)) return 'newline'
  return unseen.test(char) || oddSpace.test(char) ? 'invisible' : null
}

function mapped(text: string, use: TextUse, change: (char: string, kind: HiddenKind | null) => string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  const emoji = use === 'prose' ? new Set([...text.matchAll(emojiPart)].map(({ index }) => index)) : new Set()
  const out: string[] = []
  let at = 0
  for (const char of text) {
    out.push(change(char, emoji.has(at) ? null : kindOf(char, use)))
    at += char.length
  }
  return out.join('')
}

function codePoint(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
