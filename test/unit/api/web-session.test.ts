import { describe, expect, it } from 'vitest'
import { cookieValue, createWebSessions, SESSION_COOKIE } from '../../../src-main/api/web-session.ts'

const withCookie = (cookie?: string) => ({ headers: cookie === undefined ? {} : { cookie } })

describe('browser sessions', () => {
  it('turns a code into a session once: a link seen over a shoulder is worthless afterwards', () => {
    const sessions = createWebSessions()
    const code = sessions.newCode()
    const session = sessions.redeem(code)
    expect(session).not.toBeNull()
    expect(sessions.redeem(code)).toBeNull()
    expect(sessions.accepts(withCookie(`a=b; ${SESSION_COOKIE}=${session}`))).toBe(true)
  })

  it('accepts nothing else', () => {
    const sessions = createWebSessions()
    sessions.newCode()
    expect(sessions.redeem('')).toBeNull()
    expect(sessions.accepts(withCookie())).toBe(false)
    expect(sessions.accepts(withCookie(`${SESSION_COOKIE}=`))).toBe(false)
    expect(sessions.accepts(withCookie(`x${SESSION_COOKIE}=guess`))).toBe(false)
  })

  it('does not share sessions between hubs', () => {
    const [one, two] = [createWebSessions(), createWebSessions()]
    const session = one.redeem(one.newCode())
    expect(two.accepts(withCookie(`${SESSION_COOKIE}=${session}`))).toBe(false)
  })

  it('forgets the oldest unused codes instead of growing', () => {
    const sessions = createWebSessions()
    const first = sessions.newCode()
    for (let i = 0; i < 32; i++) sessions.newCode()
    expect(sessions.redeem(first)).toBeNull()
  })

  it('reads one cookie out of many, values with "=" included', () => {
    expect(cookieValue('a=1; b=x=y ;c=3', 'b')).toBe('x=y')
    expect(cookieValue('ab=1', 'b')).toBeNull()
  })
})
