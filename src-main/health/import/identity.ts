/**
 * Identity of a record: two records are the same when type, start, end, value as text, unit and source agree. Instants,
 * not clock texts, are compared, because every export writes all its dates with the offset in force that day.
 *
 * The fingerprint is 64 bits: two 32-bit lanes of multiply-rotate mixing (MurmurHash3's round and finaliser, public
 * domain) with different seeds and constants. The lanes take, in this order: the UTF-16 units of
 * `indicator NUL unit NUL source`, start and end as two 32-bit halves of epoch milliseconds, the units of the value
 * text, and the number of steps. It is not keyed: a made-up collision can at worst hide a record of one's own file.
 */

/** Hash state after the part of a record that does not change along a series. */
export interface SeriesHash {
  readonly a: number
  readonly b: number
}

const SEED_A = 0x9747b28c
const SEED_B = 0x5bd1e995
const TWO_32 = 4294967296

function mixA(h: number, k: number): number {
  let x = Math.imul(k, 0xcc9e2d51)
  x = Math.imul((x << 15) | (x >>> 17), 0x1b873593)
  const y = h ^ x
  return (Math.imul((y << 13) | (y >>> 19), 5) + 0xe6546b64) | 0
}

function mixB(h: number, k: number): number {
  let x = Math.imul(k, 0x239b961b)
  x = Math.imul((x << 17) | (x >>> 15), 0x38b34ae5)
  const y = h ^ x
  return (Math.imul((y << 15) | (y >>> 17), 5) + 0x561ccd1b) | 0
}

function finish(h: number): number {
  let x = h ^ (h >>> 16)
  x = Math.imul(x, 0x85ebca6b)
  x ^= x >>> 13
  x = Math.imul(x, 0xc2b2ae35)
  return (x ^ (x >>> 16)) >>> 0
}

/** Folds what differs between writings of one source name: compatibility forms, apostrophes, spaces, letter case. */
export function normaliseSource(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u02bc\u00b4`]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

/** The two spellings that HealthKit has for one unit: "Cal" is the kilocalorie of American settings. */
function normaliseUnit(unit: string | null): string {
  return unit === 'Cal' ? 'kcal' : (unit ?? '')
}

/** @param source Already normalised. */
export function seriesHash(indicator: string, unit: string | null, source: string): SeriesHash {
  const text = `${indicator}\u0000${normaliseUnit(unit)}\u0000${source}`
  let a = SEED_A | 0
  let b = SEED_B | 0
  for (let i = 0; i < text.length; i++) {
    const unit16 = text.charCodeAt(i)
    a = mixA(a, unit16)
    b = mixB(b, unit16)
  }
  return { a, b }
}

/** Writes the two halves (high at `index`, low at `index + 1`) of a record's fingerprint into `out`. */
export function fingerprintInto(
  series: SeriesHash,
  startMs: number,
  endMs: number,
  valueText: string,
  out: Uint32Array,
  index: number,
): void {
  const startHigh = Math.floor(startMs / TWO_32)
  const startLow = (startMs - startHigh * TWO_32) | 0
  const endHigh = Math.floor(endMs / TWO_32)
  const endLow = (endMs - endHigh * TWO_32) | 0
  let a = mixA(mixA(mixA(mixA(series.a, startHigh), startLow), endHigh), endLow)
  let b = mixB(mixB(mixB(mixB(series.b, startHigh), startLow), endHigh), endLow)
  const length = valueText.length
  for (let i = 0; i < length; i++) {
    const unit16 = valueText.charCodeAt(i)
    a = mixA(a, unit16)
    b = mixB(b, unit16)
  }
  a = finish(a ^ (length + 4))
  b = finish(b ^ (length + 4))
  // One more crossing makes the halves depend on both lanes.
  out[index] = (a + b) >>> 0
  out[index + 1] = (b + ((a << 13) | (a >>> 19))) >>> 0
}
