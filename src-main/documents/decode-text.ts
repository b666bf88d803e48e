/** Bytes of a text of whatever encoding as a string. Pure. */
import { isWide } from './file-kind.ts'

/** How many of the bytes beyond ASCII are what an encoding uses most; from 0 to 1. Null when they are not of it at all. */
type Likeness = (bytes: Uint8Array, highs: number) => number | null

const SAMPLE_BYTES = 64 * 1024

/**
 * By its mark, else UTF-8 where it is that, else what its own head declares (web pages, XML), else the likeliest of the
 * encodings that Windows writes: Chinese, Japanese, Korean, Cyrillic, and Western ones.
 */
export function decodeText(bytes: Uint8Array): string {
  const wide = isWide(bytes.subarray(0, 8192 - (8192 % 2)))
  if (wide !== null) return new TextDecoder(wide).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(declared(bytes) ?? likeliest(bytes)).decode(bytes)
  }
}

function declared(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 2048)).toString('latin1')
  if (!/^\s*<|<meta/i.test(head)) return null
  const label = (/<meta[^>]+charset=["']?([\w-]+)/i.exec(head) ?? /^<\?xml[^>]+encoding=["']([\w-]+)/i.exec(head))?.[1]
  if (label === undefined || /^utf-?8$/i.test(label)) return null
  try {
    return new TextDecoder(label).encoding
  } catch {
    return null
  }
}

function likeliest(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  let highs = 0
  let alone = 0
  for (let at = 0; at < sample.length; at++) {
    if (byteAt(sample, at) < 0x80) continue
    highs++
    if (byteAt(sample, at - 1) < 0x80 && byteAt(sample, at + 1) < 0x80) alone++
  }
  // Umlauts and accents stand between plain letters; the characters of the others come in rows.
  if (alone > highs * 0.6) return 'windows-1252'
  let best = { encoding: 'windows-1252', score: 0.6 }
  for (const [encoding, likeness] of candidates) {
    const score = likeness(sample, highs)
    if (score !== null && score > best.score) best = { encoding, score }
  }
  return best.encoding
}

const byteAt = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0
const within = (byte: number, from: number, to: number): boolean => byte >= from && byte <= to

/** Likeness of an encoding with two bytes to a character, of which `common` says what is frequent. */
function pairs(isPair: (a: number, b: number) => boolean, common: (a: number, b: number) => boolean): Likeness {
  return (bytes) => {
    let total = 0
    let frequent = 0
    for (let at = 0; at < bytes.length; at++) {
      const first = byteAt(bytes, at)
      if (first < 0x80) continue
      // The sample may end in the midst of one.
      if (at + 1 === bytes.length) break
      const second = byteAt(bytes, at + 1)
      if (!isPair(first, second)) return null
      total++
      if (common(first, second)) frequent++
      at++
    }
    return total === 0 ? null : frequent / total
  }
}

const letters = (isLetter: (byte: number) => boolean): Likeness => {
  return (bytes, highs) => {
    let count = 0
    for (const byte of bytes) if (byte >= 0x80 && isLetter(byte)) count++
    return (count / highs) * 0.9
  }
}

const isHangul = (a: number, b: number) => within(a, 0xb0, 0xc8) && b >= 0xa1
const candidates: readonly (readonly [string, Likeness])[] = [
  // Nearly all of a Korean text lies where only some of a Chinese one does.
  ['euc-kr', pairs((a, b) => within(a, 0x81, 0xfe) && b >= 0x41, isHangul)],
  [
    'gb18030',
    pairs(
      (a, b) => within(a, 0x81, 0xfe) && (within(b, 0x40, 0x7e) || within(b, 0x80, 0xfe) || within(b, 0x30, 0x39)),
      (a, b) => b >= 0xa1 && (within(a, 0xb0, 0xd7) || within(a, 0xa1, 0xa3)) && !(isHangul(a, b) && a < 0xb0),
    ),
  ],
  [
    'shift_jis',
    (bytes) => {
      let total = 0
      let frequent = 0
      for (let at = 0; at < bytes.length; at++) {
        const first = byteAt(bytes, at)
        if (first < 0x80) continue
        total++
        if (within(first, 0xa1, 0xdf)) continue
        if (at + 1 === bytes.length) break
        const second = byteAt(bytes, at + 1)
        if (!within(second, 0x40, 0xfc) || second === 0x7f || first > 0xfc || first === 0x80 || first === 0xa0)
          return null
        if (within(first, 0x81, 0x83) || within(first, 0x88, 0x97)) frequent++
        at++
      }
      return total === 0 ? null : frequent / total
    },
  ],
  [
    'big5',
    pairs(
      (a, b) => within(a, 0x81, 0xfe) && (within(b, 0x40, 0x7e) || within(b, 0xa1, 0xfe)),
      (a) => within(a, 0xa4, 0xc6) || within(a, 0xa1, 0xa3),
    ),
  ],
  ['windows-1251', letters((byte) => byte >= 0xc0 || byte === 0xa8 || byte === 0xb8)],
]
