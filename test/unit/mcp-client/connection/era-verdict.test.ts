import { describe, expect, it } from 'vitest'
import { knownEra, verdictOf } from '../../../../src-main/mcp-client/connection/era-verdict.ts'

const at = new Date('2026-11-01T00:00:00Z')
const days = (n: number) => at.getTime() + n * 24 * 3600_000

describe('what is remembered of a server’s era', () => {
  it('comes back as it was', () => {
    const stored = JSON.parse(JSON.stringify(verdictOf({ era: 'legacy', transport: 'sse' }, at)))
    expect(knownEra(stored, days(1))).toEqual({ era: 'legacy', transport: 'sse' })
  })

  it('is asked again after a week where it was the older one: an upgraded server still answers initialize', () => {
    const stored = verdictOf({ era: 'legacy', transport: 'own' }, at)
    expect(knownEra(stored, days(6.9))).not.toBeNull()
    expect(knownEra(stored, days(7))).toBeNull()
    expect(knownEra(stored, days(-1))).toBeNull()
  })

  it('holds where it was the newer one, which is asked at every start anyway', () => {
    expect(knownEra(verdictOf({ era: 'modern', transport: 'own' }, at), days(400))).not.toBeNull()
  })

  for (const stored of [
    null,
    {},
    { era: 'legacy' },
    { era: 'other', at: at.toISOString() },
    { era: 'legacy', at: 'x' },
  ]) {
    it(`is nothing in ${JSON.stringify(stored)}`, () => {
      expect(knownEra(stored, days(0))).toBeNull()
    })
  }
})
