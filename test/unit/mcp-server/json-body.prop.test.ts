/** The nesting limit counts brackets that nest and none that stand in text. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonDepthExceeds } from '../../../src-main/mcp-server/json-body.ts'

/** Levels of a parsed value, worked out on the value instead of the text. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

it('agrees with the depth of the value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ depthSize: 'large', maxDepth: 8 }), fc.integer({ min: 0, max: 9 }), (value, limit) => {
      const text = Buffer.from(JSON.stringify(value, null, limit % 2 === 0 ? 2 : 0))
      expect(jsonDepthExceeds(text, limit)).toBe(depthOf(JSON.parse(text.toString())) > limit)
    }),
  )
})

it.each([
  ['"[[[["', 0, false],
  ['"\\"[[[["', 0, false],
  ['"\\\\"[', 0, true],
  ['[[]]', 2, false],
  ['[[[]]]', 2, true],
  ['[[],[],[]]', 2, false],
])('%s over %i: %s', (text, limit, exceeds) => {
  expect(jsonDepthExceeds(Buffer.from(text), limit)).toBe(exceeds)
})
