/** What is remembered of tokens must never open more than computing their signature anew would. */
import { describe, expect, it } from 'vitest'
import { CheckedSignatures } from '../../../src-main/profiles/checked-signatures.ts'

const key = new Uint8Array(32).fill(1)
const claims = { subject: 'person', jti: 'token', expiresS: 1_000 }
const before = new Date(999_999)
const expired = new Date(1_000_000)

describe('a token whose signature was found good', () => {
  it('is known by the same text under the same key alone', () => {
    const checked = new CheckedSignatures()
    expect(checked.find('a.b.c', key, before)).toBeUndefined()
    checked.keep('a.b.c', key, claims)
    expect(checked.find('a.b.c', key, before)).toEqual(claims)
    expect(checked.find('a.b.d', key, before)).toBeUndefined()
    expect(checked.find('a.b.c', new Uint8Array(32).fill(1), before)).toBeUndefined()
  })

  it('is not known any more from the second on in which it expires (RFC 7519, 4.1.4)', () => {
    const checked = new CheckedSignatures()
    checked.keep('a.b.c', key, claims)
    expect(checked.find('a.b.c', key, expired)).toBeUndefined()
    expect(checked.find('a.b.c', key, before)).toEqual(claims)
  })

  it('is forgotten with the key', () => {
    const checked = new CheckedSignatures()
    checked.keep('a.b.c', key, claims)
    const other = new Uint8Array(32).fill(2)
    checked.keep('d.e.f', other, claims)
    expect(checked.find('a.b.c', other, before)).toBeUndefined()
    expect(checked.find('a.b.c', key, before)).toBeUndefined()
  })
})
