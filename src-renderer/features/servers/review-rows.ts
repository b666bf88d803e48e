/** What will run or be reached, row by row, beside what was approved before. Pure. */
import type { ReviewView, TargetView, TrustWarning } from '../../../src-main/api/contract/servers.ts'

export type ReviewRowKind =
  | 'command'
  | 'argument'
  | 'folder'
  | 'env'
  | 'encoding'
  | 'url'
  | 'header'
  | 'login'
  | 'client'
  | 'scopes'
  | 'port'

interface Fact {
  readonly kind: ReviewRowKind
  /** As warnings name it: 'args[3]', 'env.TOKEN'. */
  readonly place: string
  /** Of an argument, from 1. */
  readonly number: number | null
  /** Null: what holds when nothing is said. */
  readonly value: string | null
  /** Of a secret: whether it has a value; null for what is no secret. */
  readonly isSet: boolean | null
}

export interface ReviewRow extends Fact {
  readonly change: 'same' | 'added' | 'removed'
  readonly warnings: readonly TrustWarning[]
}

function factsOf(target: TargetView): Fact[] {
  const fact = (kind: ReviewRowKind, place: string, value: string | null, more: Partial<Fact> = {}): Fact => ({
    kind,
    place,
    number: null,
    value,
    isSet: null,
    ...more,
  })
  if (target.kind === 'stdio') {
    return [
      fact('command', 'command', target.command),
      ...target.args.map((value, index) => fact('argument', `args[${index}]`, value, { number: index + 1 })),
      fact('folder', 'cwd', target.cwd),
      ...target.env.map(({ name, isSet }) => fact('env', `env.${name}`, name, { isSet })),
      ...(target.encoding === 'utf-8' && target.encodingErrors === 'replace'
        ? []
        : [fact('encoding', 'encoding', `${target.encoding} · ${target.encodingErrors}`)]),
    ]
  }
  const { clientId, scopes, redirectPort } = target.oauth
  return [
    fact('url', 'url', target.url),
    ...target.headers.map(({ name, isSet }) => fact('header', `headers.${name}`, name, { isSet })),
    fact('login', 'auth', target.auth, { isSet: target.auth === 'bearer' ? target.hasBearer : null }),
    ...(clientId === null ? [] : [fact('client', 'oauth.clientId', clientId)]),
    ...(scopes === null ? [] : [fact('scopes', 'oauth.scopes', scopes.join(' '))]),
    ...(redirectPort === null ? [] : [fact('port', 'oauth.redirectPort', String(redirectPort))]),
  ]
}

const isSame = (a: Fact | undefined, b: Fact | undefined) => a?.kind === b?.kind && a?.value === b?.value

/** Length of the longest common subsequence of the ends `a[i…]` and `b[j…]`; an entry has at most a few hundred facts. */
function commonLengths(a: readonly Fact[], b: readonly Fact[]): number[][] {
  const rows = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  for (let i = a.length - 1; i >= 0; i--) {
    const row = rows[i] ?? []
    for (let j = b.length - 1; j >= 0; j--) {
      const below = rows[i + 1] ?? []
      row[j] = isSame(a[i], b[j]) ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  return rows
}

export interface ReviewRows {
  readonly rows: readonly ReviewRow[]
  /** Warnings about no row: of the entry, of its description. */
  readonly others: readonly TrustWarning[]
}

/** Without `before` every row is 'same': there is nothing that it differs from. */
export function reviewRows(review: Pick<ReviewView, 'target' | 'before' | 'warnings'>): ReviewRows {
  const after = factsOf(review.target)
  const warningsOf = (place: string) => review.warnings.filter((one) => one.place === place)
  const placed = new Set(after.map((one) => one.place))
  const others = review.warnings.filter((one) => !placed.has(one.place))
  const row = (fact: Fact, change: ReviewRow['change']): ReviewRow => ({
    ...fact,
    change,
    warnings: change === 'removed' ? [] : warningsOf(fact.place),
  })
  if (review.before === null) return { rows: after.map((fact) => row(fact, 'same')), others }
  const before = factsOf(review.before)
  const lengths = commonLengths(before, after)
  const rows: ReviewRow[] = []
  let i = 0
  let j = 0
  while (i < before.length || j < after.length) {
    const old = before[i]
    const now = after[j]
    if (old && now && isSame(old, now)) {
      rows.push(row(now, 'same'))
      i++
      j++
    } else if (old && (!now || (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0))) {
      rows.push(row(old, 'removed'))
      i++
    } else if (now) {
      rows.push(row(now, 'added'))
      j++
    }
  }
  return { rows, others }
}
