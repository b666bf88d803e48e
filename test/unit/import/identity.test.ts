import { describe, expect, it } from 'vitest'
import { FingerprintSet } from '../../../src-main/health/import/fingerprint-set.ts'
import { fingerprintInto, normaliseSource, seriesHash } from '../../../src-main/health/import/identity.ts'

function print(
  indicator: string,
  unit: string | null,
  source: string,
  start: number,
  end: number,
  value: string,
): string {
  const out = new Uint32Array(2)
  fingerprintInto(seriesHash(indicator, unit, source), start, end, value, out, 0)
  return `${out[0]}.${out[1]}`
}

describe('record identity', () => {
  const base = ['heart_rate', 'count/min', 'watch', 1_700_000_000_000, 1_700_000_000_000, '62'] as const

  it('is stable: a changed algorithm would make every re-import a second copy', () => {
    expect(print(...base)).toBe(print(...base))
    expect(print(...base)).toMatchInlineSnapshot(`"3833931647.113905031"`)
  })

  it('changes with each part of the key', () => {
    const others = [
      print('steps', base[1], base[2], base[3], base[4], base[5]),
      print(base[0], 'bpm', base[2], base[3], base[4], base[5]),
      print(base[0], base[1], 'phone', base[3], base[4], base[5]),
      print(base[0], base[1], base[2], base[3] + 1000, base[4], base[5]),
      print(base[0], base[1], base[2], base[3], base[4] + 1000, base[5]),
      print(base[0], base[1], base[2], base[3], base[4], '62.0'),
      print(base[0], base[1], base[2], base[3], base[4], ''),
      // 2^32 ms apart: the high halves must count.
      print(base[0], base[1], base[2], base[3] + 4_294_967_296, base[4], base[5]),
    ]
    expect(new Set([print(...base), ...others]).size).toBe(others.length + 1)
  })

  it('does not let text slide between the parts', () => {
    expect(print('a', 'b', 'c', 0, 0, 'd')).not.toBe(print('a', 'bc', '', 0, 0, 'd'))
    expect(print('a', 'b', 'c', 0, 0, 'd')).not.toBe(print('ab', '', 'c', 0, 0, 'd'))
  })

  it('does not collide over half a million close neighbours', () => {
    const out = new Uint32Array(2)
    const series = seriesHash('steps', 'count', 'watch')
    const seen = new FingerprintSet()
    let fresh = 0
    for (let second = 0; second < 50_000; second++) {
      for (let value = 0; value < 10; value++) {
        fingerprintInto(
          series,
          1_600_000_000_000 + second * 1000,
          1_600_000_060_000 + second * 1000,
          String(value),
          out,
          0,
        )
        if (seen.add(out[0] ?? 0, out[1] ?? 0)) fresh++
      }
    }
    expect(fresh).toBe(500_000)
  })

  it('takes one source for one however its name is written', () => {
    expect(normaliseSource('Owner\u2019s Apple\u00a0Watch')).toBe(normaliseSource("owner's  Apple Watch "))
    // Full-width letters of East Asian keyboards.
    expect(normaliseSource('\uff37atch')).toBe('watch')
    expect(normaliseSource('Watch')).not.toBe(normaliseSource('Watch 2'))
  })
})

describe('FingerprintSet', () => {
  it('holds zero, grows, and knows what it does not hold', () => {
    const set = new FingerprintSet(2)
    expect(set.has(0, 0)).toBe(false)
    expect(set.add(0, 0)).toBe(true)
    expect(set.add(0, 0)).toBe(false)
    for (let i = 1; i <= 5000; i++) expect(set.add(i, i * 7)).toBe(true)
    expect(set.size).toBe(5001)
    for (let i = 1; i <= 5000; i++) expect(set.has(i, i * 7)).toBe(true)
    expect(set.has(5001, 1)).toBe(false)
    // Same low half, other high half: only a full comparison tells them apart.
    expect(set.has(2, 7)).toBe(false)
  })

  it('reads what the database packs', () => {
    const set = new FingerprintSet()
    set.addPacked(Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 2, 255, 255, 255, 255, 0, 0, 0, 3))
    expect(set.has(1, 2)).toBe(true)
    expect(set.has(0xffffffff, 3)).toBe(true)
    expect(set.size).toBe(2)
  })
})
