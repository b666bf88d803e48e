/** A line as one would type it into a terminal, taken apart without any shell. Pure. */

/**
 * The words of a line: blanks separate, quotes of both kinds keep together, a backslash takes the next character as it
 * is outside single quotes (inside double quotes only before `"` and `\`). Nothing is expanded. Null where a quote is
 * not closed.
 */
export function wordsOf(line: string): string[] | null {
  const words: string[] = []
  let word: string | null = null
  let quote: '"' | "'" | null = null
  for (let index = 0; index < line.length; index++) {
    const character = line[index] ?? ''
    const next = line[index + 1]
    if (quote !== null) {
      if (character === quote) quote = null
      else if (quote === '"' && character === '\\' && (next === '"' || next === '\\')) {
        word = (word ?? '') + next
        index++
      } else word = (word ?? '') + character
    } else if (character === '"' || character === "'") {
      quote = character
      word ??= ''
    } else if (character === '\\' && next !== undefined && /[\s"'\\]/.test(next)) {
      word = (word ?? '') + next
      index++
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word)
      word = null
    } else word = (word ?? '') + character
  }
  if (quote !== null) return null
  if (word !== null) words.push(word)
  return words
}

/**
 * What stands in the field of the command but is more than one: null where it is one word, or could be a path with
 * blanks in it (`C:\Program Files\…`, `/Applications/My App`), which is the person's to quote.
 */
export function splitCommand(line: string): { command: string; args: string[] } | null {
  const text = line.trim()
  if (/^([a-z]:)?[\\/]/i.test(text)) return null
  const [command, ...args] = wordsOf(text) ?? []
  return command === undefined || command === '' || args.length === 0 ? null : { command, args }
}
