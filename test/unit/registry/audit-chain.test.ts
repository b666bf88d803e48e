/** The chain's arithmetic, and the export's text: faults that a table in a database would hide. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type AuditEntry, chainHash, storable, walkChain } from '../../../src-main/registry/audit-chain.ts'
import { type AuditView, csvFormat, jsonFormat } from '../../../src-main/registry/audit-export.ts'
import { keptFrom } from '../../../src-main/registry/audit-retention.ts'

const entry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  userId: 7,
  at: new Date('2026-05-01T08:00:00.123Z'),
  actor: 'mcp:Claude',
  tool: 'add',
  server: null,
  argsDigest: 'd',
  ok: true,
  errorCode: null,
  durationMs: 0.1,
  argsBytes: 2,
  resultBytes: 3,
  credential: null,
  ...more,
})

describe('a hash', () => {
  it('is SHA-256 over the hash before and the row as JSON', () => {
    const text = '[7,"2026-05-01T08:00:00.123Z","mcp:Claude","add",null,"d",true,null,0.1,2,3,null]'
    const first = createHash('sha256').update(text).digest()
    expect(chainHash(null, entry())).toEqual(first)
    expect(chainHash(first, entry())).toEqual(createHash('sha256').update(first).update(text).digest())
  })

  it.each(Object.keys(entry()))('is another one when %s is', (field) => {
    const other: Record<string, unknown> = { at: new Date(0), ok: false }
    const value = entry()[field as keyof AuditEntry]
    const changed = { ...entry(), [field]: other[field] ?? (typeof value === 'number' ? value + 1 : `${value}x`) }
    expect(chainHash(null, changed)).not.toEqual(chainHash(null, entry()))
  })
})

describe('a walk', () => {
  const year = new Date('2025-06-01T00:00:00Z')
  const chain = (entries: AuditEntry[], from: Buffer | null = null) => {
    let previousHash = from
    return entries.map((one, at) => {
      const row = { id: at + 1, entry: one, previousHash, hash: chainHash(previousHash, one) }
      previousHash = row.hash
      return row
    })
  }
  const walk = (rows: ReturnType<typeof chain>) => {
    const chained = walkChain(year)
    return rows.map((row) => chained.next(row))
  }

  it('accepts rows of before the chain at the front, and nowhere else', () => {
    const before = { id: 0, entry: entry(), previousHash: null, hash: null }
    const steps = walkChain(year)
    const [one, two] = chain([entry(), entry({ tool: 'b' })])
    expect([before, before, one, two, before].map((row) => row && steps.next(row))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
  })

  it('tells a first row that aged out from one that was taken out', () => {
    const rest = (at: Date) => chain([entry({ at }), entry()], chainHash(null, entry()))
    expect(walk(rest(new Date('2025-05-31T23:59:59Z')))).toEqual([true, true])
    expect(walk(rest(new Date('2025-06-01T00:00:00Z')))[0]).toBe(false)
  })
})

it('names of strangers are kept as the database can hold them', () => {
  const { actor, tool } = storable(entry({ actor: 'a\0b', tool: `${'x'.repeat(199)}😀` }))
  // Cut in the middle of a pair, the half character would be stored as another one than was hashed.
  expect([actor, tool]).toEqual(['a\uFFFDb', `${'x'.repeat(199)}\uFFFD`])
  expect(storable(entry({ argsBytes: 3e9 })).argsBytes).toBe(2_147_483_647)
})

it('a year ends on the same day, leap years too', () => {
  expect(keptFrom(new Date('2026-03-01T10:00:00Z')).toISOString()).toBe('2025-03-01T10:00:00.000Z')
  expect(keptFrom(new Date('2028-02-29T10:00:00Z')).toISOString()).toBe('2027-03-01T10:00:00.000Z')
})

describe('the export', () => {
  const row = (more: Partial<AuditView> = {}): AuditView => ({
    id: 1,
    at: '2026-05-01T08:00:00.000Z',
    actor: 'window',
    tool: 'add',
    server: null,
    ok: true,
    errorCode: null,
    durationMs: 1.5,
    argsBytes: 2,
    resultBytes: 3,
    credential: null,
    ...more,
  })

  it.each([
    ['=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
    ['+1', '"\'+1"'],
    ['-1', '"\'-1"'],
    ['@SUM(A1)', '"\'@SUM(A1)"'],
    ['\t=1', '"\'\t=1"'],
    ['a,b', '"a,b"'],
    ['a\r\nb', '"a\r\nb"'],
    ['say "hi"', '"say ""hi"""'],
    ['plain 心', 'plain 心'],
  ])('CSV: a caller called %j', (actor, cell) => {
    expect(csvFormat.rows([row({ actor })], true)).toBe(`2026-05-01T08:00:00.000Z,${cell},add,,ok,,1.5,2,3,,\r\n`)
  })

  it('JSON: pieces make one array, whatever the batches; none too', () => {
    const text =
      jsonFormat.head + jsonFormat.rows([row()], true) + jsonFormat.rows([row({ id: 2 }), row({ id: 3 })], false)
    expect(JSON.parse(text + jsonFormat.foot)).toEqual([row(), row({ id: 2 }), row({ id: 3 })])
    expect(JSON.parse(jsonFormat.head + jsonFormat.foot)).toEqual([])
  })
})
