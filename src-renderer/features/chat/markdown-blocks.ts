/**
 * Cuts Markdown that is still being written into pieces that can be drawn once and never again. Only whole lines decide;
 * what may still change is the tail. Each character is looked at once, so a long answer costs what its length costs. Pure.
 */

export type PieceKind = 'text' | 'heading' | 'list' | 'table' | 'fence'

export interface MarkdownPiece {
  readonly key: number
  readonly kind: PieceKind
  /** Markdown that stands by itself: a table cut in two repeats its head. */
  readonly text: string
  /** Goes on with the piece before it: a long list or table that was cut. */
  readonly continues: boolean
  /** For a fence: what is between its lines, and what it is written in. */
  readonly code: { readonly language: string; readonly text: string; readonly isClosed: boolean } | null
}

export interface MarkdownPieces {
  /** Finished, in order. Each but the last has `piecesPerChunk` pieces and stays the same array for good. */
  readonly chunks: readonly (readonly MarkdownPiece[])[]
  /** What may still change; null when nothing is left. */
  readonly tail: MarkdownPiece | null
}

export const piecesPerChunk = 24

/** A list or table longer than this many lines goes on in another piece, so that no piece grows without end. */
const longPiece = 40

interface Fence {
  readonly mark: string
  readonly length: number
}

interface Open {
  kind: PieceKind
  lines: string[]
  continues: boolean
  /** An empty line stood last. */
  isBroken: boolean
  /** Rows of a table or items of a list. */
  count: number
  /** Of a fence, or of one inside a list. */
  fence: Fence | null
  indent: number
  marker: string
  /** First two lines of a table. */
  head: string
}

const fenceLine = /^( {0,3})(`{3,}|~{3,})([^\n]*)/
const listLine = /^( *)([-*+]|\d{1,9}[.)])( +|\t|$)/
const headingLine = /^ {0,3}#{1,6}(\s|$)/
const quoteLine = /^ {0,3}>/
const ruleLine = /^ {0,3}([-*_])( *\1){2,} *$/
const delimiterLine = /^ {0,3}\|?( *:?-+:? *\|)+( *:?-+:? *)?\|?\s*$/

const indentOf = (line: string) => {
  let width = 0
  for (const letter of line) {
    if (letter === ' ') width += 1
    else if (letter === '\t') width += 4
    else break
  }
  return width
}

function fenceOf(line: string): Fence | null {
  const found = fenceLine.exec(line)
  const mark = found?.[2]
  if (mark === undefined || (mark.startsWith('`') && found?.[3]?.includes('`'))) return null
  return { mark: mark.charAt(0), length: mark.length }
}

function closes(line: string, fence: Fence): boolean {
  const found = /^\s*(`{3,}|~{3,})\s*$/.exec(line)?.[1]
  if (found === undefined) return false
  return found.startsWith(fence.mark) && found.length >= fence.length
}

/** Bullets of one letter, or numbers with one kind of point, make one list. */
function markerOf(line: string): string | null {
  if (ruleLine.test(line)) return null
  const found = listLine.exec(line)
  const marker = found?.[2]
  if (marker === undefined || (found?.[1]?.length ?? 0) > 3) return null
  return /\d/.test(marker) ? marker.slice(-1) : marker
}

const isBlank = (line: string) => line.trim() === ''

/** Whether a line without an empty one before it begins something of its own. */
function interrupts(line: string): boolean {
  if (headingLine.test(line) || quoteLine.test(line) || fenceOf(line) !== null) return true
  const found = listLine.exec(line)
  if (found === null || ruleLine.test(line) || (found[1]?.length ?? 0) > 3 || isBlank(line.slice(found[0].length)))
    return false
  return !/\d/.test(found[2] ?? '') || /^1[.)]$/.test(found[2] ?? '')
}

/** One text that only grows. `read` takes all of it so far; a text that does not go on with the last one begins anew. */
export function createMarkdownSplitter(): { read(text: string): MarkdownPieces } {
  let taken = ''
  let rest = ''
  let key = 0
  let chunks: (readonly MarkdownPiece[])[] = []
  let last: readonly MarkdownPiece[] = []
  let open: Open | null = null

  function pieceOf(from: Open, more: string): MarkdownPiece {
    const lines = more === '' ? from.lines : [...from.lines, more]
    const body = lines.join('')
    const text = from.continues && from.kind === 'table' ? from.head + body : body
    return { key, kind: from.kind, text, continues: from.continues, code: from.kind === 'fence' ? codeOf(lines) : null }
  }

  function finish(): void {
    if (open === null) return
    const piece = pieceOf(open, '')
    open = null
    key += 1
    if (isBlank(piece.text)) return
    last = [...last, piece]
    if (last.length < piecesPerChunk) return
    chunks = [...chunks, last]
    last = []
  }

  function begin(line: string, continued: Partial<Open> = {}): void {
    const fence = fenceOf(line)
    const marker = markerOf(line)
    const isHeading = headingLine.test(line)
    open = {
      kind: fence ? 'fence' : marker !== null ? 'list' : isHeading ? 'heading' : 'text',
      lines: [line],
      continues: false,
      isBroken: false,
      count: 1,
      fence,
      indent: indentOf(line),
      marker: marker ?? '',
      head: '',
      ...continued,
    }
    if (isHeading) finish()
  }

  function take(line: string): void {
    if (open === null) {
      if (!isBlank(line)) begin(line)
      return
    }
    const now = open
    if (now.fence !== null) {
      now.lines.push(line)
      if (!closes(line, now.fence)) return
      now.fence = null
      if (now.kind === 'fence') finish()
      return
    }
    if (isBlank(line)) {
      now.lines.push(line)
      now.isBroken = true
      return
    }
    if (!belongs(now, line)) {
      finish()
      begin(line)
      return
    }
    now.isBroken = false
    if (now.kind === 'list') {
      if (markerOf(line) !== null && indentOf(line) <= now.indent + 1) {
        now.count += 1
        if (now.lines.length >= longPiece) {
          finish()
          begin(line, { continues: true })
          return
        }
      } else {
        const fence = fenceOf(line.trimStart())
        if (fence !== null) now.fence = fence
      }
    }
    if (now.kind === 'text' && now.lines.length === 1 && now.lines[0]?.includes('|') && delimiterLine.test(line)) {
      now.kind = 'table'
      now.head = now.lines[0] + line
    } else if (now.kind === 'table') {
      now.count += 1
      if (now.count > longPiece) {
        const { head } = now
        finish()
        begin(line, { kind: 'table', marker: '', fence: null, continues: true, head })
        return
      }
    }
    now.lines.push(line)
  }

  function belongs(now: Open, line: string): boolean {
    switch (now.kind) {
      case 'list': {
        if (indentOf(line) >= now.indent + 2) return true
        const marker = markerOf(line)
        if (marker !== null) return marker === now.marker
        return !now.isBroken && !interrupts(line) && !ruleLine.test(line)
      }
      case 'table':
        return !now.isBroken && !interrupts(line)
      case 'text': {
        const first = now.lines[0] ?? ''
        if (quoteLine.test(first)) return quoteLine.test(line) || (!now.isBroken && !interrupts(line))
        return !now.isBroken && !interrupts(line)
      }
      default:
        return false
    }
  }

  /** After an empty line, a line in progress may tell already that the piece before it is over. */
  function settle(): void {
    if (open === null || open.fence !== null || !open.isBroken || isBlank(rest)) return
    const mayGoOn = open.kind === 'list' ? /^(\s|[-*+\d])/.test(rest) : /^ {0,3}(>|$)/.test(rest)
    if (!mayGoOn) finish()
  }

  function reset(): void {
    taken = ''
    rest = ''
    key = 0
    chunks = []
    last = []
    open = null
  }

  function tail(): MarkdownPiece | null {
    if (open === null) {
      if (isBlank(rest)) return null
      return { key, kind: 'text', text: rest, continues: false, code: null }
    }
    return pieceOf(open, rest)
  }

  return {
    read(text) {
      if (!text.startsWith(taken)) reset()
      if (text.length > taken.length) {
        rest += text.slice(taken.length)
        taken = text
        let from = 0
        for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n', from)) {
          take(rest.slice(from, end + 1))
          from = end + 1
        }
        rest = rest.slice(from)
        settle()
      }
      return { chunks: last.length === 0 ? chunks : [...chunks, last], tail: tail() }
    },
  }
}

function codeOf(lines: readonly string[]): NonNullable<MarkdownPiece['code']> {
  const first = lines[0] ?? ''
  const found = fenceLine.exec(first)
  const fence = fenceOf(first)
  const end = lines.at(-1) ?? ''
  const isClosed = lines.length > 1 && fence !== null && closes(end, fence)
  const inner = lines.slice(1, isClosed ? -1 : undefined)
  const indent = found?.[1]?.length ?? 0
  const text = (indent === 0 ? inner : inner.map((line) => line.replace(new RegExp(`^ {0,${indent}}`), ''))).join('')
  return {
    language: found?.[3]?.trim().split(/\s/)[0]?.toLowerCase() ?? '',
    text: isClosed || text.endsWith('\n') ? text.replace(/\n$/, '') : text,
    isClosed,
  }
}
