/** What is remembered of a server's protocol between starts, and what it is still good for. Pure. */
import type { EraVerdict } from '../model/connection.ts'

export interface KnownEra {
  readonly era: 'modern' | 'legacy'
  /** `sse`: reached over the old transport though its entry says `http`. */
  readonly transport: 'own' | 'sse'
}

/** An upgraded server still answers `initialize`: without an end an old verdict would hold for ever. */
const LEGACY_FOR_MS = 7 * 24 * 3600_000

/** Null: nothing is known, or it is too old, or it is not what was written here. */
export function knownEra(verdict: EraVerdict | null, nowMs: number): KnownEra | null {
  if (verdict === null || typeof verdict.at !== 'string') return null
  const transport = verdict.transport === 'sse' ? 'sse' : 'own'
  if (verdict.era === 'modern') return { era: 'modern', transport }
  if (verdict.era !== 'legacy') return null
  const ageMs = nowMs - Date.parse(verdict.at)
  return ageMs >= 0 && ageMs < LEGACY_FOR_MS ? { era: 'legacy', transport } : null
}

export function verdictOf(known: KnownEra, now: Date): EraVerdict {
  return { ...known, at: now.toISOString() }
}
