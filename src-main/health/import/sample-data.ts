/**
 * About 400 days of made-up data of a person who does not exist, ending yesterday, for trying the app. The same days
 * always get the same numbers. It goes through the same pipeline as a file and is taken back by one call.
 */
import { dayOfDate, localDate, startOfDay } from '../merge/local-date.ts'
import type { RawObservation, RawSource } from '../types.ts'
import type { ImportSink, Part, Reader } from './reader.ts'

const DAYS = 400
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Same normal name on purpose differs from any device: these rows are never mistaken for the person's own. */
const WATCH: RawSource = { name: 'Sample data (watch)', kind: 'sample' }
const PHONE: RawSource = { name: 'Sample data (phone)', kind: 'sample' }
const SCALE: RawSource = { name: 'Sample data', kind: 'sample' }

export const samplePart: Part = {
  name: 'Sample data',
  size: null,
  open: async () => nothing(),
}

async function* nothing(): AsyncIterable<Uint8Array> {}

export function sampleReader(now: Date): Reader {
  return {
    format: 'sample',
    title: 'Sample data',
    isFullHistory: false,
    detect: () => 0,
    async read(_part, sink, context) {
      const today = dayOfDate(localDate(now.getTime(), context.timeZone))
      for (let day = today - DAYS; day < today; day++) {
        context.signal.throwIfAborted()
        await writeDay(day, context.timeZone, sink)
      }
      sink.fact('note', 'Made up by this program; not of any person.')
    },
  }
}

/** Numbers from the day alone (mulberry32, public domain), so that a day is the same whenever it is made. */
function randomOf(day: number): () => number {
  let state = (day * 2_654_435_761) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

class DayWriter {
  readonly day: number
  readonly midnight: number
  readonly #random: () => number
  readonly #sink: ImportSink
  readonly #zone: string

  constructor(day: number, zone: string, sink: ImportSink) {
    this.day = day
    this.midnight = startOfDay(day, zone)
    this.#random = randomOf(day)
    this.#sink = sink
    this.#zone = zone
  }

  between(low: number, high: number): number {
    return low + this.#random() * (high - low)
  }

  around(mean: number, spread: number): number {
    return mean + (this.#random() + this.#random() + this.#random() - 1.5) * 2 * spread
  }

  chance(share: number): boolean {
    return this.#random() < share
  }

  async write(
    indicator: string,
    source: RawSource,
    start: number,
    end: number,
    value: number | null,
    rawUnit: string | null,
    more: Partial<RawObservation> = {},
  ): Promise<void> {
    const rawValue = value === null ? (more.text ?? '') : String(value)
    const from = Math.round(start / 1000) * 1000
    const to = Math.max(from, Math.round(end / 1000) * 1000)
    const record = { indicator, start: from, end: to, rawValue, rawUnit, value, source, zone: this.#zone, ...more }
    await this.#sink.observation(record)
  }
}

async function writeDay(day: number, zone: string, sink: ImportSink): Promise<void> {
  const w = new DayWriter(day, zone, sink)
  const weekday = (((day + 3) % 7) + 7) % 7
  const isWeekend = weekday >= 5
  const isTraining = weekday === 1 || weekday === 3 || weekday === 6
  const restingRate = Math.round(w.around(58 + 3 * Math.sin(day / 58), 1.2))
  const wake = w.midnight + (isWeekend ? w.between(7.4, 9) : w.between(6.2, 7.1)) * HOUR
  await writeNight(w, wake, isWeekend)
  await writeSteps(w, wake, isWeekend, isTraining)
  await writeHeart(w, wake, restingRate, isTraining)
  await writeBody(w, wake, weekday)
  if (isTraining && w.chance(0.85)) await writeWorkout(w)
}

async function writeNight(w: DayWriter, wake: number, isWeekend: boolean): Promise<void> {
  // Some nights the watch lies on the charger.
  if (w.chance(0.04)) return
  const bed = w.midnight - w.between(isWeekend ? -0.6 : 0.2, isWeekend ? 0.6 : 1.4) * HOUR
  const segment = (start: number, end: number, text: string, source: RawSource): Promise<void> =>
    w.write('sleep_segment', source, start, end, null, null, { text })
  await segment(bed, wake + 6 * MINUTE, 'in_bed', PHONE)
  let at = bed + w.between(6, 20) * MINUTE
  for (let cycle = 0; at < wake - 20 * MINUTE; cycle++) {
    const parts: [string, number][] = [
      ['core', w.between(22, 40)],
      ['deep', cycle < 3 ? w.between(14, 30) : w.between(2, 8)],
      ['core', w.between(14, 28)],
      ['rem', w.between(8, 14) + cycle * 4],
      ['awake', w.between(1, 5)],
    ]
    for (const [stage, minutes] of parts) {
      const end = Math.min(at + minutes * MINUTE, wake)
      if (end - at >= MINUTE) await segment(at, end, stage, WATCH)
      at = end
    }
  }
}

async function writeSteps(w: DayWriter, wake: number, isWeekend: boolean, isTraining: boolean): Promise<void> {
  const target = w.around(isWeekend ? 7400 : 9200, 1700) + (isTraining ? 2600 : 0)
  const weights: number[] = []
  for (let hour = 0; hour < 15; hour++) weights.push(w.between(0.2, hour === 1 || hour === 10 ? 3 : 1.4))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  for (const [hour, weight] of weights.entries()) {
    const start = wake + hour * HOUR + w.between(2, 15) * MINUTE
    const end = start + w.between(12, 40) * MINUTE
    const steps = Math.max(20, Math.round((target * weight) / total))
    await w.write('steps', WATCH, start, end, steps, 'count')
    const km = Number(((steps * 0.72) / 1000).toFixed(3))
    await w.write('distance_walking_running', WATCH, start, end, km, 'km')
    await w.write('active_energy', WATCH, start, end, Number((steps * 0.042).toFixed(1)), 'kcal')
    // The phone, when carried, counts most of the same walk: merging must not add it.
    if (w.chance(0.55)) {
      await w.write('steps', PHONE, start + 8000, end - 12_000, Math.round(steps * w.between(0.86, 1)), 'count')
    }
  }
  if (w.chance(0.8)) {
    await w.write('flights_climbed', PHONE, wake + 2 * HOUR, wake + 2.1 * HOUR, Math.round(w.between(2, 14)), 'count')
  }
}

async function writeHeart(w: DayWriter, wake: number, resting: number, isTraining: boolean): Promise<void> {
  for (let minute = 4; minute < 24 * 60; minute += 20) {
    const at = w.midnight + minute * MINUTE
    const asleep = at < wake
    const evening = minute > 18 * 60 && minute < 19 * 60 && isTraining
    const rate = asleep ? w.around(resting - 4, 2) : evening ? w.around(138, 9) : w.around(resting + 17, 8)
    await w.write('heart_rate', WATCH, at, at, Math.max(40, Math.round(rate)), 'count/min')
  }
  await w.write('resting_heart_rate', WATCH, w.midnight + 10 * MINUTE, w.midnight + 22 * HOUR, resting, 'count/min')
  const variability = Number(w.around(48 - (resting - 58) * 2, 6).toFixed(1))
  await w.write('hrv_sdnn', WATCH, wake - HOUR, wake - HOUR + MINUTE, variability, 'ms')
  for (let i = 0; i < 4; i++) {
    const at = w.midnight + (i + 0.6) * HOUR
    await w.write('oxygen_saturation', WATCH, at, at, Number(w.between(95, 99.4).toFixed(0)), '%')
    await w.write('respiratory_rate', WATCH, at, at, Number(w.around(14.2, 0.7).toFixed(1)), 'count/min')
  }
}

async function writeBody(w: DayWriter, wake: number, weekday: number): Promise<void> {
  const kg = 74.5 - 2.4 * Math.sin(w.day / 75)
  if (weekday === 0 || weekday === 3 || weekday === 5) {
    const at = wake + 12 * MINUTE
    await w.write('body_mass', SCALE, at, at, Number(w.around(kg, 0.35).toFixed(1)), 'kg')
  }
  if (weekday === 2 || weekday === 6) {
    const at = wake + 30 * MINUTE
    await w.write('blood_pressure_systolic', SCALE, at, at, Math.round(w.around(122, 6)), 'mmHg')
    await w.write('blood_pressure_diastolic', SCALE, at, at, Math.round(w.around(78, 5)), 'mmHg')
  }
  if (weekday === 1) {
    const at = wake + 20 * MINUTE
    await w.write('blood_glucose', SCALE, at, at, Math.round(w.around(92, 6)), 'mg/dL')
  }
}

async function writeWorkout(w: DayWriter): Promise<void> {
  const start = w.midnight + w.between(18, 18.4) * HOUR
  const minutes = Number(w.between(28, 52).toFixed(1))
  const km = Number((minutes / w.between(5.4, 6.2)).toFixed(2))
  await w.write('workout', WATCH, start, start + minutes * MINUTE, minutes, 'min', {
    text: 'running',
    detail: {
      statistics: {
        distance_walking_running: { sum: km, unit: 'km' },
        active_energy_burned: { sum: Math.round(km * 62), unit: 'kcal' },
        heart_rate: { average: Math.round(w.around(141, 4)), maximum: Math.round(w.around(168, 4)), unit: 'count/min' },
      },
    },
  })
}
