/**
 * Finds the numbers that a text of an answer reports, in English and Chinese, and leaves alone those that report nothing:
 * dates, times, list numbers, names with digits in them. Works on Markdown as it is written. Pure.
 */
import { counted, leadingUnit } from './citation-units.ts'

/**
 * 'figure': a measured value. 'count': counted things ("30 days", "n = 198"). 'small': a small whole number without a
 * unit. 'year': reads like one. The last three report something only where they are a statistic.
 */
export type NumberKind = 'figure' | 'count' | 'small' | 'year'

export interface NumberToken {
  /** Of the digits, sign included. */
  readonly start: number
  /** Behind the unit, where a mark goes. */
  readonly end: number
  readonly value: number
  /** Half of the last digit shown: a value this close rounds to what is written. */
  readonly tolerance: number
  readonly unit: string
  readonly kind: NumberKind
}

const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\\.?'
const day = '(?:3[01]|[12]\\d|0?[1-9])(?:st|nd|rd|th)?(?!\\d|[.,]\\d)'
const between = '\\s*(?:-|–|—|to|and|until|through)\\s*'
/** Each is taken out before numbers are looked for. */
const silent: readonly RegExp[] = [
  /\d{4}-\d{2}(?:-\d{2})?(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?/g,
  /\d{4}[/.]\d{1,2}[/.]\d{1,2}/g,
  /(?<![\d.])\d{1,2}[/.]\d{1,2}[/.]\d{2,4}(?![\d.])/g,
  /\d{4}\s*年(?:\s*\d{1,2}\s*月(?:\s*\d{1,2}\s*[日号])?)?(?:\s*[第]?\s*[1-4]\s*季度)?/g,
  /(?<![\d.])\d{1,2}\s*月(?!龄)(?:\s*\d{1,2}\s*[日号](?:\s*[-–—~至到]\s*\d{1,2}\s*[日号])?)?/g,
  /(?<![\d.])\d{1,2}\s*[日号](?![\p{Script=Han}]*均)/gu,
  new RegExp(
    `\\b${day}(?:${between}${day})?\\s+(?:of\\s+)?${month}(?:${between}${day}\\s+${month})?(?:,?\\s+\\d{4})?`,
    'g',
  ),
  new RegExp(`\\b${month}\\s+${day}(?:${between}${day})?(?:,?\\s+\\d{4})?(?!\\s*(?:days|nights))`, 'g'),
  new RegExp(`\\b${month},?\\s+(?:19|20)\\d{2}\\b`, 'g'),
  /\d{1,2}[:：]\d{2}(?:[:：]\d{2})?(?:\s*[ap]\.?m\.?)?/gi,
  /\b\d{1,2}\s*[ap]\.?m\b\.?/gi,
  /\d{1,2}\s*[点时](?:\s*\d{1,2}\s*分(?!钟)|半|整)?/g,
  /第\s*\d+/g,
  /\b(?:step|figure|table|type|stage|phase|grade|level|version|chapter|option|part|section|question|no\.|top)\s+\d+(?:\.\d+)*/gi,
  /\[\^?\d+\]/g,
  /\b\d+(?:\.\d+){2,}\b/g,
  /^[ \t]*(?:>[ \t]*)*(?:#{1,6}[ \t]+)?\d{1,3}[.)、](?=[\s\p{Script=Han}*])/gmu,
]

const number = /(?:\d{1,3}(?:[,\u00a0\u202f\u2009]\d{3})+|\d+)(?:\.\d+)?/g
const hoursAndMinutes =
  /(\d{1,4})\s?(?:h|hr|hrs|hours?|个?小时)[\s,]*(?:and\s+|零)?(\d{1,2})\s?(?:minutes?|mins?|min|m|分钟|分)(?![a-zA-Z])/g
/** Emphasis may close between a number and its unit. */
const beforeUnit = /^[*_~]{0,3}[ \u00a0\u202f]?[*_~]{0,3}/
const scales: readonly (readonly [RegExp, number])[] = [
  [/^\s?万/, 1e4],
  [/^\s?亿/, 1e8],
  [/^k(?![a-zA-Z])/, 1e3],
  [/^\s?thousand\b/i, 1e3],
  [/^\s?million\b/i, 1e6],
]

/** Letters that make a digit part of a name: HbA1c, B12, rs4988235, $20. Chinese runs on without spaces and does not. */
const nameLetter = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}_#@$€£¥^\\]/u

const smallest = 32

/** In order, without overlaps. Full-width digits and signs are read like the others. */
export function findNumbers(text: string): NumberToken[] {
  let rest = halfWidth(text)
  for (const pattern of silent) rest = rest.replace(pattern, (found) => '\uFFFC'.repeat(found.length))
  const tokens: NumberToken[] = []
  rest = rest.replace(hoursAndMinutes, (found, hours: string, minutes: string, start: number) => {
    if (nameLetter.test(rest.charAt(start - 1))) return found
    tokens.push({
      start,
      end: start + found.length,
      value: Number(hours) * 60 + Number(minutes),
      tolerance: 0.5,
      unit: 'min',
      kind: 'figure',
    })
    return '\uFFFC'.repeat(found.length)
  })
  for (const match of rest.matchAll(number)) {
    const token = tokenAt(rest, match.index, match[0])
    if (token !== null) tokens.push(token)
  }
  tokens.sort((a, b) => a.start - b.start)
  return withSharedUnits(rest, tokens)
}

function tokenAt(text: string, index: number, digits: string): NumberToken | null {
  const before = text.charAt(index - 1)
  const earlier = text.charAt(index - 2)
  if (nameLetter.test(before)) return null
  if (/[.,:]/.test(before) && /[\p{L}\p{N}]/u.test(earlier) && before !== ',') return null
  if (before === ',' && /\d/.test(earlier)) return null
  const isSign = /[-−]/.test(before) && !/[\p{L}\p{N}*_)\]\uFFFC]/u.test(earlier)
  if (/[-−]/.test(before) && !isSign && nameLetter.test(earlier)) return null

  let end = index + digits.length
  const plain = digits.replace(/[,\u00a0\u202f\u2009]/g, '')
  const decimals = /\.(\d+)/.exec(plain)?.[1]?.length ?? 0
  let scale = 1
  for (const [pattern, factor] of scales) {
    const found = pattern.exec(text.slice(end, end + 12))
    if (found === null) continue
    scale = factor
    end += found[0].length
    break
  }
  const gap = beforeUnit.exec(text.slice(end, end + 8))?.[0].length ?? 0
  const found = leadingUnit(text.slice(end + gap, end + gap + 24))
  // "62-year-old", "7-day": part of a word. "1st", "2D": a name, unless the letters are a unit.
  if (/^-[\p{L}]/u.test(text.slice(end, end + 2)) && !/^-[\p{Script=Han}]/u.test(text.slice(end, end + 2))) return null
  if (found === null && nameLetter.test(text.charAt(end))) return null
  const unit = found?.unit ?? ''
  const value = Number(plain) * scale * (isSign ? -1 : 1)
  if (!Number.isFinite(value)) return null
  const isGrouped = digits !== plain
  const isWhole = decimals === 0 && scale === 1
  const isCount = unit === counted || /\b[nN]\s*=\s*[*_]*$/.test(text.slice(Math.max(0, index - 6), index))
  return {
    start: isSign ? index - 1 : index,
    end: found && unit !== counted ? end + gap + found.length : end,
    value,
    tolerance: 0.5 * 10 ** -decimals * scale,
    unit: unit === counted ? '' : unit,
    kind: isCount
      ? 'count'
      : unit === '' && isWhole && !isGrouped && value >= 1900 && value <= 2100
        ? 'year'
        : unit === '' && isWhole && Math.abs(value) < smallest
          ? 'small'
          : 'figure',
  }
}

/** "57–62 bpm", "121/79 mmHg", "57 to 62 bpm": the first has the unit of the second. */
function withSharedUnits(text: string, tokens: readonly NumberToken[]): NumberToken[] {
  const joined = /^[*_]{0,3}\s*(?:[-–—~〜～/、]|to|and|至|到|和|与)\s*[*_]{0,3}$/
  return tokens.map((token, index) => {
    const next = tokens[index + 1]
    if (!next || token.unit !== '' || next.unit === '' || token.kind === 'count') return token
    return joined.test(text.slice(token.end, next.start)) ? { ...token, unit: next.unit, kind: 'figure' } : token
  })
}

/** Same length, so that places in the text stay the same. */
function halfWidth(text: string): string {
  return text.replace(/[\uFF10-\uFF19\uFF0E\uFF05\uFF0D\uFF0F]/g, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) - 0xfee0),
  )
}
