/** Which servers are shown, and in what order: those that need the person first. Pure. */
import type { ServerRow } from '../../../src-main/api/contract/servers.ts'

export type ServerFilter = 'all' | 'attention' | 'ready' | 'off'
export const serverFilters = ['all', 'attention', 'ready', 'off'] as const satisfies readonly ServerFilter[]

/** Something only the person can mend, or that they should know: a stopped server that is off is as they want it. */
export function needsAttention(row: Pick<ServerRow, 'state' | 'toReview'>): boolean {
  return (
    row.state === 'failed' ||
    row.state === 'parked' ||
    row.state === 'needs-login' ||
    row.state === 'needs-approval' ||
    row.toReview > 0
  )
}

/** Of those that need the person, the most hindered first; the rest keeps the person's order. */
const ranks: Readonly<Record<ServerRow['state'], number>> = {
  failed: 0,
  parked: 0,
  'needs-approval': 1,
  'needs-login': 1,
  ready: 3,
  starting: 3,
  stopped: 3,
}

const rankOf = (row: ServerRow) => Math.min(ranks[row.state], row.toReview > 0 ? 2 : 3)

export function inOrder(rows: readonly ServerRow[]): ServerRow[] {
  return [...rows].sort((a, b) => rankOf(a) - rankOf(b))
}

function passes(row: ServerRow, filter: ServerFilter): boolean {
  if (filter === 'attention') return needsAttention(row)
  if (filter === 'ready') return row.state === 'ready'
  if (filter === 'off') return row.state === 'stopped'
  return true
}

/** Every word of `search` stands somewhere in the name, in what runs, or in where it came from. */
export function matching(rows: readonly ServerRow[], search: string, filter: ServerFilter): ServerRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter((row) => {
    const text = [row.name, row.slug, row.summary, row.origin.detail ?? ''].join('\n').toLowerCase()
    return passes(row, filter) && words.every((word) => text.includes(word))
  })
}
