/** Numbers with their units as people read them, in both languages. */
import type { IndicatorDefinition } from '../../health/types.ts'
import type { Language } from './question.ts'

/** How the values of one answered indicator are written. */
export interface Measure {
  /** UCUM, as answered. */
  readonly unit: string
  /** For charts and sentences: bpm, kg, steps. */
  readonly label: string
  readonly digits: number
  readonly kind: IndicatorDefinition['kind']
}

const labels: Readonly<Record<string, string>> = {
  '{count}': '',
  '1': '',
  '[lb_av]': 'lb',
  '[mi_i]': 'mi',
  '[in_i]': 'in',
  '[ft_i]': 'ft',
  Cel: '°C',
  '[degF]': '°F',
  'mm[Hg]': 'mmHg',
  'dB[SPL]': 'dB',
  '[IU]/L': 'IU/L',
  'm[IU]/L': 'mIU/L',
  '/min': '/min',
}

const chinese: Readonly<Record<string, string>> = {
  steps: '步',
  bpm: '次/分',
  '/min': '次/分',
  'breaths/min': '次/分',
  'br/min': '次/分',
  kg: '公斤',
  km: '公里',
  m: '米',
  cm: '厘米',
  kcal: '千卡',
  kJ: '千焦',
  min: '分钟',
  h: '小时',
  ms: '毫秒',
  floors: '层',
  flights: '层',
  times: '次',
  count: '次',
  events: '次',
  lb: '磅',
  mi: '英里',
  mL: '毫升',
  L: '升',
  g: '克',
  mg: '毫克',
}

/** The label of a UCUM unit; the definition's own where the answer is in its unit. */
export function unitLabel(unit: string, definition: Pick<IndicatorDefinition, 'unit' | 'unitLabel'> | null): string {
  if (definition && definition.unit === unit && definition.unitLabel !== '') return definition.unitLabel
  return labels[unit] ?? unit.replace(/[[\]{}]/g, '')
}

export function unitWord(label: string, language: Language): string {
  return language === 'zh' ? (chinese[label] ?? label) : label
}

/** A number with separators; always `decimals` places for means, so that 62 is told from a mean of 62.0. */
export function number(value: number, decimals: number, fixed: boolean): string {
  const rounded = Number(value.toFixed(decimals))
  const text = Math.abs(rounded).toLocaleString('en-US', {
    minimumFractionDigits: fixed ? decimals : 0,
    maximumFractionDigits: decimals,
  })
  return rounded < 0 ? `−${text}` : text
}

const isDuration = (measure: Measure): boolean => measure.unit === 'min'
const places = (measure: Measure): number => Math.min(3, Math.max(0, measure.digits))

/** Decimals of a mean: one, and more only below 1, where one would say nothing. */
function meanPlaces(value: number, measure: Measure): number {
  return Math.abs(value) >= 1 ? 1 : Math.max(1, places(measure))
}

/** The bare figure. */
export function figure(value: number, measure: Measure, mean: boolean): string {
  return mean ? number(value, meanPlaces(value, measure), true) : number(value, places(measure), false)
}

/** True where a change would be written as 0. */
export function isNothing(change: number, measure: Measure): boolean {
  return Number(change.toFixed(isDuration(measure) ? 1 : meanPlaces(change, measure))) === 0
}

/** "62.4 bpm", "6 h 12 min (6.2 h)", "8,432 steps". */
export function quantity(value: number, measure: Measure, language: Language, mean = false): string {
  if (isDuration(measure)) return duration(value, language)
  const text = figure(value, measure, mean)
  const word = unitWord(measure.label, language)
  if (word === '') return text
  return word === '%' ? `${text} %` : `${text} ${word}`
}

/** Minutes as hours and minutes, with the decimal figure beside it; short ones as minutes alone. */
export function duration(minutes: number, language: Language): string {
  const sign = minutes < 0 ? '−' : ''
  const size = Math.abs(minutes)
  if (size < 60) {
    const exact = number(size, 1, false)
    return language === 'zh' ? `${sign}${exact} 分钟` : `${sign}${exact} min`
  }
  const whole = Math.round(size)
  const hours = Math.floor(whole / 60)
  const rest = whole % 60
  const decimal = (size / 60).toFixed(1)
  return language === 'zh'
    ? `${sign}${hours} 小时${rest > 0 ? ` ${rest} 分钟` : ''}（${sign}${decimal} 小时）`
    : `${sign}${hours} h ${rest} min (${sign}${decimal} h)`
}

/** A count of things with separators. */
export function amount(value: number): string {
  return value.toLocaleString('en-US')
}

/** One thing or several: plural('day', 2) → "2 days". */
export function plural(word: string, count: number): string {
  const many = word === 'entry' ? 'entries' : `${word}s`
  return `${amount(count)} ${count === 1 ? word : many}`
}

/** A difference with its sign. */
export function signed(value: number, measure: Measure, language: Language): string {
  const text = quantity(Math.abs(value), measure, language, true)
  return `${value < 0 ? '−' : '+'}${text}`
}
