/** Answers of token endpoints that must not be stored as they are. */
import { describe, expect, it } from 'vitest'
import { tokensFrom } from '../../../../src-main/mcp-client/login/login-tokens.ts'

const now = new Date('2026-03-01T12:00:00Z')
const answer = { access_token: 'abc', token_type: 'Bearer' }

it('keeps what a good answer says', () => {
  expect(tokensFrom({ ...answer, refresh_token: 'r', scope: 'a  b', expires_in: 90 }, ['x'], now)).toEqual({
    access: 'abc',
    refresh: 'r',
    scopes: ['a', 'b'],
    expiresAt: '2026-03-01T12:01:30.000Z',
  })
})

it('takes the scopes that were asked for where none are named (RFC 6749 5.1)', () => {
  expect(tokensFrom(answer, ['x'], now)).toEqual({ access: 'abc', refresh: null, scopes: ['x'], expiresAt: null })
})

it.each([
  [-1, null],
  [Number.NaN, null],
  [1e18, '2027-03-01T12:00:00.000Z'],
  [0, '2026-03-01T12:00:00.000Z'],
])('a life of %s seconds ends at %s', (seconds, expected) => {
  expect(tokensFrom({ ...answer, expires_in: seconds }, [], now).expiresAt).toBe(expected)
})

describe('is refused', () => {
  it.each([
    ['a line break, which would begin another header', { access_token: 'abc\r\nX-Evil: 1' }],
    ['text beyond ASCII', { access_token: 'å' }],
    ['nothing', { access_token: '' }],
    ['another kind of token', { token_type: 'DPoP' }],
  ])('%s', (_name, change) => {
    expect(() => tokensFrom({ ...answer, ...change }, [], now)).toThrow(
      expect.objectContaining({ code: 'login_failed' }),
    )
  })
})
