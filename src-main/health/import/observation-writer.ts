/**
 * Takes a reader's observations into the database in batches: identity, units, local days, duplicates, COPY. While one
 * batch is copied the next is prepared and the reader fills a third. Rows carry the file's id, and the file is in
 * state 'loading', so nobody sees them before the import is published as a whole.
 */
import { RowEncoder } from '../../db/copy-binary.ts'
import type { SqlDatabase } from '../../db/database.ts'
import { dateOfDay, localDay } from '../merge/local-date.ts'
import type { RawObservation } from '../types.ts'
import type { Dictionaries } from './dictionaries.ts'
import { FingerprintSet } from './fingerprint-set.ts'
import { fingerprintInto } from './identity.ts'
import { ObservationBatch, type RareValues } from './observation-batch.ts'
import { OtherUnits } from './other-units.ts'
import { type Series, SeriesTable } from './series.ts'
import { type Asked, StoredRanges } from './stored-ranges.ts'

const BATCH_ROWS = 20_000
const MAX_IN_FLIGHT = 3
/** COPY counts days from 2000-01-01. */
const DAYS_TO_2000 = 10_957
const BASE_COLUMNS = [
  'user_id',
  'indicator_id',
  'start_at',
  'fingerprint',
  'end_at',
  'local_date',
  'zone_id',
  'source_id',
  'file_id',
  'value',
  'text',
  'raw_value',
  'raw_unit',
] as const
const RARE_COLUMNS = ['comparator', 'ref_low', 'ref_high', 'ref_text', 'flag', 'detail'] as const

export interface WriterOptions {
  readonly db: SqlDatabase
  readonly dictionaries: Dictionaries
  readonly userId: number
  readonly fileId: number
  readonly timeZone: string
  readonly percentIsFraction: boolean
  /** Collects the fingerprints that were there already, to tell later which earlier records are gone. */
  readonly hits: FingerprintSet | null
  readonly signal: AbortSignal
  readonly batchRows?: number
  warn(text: string): void
}

/** Counts of one indicator in this file. Days since 1970; `firstDay` > `lastDay` when nothing was met. */
export interface IndicatorCount {
  readonly indicatorId: number
  readonly key: string
  imported: number
  duplicates: number
  firstDay: number
  lastDay: number
  /** Days that have to be derived anew. */
  readonly touched: Set<number>
}

export class ObservationWriter {
  readonly #options: WriterOptions
  readonly #series: SeriesTable
  readonly #ranges: StoredRanges
  readonly #zones: string[] = []
  readonly #zoneIds: number[] = []
  readonly #counts = new Map<number, IndicatorCount>()
  readonly #free: ObservationBatch[] = []
  readonly #seen = new FingerprintSet(BATCH_ROWS)
  readonly #encoders = new Map<boolean, RowEncoder>()
  #batch: ObservationBatch
  #inFlight = 0
  #wake: () => void = () => {}
  /** Batches are prepared one after the other, and copied one after the other, each beside the other. */
  #prepared: Promise<void> = Promise.resolve()
  #copied: Promise<void> = Promise.resolve()
  #failure: { error: unknown } | null = null
  #lastZone = ''
  #lastZoneIndex = -1

  constructor(options: WriterOptions) {
    this.#options = options
    this.#series = new SeriesTable(options)
    this.#ranges = new StoredRanges(options.db, options.userId, () => this.#copied)
    this.#batch = new ObservationBatch(options.batchRows ?? BATCH_ROWS)
  }

  get sources(): string[] {
    return [...new Set(this.#series.all.map((series) => series.source.name))].sort()
  }

  /** Returns a promise when the reader should wait. */
  add(record: RawObservation): void | Promise<void> {
    const series = this.#series.of(record)
    const batch = this.#batch
    const i = batch.length++
    batch.series[i] = series.index
    batch.start[i] = record.start
    batch.end[i] = record.end
    fingerprintInto(series.hash, record.start, record.end, record.rawValue, batch.fingerprint, 2 * i)
    const number = record.value
    batch.value[i] = number === null ? Number.NaN : series.convert === null ? number : series.convert(number)
    batch.text[i] = record.text ?? null
    const isPlain = series.convert === null && number !== null && String(number) === record.rawValue
    batch.rawValue[i] = isPlain ? null : record.rawValue
    const zone = record.zone ?? this.#options.timeZone
    batch.zone[i] = zone === this.#lastZone ? this.#lastZoneIndex : this.#zoneIndex(zone)
    batch.day[i] = localDay(series.dayOfEnd ? record.end : record.start, zone)
    const isRare =
      record.detail !== undefined ||
      record.comparator !== undefined ||
      record.refLow !== undefined ||
      record.refHigh !== undefined ||
      record.refText !== undefined ||
      record.flag !== undefined
    if (isRare) batch.rare.set(i, record)
    if (batch.length === batch.capacity) return this.#handOver()
  }

  /** Writes what is left and waits for everything. */
  async finish(): Promise<Map<number, IndicatorCount>> {
    if (this.#batch.length > 0) await this.#handOver()
    await this.settle()
    this.#throwFailure()
    return this.#counts
  }

  /** Waits until no statement of this writer runs, whatever became of it. */
  async settle(): Promise<void> {
    await this.#prepared
    await this.#copied
  }

  #handOver(): Promise<void> {
    this.#throwFailure()
    const full = this.#batch
    this.#batch = this.#free.pop() ?? new ObservationBatch(full.capacity)
    this.#inFlight++
    this.#prepared = this.#prepared.then(async () => {
      const copying = this.#failure === null ? await this.#start(full) : null
      full.clear()
      this.#free.push(full)
      this.#copied = this.#copied.then(async () => {
        await copying?.copy
        this.#inFlight--
        this.#wake()
      })
    })
    return this.#room()
  }

  /** Resolves when another batch may be handed over: the reader's back-pressure. */
  async #room(): Promise<void> {
    while (this.#inFlight >= MAX_IN_FLIGHT) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    this.#throwFailure()
  }

  /** Prepares a batch and begins its COPY. Never rejects, nor does the promise of the COPY: see #failure. */
  async #start(batch: ObservationBatch): Promise<{ copy: Promise<void> } | null> {
    try {
      this.#options.signal.throwIfAborted()
      const rows = await this.#prepare(batch)
      if (rows === null) return null
      await this.#copied
      return { copy: this.#options.db.bulkLoad('observation', rows.columns, rows.data).then(() => {}, this.#fail) }
    } catch (error) {
      this.#fail(error)
      return null
    }
  }

  readonly #fail = (error: unknown): void => {
    this.#failure ??= { error }
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.error
  }

  async #prepare(batch: ObservationBatch): Promise<{ columns: string[]; data: Uint8Array } | null> {
    await this.#series.resolve()
    for (let zone = this.#zoneIds.length; zone < this.#zones.length; zone++) {
      this.#zoneIds.push(await this.#options.dictionaries.zone(this.#zones[zone] ?? 'UTC'))
    }
    const order = batch.sorted(this.#series.indicatorIds)
    const kept = await this.#withoutDuplicates(batch, order)
    return kept.length === 0 ? null : this.#encode(batch, kept)
  }

  /** Drops repeats inside the batch and what the database holds already; counts both. */
  async #withoutDuplicates(batch: ObservationBatch, order: Uint32Array): Promise<Uint32Array> {
    const { db, userId, hits } = this.#options
    const ids = this.#series.indicatorIds
    const runs = runsOf(batch, order, ids, this.#series.all)
    const stored = await this.#ranges.fingerprintsIn(runs)
    const seen = this.#seen
    const kept = new Uint32Array(order.length)
    let length = 0
    for (const run of runs) {
      seen.clear()
      const known = stored.get(run.indicatorId) ?? null
      const others = known?.inOtherUnits === true ? await OtherUnits.load(db, userId, run) : null
      const count = this.#countOf(run.indicatorId, batch.series[order[run.from] ?? 0] ?? 0)
      for (let k = run.from; k < run.to; k++) {
        const i = order[k] ?? 0
        const high = batch.fingerprint[2 * i] ?? 0
        const low = batch.fingerprint[2 * i + 1] ?? 0
        const day = batch.day[i] ?? 0
        count.firstDay = Math.min(count.firstDay, day)
        count.lastDay = Math.max(count.lastDay, day)
        const twin = known?.prints.has(high, low) === true ? { high, low } : this.#twinOf(batch, i, others)
        if (twin !== null) {
          hits?.add(twin.high, twin.low)
          count.duplicates++
        } else if (!seen.add(high, low)) count.duplicates++
        else {
          kept[length++] = i
          count.imported++
          this.#touch(count, batch, i, day)
        }
      }
    }
    return kept.subarray(0, length)
  }

  #twinOf(batch: ObservationBatch, i: number, others: OtherUnits | null): { high: number; low: number } | null {
    const series = this.#series.all[batch.series[i] ?? 0]
    if (others === null || series === undefined) return null
    return others.take(
      batch.start[i] ?? 0,
      batch.end[i] ?? 0,
      series.sourceId,
      storedUnit(series),
      batch.value[i] ?? Number.NaN,
    )
  }

  #touch(count: IndicatorCount, batch: ObservationBatch, i: number, day: number): void {
    count.touched.add(day)
    const start = batch.start[i] ?? 0
    const end = batch.end[i] ?? 0
    if (end === start) return
    const zone = this.#zones[batch.zone[i] ?? 0] ?? this.#options.timeZone
    const firstDay = localDay(start, zone)
    const lastDay = Math.min(localDay(end, zone), firstDay + 366)
    for (let other = firstDay; other <= lastDay; other++) count.touched.add(other)
  }

  #countOf(indicatorId: number, seriesIndex: number): IndicatorCount {
    let count = this.#counts.get(indicatorId)
    if (count === undefined) {
      const key = this.#series.all[seriesIndex]?.indicator ?? ''
      count = {
        indicatorId,
        key,
        imported: 0,
        duplicates: 0,
        firstDay: Number.POSITIVE_INFINITY,
        lastDay: Number.NEGATIVE_INFINITY,
        touched: new Set(),
      }
      this.#counts.set(indicatorId, count)
    }
    return count
  }

  #encode(batch: ObservationBatch, kept: Uint32Array): { columns: string[]; data: Uint8Array } {
    const { userId, fileId } = this.#options
    const withRare = batch.rare.size > 0
    const columns = withRare ? [...BASE_COLUMNS, ...RARE_COLUMNS] : [...BASE_COLUMNS]
    const encoder = this.#encoders.get(withRare) ?? new RowEncoder(columns.length, kept.length * 160)
    this.#encoders.set(withRare, encoder)
    for (const i of kept) {
      const series = this.#series.all[batch.series[i] ?? 0]
      if (series === undefined) continue
      const value = batch.value[i] ?? Number.NaN
      const rawValue = batch.rawValue[i] ?? null
      encoder.row()
      encoder.int4(userId)
      encoder.int4(series.indicatorId)
      encoder.timestamptz(batch.start[i] ?? 0)
      encoder.int8Halves(batch.fingerprint[2 * i] ?? 0, batch.fingerprint[2 * i + 1] ?? 0)
      encoder.timestamptz(batch.end[i] ?? 0)
      encoder.dateDays((batch.day[i] ?? 0) - DAYS_TO_2000)
      encoder.int2(this.#zoneIds[batch.zone[i] ?? 0] ?? 0)
      encoder.int4(series.sourceId)
      encoder.int4(fileId)
      encoder.float8(Number.isNaN(value) ? null : value)
      encoder.text(batch.text[i] ?? null)
      encoder.text(rawValue)
      encoder.text(storedUnit(series) || null)
      if (withRare) encodeRare(encoder, batch.rare.get(i))
    }
    return { columns, data: encoder.finish() }
  }

  #zoneIndex(name: string): number {
    let index = this.#zones.indexOf(name)
    if (index < 0) {
      index = this.#zones.length
      this.#zones.push(name)
    }
    this.#lastZone = name
    this.#lastZoneIndex = index
    return index
  }
}

function encodeRare(encoder: RowEncoder, rare: RareValues | undefined): void {
  encoder.text(rare?.comparator ?? null)
  encoder.float8(rare?.refLow ?? null)
  encoder.float8(rare?.refHigh ?? null)
  encoder.text(rare?.refText ?? null)
  encoder.text(rare?.flag ?? null)
  encoder.jsonb(rare?.detail ?? null)
}

/** What `raw_unit` holds: nothing where numbers are canonical as they stand. */
function storedUnit(series: Series): string {
  return series.convert === null ? '' : (series.rawUnit ?? '')
}

/** A stretch of one indicator in a sorted batch. */
interface Run extends Asked {
  readonly from: number
  to: number
  end: number
  unit: string | null
}

function runsOf(
  batch: ObservationBatch,
  order: Uint32Array,
  indicatorIds: Int32Array,
  series: readonly Series[],
): Run[] {
  const runs: Run[] = []
  let current: Run | null = null
  let lastSeries = -1
  for (let k = 0; k < order.length; k++) {
    const i = order[k] ?? 0
    const index = batch.series[i] ?? 0
    const indicatorId = indicatorIds[index] ?? 0
    const start = batch.start[i] ?? 0
    if (current === null || current.indicatorId !== indicatorId) {
      const one = series[index]
      current = { indicatorId, from: k, to: k + 1, start, end: start, unit: one === undefined ? null : storedUnit(one) }
      runs.push(current)
    } else {
      current.to = k + 1
      current.end = start
      if (index !== lastSeries && current.unit !== null) {
        const one = series[index]
        if (one === undefined || storedUnit(one) !== current.unit) current.unit = null
      }
    }
    lastSeries = index
  }
  return runs
}

/** Indicator → local dates to derive anew, as merge/derive.ts takes them. */
export function touchedDates(counts: Iterable<IndicatorCount>): { indicatorId: number; dates: string[] }[] {
  const touched: { indicatorId: number; dates: string[] }[] = []
  for (const count of counts) {
    if (count.touched.size === 0) continue
    const days = [...count.touched].sort((a, b) => a - b)
    touched.push({ indicatorId: count.indicatorId, dates: days.map(dateOfDay) })
  }
  return touched
}
