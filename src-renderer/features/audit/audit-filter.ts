/** What of the log is shown: the choices of the filter row, and what they ask of the hub. Pure. */
import type { AuditFilter } from '../../../src-main/api/contract/audit.ts'
import { addDays, dayNumber, todayIn } from '../../format/calendar.ts'

export const dayChoices = ['any', 'today', 'week', 'month', 'between'] as const
export type DayChoice = (typeof dayChoices)[number]

export interface AuditChoice {
  /** '' for all. */
  readonly actor: string
  readonly tool: string
  readonly outcome: 'all' | 'ok' | 'failed'
  readonly days: DayChoice
  /** YYYY-MM-DD or '', for 'between'. */
  readonly from: string
  readonly to: string
}

export const everything: AuditChoice = { actor: '', tool: '', outcome: 'all', days: 'any', from: '', to: '' }

export function isEverything(choice: AuditChoice): boolean {
  return Object.keys(auditFilter(choice, 'UTC', 0)).length === 0
}

/** Days are the person's: today where they are. `now` in epoch milliseconds. */
export function auditFilter(choice: AuditChoice, timeZone: string, now: number): AuditFilter {
  return {
    ...(choice.actor && { actor: choice.actor }),
    ...(choice.tool && { tool: choice.tool }),
    ...(choice.outcome !== 'all' && { outcome: choice.outcome }),
    ...days(choice, timeZone, now),
  }
}

function days(choice: AuditChoice, timeZone: string, now: number): Pick<AuditFilter, 'fromDate' | 'toDate'> {
  const today = todayIn(timeZone, now)
  switch (choice.days) {
    case 'any':
      return {}
    case 'today':
      return { fromDate: today, toDate: today }
    case 'week':
      return { fromDate: addDays(today, -6), toDate: today }
    case 'month':
      return { fromDate: addDays(today, -29), toDate: today }
    case 'between': {
      const isDay = (date: string) => !Number.isNaN(dayNumber(date))
      // A span typed the wrong way round means the same days.
      const [from, to] =
        isDay(choice.from) && isDay(choice.to) && choice.from > choice.to
          ? [choice.to, choice.from]
          : [choice.from, choice.to]
      return { ...(isDay(from) && { fromDate: from }), ...(isDay(to) && { toDate: to }) }
    }
  }
}
