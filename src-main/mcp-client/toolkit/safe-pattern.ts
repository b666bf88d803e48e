/**
 * Regular expressions of strangers' schemas. Matching one can take time exponential in the text (ReDoS) where a group
 * that repeats, or one whose branches overlap, is repeated itself; only patterns without that are kept. Pure.
 */

const LENGTH_LIMIT = 512
const OPEN_LIMIT = 4

/** Whether a pattern compiles, is short, and repeats nothing that holds a repetition or a choice, nor goes back. */
export function isSafePattern(pattern: string): boolean {
  if (pattern.length > LENGTH_LIMIT || /\\(?:[1-9]|k<)/.test(pattern)) return false
  try {
    new RegExp(pattern, 'u')
  } catch {
    return false
  }
  return !nestsRepetition(pattern)
}

/** Reads the pattern once. `risky` of a group: something in it repeats without a small bound, or branches. */
function nestsRepetition(pattern: string): boolean {
  const open: boolean[] = [false]
  let closed = false
  let repetitions = 0
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at]
    const before = closed
    closed = false
    if (char === '\\') at++
    else if (char === '[') at = classEnd(pattern, at)
    else if (char === '(') open.push(false)
    else if (char === ')') closed = lift(open)
    else if (char === '|') mark(open)
    else if (char === '*' || char === '+' || (char === '{' && /^\{\d+(,\d*)?\}/.test(pattern.slice(at)))) {
      if (before) return true
      mark(open)
      // A row of open repetitions over the same characters costs a power of the length: a few are let through.
      if (!/^\{\d+(,\d+)?\}/.test(pattern.slice(at)) && ++repetitions > OPEN_LIMIT) return true
    }
  }
  return false
}

function classEnd(pattern: string, start: number): number {
  let at = start + 1
  while (at < pattern.length && pattern[at] !== ']') at += pattern[at] === '\\' ? 2 : 1
  return at
}

function mark(open: boolean[]): void {
  open[open.length - 1] = true
}

/** Ends a group; true when what it held is risky to repeat. The group around it holds it then. */
function lift(open: boolean[]): boolean {
  const risky = open.pop() ?? false
  if (open.length === 0) open.push(false)
  if (risky) mark(open)
  return risky
}
