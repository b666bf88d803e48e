/** What a person should know about an entry or a tool before they trust it. */
import type { Bilingual } from '../../config/bilingual.ts'

/** The same union as the contract of the pages has; a test holds them equal. */
export type WarningCode =
  | 'invisible-characters'
  | 'bidi-characters'
  | 'newlines'
  | 'very-long'
  | 'shell'
  | 'downloads-code'
  | 'placeholder'
  | 'unknown-key'
  | 'plain-http'
  | 'private-address'
  | 'oversize-description'
  | 'instructions-to-model'

export interface TrustWarning {
  readonly code: WarningCode
  /** `command`, `args[3]`, `env.TOKEN`, `headers.X-Key`, `url`, `cwd`, `description`, `inputSchema.properties.a`, … */
  readonly place: string
  readonly text: Bilingual<string>
}

export function warning(code: WarningCode, place: string, en: string, zh: string): TrustWarning {
  return { code, place, text: { en, zh } }
}
