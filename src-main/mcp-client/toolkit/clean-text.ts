/** Text of a server as a model may read it: what a person could not see in it is gone, and it is not without end. */

/** Most bytes of a tool's description that go to a model. */
export const DESCRIPTION_BYTES = 2_048

/** CSI and OSC sequences of terminals (ECMA-48), ended or not. */
const TERMINAL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|(?:\u001b\]|\u009d)[^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[@-Z\\^_]?/g

/**
 * Default_Ignorable_Code_Point holds zero-width characters, bidirectional controls, tags (U+E0000-E007F), variation
 * selectors and the fillers; the interlinear annotations and the other control characters come to it. Tab and line
 * feed stay.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu

/** The text without what cannot be seen, at most `maxBytes` of UTF-8, cut between characters. */
export function cleanText(text: string, maxBytes: number = DESCRIPTION_BYTES): string {
  // A hostile text is not searched further than it could count: at most a few hidden characters for each seen one.
  const seen = text
    .slice(0, maxBytes * 8)
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(TERMINAL, '')
    .replace(HIDDEN, '')
    .toWellFormed()
    .trim()
  return cutText(seen, maxBytes)
}

/** Whether something in the text could not be seen. */
export function hasHidden(text: string): boolean {
  HIDDEN.lastIndex = 0
  return !text.isWellFormed() || HIDDEN.test(text)
}

function cutText(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return text
  const bytes = new TextEncoder().encode(text)
  if (bytes.length <= maxBytes) return text
  let end = maxBytes - 3
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return `${new TextDecoder().decode(bytes.subarray(0, end)).trimEnd()}…`
}
