/** An entry as it was read from somewhere: whole, with the places that a person still has to fill in. */
import type { Bilingual } from '../../config/bilingual.ts'
import type { ServerOrigin, ServerSettings, ServerTarget } from '../model/server-entry.ts'
import type { TrustWarning } from '../trust/warning.ts'

/** Values as they were read; null: to be filled in. Secrets, so never shown and never logged. */
export interface DraftValues {
  readonly env: Readonly<Record<string, string | null>>
  readonly headers: Readonly<Record<string, string | null>>
  readonly bearer: string | null
  readonly clientSecret: string | null
}

export const noDraftValues: DraftValues = { env: {}, headers: {}, bearer: null, clientSecret: null }

/** Something that the person fills in; shaped like a field of a bundle's `user_config`. */
export interface EntryField {
  readonly key: string
  readonly title: string
  readonly description: string
  readonly type: 'string' | 'number' | 'boolean' | 'directory' | 'file'
  readonly required: boolean
  readonly sensitive: boolean
  readonly multiple: boolean
  /** Undefined: none. */
  readonly default?: string | number | boolean | readonly string[]
  readonly min: number | null
  readonly max: number | null
  readonly fills:
    | { readonly kind: 'env' | 'header'; readonly name: string }
    /** This text, wherever it stands in values, arguments, command or directory; never in a URL. */
    | {
        readonly kind: 'token'
        readonly token: string
        /** Where nothing is filled in, a variable with it is left out instead of waiting for its value. */
        readonly leaveOut?: boolean
      }
}

export interface EntryDraft {
  readonly name: string
  readonly origin: ServerOrigin
  /** With the tokens of fields in it, as they were written. */
  readonly target: ServerTarget
  readonly values: DraftValues
  readonly fields: readonly EntryField[]
  /** Beyond what the target itself gives rise to. */
  readonly warnings: readonly TrustWarning[]
  /** Where the source says something about them. */
  readonly settings: Partial<ServerSettings>
  /** The source has it switched off. */
  readonly isOff: boolean
  /** Why it cannot be added; null when it can. */
  readonly problem: Bilingual<string> | null
}

/** A field for a value that has a name and nothing else is known of. */
export function namedField(kind: 'env' | 'header', name: string, preset?: string): EntryField {
  return {
    key: `${kind === 'env' ? 'env' : 'headers'}.${name}`,
    title: name,
    description: '',
    type: 'string',
    required: false,
    sensitive: true,
    multiple: false,
    ...(preset === undefined ? {} : { default: preset }),
    min: null,
    max: null,
    fills: { kind, name },
  }
}
