/** Why a client program's settings file was left alone. Names the file, the place in it and the way out. */

export type SettingsErrorCode =
  | 'not-found'
  | 'syntax'
  | 'duplicate'
  | 'wrong-type'
  | 'encoding'
  | 'too-large'
  | 'not-a-file'
  | 'broken-link'
  | 'read-only'
  | 'no-access'
  | 'changed'
  | 'disk'
  | 'unsafe'

export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly code: SettingsErrorCode
  readonly hint: string

  constructor(code: SettingsErrorCode, message: string, hint: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.hint = hint
  }
}

/** A fault in a text; the caller knows which file it came from. `line` and `column` count from 1. */
export class SettingsTextError extends Error {
  override readonly name = 'SettingsTextError'
  readonly code: 'syntax' | 'duplicate' | 'wrong-type'
  readonly line: number
  readonly column: number

  constructor(code: 'syntax' | 'duplicate' | 'wrong-type', message: string, at: { line: number; column: number }) {
    super(message)
    this.code = code
    this.line = at.line
    this.column = at.column
  }
}
