/**
 * The indicators this program knows, by key and by HealthKit type.
 *
 * For readers: a quantity gives its number in the file's unit. A category is one of three. `interval` and timed
 * `event` indicators with unit 'min' (mindful_session, handwashing, workout) take the minutes from start to end as
 * their value; `stand_hours` takes 1 for stood and 0 for idle; every other category is an `event` with value null
 * and its meaning in `text` ('mild', 'positive', 'unspecified', …). Sleep segments go to `sleep_segment`.
 *
 * This material contains content from LOINC (https://loinc.org). LOINC is copyright © Regenstrief Institute, Inc. and
 * the Logical Observation Identifiers Names and Codes (LOINC) Committee and is available at no cost under the license
 * at https://loinc.org/license. LOINC® is a registered United States trademark of Regenstrief Institute, Inc. The
 * names, aliases and units here are our own; the codes are unchanged.
 */
import type { IndicatorDefinition } from '../types.ts'
import { activity } from './data/activity.ts'
import { body } from './data/body.ts'
import { heart } from './data/heart.ts'
import { labsBlood } from './data/labs-blood.ts'
import { labsChemistry } from './data/labs-chemistry.ts'
import { mobility } from './data/mobility.ts'
import { nutrition } from './data/nutrition.ts'
import { reproductive } from './data/reproductive.ts'
import { SLEEP_SEGMENT, sleep } from './data/sleep.ts'
import { surroundings } from './data/surroundings.ts'
import { symptoms } from './data/symptoms.ts'
import { vitals } from './data/vitals.ts'

export const indicators: readonly IndicatorDefinition[] = [
  ...activity,
  ...heart,
  ...body,
  ...vitals,
  ...sleep,
  ...nutrition,
  ...mobility,
  ...surroundings,
  ...reproductive,
  ...symptoms,
  ...labsChemistry,
  ...labsBlood,
]

const byKey = new Map(indicators.map((definition) => [definition.key, definition]))
const byAppleType = new Map(
  indicators.flatMap((definition) => (definition.appleType ? [[definition.appleType, definition] as const] : [])),
)
// HealthKit's own name for this event kept its first spelling when the public constant was renamed.
const audioEvent = byKey.get('environmental_audio_exposure_event')
if (audioEvent) byAppleType.set('AudioExposureEvent', audioEvent)

const APPLE_PREFIX = /^HK(?:Quantity|Category|Data)Type(?:Identifier)?/

/** Kept for derivation only and never listed, searched or answered. */
export function isInternal(key: string): boolean {
  return key === SLEEP_SEGMENT
}

export function indicatorByKey(key: string): IndicatorDefinition | null {
  return byKey.get(key) ?? null
}

/** By HealthKit identifier, with its prefix ('HKQuantityTypeIdentifierHeartRate') or without ('HeartRate'). */
export function indicatorByAppleType(identifier: string): IndicatorDefinition | null {
  return byAppleType.get(identifier) ?? byAppleType.get(identifier.replace(APPLE_PREFIX, '')) ?? null
}

/**
 * A definition for a type that the catalogue does not know, from what the database row or a file tells.
 * Its day is the mean of its samples: the reading that never adds up what may not be added.
 */
export function unknownIndicator(row: {
  key: string
  name: string
  unit: string
  loinc?: string | null
  kind?: string
}): IndicatorDefinition {
  const isEvent = row.kind === 'event'
  return {
    key: row.key,
    name: row.name,
    nameZh: row.name,
    aliases: [],
    loinc: row.loinc ?? null,
    unit: row.unit,
    unitLabel: row.unit,
    kind: isKind(row.kind) ? row.kind : 'instant',
    aggregation: isEvent ? 'count' : row.kind === 'cumulative' || row.kind === 'interval' ? 'sum' : 'mean',
    dayRule: row.kind === 'cumulative' ? 'split-at-midnight' : 'start',
    appleType: null,
    group: 'other',
    digits: 2,
  }
}

const KINDS: ReadonlySet<string> = new Set<IndicatorDefinition['kind']>([
  'cumulative',
  'instant',
  'interval',
  'lab',
  'event',
  'sleep',
])

function isKind(kind: string | undefined): kind is IndicatorDefinition['kind'] {
  return kind !== undefined && KINDS.has(kind)
}
