/** Why an entry, a link or a bundle was not taken: for the person, in both languages. */
import type { Bilingual } from '../../config/bilingual.ts'

export type EntryErrorCode =
  /** The text is none that was understood, or says nothing about servers. */
  | 'unreadable'
  | 'too_large'
  | 'bad_link'
  | 'bad_bundle'
  /** Nothing is kept under this key any more, or it is another thing now. */
  | 'unknown_proposal'
  | 'changed'
  | 'bad_entry'
  | 'bad_value'

export class EntryError extends Error {
  override readonly name = 'EntryError'
  readonly code: EntryErrorCode
  readonly told: Bilingual<string>
  readonly way: Bilingual<string>
  /** In English, for the log. */
  get hint(): string {
    return this.way.en
  }
  constructor(code: EntryErrorCode, told: Bilingual<string>, way: Bilingual<string>, options?: ErrorOptions) {
    super(told.en, options)
    this.code = code
    this.told = told
    this.way = way
  }
}
