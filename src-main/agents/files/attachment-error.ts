/** Why a person's file or note cannot be kept, told to them in their language. */
import type { Bilingual } from '../../config/bilingual.ts'

export type AttachmentFaultCode = 'too_large' | 'not_a_file' | 'not_found' | 'empty' | 'too_many' | 'bad_note'

/** `message` and `hint` are English; a page is told `told` and `way` in the person's language. */
export class AttachmentError extends Error {
  override readonly name = 'AttachmentError'
  readonly code: AttachmentFaultCode
  readonly told: Bilingual<string>
  readonly way: Bilingual<string>
  readonly hint: string
  constructor(code: AttachmentFaultCode, told: Bilingual<string>, way: Bilingual<string>, options?: ErrorOptions) {
    super(told.en, options)
    this.code = code
    this.told = told
    this.way = way
    this.hint = way.en
  }
}
