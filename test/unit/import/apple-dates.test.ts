import { describe, expect, it } from 'vitest'
import { createDateParser } from '../../../src-main/health/import/apple/dates.ts'

describe('dates of Apple exports', () => {
  const parse = createDateParser()

  it.each([
    ['2025-01-15 00:30:00 -0400', '2025-01-15T04:30:00.000Z'],
    ['2019-08-08 02:03:20 +0200', '2019-08-08T00:03:20.000Z'],
    ['2024-02-29 23:59:59 +0545', '2024-02-29T18:14:59.000Z'],
    // Forms that other programs write.
    ['2024-03-01T08:00:00Z', '2024-03-01T08:00:00.000Z'],
    ['2024-03-01 08:00:00.250 +01:00', '2024-03-01T07:00:00.000Z'],
  ])('%s is %s', (text, iso) => {
    expect(new Date(parse(text)).toISOString()).toBe(iso)
  })

  it.each([
    '',
    'yesterday',
    '2025-02-30 08:00:00 +0000',
    '2025-13-01 08:00:00 +0000',
    '2025-01-01 24:00:00 +0000',
    '2025-01-01 08:61:00 +0000',
    '2025-01-01 0x:00:00 +0000',
    '2025-01-01 08:00:00 0100x',
    '2025-01-01',
  ])('refuses %j instead of guessing', (text) => {
    expect(parse(text)).toBeNaN()
  })
})
