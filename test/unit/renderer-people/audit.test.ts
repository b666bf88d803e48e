/** The audit page's filters and words. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  type AuditChoice,
  auditFilter,
  everything,
  isEverything,
} from '../../../src-renderer/features/audit/audit-filter.ts'
import { outcomeKind } from '../../../src-renderer/features/audit/audit-words.ts'
import { en } from '../../../src-renderer/i18n/en/index.ts'

const choose = (patch: Partial<AuditChoice>): AuditChoice => ({ ...everything, ...patch })
// 23:30 in London on the 14th is 08:30 in Tokyo on the 15th.
const now = Date.parse('2026-06-14T22:30:00Z')

describe('the filter of the audit log', () => {
  it('asks for nothing when everything is wanted', () => {
    expect(auditFilter(everything, 'Europe/London', now)).toEqual({})
    expect(isEverything(everything)).toBe(true)
    expect(isEverything(choose({ tool: 'x' }))).toBe(false)
  })

  it('counts days where the person is, not in UTC', () => {
    expect(auditFilter(choose({ days: 'today' }), 'Asia/Tokyo', now)).toEqual({
      fromDate: '2026-06-15',
      toDate: '2026-06-15',
    })
    expect(auditFilter(choose({ days: 'today' }), 'Europe/London', now).fromDate).toBe('2026-06-14')
  })

  it('counts today as one of the last seven and thirty days', () => {
    expect(auditFilter(choose({ days: 'week' }), 'Europe/London', now).fromDate).toBe('2026-06-08')
    expect(auditFilter(choose({ days: 'month' }), 'Europe/London', now).fromDate).toBe('2026-05-16')
  })

  it('takes a span from either end, and one that is still being typed as open', () => {
    const between = (from: string, to: string) => auditFilter(choose({ days: 'between', from, to }), 'UTC', now)
    expect(between('2026-06-10', '2026-06-01')).toEqual({ fromDate: '2026-06-01', toDate: '2026-06-10' })
    expect(between('2026-06-10', '')).toEqual({ fromDate: '2026-06-10' })
    expect(between('', '')).toEqual({})
  })

  it('leaves dates of a span out while another choice of days stands', () => {
    expect(auditFilter(choose({ days: 'any', from: '2026-06-01', to: '2026-06-02' }), 'UTC', now)).toEqual({})
  })
})

describe('outcomes', () => {
  const kind = (errorCode: string | null) => outcomeKind({ ok: false, errorCode })
  it('tell a refusal from a failure and from a caller who did not wait', () => {
    expect(outcomeKind({ ok: true, errorCode: null })).toBe('ok')
    expect(kind('not_shared')).toBe('refused')
    expect(kind('timeout')).toBe('failed')
    expect(kind('cancelled')).toBe('stopped')
    expect(kind(null)).toBe('failed')
  })

  it('have words for every code that the registry can write', () => {
    const source = readFileSync(resolve(import.meta.dirname, '../../../src-main/registry/types.ts'), 'utf8')
    const union = /export type ToolErrorCode =([\s\S]*?)\n\n/.exec(source)?.[1] ?? ''
    const codes = [...union.matchAll(/\| '(\w+)'/g)].map((match) => match[1])
    expect(codes.length).toBeGreaterThan(8)
    expect(codes.filter((code) => !Object.hasOwn(en.audit, `outcome_${code}`))).toEqual([])
  })
})
