/** What a prompt is told of the moment, the person and their records. Pure. */
import type { IndicatorOverview } from '../../health/service.ts'
import type { AgentInput } from '../events.ts'

/** What templates can use; every value is text, empty where there is none. */
export interface PromptVariables {
  readonly time: string
  readonly time_zone: string
  readonly language: string
  readonly units: string
  /** Whose records they are, where they are not the person's own. */
  readonly subject_name: string
  /** What that person shares: "health and genetics". */
  readonly subject_shares: string
  /** Which records there are, and from when to when. */
  readonly coverage: string
  readonly skills: string
  readonly tools_note: string
}

const COVERED = 40

/** Of one question; what only one agent has to tell comes in `more`. */
export function promptVariables(
  { user, subject }: Pick<AgentInput, 'user' | 'subject'>,
  { now, units }: { readonly now: Date; readonly units: Readonly<Record<string, string>> },
  more: Partial<Pick<PromptVariables, 'coverage' | 'skills' | 'tools_note'>> = {},
): PromptVariables {
  const isOther = subject.user.id !== user.id
  return {
    time: timeWords(now, user.timeZone),
    time_zone: user.timeZone,
    language: languageName(user.language),
    units: unitWords(units),
    subject_name: isOther ? oneLine(subject.name) : '',
    subject_shares: isOther ? (subject.dataClasses ?? []).join(' and ') : '',
    coverage: '',
    skills: '',
    tools_note: '',
    ...more,
  }
}

/** A name is written by somebody: it stays on the line that it is told on. */
function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 80)
}

/** "Saturday, 5 July 2025, 14:30" in the zone. */
function timeWords(now: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now)
  return `${parts.format(now)} (${isoDay})`
}

function languageName(language: string): string {
  return language.toLowerCase().startsWith('zh') ? 'Simplified Chinese' : 'English'
}

/** Preferred units by dimension or indicator: "weight in kg, glucose in mmol/L". */
function unitWords(units: Readonly<Record<string, string>>): string {
  const wishes = Object.entries(units).map(([what, unit]) => `${what.replaceAll('_', ' ')} in ${unit}`)
  return wishes.length === 0 ? 'as the tools give them' : wishes.join(', ')
}

/**
 * Which indicators have data and from when to when, so that a model does not ask for what was never recorded.
 * With `isNamed` false only that there are records, and how they are found.
 */
export function coverageWords(overview: readonly IndicatorOverview[], { isNamed = true } = {}): string {
  if (overview.length === 0) return ''
  if (!isNamed)
    return 'There are records. Which ones, and from when to when, query_health_indicators tells by keywords.'
  const dates = overview.flatMap(({ firstDate, lastDate }) => [firstDate, lastDate]).sort()
  const most = [...overview].sort((a, b) => b.count - a.count).slice(0, COVERED)
  const rest = overview.length - most.length
  const lines = most.map(({ key, firstDate, lastDate }) => `${key} (${firstDate} to ${lastDate})`)
  return (
    `${overview.length} indicators, from ${dates[0]} to ${dates.at(-1)}. By exact key: ${lines.join(', ')}` +
    `${rest > 0 ? `, and ${rest} more in the catalogue` : ''}.`
  )
}
