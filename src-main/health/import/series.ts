/** What the records of one indicator, unit and source share: unit conversion, hash, ids. Worked out once a series. */
import { indicatorByKey } from '../catalogue/catalogue.ts'
import { converterFor, foreignUnitKey } from '../catalogue/units.ts'
import type { IndicatorKind, RawObservation, RawSource } from '../types.ts'
import type { Dictionaries } from './dictionaries.ts'
import { normaliseSource, type SeriesHash, seriesHash } from './identity.ts'

export interface Series {
  readonly index: number
  readonly indicator: string
  readonly kind: IndicatorKind
  readonly unit: string
  readonly rawUnit: string | null
  readonly source: RawSource
  readonly hash: SeriesHash
  /** Null when numbers are canonical as they stand. */
  readonly convert: ((value: number) => number) | null
  /** Sleep counts for the day it ends on. */
  readonly dayOfEnd: boolean
  indicatorId: number
  sourceId: number
}

export interface SeriesOptions {
  readonly dictionaries: Dictionaries
  /** Apple writes percentages as fractions. */
  readonly percentIsFraction: boolean
  warn(text: string): void
}

export class SeriesTable {
  readonly all: Series[] = []
  /** Indicator id by series index; 0 until resolved. */
  indicatorIds = new Int32Array(64)
  readonly #byIndicator = new Map<string, Series[]>()
  readonly #options: SeriesOptions
  /** Canonical unit of indicators that no catalogue knows, by key: the first one met. */
  readonly #ownUnits = new Map<string, string>()
  #last: Series | null = null
  #lastIndicator = ''
  #resolved = 0

  constructor(options: SeriesOptions) {
    this.#options = options
  }

  of(record: RawObservation): Series {
    const last = this.#last
    if (
      last !== null &&
      last.source === record.source &&
      last.rawUnit === record.rawUnit &&
      this.#lastIndicator === record.indicator
    ) {
      return last
    }
    let list = this.#byIndicator.get(record.indicator)
    if (list === undefined) {
      list = []
      this.#byIndicator.set(record.indicator, list)
    }
    let found = list.find((series) => series.rawUnit === record.rawUnit && isSame(series.source, record.source))
    if (found === undefined) {
      found = this.#add(record)
      list.push(found)
    }
    this.#last = found
    this.#lastIndicator = record.indicator
    return found
  }

  /** Gives every new series its ids in the database. */
  async resolve(): Promise<void> {
    const { dictionaries } = this.#options
    for (; this.#resolved < this.all.length; this.#resolved++) {
      const series = this.all[this.#resolved]
      if (series === undefined) break
      series.indicatorId = (await dictionaries.indicator(series.indicator, series.unit, series.kind)).id
      series.sourceId = await dictionaries.source(series.source)
      if (series.index >= this.indicatorIds.length) {
        const larger = new Int32Array(this.indicatorIds.length * 2)
        larger.set(this.indicatorIds)
        this.indicatorIds = larger
      }
      this.indicatorIds[series.index] = series.indicatorId
    }
  }

  #add(record: RawObservation): Series {
    const { indicator, unit, kind, convert } = this.#measure(record)
    const series: Series = {
      index: this.all.length,
      indicator,
      kind,
      unit,
      rawUnit: record.rawUnit,
      source: record.source,
      // Identity is of what the file says, whatever series the number ends up in.
      hash: seriesHash(record.indicator, record.rawUnit, normaliseSource(record.source.name)),
      convert,
      dayOfEnd: indicator === 'sleep_segment',
      indicatorId: 0,
      sourceId: 0,
    }
    this.all.push(series)
    return series
  }

  #measure(record: RawObservation): Pick<Series, 'indicator' | 'unit' | 'kind' | 'convert'> {
    const { dictionaries, percentIsFraction, warn } = this.#options
    const definition = indicatorByKey(record.indicator)
    const rawUnit = record.rawUnit
    if (definition === null) {
      const own = this.#ownUnits.get(record.indicator) ?? dictionaries.known(record.indicator)?.unit ?? rawUnit ?? ''
      this.#ownUnits.set(record.indicator, own)
      const kind: IndicatorKind = record.value === null ? 'event' : 'instant'
      if (record.value === null || own === (rawUnit ?? '')) {
        return { indicator: record.indicator, unit: own, kind, convert: null }
      }
      return { indicator: foreignUnitKey(record.indicator, rawUnit), unit: rawUnit ?? '', kind, convert: null }
    }
    const { key, unit, kind } = definition
    if (record.value === null) return { indicator: key, unit, kind, convert: null }
    const convert = converterFor(key, rawUnit, { percentIsFraction })
    if (convert !== null) return { indicator: key, unit, kind, convert: isIdentity(convert) ? null : convert }
    warn(
      rawUnit === null
        ? `${definition.name}: values without a unit are kept apart, in a series of their own.`
        : `${definition.name}: the unit "${rawUnit}" does not fit; these values are kept apart, in a series of their own.`,
    )
    return { indicator: foreignUnitKey(key, rawUnit), unit: rawUnit ?? '', kind: 'instant', convert: null }
  }
}

function isSame(a: RawSource, b: RawSource): boolean {
  return a === b || (a.name === b.name && a.kind === b.kind && a.model === b.model)
}

function isIdentity(convert: (value: number) => number): boolean {
  return convert(0) === 0 && convert(1) === 1 && convert(1000) === 1000
}
