/** Which IANA time zone a person lives in: names are checked and spelled as the platform's zone data spell them. */

/**
 * Canonical spelling of an IANA zone name ("asia/shanghai" → "Asia/Shanghai"); null when this platform does not know
 * it. Fixed offsets ("+08:00") are refused: they have no daylight saving and would misplace days half the year.
 * Aliases keep the name they were given ("Asia/Kolkata" stays).
 */
export function ianaTimeZone(name: string): string | null {
  const trimmed = name.trim()
  if (!/^[A-Za-z]/.test(trimmed)) return null
  try {
    const known = new Intl.DateTimeFormat('en', { timeZone: trimmed }).resolvedOptions().timeZone
    return known.toLowerCase() === trimmed.toLowerCase() ? known : trimmed
  } catch {
    return null
  }
}

/** The computer's own zone; UTC where the system does not say (a bare container, a broken TZ). */
export function systemTimeZone(): string {
  return ianaTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone ?? '') ?? 'UTC'
}
