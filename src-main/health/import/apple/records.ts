/** Makes observations of what an Apple export says: types, values, dates, zones and sources, with a reason for each skip. */
import { indicatorByAppleType } from '../../catalogue/catalogue.ts'
import { dateOfDay, dayOfDate, isTimeZone, localDate, startOfDay } from '../../merge/local-date.ts'
import type { IndicatorDefinition, RawObservation, RawSource } from '../../types.ts'
import { FingerprintSet } from '../fingerprint-set.ts'
import { fingerprintInto, normaliseSource, type SeriesHash, seriesHash } from '../identity.ts'
import type { ImportSink, ReadContext } from '../reader.ts'
import { categoryText, KEPT_METADATA, sleepStage, snakeCase } from './categories.ts'
import { createDateParser } from './dates.ts'
import type { AppleEvents, RecordFields, WorkoutParts } from './events.ts'
import { AppleSources } from './sources.ts'
import type { AttributeTexts } from './text.ts'
import { workoutActivity, workoutDetail } from './workouts.ts'

const DAY_MS = 86_400_000
const EARLIEST = Date.UTC(1900, 0, 1)
const PREFIX = /^HK(?:Quantity|Category|Data|Correlation)?Type(?:Identifier)?/
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
/** Types whose records Apple writes a second time inside a Correlation. */
const PAIRED = /^HKQuantityTypeIdentifier(?:BloodPressure|Dietary)/

const NOT_READ: Readonly<Record<string, [one: string, many: string]>> = {
  ClinicalRecord: ['clinical record is', 'clinical records are'],
  Audiogram: ['audiogram is', 'audiograms are'],
  VisionPrescription: ['vision prescription is', 'vision prescriptions are'],
  StateOfMind: ['state of mind entry is', 'state of mind entries are'],
}

interface TypeInfo {
  readonly key: string
  readonly form: 'quantity' | 'category' | 'sleep'
  /** Category types that last: the value is their duration. */
  readonly isDuration: boolean
  readonly isPaired: boolean
  readonly series: Map<string, SeriesHash>
}

export class AppleRecords implements AppleEvents {
  busy = false
  readonly #sink: ImportSink
  readonly #context: ReadContext
  readonly #texts: AttributeTexts
  readonly #types = new Map<string, TypeInfo>()
  readonly #sources = new AppleSources()
  readonly #parseDate = createDateParser()
  readonly #others = new Map<string, number>()
  readonly #unknown = new Set<string>()
  readonly #zones = new Map<string, string | undefined>()
  readonly #paired = new FingerprintSet()
  readonly #membersOnly = new FingerprintSet(16)
  readonly #print = new Uint32Array(2)
  #latest: number
  #exportDay: string | null = null
  #pending: Promise<void> | null = null
  #records = 0
  #value: number | null = null
  #text: string | undefined
  #rawUnit: string | null = null
  #lastType = ''
  #lastInfo: TypeInfo | null = null

  constructor(sink: ImportSink, context: ReadContext, texts: AttributeTexts) {
    this.#sink = sink
    this.#context = context
    this.#texts = texts
    this.#latest = Date.now() + DAY_MS
  }

  async ready(): Promise<void> {
    while (this.#pending !== null) {
      const pending = this.#pending
      this.#pending = null
      await pending
    }
    this.busy = false
  }

  record(fields: RecordFields, metadata: readonly string[] | null, beats: readonly number[] | null): void {
    const info = this.#typeOf(fields.type)
    this.#observe(info, fields, metadata, beats, false)
  }

  member(fields: RecordFields, metadata: readonly string[] | null): void {
    this.#observe(this.#typeOf(fields.type), fields, metadata, null, true)
  }

  #observe(
    info: TypeInfo,
    fields: RecordFields,
    metadata: readonly string[] | null,
    beats: readonly number[] | null,
    isMember: boolean,
  ): void {
    const start = this.#parseDate(fields.startDate)
    const end = fields.endDate === fields.startDate ? start : this.#parseDate(fields.endDate)
    const rawValue = fields.value ?? ''
    const fault = this.#dateFault(start, end) ?? this.#interpret(info, fields, start, end)
    if (fault !== null) {
      this.#skip(fault, `${info.key} ${fields.startDate} ${rawValue.slice(0, 40)}`.trim())
      return
    }
    if (info.isPaired && this.#isSecondWriting(info, fields, start, end, rawValue, isMember)) return
    let isManual = false
    let zone: string | undefined
    let detail: Record<string, unknown> | undefined
    if (metadata !== null) {
      for (let i = 0; i < metadata.length; i += 2) {
        const key = metadata[i] ?? ''
        const entry = metadata[i + 1] ?? ''
        if (key === 'HKWasUserEntered') isManual = entry === '1' || entry === 'true' || entry === 'YES'
        else if (key === 'HKTimeZone') zone = this.#zone(entry)
        else {
          const kept = KEPT_METADATA[key]
          if (kept !== undefined) {
            detail ??= {}
            detail[kept] = entry
          }
        }
      }
    }
    if (beats !== null && beats.length > 0) {
      detail ??= {}
      detail.beats = beats
    }
    this.#emit({
      indicator: info.key,
      start,
      end,
      rawValue,
      rawUnit: this.#rawUnit,
      value: this.#value,
      text: this.#text,
      source: this.#sources.of(fields.sourceName, fields.device, isManual),
      zone,
      detail,
    })
  }

  /** Sets `#value`, `#text` and `#rawUnit` from what the type means by its value; a reason when it means nothing. */
  #interpret(info: TypeInfo, fields: RecordFields, start: number, end: number): string | null {
    const raw = fields.value ?? ''
    this.#value = null
    this.#text = undefined
    this.#rawUnit = fields.unit
    if (info.form === 'quantity') {
      if (raw === '') return 'no value'
      const value = NUMBER.test(raw) ? Number(raw) : Number.NaN
      if (!Number.isFinite(value)) return 'value is not a number'
      this.#value = value
      return null
    }
    if (info.form === 'sleep') {
      const stage = sleepStage(raw)
      if (stage === null) return 'unknown sleep stage'
      this.#text = stage
      return null
    }
    this.#text = categoryText(raw) ?? undefined
    if (info.key === 'stand_hours') {
      this.#value = this.#text === 'stood' ? 1 : 0
      this.#rawUnit = 'h'
    } else if (info.isDuration) {
      this.#value = (end - start) / 60_000
      this.#rawUnit = 'min'
    }
    return null
  }

  workout(workout: WorkoutParts): void {
    const a = workout.attributes
    const activity = workoutActivity(a.workoutActivityType ?? '')
    const start = this.#parseDate(a.startDate ?? '')
    const end = this.#parseDate(a.endDate ?? '')
    const fault = this.#dateFault(start, end)
    if (fault !== null) {
      this.#skip(fault, `workout ${a.startDate ?? ''}`)
      return
    }
    const duration = a.duration !== undefined && NUMBER.test(a.duration) ? Number(a.duration) : null
    let zone: string | undefined
    let isManual = false
    for (let i = 0; i < workout.metadata.length; i += 2) {
      if (workout.metadata[i] === 'HKTimeZone') zone = this.#zone(workout.metadata[i + 1] ?? '')
      if (workout.metadata[i] === 'HKWasUserEntered') isManual = workout.metadata[i + 1] === '1'
    }
    this.#emit({
      indicator: 'workout',
      start,
      end,
      rawValue: `${activity} ${a.duration ?? ''}`.trim(),
      rawUnit: duration === null ? 'min' : (a.durationUnit ?? 'min'),
      value: duration ?? (end - start) / 60_000,
      text: activity,
      source: this.#sources.of(a.sourceName ?? '', a.device ?? '', isManual),
      zone,
      detail: workoutDetail(workout),
    })
  }

  activitySummary(a: Readonly<Record<string, string>>): void {
    const date = a.dateComponents ?? ''
    const day = /^\d{4}-\d\d-\d\d$/.test(date) ? dayOfDate(date) : Number.NaN
    // The first rows of many exports are placeholders of 1969 with zeros.
    if (!(day > 0) || dateOfDay(day) !== date) {
      this.#skip('activity summary without a date', date)
      return
    }
    if (this.#exportDay !== null && date >= this.#exportDay) {
      this.#skip('activity summary of a day that was not over at the export', date)
      return
    }
    const start = startOfDay(day, this.#context.timeZone)
    const end = startOfDay(day + 1, this.#context.timeZone)
    for (const [attribute, indicator, unit] of SUMMARY_PARTS) {
      const rawValue = a[attribute]
      if (rawValue === undefined || !NUMBER.test(rawValue)) continue
      const value = Number(rawValue)
      // Move time is 0 for everyone whose ring counts energy.
      if (value === 0 && attribute === 'appleMoveTime') continue
      const rawUnit = unit ?? a.activeEnergyBurnedUnit ?? 'kcal'
      this.#emit({ indicator, start, end, rawValue, rawUnit, value, source: RINGS, zone: this.#context.timeZone })
    }
  }

  other(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'HealthData') {
      if (attributes.locale !== undefined) this.#sink.fact('locale', attributes.locale)
    } else if (name === 'ExportDate') {
      const at = this.#parseDate(attributes.value ?? '')
      if (Number.isNaN(at)) return
      this.#sink.fact('exported', new Date(at).toISOString())
      this.#latest = at + DAY_MS
      this.#exportDay = localDate(at, this.#context.timeZone)
    } else if (name !== 'Me') this.#others.set(name, (this.#others.get(name) ?? 0) + 1)
  }

  broken(reason: string, example: string): void {
    this.#sink.skip(reason, example)
  }

  warn(text: string): void {
    this.#sink.warn(text)
  }

  ended(closed: boolean): void {
    if (!closed) {
      this.#sink.warn('The file ends before its closing tag. What was whole up to there has been read.')
    }
    for (const [name, count] of this.#others) {
      const words = NOT_READ[name] ?? [`"${name}" element is`, `"${name}" elements are`]
      this.#sink.warn(`${count} ${count === 1 ? words[0] : words[1]} not read yet.`)
    }
    if (this.#texts.dropped > 0) {
      const { dropped } = this.#texts
      this.#sink.warn(`Control characters were taken out of ${dropped} ${dropped === 1 ? 'text' : 'texts'}.`)
    }
    if (this.#unknown.size > 0) {
      const names = [...this.#unknown].sort()
      const more = names.length > 12 ? ` and ${names.length - 12} more` : ''
      this.#sink.warn(
        `Kept as they are, for their type is not in the catalogue: ${names.slice(0, 12).join(', ')}${more}.`,
      )
    }
  }

  /** Records and members of correlations met so far, skipped ones included. */
  get records(): number {
    return this.#records
  }

  #emit(record: RawObservation): void {
    this.#records++
    const wait = this.#sink.observation(record)
    if (wait !== undefined) this.#wait(wait)
  }

  #wait(promise: Promise<void>): void {
    this.#pending = this.#pending === null ? promise : Promise.all([this.#pending, promise]).then(() => {})
    this.busy = true
  }

  #skip(reason: string, example: string): void {
    this.#records++
    this.#sink.skip(reason, example)
  }

  #dateFault(start: number, end: number): string | null {
    if (Number.isNaN(start) || Number.isNaN(end)) return 'date cannot be read'
    if (start < EARLIEST) return 'date before 1900'
    if (start > this.#latest || end > this.#latest) return 'date after the export'
    return end < start ? 'ends before it starts' : null
  }

  #typeOf(type: string): TypeInfo {
    if (type === this.#lastType && this.#lastInfo !== null) return this.#lastInfo
    let info = this.#types.get(type)
    if (info === undefined) {
      info = this.#describe(type)
      this.#types.set(type, info)
    }
    this.#lastType = type
    this.#lastInfo = info
    return info
  }

  #describe(type: string): TypeInfo {
    const bare = type.replace(PREFIX, '')
    const isCategory = type.startsWith('HKCategoryType')
    const base = { isPaired: PAIRED.test(type), series: new Map<string, SeriesHash>() }
    if (bare === 'SleepAnalysis') return { key: 'sleep_segment', form: 'sleep', isDuration: false, ...base }
    const definition = indicatorByAppleType(bare)
    if (definition === null || definition === undefined) {
      this.#unknown.add(bare)
      const key = `apple_${snakeCase(bare) || 'unnamed'}`
      return { key, form: isCategory ? 'category' : 'quantity', isDuration: false, ...base }
    }
    return {
      key: definition.key,
      form: isCategory ? 'category' : 'quantity',
      isDuration: isCategory && lastsMinutes(definition),
      ...base,
    }
  }

  /** Counts a correlation's member only when it does not also stand at top level, in whichever order. */
  #isSecondWriting(
    info: TypeInfo,
    fields: RecordFields,
    start: number,
    end: number,
    rawValue: string,
    isMember: boolean,
  ): boolean {
    let series = info.series.get(fields.sourceName)
    if (series === undefined) {
      series = seriesHash(info.key, null, normaliseSource(fields.sourceName))
      info.series.set(fields.sourceName, series)
    }
    fingerprintInto(series, start, end, `${rawValue} ${fields.unit ?? ''}`, this.#print, 0)
    const high = this.#print[0] ?? 0
    const low = this.#print[1] ?? 0
    if (isMember) {
      if (this.#paired.has(high, low)) return true
      this.#paired.add(high, low)
      this.#membersOnly.add(high, low)
      return false
    }
    if (this.#membersOnly.has(high, low)) return true
    this.#paired.add(high, low)
    return false
  }

  #zone(name: string): string | undefined {
    if (!this.#zones.has(name)) this.#zones.set(name, isTimeZone(name) ? name : undefined)
    return this.#zones.get(name)
  }
}

/** Attribute, indicator and unit of the rings; energy names its own unit. */
const SUMMARY_PARTS: readonly (readonly [attribute: string, indicator: string, unit: string | null])[] = [
  ['activeEnergyBurned', 'activity_summary_move', null],
  ['appleMoveTime', 'activity_summary_move_time', 'min'],
  ['appleExerciseTime', 'activity_summary_exercise', 'min'],
  ['appleStandHours', 'activity_summary_stand', 'h'],
]

const RINGS: RawSource = { name: 'Activity rings', kind: 'app' }

function lastsMinutes(definition: IndicatorDefinition): boolean {
  return definition.unit === 'min' && (definition.kind === 'interval' || definition.kind === 'event')
}
