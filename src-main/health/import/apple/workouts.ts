/** A workout's own words and numbers. Old phones put totals into attributes, newer ones into WorkoutStatistics. */
import { snakeCase } from './categories.ts'
import type { WorkoutParts } from './events.ts'

const MAX_EVENTS = 200
const LEGACY_TOTALS = [
  ['totalDistance', 'totalDistanceUnit', 'distance'],
  ['totalEnergyBurned', 'totalEnergyBurnedUnit', 'active_energy'],
  ['totalFlightsClimbed', '', 'flights_climbed'],
  ['totalSwimmingStrokeCount', '', 'swimming_strokes'],
] as const
const METADATA = {
  HKIndoorWorkout: 'indoor',
  HKAverageMETs: 'average_mets',
  HKElevationAscended: 'elevation_ascended',
  HKWeatherTemperature: 'weather_temperature',
  HKWeatherHumidity: 'weather_humidity',
  HKWorkoutBrandName: 'brand',
  HKSwimmingLocationType: 'swimming_location',
  HKLapLength: 'lap_length',
} as const

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** `HKWorkoutActivityTypeRunning` → `running`. */
export function workoutActivity(type: string): string {
  return snakeCase(type.replace(/^HKWorkoutActivityType/, '')) || 'other'
}

/**
 * What `observation.detail` of a workout holds: `statistics` by quantity (`sum`, `average`, `minimum`, `maximum`,
 * `unit`), `events`, selected metadata and the number of routes. Numbers are in the units of the file, named beside.
 */
export function workoutDetail(workout: WorkoutParts): Record<string, Json> {
  const detail: Record<string, Json> = {}
  const statistics: Record<string, Json> = {}
  for (const [value, unit, key] of LEGACY_TOTALS) {
    const sum = number(workout.attributes[value])
    if (sum !== null && sum !== 0) statistics[key] = { sum, unit: workout.attributes[unit] ?? 'count' }
  }
  for (const entry of workout.statistics) {
    const numbers: Record<string, Json> = {}
    for (const name of ['sum', 'average', 'minimum', 'maximum'] as const) {
      const value = number(entry[name])
      if (value !== null) numbers[name] = value
    }
    if (entry.unit !== undefined) numbers.unit = entry.unit
    statistics[snakeCase((entry.type ?? '').replace(/^HK(?:Quantity|Category)TypeIdentifier/, ''))] = numbers
  }
  if (Object.keys(statistics).length > 0) detail.statistics = statistics
  const events = workout.events.slice(0, MAX_EVENTS).map((event) => {
    const one: Record<string, Json> = { type: snakeCase((event.type ?? '').replace(/^HKWorkoutEventType/, '')) }
    if (event.date !== undefined) one.date = event.date
    const duration = number(event.duration)
    if (duration !== null) one.duration_min = duration
    return one
  })
  if (events.length > 0) detail.events = events
  if (workout.events.length > MAX_EVENTS) detail.events_total = workout.events.length
  for (let i = 0; i + 1 < workout.metadata.length; i += 2) {
    const key = workout.metadata[i] ?? ''
    for (const [apple, ours] of Object.entries(METADATA)) {
      if (key === apple) detail[ours] = workout.metadata[i + 1] ?? ''
    }
  }
  if (workout.routes > 0) detail.routes = workout.routes
  return detail
}

function number(text: string | undefined): number | null {
  if (text === undefined || text.trim() === '') return null
  const value = Number(text)
  return Number.isFinite(value) ? value : null
}
