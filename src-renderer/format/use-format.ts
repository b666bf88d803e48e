/** The formatters bound to the person's language, for components. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type DateStyle,
  formatBytes,
  formatDate,
  formatDuration,
  formatElapsed,
  formatInstant,
  formatLocalTime,
  formatNumber,
  isDuration,
  usualDigits,
} from './quantities.ts'

export interface Formatters {
  readonly locale: string
  number(value: number, digits?: number): string
  date(date: string, style: DateStyle): string
  /** "28 Nov 2026", "week of 23 Nov 2026", "November 2026" or date with time, by what the label stands for. */
  period(label: string, kind: 'day' | 'week' | 'month' | 'time' | 'none'): string
  /** An instant where the person is; local time of this computer when no zone is given. */
  instant(iso: string, timeZone?: string): string
  localTime(iso: string): string
  duration(minutes: number): string
  bytes(bytes: number): string
  elapsed(durationMs: number): string
  /** The unit in the person's language: 'steps' is 步; what is written alike everywhere stays. */
  unit(unit: string): string
  /** Value with its unit: "57 bpm", "98 %", "7 h 38 min". */
  quantity(value: number, unit: string, digits?: number): string
  /** Stable functions for a plot: bare numbers for the axis, with unit for the tooltip. */
  plotValues(digits: number | undefined): {
    readonly axis: (value: number, unit: string) => string
    readonly value: (value: number, unit: string) => string
  }
}

/** Units that are words, as the hub spells them, and where their translations stand. */
const UNIT_WORDS = {
  steps: 'unit.steps',
  floors: 'unit.floors',
  times: 'unit.times',
  events: 'unit.events',
  strokes: 'unit.strokes',
  pushes: 'unit.pushes',
  puffs: 'unit.puffs',
  points: 'unit.points',
  falls: 'unit.falls',
  drinks: 'unit.drinks',
  bpm: 'unit.bpm',
  'breaths/min': 'unit.breaths',
} as const

function isUnitWord(unit: string): unit is keyof typeof UNIT_WORDS {
  return Object.hasOwn(UNIT_WORDS, unit)
}

export function useFormat(): Formatters {
  const { t, i18n } = useTranslation('health')
  const locale = i18n.language
  const hour = t('unit.hour')
  const minute = t('unit.minute')
  const weekOf = t('weekOf', { date: '\u0001' })
  return useMemo(() => {
    const words = { hour, minute }
    const unitWord = (unit: string) => {
      return isUnitWord(unit) ? t(UNIT_WORDS[unit]) : unit
    }
    const number = (value: number, digits?: number) => formatNumber(value, digits ?? usualDigits(value), locale)
    const duration = (minutes: number) => formatDuration(minutes, words)
    const quantity = (value: number, unit: string, digits?: number) => {
      if (isDuration(unit)) return duration(value)
      return unit === '' ? number(value, digits) : `${number(value, digits)} ${unitWord(unit)}`
    }
    const plots = new Map<number | undefined, ReturnType<Formatters['plotValues']>>()
    const plotValues: Formatters['plotValues'] = (digits) => {
      const known = plots.get(digits)
      if (known) return known
      const made = {
        axis: (value: number, unit: string) => (isDuration(unit) && value !== 0 ? duration(value) : number(value)),
        value: (value: number, unit: string) => quantity(value, unit, digits),
      }
      plots.set(digits, made)
      return made
    }
    const localTime = (iso: string) => formatLocalTime(iso, locale)
    const period: Formatters['period'] = (label, kind) => {
      if (kind === 'month') return formatDate(label, 'month', locale)
      if (kind === 'week') return weekOf.replace('\u0001', formatDate(label, 'short', locale))
      return kind === 'day' ? formatDate(label, 'short', locale) : localTime(label)
    }
    return {
      locale,
      number,
      duration,
      unit: unitWord,
      quantity,
      plotValues,
      localTime,
      period,
      date: (date, style) => formatDate(date, style, locale),
      instant: (iso, timeZone) =>
        formatInstant(iso, timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone, locale),
      bytes: (bytes) => formatBytes(bytes, locale),
      elapsed: (durationMs) => formatElapsed(durationMs, locale),
    }
  }, [locale, hour, minute, weekOf, t])
}
