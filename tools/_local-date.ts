/** Dates as tools take them: one exact local day, never a moment in some zone. */

/**
 * Reads a local date. A time behind the date is accepted when it names no zone, because then the day is the one written.
 *
 * @returns The date as YYYY-MM-DD, undefined when none was given, or an error sentence that names the parameter.
 */
export function readLocalDate(parameter: string, text: string | undefined): { date?: string; error?: string } {
  // Models write out an absent value in words.
  if (text === undefined || /^(none|null|undefined)?$/i.test(text.trim())) return {}
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?$/.exec(text.trim())
  const [, year, month, day] = match ?? []
  if (!year || !month || !day) return { error: `${parameter} must be a local date such as 2025-07-01 (no time zone).` }
  const made = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const date = `${year}-${month}-${day}`
  if (made.toISOString().slice(0, 10) !== date) return { error: `${parameter}: the calendar has no such day.` }
  return { date }
}
