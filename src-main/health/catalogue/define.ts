/** Short forms for the data files of the catalogue: one line an indicator, the rest filled in from its kind. */
import type { IndicatorDefinition, IndicatorKind } from '../types.ts'

export interface Entry {
  readonly key: string
  readonly name: string
  readonly zh: string
  /** Canonical UCUM unit. */
  readonly unit: string
  /** As shown to people; the unit's own label when left out. */
  readonly label?: string
  /** HealthKit identifier without prefix. */
  readonly apple?: string
  readonly aliases?: readonly string[]
  /** LOINC code, only where the code's meaning is exactly this. */
  readonly loinc?: string
  readonly digits?: number
}

type Group = IndicatorDefinition['group']

interface Rule {
  readonly kind: IndicatorKind
  readonly aggregation: IndicatorDefinition['aggregation']
  readonly dayRule: IndicatorDefinition['dayRule']
}

const RULES = {
  /** Adds up over a day; sources that overlap are merged. */
  cumulative: { kind: 'cumulative', aggregation: 'sum', dayRule: 'split-at-midnight' },
  /** A sample at a time. */
  instant: { kind: 'instant', aggregation: 'mean', dayRule: 'start' },
  /** Summed per day without merging of sources. */
  interval: { kind: 'interval', aggregation: 'sum', dayRule: 'start' },
  /** A day's own final figure: the newest report of the day counts. */
  dayFigure: { kind: 'interval', aggregation: 'last', dayRule: 'start' },
  /** Something that happened; its numbers (minutes) are summed. */
  timedEvent: { kind: 'event', aggregation: 'sum', dayRule: 'start' },
  /** Something that happened; counted. */
  event: { kind: 'event', aggregation: 'count', dayRule: 'start' },
  lab: { kind: 'lab', aggregation: 'mean', dayRule: 'start' },
  /** Derived from sleep segments. */
  sleep: { kind: 'sleep', aggregation: 'sum', dayRule: 'wake-date' },
} satisfies Record<string, Rule>

/** The definitions of one group that share a rule, in the order given. */
export function define(group: Group, rule: keyof typeof RULES, entries: readonly Entry[]): IndicatorDefinition[] {
  return entries.map((entry) => ({
    key: entry.key,
    name: entry.name,
    nameZh: entry.zh,
    aliases: entry.aliases ?? [],
    loinc: entry.loinc ?? null,
    unit: entry.unit,
    unitLabel: entry.label ?? LABELS[entry.unit] ?? entry.unit,
    ...RULES[rule],
    appleType: entry.apple ?? null,
    group,
    digits: entry.digits ?? 0,
  }))
}

/** Labels of UCUM codes that people would not recognise. */
const LABELS: Readonly<Record<string, string>> = {
  '{count}': 'times',
  Cel: '°C',
  K: '°C',
  '/min': '/min',
  'dB[SPL]': 'dB',
  '[iU]': 'IU',
  'mm[Hg]': 'mmHg',
  '10*3/uL': '10³/µL',
  '10*6/uL': '10⁶/µL',
  'ug/dL': 'µg/dL',
  'ug/L': 'µg/L',
  'umol/L': 'µmol/L',
  uS: 'µS',
  'm[iU]/L': 'mIU/L',
  'u[iU]/mL': 'µIU/mL',
  '[iU]/L': 'IU/L',
  ug: 'µg',
}
