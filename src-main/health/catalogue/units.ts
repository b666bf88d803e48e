/**
 * From a file's unit to the indicator's canonical unit, and from there to the unit a person reads.
 * Never guesses: a unit that does not fit the indicator is told apart, not converted.
 */
import type { IndicatorDefinition } from '../types.ts'
import { type Analyte, analyteOf, ifccFromNgsp, isHba1c, ngspFromIfcc } from './analytes.ts'
import { indicatorByKey } from './catalogue.ts'
import { parseMolarUnit, parseUnit, type Unit } from './unit-table.ts'

export type Converter = (value: number) => number

export interface ConverterOptions {
  /** Apple writes '%' values as fractions of 1: 0.97 means 97 %. */
  readonly percentIsFraction?: boolean
}

const identity: Converter = (value) => value
const timesHundred: Converter = (value) => value * 100

/** Joins the outcome with the reason, so that a refusal can be told to the person. */
export type Conversion = { readonly convert: Converter } | { readonly reason: string }

/**
 * The conversion between two units. `subject` is an indicator key or LOINC code, needed between mass and amount of
 * substance and for HbA1c; '' where it is not known.
 */
export function conversionBetween(fromText: string, toText: string, subject: string): Conversion {
  const molar = parseMolarUnit(fromText)
  const from = molar?.unit ?? parseUnit(fromText)
  const to = parseUnit(toText)
  if (!from) return { reason: `The unit "${fromText}" is not known.` }
  if (!to) return { reason: `The unit "${toText}" is not known.` }
  if (from.code === to.code && !molar) return { convert: identity }
  if (molar && to.dimension === 'mass-concentration') {
    // mmol/L × g/mol = mg/L = 0.1 mg/dL
    const factor = (from.factor * molar.molarMass) / 10 / to.factor
    return { convert: (value) => value * factor }
  }
  if (from.dimension === to.dimension) return { convert: withinDimension(from, to) }
  if (from.dimension === 'temperature' && to.dimension === 'temperature-difference') {
    return { convert: (value) => value * from.factor }
  }
  if (isHba1c(subject)) {
    if (from.dimension === 'fraction' && to.dimension === 'substance-ratio') {
      return { convert: (value) => ifccFromNgsp(value * from.factor) / to.factor }
    }
    if (from.dimension === 'substance-ratio' && to.dimension === 'fraction') {
      return { convert: (value) => ngspFromIfcc(value * from.factor) / to.factor }
    }
  }
  return acrossDimensions(from, to, subject)
}

function withinDimension(from: Unit, to: Unit): Converter {
  if (from.offset === 0 && to.offset === 0) {
    const factor = from.factor / to.factor
    return factor === 1 ? identity : (value) => value * factor
  }
  return (value) => (value * from.factor + from.offset - to.offset) / to.factor
}

function acrossDimensions(from: Unit, to: Unit, subject: string): Conversion {
  const pair = new Set([from.dimension, to.dimension])
  const analyte = analyteOf(subject)
  if (pair.has('mass-concentration') && pair.has('substance-concentration')) {
    if (!subject) return { reason: 'Between mass and moles the substance is needed: give its LOINC code or name.' }
    if (!analyte?.mmolPerMg) return { reason: `No molar mass is known for "${subject}".` }
    const factor =
      from.dimension === 'mass-concentration'
        ? (from.factor * analyte.mmolPerMg) / to.factor
        : from.factor / analyte.mmolPerMg / to.factor
    return { convert: (value) => value * factor }
  }
  if (pair.has('equivalent-concentration')) return withEquivalents(from, to, analyte, subject)
  if (pair.has('fraction') && (pair.has('number-concentration') || pair.has('count'))) {
    return { reason: 'A percentage and an absolute count do not convert into each other.' }
  }
  return { reason: `${from.code} and ${to.code} measure different things.` }
}

function withEquivalents(from: Unit, to: Unit, analyte: Analyte | null, subject: string): Conversion {
  const valence = analyte?.valence
  if (!analyte || !valence) {
    return { reason: `The charge of "${subject}" is not known, so milliequivalents do not convert.` }
  }
  const toMmol = from.dimension === 'equivalent-concentration'
  const other = toMmol ? to : from
  if (other.dimension === 'substance-concentration') {
    const factor = toMmol ? from.factor / valence / to.factor : (from.factor * valence) / to.factor
    return { convert: (value) => value * factor }
  }
  if (other.dimension === 'mass-concentration' && analyte.mmolPerMg) {
    const perMg = analyte.mmolPerMg * valence
    const factor = toMmol ? from.factor / perMg / to.factor : (from.factor * perMg) / to.factor
    return { convert: (value) => value * factor }
  }
  return { reason: `${from.code} and ${to.code} measure different things.` }
}

const plain = new Map<string, Map<string, Converter | null>>()
const fractional = new Map<string, Map<string, Converter | null>>()

/**
 * The function that takes a file's number into the indicator's canonical unit, or null when the unit does not fit.
 * Cached: cheap enough to ask for every record. A null or empty unit is taken as canonical only for counts, scores
 * and ratios, where files leave it out.
 */
export function converterFor(key: string, rawUnit: string | null, options?: ConverterOptions): Converter | null {
  const cache = options?.percentIsFraction ? fractional : plain
  let perUnit = cache.get(key)
  if (!perUnit) {
    perUnit = new Map()
    cache.set(key, perUnit)
  }
  const cacheKey = rawUnit ?? ''
  const cached = perUnit.get(cacheKey)
  if (cached !== undefined) return cached
  const converter = buildConverter(key, cacheKey, options?.percentIsFraction === true)
  perUnit.set(cacheKey, converter)
  return converter
}

const UNITLESS: ReadonlySet<string> = new Set(['count', 'score', 'ratio'])

function buildConverter(key: string, rawUnit: string, percentIsFraction: boolean): Converter | null {
  const definition = indicatorByKey(key)
  if (!definition) return null
  const canonical = parseUnit(definition.unit)
  if (rawUnit === '') return canonical && UNITLESS.has(canonical.dimension) ? identity : null
  const raw = parseUnit(rawUnit)
  // A bare count where a score or index is kept is the same number (HealthKit gives UV index as 'count').
  if (raw?.dimension === 'count' && canonical && UNITLESS.has(canonical.dimension)) return identity
  // HealthKit gives the body mass index as a count.
  if (raw?.dimension === 'count' && canonical?.dimension === 'mass-per-area') return identity
  const conversion = conversionBetween(rawUnit, definition.unit, key)
  if ('reason' in conversion) return null
  if (percentIsFraction && raw?.code === '%') {
    return conversion.convert === identity ? timesHundred : (value) => conversion.convert(value * 100)
  }
  return conversion.convert
}

/** One value into the canonical unit of a definition. */
export function toCanonical(
  definition: IndicatorDefinition,
  value: number,
  rawUnit: string | null,
  options?: ConverterOptions,
): { value: number } | { unknownUnit: string } {
  const converter = converterFor(definition.key, rawUnit, options)
  return converter ? { value: converter(value) } : { unknownUnit: rawUnit ?? '' }
}

/** Key of the separate series for values in a unit that does not fit: `blood_glucose__furlongs`. */
export function foreignUnitKey(key: string, rawUnit: string | null): string {
  const slug = (rawUnit ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/%/g, ' percent ')
    .replace(/\//g, ' per ')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
  return `${key}__${slug || 'no_unit'}`
}
