/** Ids of what observations refer to: indicators, sources and zones. Looked up once per import, made when new. */
import type { Queryable } from '../../db/database.ts'
import { indicatorByKey } from '../catalogue/catalogue.ts'
import { ensureIndicator, syncIndicators } from '../catalogue/sync.ts'
import type { IndicatorKind, RawSource } from '../types.ts'
import { normaliseSource } from './identity.ts'

export interface IndicatorRow {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly unit: string
}

export class Dictionaries {
  readonly #db: Queryable
  readonly #userId: number
  readonly #indicators = new Map<string, IndicatorRow>()
  readonly #sources = new Map<string, number>()
  readonly #zones = new Map<string, number>()

  private constructor(db: Queryable, userId: number) {
    this.#db = db
    this.#userId = userId
  }

  static async load(db: Queryable, userId: number): Promise<Dictionaries> {
    const dictionaries = new Dictionaries(db, userId)
    await syncIndicators(db)
    for (const row of await db.query<{ id: number; key: string; name: string; unit: string }>(
      'SELECT id, key, name, unit FROM indicator',
    )) {
      dictionaries.#indicators.set(row.key, row)
    }
    return dictionaries
  }

  /** Null when no row has the key yet. */
  known(key: string): IndicatorRow | null {
    return this.#indicators.get(key) ?? null
  }

  async indicator(key: string, unit: string, kind: IndicatorKind): Promise<IndicatorRow> {
    const known = this.#indicators.get(key)
    if (known) return known
    const name = nameOfKey(key, unit)
    const row = { id: await ensureIndicator(this.#db, key, name, unit, kind), key, name, unit }
    this.#indicators.set(key, row)
    return row
  }

  async source(source: RawSource): Promise<number> {
    const normal = normaliseSource(source.name)
    const cacheKey = `${source.kind} ${normal}`
    const known = this.#sources.get(cacheKey)
    if (known !== undefined) return known
    const [row] = await this.#db.query<{ id: number }>(
      `INSERT INTO source (user_id, name, normal_name, kind, model) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (user_id, normal_name, kind) DO UPDATE SET model = coalesce(source.model, excluded.model)
       RETURNING id`,
      [this.#userId, source.name, normal, source.kind, source.model ?? null],
    )
    if (row === undefined) throw new Error(`source ${source.name} could not be stored`)
    this.#sources.set(cacheKey, row.id)
    return row.id
  }

  async zone(name: string): Promise<number> {
    const known = this.#zones.get(name)
    if (known !== undefined) return known
    await this.#db.query('INSERT INTO time_zone (name) VALUES ($1) ON CONFLICT (name) DO NOTHING', [name])
    const [row] = await this.#db.query<{ id: number }>('SELECT id FROM time_zone WHERE name = $1', [name])
    if (row === undefined) throw new Error(`time zone ${name} could not be stored`)
    this.#zones.set(name, row.id)
    return row.id
  }
}

/** `blood_glucose__furlongs` → 'Blood glucose (furlongs)', `apple_new_thing` → 'New thing'. */
function nameOfKey(key: string, unit: string): string {
  const [base = key, foreign] = key.split('__')
  const known = indicatorByKey(base)?.name
  const words = base.replace(/^apple_/, '').replaceAll('_', ' ')
  const name = known ?? words.charAt(0).toUpperCase() + words.slice(1)
  return foreign === undefined ? name : `${name} (${unit === '' ? 'no unit' : unit})`
}
