/** However an IPv4 address is wrapped in IPv6, it is not freer than by itself. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { classOfAddress } from '../../../src-main/config/address-class.ts'

const bytes = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
const pair = (high: number, low: number) => (high * 256 + low).toString(16)

it('mapped, NAT64 and 6to4 have the class of the address inside', () => {
  fc.assert(
    fc.property(bytes, ([a, b, c, d]) => {
      const expected = classOfAddress(`${a}.${b}.${c}.${d}`)
      const [high, low] = [pair(a, b), pair(c, d)]
      for (const wrapped of [`::ffff:${high}:${low}`, `64:ff9b::${high}:${low}`, `2002:${high}:${low}::1`]) {
        expect(classOfAddress(wrapped), wrapped).toBe(expected)
      }
    }),
  )
})
