/** Which source is believed where several cover the same time. */

export interface RankedSource {
  readonly id: number
  readonly kind: string
  readonly normalName: string
  /** The person's own order, lower wins; null = by kind. */
  readonly priority: number | null
}

/** The person's list first, then what was typed in by hand, the watch, the phone, and other apps and devices. */
const BY_KIND: Readonly<Record<string, number>> = { manual: 0, watch: 1, phone: 2 }
const OTHER_KINDS = 3
const UNLISTED = Number.MAX_SAFE_INTEGER

/** Source id → rank, 0 = most trusted. Equal kinds go by name, so that the order of imports never matters. */
export function rankSources(sources: readonly RankedSource[]): Map<number, number> {
  const sorted = [...sources].sort(
    (a, b) =>
      (a.priority ?? UNLISTED) - (b.priority ?? UNLISTED) ||
      (BY_KIND[a.kind] ?? OTHER_KINDS) - (BY_KIND[b.kind] ?? OTHER_KINDS) ||
      (a.normalName < b.normalName ? -1 : a.normalName > b.normalName ? 1 : a.id - b.id),
  )
  return new Map(sorted.map((source, rank) => [source.id, rank]))
}
