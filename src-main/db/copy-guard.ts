/**
 * Finds COPY statements in SQL text. A COPY that talks to its client over the wire ends the embedded engine's process
 * (it waits for bytes that cannot come), so the engine's thread refuses every COPY it is sent; bulk loads have their
 * own door. Errs on the side of refusing.
 */

/** True when one of the statements in `sql` is a COPY. */
export function containsCopy(sql: string): boolean {
  if (!/copy/i.test(sql)) return false
  // Whether a backslash escapes inside '…' is a session setting, so both readings must be free of COPY.
  return hasCopyStatement(sql, false) || hasCopyStatement(sql, true)
}

function hasCopyStatement(sql: string, backslashEscapes: boolean): boolean {
  let at = 0
  let atStatementStart = true
  while (at < sql.length) {
    const next = skipSpaceAndComments(sql, at)
    if (next > at) {
      at = next
      continue
    }
    const char = sql.charAt(at)
    if (char === ';') {
      atStatementStart = true
      at++
      continue
    }
    const word = /^[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/.exec(sql.slice(at, at + 64))?.[0]
    if (word !== undefined) {
      if (atStatementStart && word.toLowerCase() === 'copy') return true
      atStatementStart = false
      at += wordLength(sql, at)
      // E'…' always escapes with backslashes; U&'…', B'…', X'…' and N'…' read like plain strings.
      if (sql.charAt(at) === "'" && /^e$/i.test(word)) at = skipString(sql, at, true)
      continue
    }
    atStatementStart = atStatementStart && char === '('
    at = skipToken(sql, at, backslashEscapes)
  }
  return false
}

/** Past one quoted string, quoted name, dollar-quoted string or single character. */
function skipToken(sql: string, at: number, backslashEscapes: boolean): number {
  const char = sql.charAt(at)
  if (char === "'") return skipString(sql, at, backslashEscapes)
  if (char === '"') return skipQuoted(sql, at, '"')
  if (char === '$') {
    const tag = /^\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/.exec(sql.slice(at, at + 130))?.[0]
    if (tag !== undefined) {
      const end = sql.indexOf(tag, at + tag.length)
      return end < 0 ? sql.length : end + tag.length
    }
  }
  return at + 1
}

function wordLength(sql: string, start: number): number {
  const word = /[^\w$\u0080-\uffff]/g
  word.lastIndex = start
  const end = word.exec(sql)
  return (end === null ? sql.length : end.index) - start
}

function skipSpaceAndComments(sql: string, start: number): number {
  let at = start
  for (;;) {
    const char = sql.charAt(at)
    if (char !== '' && ' \t\n\r\f\v'.includes(char)) at++
    else if (char === '-' && sql.charAt(at + 1) === '-') at = endOfLine(sql, at)
    else if (char === '/' && sql.charAt(at + 1) === '*') at = endOfComment(sql, at)
    else return at
  }
}

/** PostgreSQL ends a line comment at either line break. */
function endOfLine(sql: string, start: number): number {
  const breaks = /[\r\n]/g
  breaks.lastIndex = start
  return breaks.exec(sql)?.index ?? sql.length
}

/** Block comments nest. */
function endOfComment(sql: string, start: number): number {
  let depth = 0
  const marks = /\/\*|\*\//g
  marks.lastIndex = start
  for (let mark = marks.exec(sql); mark !== null; mark = marks.exec(sql)) {
    depth += mark[0] === '/*' ? 1 : -1
    if (depth === 0) return marks.lastIndex
  }
  return sql.length
}

function skipString(sql: string, start: number, backslashEscapes: boolean): number {
  if (!backslashEscapes) return skipQuoted(sql, start, "'")
  let at = start + 1
  while (at < sql.length) {
    const char = sql.charAt(at)
    if (char === '\\') at += 2
    else if (char === "'") return at + 1
    else at++
  }
  return at
}

/** A doubled quote reads as two strings side by side, which ends at the same place. */
function skipQuoted(sql: string, start: number, quote: string): number {
  const end = sql.indexOf(quote, start + 1)
  return end < 0 ? sql.length : end + 1
}
