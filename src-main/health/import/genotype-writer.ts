/**
 * Takes genotype calls into the database as one set. The calls of a chip (two million rows at most) wait encoded in
 * memory until the file is known not to be a second copy; larger files are written as they come.
 */
import { RowEncoder } from '../../db/copy-binary.ts'
import type { SqlDatabase } from '../../db/database.ts'
import type { RawGenotype } from '../types.ts'
import { FingerprintSet } from './fingerprint-set.ts'
import { fingerprintInto, type SeriesHash, seriesHash } from './identity.ts'

const CHUNK_ROWS = 50_000
const HELD_BYTES = 96 * 1024 * 1024
const COLUMNS = ['user_id', 'set_id', 'chromosome', 'position', 'rsid', 'genotype'] as const

export interface GenotypeOptions {
  readonly db: SqlDatabase
  readonly userId: number
  readonly fileId: number
  readonly format: string
  readonly now: Date
  readonly signal: AbortSignal
}

export interface GenotypeOutcome {
  readonly rows: number
  readonly called: number
  /** True when a finished import of this person holds exactly these calls. */
  readonly isDuplicate: boolean
  /** Fingerprint of all calls, in whatever order the file lists them. */
  readonly calls: string
}

export class GenotypeWriter {
  readonly #options: GenotypeOptions
  readonly #encoder = new RowEncoder(COLUMNS.length, 2 * 1024 * 1024)
  readonly #places = new FingerprintSet(1 << 16)
  readonly #chromosomes = new Map<string, SeriesHash>()
  readonly #print = new Uint32Array(2)
  #held: Uint8Array[] = []
  #heldBytes = 0
  #isHolding = true
  readonly #setId: number
  #rows = 0
  #called = 0
  /** Sums of the calls' fingerprints: the same whatever their order. */
  #sumHigh = 0
  #sumLow = 0

  private constructor(options: GenotypeOptions, setId: number) {
    this.#options = options
    this.#setId = setId
  }

  /** The set is there from the start; it is seen once its file is done. */
  static async create(options: GenotypeOptions): Promise<GenotypeWriter> {
    const [row] = await options.db.query<{ id: number }>(
      `INSERT INTO genotype_set (user_id, file_id, vendor, build, rows, called, created_at)
       VALUES ($1, $2, '', NULL, 0, 0, $3) RETURNING id`,
      [options.userId, options.fileId, options.now],
    )
    if (row === undefined) throw new Error('the genotype set could not be stored')
    return new GenotypeWriter(options, row.id)
  }

  /** False when the file listed the variant before. Await `flush` when `isFull`. */
  add(call: RawGenotype): boolean {
    let chromosome = this.#chromosomes.get(call.chromosome)
    if (chromosome === undefined) {
      chromosome = seriesHash('genotype', null, call.chromosome)
      this.#chromosomes.set(call.chromosome, chromosome)
    }
    const print = this.#print
    fingerprintInto(chromosome, call.position, 0, call.rsid, print, 0)
    if (!this.#places.add(print[0] ?? 0, print[1] ?? 0)) return false
    fingerprintInto(chromosome, call.position, 1, `${call.rsid} ${call.genotype ?? '-'}`, print, 0)
    this.#sumHigh = (this.#sumHigh + (print[0] ?? 0)) >>> 0
    this.#sumLow = (this.#sumLow + (print[1] ?? 0)) >>> 0
    this.#rows++
    if (call.genotype !== null) this.#called++
    const encoder = this.#encoder
    encoder.row()
    encoder.int4(this.#options.userId)
    encoder.int4(this.#setId)
    encoder.text(call.chromosome)
    encoder.int4(call.position)
    encoder.text(call.rsid)
    encoder.text(call.genotype)
    return true
  }

  get isFull(): boolean {
    return this.#encoder.rows >= CHUNK_ROWS
  }

  async flush(): Promise<void> {
    if (this.#encoder.rows === 0) return
    const data = this.#encoder.finish()
    this.#held.push(data)
    this.#heldBytes += data.length
    if (this.#isHolding && this.#heldBytes <= HELD_BYTES) return
    this.#isHolding = false
    await this.#writeHeld()
  }

  /** Writes the set, or leaves nothing when a finished import holds the same calls. */
  async finish(facts: { vendor: string; build: string | null }): Promise<GenotypeOutcome> {
    await this.flush()
    const { db, userId, format } = this.#options
    const calls = `${hex(this.#sumHigh)}${hex(this.#sumLow)}-${this.#rows}`
    const same = await db.query(
      `SELECT 1 FROM import_file WHERE user_id = $1 AND format = $2 AND state = 'done'
          AND summary -> 'genotypes' ->> 'calls' = $3 LIMIT 1`,
      [userId, format, calls],
    )
    const outcome = { rows: this.#rows, called: this.#called, isDuplicate: same.length > 0, calls }
    if (outcome.isDuplicate) {
      this.#held = []
      await this.#discard()
      return outcome
    }
    await this.#writeHeld()
    await db.query(
      'UPDATE genotype_set SET vendor = $3, build = $4, rows = $5, called = $6 WHERE user_id = $1 AND id = $2',
      [userId, this.#setId, facts.vendor, facts.build, this.#rows, this.#called],
    )
    return outcome
  }

  async #writeHeld(): Promise<void> {
    for (let data = this.#held.shift(); data !== undefined; data = this.#held.shift()) {
      this.#options.signal.throwIfAborted()
      await this.#options.db.bulkLoad('genotype', COLUMNS, data)
    }
    this.#heldBytes = 0
  }

  async #discard(): Promise<void> {
    const { db, userId } = this.#options
    await db.query('DELETE FROM genotype WHERE user_id = $1 AND set_id = $2', [userId, this.#setId])
    await db.query('DELETE FROM genotype_set WHERE user_id = $1 AND id = $2', [userId, this.#setId])
  }
}

function hex(half: number): string {
  return half.toString(16).padStart(8, '0')
}
