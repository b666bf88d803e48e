/** Addresses for one run that outlive it, or that somebody else's secret opens. */
import { describe, expect, it } from 'vitest'
import { createAgentUrls } from '../../../src-main/profiles/agent-urls.ts'

function urlsAt(start: string) {
  let at = new Date(start)
  return {
    urls: createAgentUrls({ now: () => at }),
    passMs(ms: number) {
      at = new Date(at.getTime() + ms)
    },
  }
}
const grant = { userId: 7, sessionId: 'run-1', agent: 'Base' }

describe('an agent address', () => {
  it('carries the person, the session and the agent, under a secret of 256 bits', () => {
    const { urls } = urlsAt('2026-03-01T12:00:00Z')
    const { secret, expiresAt } = urls.issue(grant)
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(expiresAt.toISOString()).toBe('2026-03-01T12:10:00.000Z')
    expect(urls.resolve(secret)).toMatchObject(grant)
    expect(urls.issue(grant).secret).not.toBe(secret)
  })

  it('opens for ten minutes and not a millisecond longer', () => {
    const { urls, passMs } = urlsAt('2026-03-01T12:00:00Z')
    const { secret } = urls.issue(grant)
    passMs(599_999)
    expect(urls.resolve(secret)).not.toBeNull()
    passMs(1)
    expect(urls.resolve(secret)).toBeNull()
  })

  it('is over when its run is, and when its person goes', () => {
    const { urls } = urlsAt('2026-03-01T12:00:00Z')
    const [first, second, other] = [urls.issue(grant), urls.issue(grant), urls.issue({ ...grant, userId: 8 })]
    urls.revoke(first.secret)
    expect(urls.resolve(first.secret)).toBeNull()
    expect(urls.resolve(second.secret)).not.toBeNull()
    urls.revokeAllOf(7)
    expect(urls.resolve(second.secret)).toBeNull()
    expect(urls.resolve(other.secret)).toMatchObject({ userId: 8 })
  })

  it('does not open by a part of its secret, by more than it, or by its id', () => {
    const { urls } = urlsAt('2026-03-01T12:00:00Z')
    const { secret } = urls.issue(grant)
    const id = urls.resolve(secret)?.id ?? 'missing'
    for (const wrong of ['', secret.slice(1), `${secret}A`, secret.toLowerCase(), id, ` ${secret}`]) {
      expect(urls.resolve(wrong)).toBeNull()
    }
  })

  it('is one of a thousand at most: runs without end do not fill the memory', () => {
    const { urls } = urlsAt('2026-03-01T12:00:00Z')
    const secrets = Array.from({ length: 1_005 }, () => urls.issue(grant).secret)
    expect(secrets.filter((secret) => urls.resolve(secret) !== null)).toHaveLength(1_000)
    expect(urls.resolve(secrets[1_004] ?? '')).not.toBeNull()
  })
})
