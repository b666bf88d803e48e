/** Which cards the Health page shows, in which order: groups, blood pressure as a pair, sleep's own figures. Pure. */
import type { IndicatorOverviewView } from '../../../src-main/api/contract/health.ts'

export const groupOrder = [
  'heart',
  'activity',
  'sleep',
  'body',
  'vitals',
  'lab',
  'nutrition',
  'mobility',
  'mind',
  'hearing',
  'reproductive',
  'symptom',
  'environment',
  'other',
] as const
export type Group = (typeof groupOrder)[number]

/** Path segment of the page that shows both pressures. */
export const bloodPressureKey = 'blood_pressure'
export const bloodPressureParts = ['blood_pressure_systolic', 'blood_pressure_diastolic'] as const

export interface IndicatorCardModel {
  /** Also the page's path segment. */
  readonly key: string
  readonly group: Group
  /** One indicator, or systolic before diastolic. */
  readonly parts: readonly [IndicatorOverviewView, ...IndicatorOverviewView[]]
  readonly lastDate: string
}

/** What most people look at first, per group; the rest follows by freshness and amount. */
const featured = [
  'resting_heart_rate',
  bloodPressureKey,
  'heart_rate',
  'hrv_sdnn',
  'walking_heart_rate_average',
  'vo2_max',
  'steps',
  'active_energy',
  'distance_walking_running',
  'exercise_minutes',
  'exercise_time',
  'workout',
  'flights_climbed',
  'sleep_asleep',
  'sleep_deep',
  'sleep_rem',
  'sleep_core',
  'sleep_awake',
  'sleep_efficiency',
  'body_mass',
  'body_fat',
  'body_fat_percentage',
  'body_mass_index',
  'oxygen_saturation',
  'respiratory_rate',
  'body_temperature',
  'blood_glucose',
]

export function indicatorCards(overview: readonly IndicatorOverviewView[]): IndicatorCardModel[] {
  const systolic = overview.find((one) => one.key === bloodPressureParts[0])
  const diastolic = overview.find((one) => one.key === bloodPressureParts[1])
  // Only readings of the same day make a pair: 119 of May over 78 of March would be nobody's blood pressure.
  const paired = systolic && diastolic && systolic.lastDate === diastolic.lastDate
  const cards: IndicatorCardModel[] = []
  for (const one of overview) {
    const group = groupOf(one.group)
    if (paired && one.key === diastolic.key) continue
    if (paired && one.key === systolic.key) {
      cards.push({ key: bloodPressureKey, group, parts: [systolic, diastolic], lastDate: one.lastDate })
    } else {
      cards.push({ key: one.key, group, parts: [one], lastDate: one.lastDate })
    }
  }
  return cards.sort(byProminence)
}

export function cardsByGroup(
  cards: readonly IndicatorCardModel[],
): { readonly group: Group; readonly cards: readonly IndicatorCardModel[] }[] {
  return groupOrder
    .map((group) => ({ group, cards: cards.filter((card) => card.group === group) }))
    .filter((entry) => entry.cards.length > 0)
}

/** Every word of `search` stands somewhere in the names (both languages), the key or the group's name. */
export function matchesSearch(card: IndicatorCardModel, search: string, groupName: string, pairName: string): boolean {
  const text = [
    card.key.replaceAll('_', ' '),
    groupName,
    card.parts.length > 1 ? pairName : '',
    ...card.parts.flatMap((part) => [part.name, part.nameZh]),
  ]
    .join(' ')
    .toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function groupOf(group: string): Group {
  return groupOrder.find((one) => one === group) ?? 'other'
}

function byProminence(a: IndicatorCardModel, b: IndicatorCardModel): number {
  const rank = (card: IndicatorCardModel) => {
    const at = featured.indexOf(card.key)
    return at === -1 ? featured.length : at
  }
  if (rank(a) !== rank(b)) return rank(a) - rank(b)
  if (a.lastDate !== b.lastDate) return a.lastDate < b.lastDate ? 1 : -1
  return b.parts[0].count - a.parts[0].count
}
