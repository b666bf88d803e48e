/** Keeps the `indicator` table equal to the catalogue and adds rows for types that only files know. */
import type { Queryable } from '../../db/database.ts'
import type { IndicatorKind } from '../types.ts'
import { indicators } from './catalogue.ts'

/**
 * Inserts missing catalogue indicators and updates names, units, codes and kinds of the others.
 * Returns key → indicator.id of the whole table, unknown types included.
 */
export async function syncIndicators(db: Queryable): Promise<Map<string, number>> {
  const known = await db.query<{
    id: number
    key: string
    name: string
    loinc: string | null
    unit: string
    kind: string
  }>('SELECT id, key, name, loinc, unit, kind FROM indicator')
  const rows = new Map(known.map((row) => [row.key, row]))
  const changed = indicators.filter((definition) => {
    const row = rows.get(definition.key)
    return (
      !row ||
      row.name !== definition.name ||
      row.loinc !== definition.loinc ||
      row.unit !== definition.unit ||
      row.kind !== definition.kind
    )
  })
  const ids = new Map(known.map((row) => [row.key, row.id]))
  if (changed.length === 0) return ids
  const written = await db.query<{ id: number; key: string }>(
    `INSERT INTO indicator (key, name, loinc, unit, kind)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
     ON CONFLICT (key) DO UPDATE
       SET name = excluded.name, loinc = excluded.loinc, unit = excluded.unit, kind = excluded.kind
     RETURNING id, key`,
    [
      changed.map((definition) => definition.key),
      changed.map((definition) => definition.name),
      changed.map((definition) => definition.loinc),
      changed.map((definition) => definition.unit),
      changed.map((definition) => definition.kind),
    ],
  )
  for (const row of written) ids.set(row.key, row.id)
  return ids
}

/** The id of an indicator that the catalogue does not know, made on first meeting. An existing row stays as it is. */
export async function ensureIndicator(
  db: Queryable,
  key: string,
  name: string,
  unit: string,
  kind: IndicatorKind,
): Promise<number> {
  await db.query(
    `INSERT INTO indicator (key, name, loinc, unit, kind) VALUES ($1, $2, NULL, $3, $4) ON CONFLICT (key) DO NOTHING`,
    [key, name, unit, kind],
  )
  const [row] = await db.query<{ id: number }>('SELECT id FROM indicator WHERE key = $1', [key])
  if (!row) throw new Error(`indicator ${key} could not be stored`)
  return row.id
}
