/** Why something was not done with a skill: for the person, in both languages. */
import type { Bilingual } from '../config/bilingual.ts'

export type SkillErrorCode =
  | 'not_a_skill'
  | 'unsafe_archive'
  | 'too_large'
  | 'exists'
  | 'unknown_skill'
  | 'not_removable'
  | 'not_reviewed'
  | 'changed'

export class SkillError extends Error {
  override readonly name = 'SkillError'
  readonly code: SkillErrorCode
  readonly told: Bilingual<string>
  readonly way: Bilingual<string>
  /** In English, for the log. */
  get hint(): string {
    return this.way.en
  }
  constructor(code: SkillErrorCode, told: Bilingual<string>, way: Bilingual<string>, options?: ErrorOptions) {
    super(told.en, options)
    this.code = code
    this.told = told
    this.way = way
  }
}
