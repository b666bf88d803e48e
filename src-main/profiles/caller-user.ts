/** A profile as the registry's callers carry it. */
import type { Profile } from './profiles.ts'

export interface CallerUser {
  readonly id: number
  readonly publicId: string
  readonly timeZone: string
  readonly language: string
}

/** `language` falls back to the system's, in one of the two that the app speaks. */
export function callerUser(profile: Profile): CallerUser {
  const language = profile.language ?? systemLanguage
  return { id: profile.id, publicId: profile.publicId, timeZone: profile.timeZone, language }
}

/** Asked once: it does not change while the process runs, and every call would pay for it. */
const systemLanguage = new Intl.DateTimeFormat().resolvedOptions().locale.toLowerCase().startsWith('zh')
  ? 'zh-CN'
  : 'en'
