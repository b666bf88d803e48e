/**
 * What an import reader is. One file in `readers/` that exports `reader`; adding one touches nothing else: the
 * directory is listed at start (built readers are entries of their own).
 */
import type { RawGenotype, RawObservation } from '../types.ts'

/** The first bytes of a part, for recognising it by content; names are hints only. */
export interface PartHead {
  /** File or entry name as stored, e.g. 'apple_health_export/exportación.xml'. */
  readonly name: string
  /** Up to 64 KiB, decompressed when the part is gzip. */
  readonly bytes: Uint8Array
  /** `bytes` as UTF-8 (or what its byte-order mark says), control characters kept. */
  readonly text: string
}

export interface Part {
  readonly name: string
  /** Uncompressed size where it is known. */
  readonly size: number | null
  /** Opens the content from its start. Each call is a new stream; the caller consumes or destroys it. */
  open(): Promise<AsyncIterable<Uint8Array>>
}

/** Where a reader puts what it finds. Await a returned promise before going on: it is the back-pressure. */
export interface ImportSink {
  observation(record: RawObservation): void | Promise<void>
  genotype(call: RawGenotype): void | Promise<void>
  /** Facts of the whole set: build, vendor version, sample name. */
  genotypeSet(facts: { vendor: string; build: string | null }): void
  /** A record that was read but cannot be kept; `reason` is a short stable English phrase, counted per reason. */
  skip(reason: string, example?: string): void
  /** Something the person should know, once per distinct text. */
  warn(text: string): void
  /** Facts about the file for its summary: export date, locale, device. */
  fact(key: string, value: string): void
}

export interface ReadContext {
  readonly signal: AbortSignal
  /** The person's zone, for files without any. */
  readonly timeZone: string
  readonly fileName: string
}

export interface Reader {
  /** Stable id: 'apple-health', '23andme', … */
  readonly format: string
  readonly title: string
  /** True when a newer file of this format holds the full history, so that absence means deletion. */
  readonly isFullHistory: boolean
  /** True when '%' values are fractions of 1 (HealthKit: 0.97 means 97 %). */
  readonly percentIsFraction?: boolean
  /** 0 = not mine … 1 = certain. Decides by content. */
  detect(head: PartHead): number
  read(part: Part, sink: ImportSink, context: ReadContext): Promise<void>
}

/** A file that cannot be read at all. `message` says what is wrong with what, `hint` what to do. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
  readonly code: ImportErrorCode
  readonly hint: string
  constructor(code: ImportErrorCode, message: string, hint: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.hint = hint
  }
}

export type ImportErrorCode =
  | 'not-found'
  | 'empty'
  | 'unrecognised'
  | 'damaged-archive'
  | 'unsafe-archive'
  | 'unsafe-file'
  | 'damaged-file'
  | 'disk-full'
  | 'cancelled'
  | 'internal'
