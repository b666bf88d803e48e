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

/** Indicators with at least one derived day. */
export async function ownIndicators(db: Queryable, userId: number, profile: Profile): Promise<OwnIndicator[]> {
  const rows = await db.query<{
    id: number
    key: string
    name: string
    unit: string
    kind: string
    loinc: string | null
  }>(
    `SELECT id, key, name, unit, kind, loinc FROM indicator i
     WHERE EXISTS (SELECT FROM daily d WHERE d.user_id = $1 AND d.indicator_id = i.id) ORDER BY key`,
    [userId],
  )
  const isChinese = speaksChinese(profile)
  return rows
    .filter((row) => !isInternal(row.key))
    .map((row) => {
      const definition = indicatorByKey(row.key) ?? unknownIndicator(row)
      return {
        id: row.id,
        definition,
        unit: answerUnit(definition, profile.units),
        name: isChinese ? definition.nameZh : definition.name,
      }
    })
}

export function speaksChinese(profile: Profile): boolean {
  return profile.language?.toLowerCase().startsWith('zh') ?? false
}

export async function sourceNames(db: Queryable, userId: number): Promise<Map<number, string>> {
  const rows = await db.query<{ id: number; name: string }>('SELECT id, name FROM source WHERE user_id = $1', [userId])
  return new Map(rows.map((row) => [row.id, row.name]))
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
