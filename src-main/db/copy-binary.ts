/**
 * Writes rows in PostgreSQL's binary COPY format (docs: COPY, "Binary Format") into one growing buffer, without an
 * allocation per row or value. Column types must match the table's: binary COPY converts nothing.
 */

/** 'PGCOPY\n\xff\r\n\0', flags, extension length. */
const signature = Uint8Array.of(80, 71, 67, 79, 80, 89, 10, 255, 13, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0)

/** PostgreSQL counts from 2000-01-01. */
const epochMs = Date.UTC(2000, 0, 1)
const msPerDay = 86_400_000

/**
 * Call `row()`, then one appender per column in the order given to bulkLoad, and so on; `finish()` at the end.
 *
 * ```ts
 * const rows = new RowEncoder(2)
 * rows.row(); rows.int4(7); rows.text('a')
 * await db.bulkLoad('t', ['id', 'name'], rows.finish())
 * ```
 */
export class RowEncoder {
  readonly #columns: number
  #buffer: Buffer
  #at = 0
  #rows = 0

  /** @param columns How many values a row has. @param initialBytes First size of the buffer; it doubles as needed. */
  constructor(columns: number, initialBytes = 1024 * 1024) {
    this.#columns = columns
    this.#buffer = Buffer.allocUnsafeSlow(Math.max(initialBytes, 64))
    this.#begin()
  }

  /** Rows begun so far. */
  get rows(): number {
    return this.#rows
  }

  /** Bytes written so far. */
  get bytes(): number {
    return this.#at
  }

  row(): void {
    this.#room(2)
    this.#at = this.#buffer.writeInt16BE(this.#columns, this.#at)
    this.#rows++
  }

  null(): void {
    this.#room(4)
    this.#at = this.#buffer.writeInt32BE(-1, this.#at)
  }

  bool(value: boolean | null): void {
    if (value === null) {
      this.null()
      return
    }
    this.#length(1)
    this.#at = this.#buffer.writeUInt8(value ? 1 : 0, this.#at)
  }

  int2(value: number | null): void {
    if (value === null) {
      this.null()
      return
    }
    this.#length(2)
    this.#at = this.#buffer.writeInt16BE(value, this.#at)
  }

  int4(value: number | null): void {
    if (value === null) {
      this.null()
      return
    }
    this.#length(4)
    this.#at = this.#buffer.writeInt32BE(value, this.#at)
  }

  int8(value: bigint | null): void {
    if (value === null) {
      this.null()
      return
    }
    this.#length(8)
    this.#at = this.#buffer.writeBigInt64BE(value, this.#at)
  }

  /** An int8 as its two halves, for hashes that are made as 32-bit numbers: no bigint is built. */
  int8Halves(high: number, low: number): void {
    this.#length(8)
    this.#at = this.#buffer.writeInt32BE(high | 0, this.#at)
    this.#at = this.#buffer.writeInt32BE(low | 0, this.#at)
  }

  float8(value: number | null): void {
    if (value === null) {
      this.null()
      return
    }
    this.#length(8)
    this.#at = this.#buffer.writeDoubleBE(value, this.#at)
  }

  /** @param ms Milliseconds since 1970, whole. */
  timestamptz(ms: number | null): void {
    if (ms === null) {
      this.null()
      return
    }
    this.#length(8)
    // Microseconds exceed 32 bits; two halves are quicker than a bigint.
    const micros = (ms - epochMs) * 1000
    const high = Math.floor(micros / 4_294_967_296)
    this.#at = this.#buffer.writeInt32BE(high, this.#at)
    this.#at = this.#buffer.writeUInt32BE(micros - high * 4_294_967_296, this.#at)
  }

  /** @param date 'YYYY-MM-DD'. */
  date(date: string | null): void {
    if (date === null) {
      this.null()
      return
    }
    const ms = Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10)))
    this.dateDays((ms - epochMs) / msPerDay)
  }

  /** A date as whole days since 2000-01-01. */
  dateDays(days: number): void {
    this.#length(4)
    this.#at = this.#buffer.writeInt32BE(days, this.#at)
  }

  /** Lone surrogates become U+FFFD; NUL, which PostgreSQL cannot store in text, is left out. */
  text(value: string | null): void {
    if (value === null) {
      this.null()
      return
    }
    const clean = value.includes('\0') ? value.replaceAll('\0', '') : value
    this.#room(4 + clean.length * 3)
    const length = this.#writeUtf8(clean, this.#at + 4)
    this.#buffer.writeInt32BE(length, this.#at)
    this.#at += 4 + length
  }

  /** Any JSON value but undefined. `null` writes SQL NULL. */
  jsonb(value: unknown): void {
    if (value === null || value === undefined) {
      this.null()
      return
    }
    // NUL escapes are legal JSON and refused by jsonb.
    const json = JSON.stringify(value).replace(/(?<!\\)((?:\\\\)*)\\u0000/g, '$1')
    this.#room(5 + json.length * 3)
    const length = this.#buffer.write(json, this.#at + 5, 'utf8') + 1
    this.#buffer.writeInt32BE(length, this.#at)
    // jsonb's wire version.
    this.#buffer.writeUInt8(1, this.#at + 4)
    this.#at += 4 + length
  }

  bytea(value: Uint8Array | null): void {
    if (value === null) {
      this.null()
      return
    }
    this.#length(value.length)
    this.#buffer.set(value, this.#at)
    this.#at += value.length
  }

  /** integer[] without nulls. */
  int4Array(values: readonly number[] | null): void {
    if (values === null) {
      this.null()
      return
    }
    this.#length(values.length === 0 ? 12 : 20 + values.length * 8)
    this.#int(values.length === 0 ? 0 : 1)
    this.#int(0)
    this.#int(23)
    if (values.length === 0) return
    this.#int(values.length)
    this.#int(1)
    for (const value of values) {
      this.#int(4)
      this.#int(value)
    }
  }

  /** The whole COPY data with its trailer, in a buffer of its own that may be handed over; the encoder starts anew. */
  finish(): Uint8Array<ArrayBuffer> {
    this.#room(2)
    this.#at = this.#buffer.writeInt16BE(-1, this.#at)
    const bytes = new Uint8Array(this.#at)
    bytes.set(this.#buffer.subarray(0, this.#at))
    this.#begin()
    return bytes
  }

  #begin(): void {
    this.#buffer.set(signature, 0)
    this.#at = signature.length
    this.#rows = 0
  }

  #int(value: number): void {
    this.#at = this.#buffer.writeInt32BE(value, this.#at)
  }

  #length(length: number): void {
    this.#room(4 + length)
    this.#at = this.#buffer.writeInt32BE(length, this.#at)
  }

  /** Most texts are short and plain: a loop beats the call into the runtime. */
  #writeUtf8(text: string, start: number): number {
    if (text.length > 24) return this.#buffer.write(text, start, 'utf8')
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code > 127) return this.#buffer.write(text, start, 'utf8')
      this.#buffer[start + i] = code
    }
    return text.length
  }

  #room(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#buffer.length * 2, this.#at + bytes))
    larger.set(this.#buffer.subarray(0, this.#at))
    this.#buffer = larger
  }
}
