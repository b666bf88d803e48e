import fc from 'fast-check'
import { expect, it } from 'vitest'
import { uniqueSlug } from '../../../../src-main/mcp-client/store/slug.ts'

it('any names, one after the other, get slugs of the right shape that are all different', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { maxLength: 40 }), (names) => {
      const taken = new Set<string>()
      for (const name of names) {
        const slug = uniqueSlug(name, taken)
        expect(slug).toMatch(/^[a-z](?:[a-z0-9-]{0,22}[a-z0-9])?$/)
        expect(taken.has(slug)).toBe(false)
        taken.add(slug)
      }
    }),
  )
})
