/** What one person has: their indicators with the unit each is answered in, and the names of their sources. */
import type { Queryable } from '../../db/database.ts'
import { type AnswerUnit, answerUnit } from '../catalogue/answer-unit.ts'
import { indicatorByKey, isInternal, unknownIndicator } from '../catalogue/catalogue.ts'
import type { IndicatorDefinition } from '../types.ts'

export interface Profile {
  readonly timeZone: string
  readonly units: Readonly<Record<string, string>>
  /** BCP 47, or null to follow the system. */
  readonly language: string | null
}

export interface OwnIndicator {
  readonly id: number
  readonly definition: IndicatorDefinition
  readonly unit: AnswerUnit
  /** In the person's language. */
  readonly name: string
}

export interface Belongings {
  /** Indicators with at least one derived day, by key. */
  readonly indicators: readonly OwnIndicator[]
  readonly sourceNames: ReadonlyMap<number, string>
}

interface StoredIndicator {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly unit: string
  readonly kind: string
  readonly loinc: string | null
}

/**
 * What the person has, in one round trip. The recursion hops from indicator to indicator in the key of `daily`
 * instead of reading its rows.
 */
export async function belongings(db: Queryable, userId: number, profile: Profile): Promise<Belongings> {
  const [row] = await db.query<{
    indicators: StoredIndicator[] | null
    sources: { id: number; name: string }[] | null
  }>(
    `WITH RECURSIVE hop (id) AS (
       (SELECT indicator_id FROM daily WHERE user_id = $1 ORDER BY indicator_id LIMIT 1)
       UNION ALL
       SELECT (SELECT d.indicator_id FROM daily d WHERE d.user_id = $1 AND d.indicator_id > hop.id
               ORDER BY d.indicator_id LIMIT 1)
       FROM hop WHERE hop.id IS NOT NULL
     )
     SELECT (SELECT json_agg(json_build_object('id', i.id, 'key', i.key, 'name', i.name, 'unit', i.unit,
                                               'kind', i.kind, 'loinc', i.loinc) ORDER BY i.key COLLATE "C")
             FROM indicator i JOIN hop ON hop.id = i.id) AS indicators,
            (SELECT json_agg(json_build_object('id', s.id, 'name', s.name)) FROM source s WHERE s.user_id = $1) AS sources`,
    [userId],
  )
  const isChinese = speaksChinese(profile)
  const indicators = (row?.indicators ?? [])
    .filter((stored) => !isInternal(stored.key))
    .map((stored) => {
      const definition = indicatorByKey(stored.key) ?? unknownIndicator(stored)
      return {
        id: stored.id,
        definition,
        unit: answerUnit(definition, profile.units),
        name: isChinese ? definition.nameZh : definition.name,
      }
    })
  return { indicators, sourceNames: new Map((row?.sources ?? []).map((source) => [source.id, source.name])) }
}

export function speaksChinese(profile: Profile): boolean {
  return profile.language?.toLowerCase().startsWith('zh') ?? false
}

/** Into the unit of the answer, rounded to what a reader can use: four decimals never harm 0.1 %. */
export function inUnit(own: OwnIndicator, value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : rounded(own.unit.convert(value))
}

/** At most four decimals; small numbers keep four significant digits. */
export function rounded(value: number): number {
  if (value === 0 || Math.abs(value) >= 0.1) return Math.round(value * 10_000) / 10_000
  return Number(value.toPrecision(4))
}
