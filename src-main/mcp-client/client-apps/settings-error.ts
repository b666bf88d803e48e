/** Why a client program's settings file was left alone: what is wrong, in which file, at which place. */
import { settingsFaultWords } from './settings-words.ts'

/** A fault in a text. `line` and `column` count from 1. */
export type TextFault = { readonly line: number; readonly column: number } & (
  | { readonly code: 'syntax'; readonly what: 'depth' }
  /** A name of jsonc-parser's ParseErrorCode. */
  | { readonly code: 'syntax'; readonly what: 'json'; readonly error: string }
  /** A parser that tells its reason in English words only. */
  | { readonly code: 'syntax' | 'duplicate'; readonly what: 'parser'; readonly said: string }
  | { readonly code: 'duplicate'; readonly what: 'key'; readonly key: string }
  | {
      readonly code: 'wrong-type'
      /** Null where the file as a whole is meant. */
      readonly key: string | null
      readonly format: 'json' | 'yaml' | 'toml'
      /** Null where it is enough that it is something else. */
      readonly found: 'array' | 'string' | 'number' | 'boolean' | 'null' | 'alias' | null
    }
)

export type SettingsFault =
  | { readonly code: 'not-found'; readonly program: string; readonly file: string }
  | (TextFault & { readonly file: string })
  | { readonly code: 'encoding' | 'not-a-file' | 'changed'; readonly file: string }
  | { readonly code: 'too-large'; readonly file: string; readonly maxMegabytes: number }
  | { readonly code: 'broken-link'; readonly file: string; readonly leads: 'nowhere' | 'in-a-circle' }
  | { readonly code: 'read-only'; readonly what: 'file' | 'folder' | 'disk'; readonly file: string }
  | { readonly code: 'no-access'; readonly file: string; readonly act: 'read' | 'write' }
  /** `reason` null: the disk is full. */
  | { readonly code: 'disk'; readonly file: string; readonly act: 'read' | 'write'; readonly reason: string | null }
  | { readonly code: 'unsafe'; readonly program: string }

export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly code: SettingsFault['code']
  /** `message` and `hint` are its English words, for the log; a page words it in the person's language. */
  readonly hint: string
  readonly fault: SettingsFault

  constructor(fault: SettingsFault, options?: ErrorOptions) {
    const { message, hint } = settingsFaultWords(fault).en
    super(message, options)
    this.code = fault.code
    this.hint = hint
    this.fault = fault
  }
}

/** A fault in a text; the caller knows which file it came from. */
export class SettingsTextError extends Error {
  override readonly name = 'SettingsTextError'
  readonly code: TextFault['code']
  readonly line: number
  readonly column: number
  readonly fault: TextFault

  constructor(fault: TextFault) {
    super(`${fault.code} at line ${fault.line}, column ${fault.column}`)
    this.code = fault.code
    this.line = fault.line
    this.column = fault.column
    this.fault = fault
  }
}
