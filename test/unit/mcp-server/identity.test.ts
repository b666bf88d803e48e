/** Bearer and secret, alone and together. The faults looked for: one person's key that opens as another, or widens. */
import { describe, expect, it } from 'vitest'
import { createAuthenticator, type IdentityServices } from '../../../src-main/mcp-server/identity.ts'
import type { Profile } from '../../../src-main/profiles/profiles.ts'

const ADA = 1
const BOB = 2
const JWT_OF = (name: string) => `e30.${name}.sig`

function profileOf(id: number): Profile | null {
  if (id !== ADA && id !== BOB) return null
  const base = { name: 'x', timeZone: 'UTC', language: 'en', units: {}, preferences: {}, createdAt: new Date(0) }
  return { ...base, id, publicId: `person-${id}`, isDefault: id === ADA, personalUrls: true }
}

/** Ada may ask for Bob, and read his health and nothing else. */
let bobShares = true
const services: IdentityServices = {
  profiles: { get: async (id) => profileOf(id) },
  tokens: {
    async verify(token) {
      const userId = token === JWT_OF('ada') ? ADA : token === JWT_OF('bob') ? BOB : token === JWT_OF('gone') ? 99 : 0
      if (userId === 0) return { ok: false, reason: 'foreign' }
      const scopes = ['mcp:read', 'mcp:write', 'mcp:tools']
      return { ok: true, userId, publicId: `person-${userId}`, jti: `jti-${userId}`, scopes, label: 'Laptop' }
    },
  },
  oauth: {
    async verifyAccessToken(token, resource) {
      if (!token.startsWith('opaque')) return { ok: false, reason: 'unknown' }
      if (!token.endsWith(resource)) return { ok: false, reason: 'wrong_audience' }
      const forBob = token.includes('for-bob')
      const scopes = token.includes('connect-only') ? ['mcp:connect'] : ['mcp:read']
      const person = { ok: true, userId: forBob ? BOB : ADA, grantedBy: ADA, publicId: 'p', clientId: 'c' } as const
      return { ...person, grantId: 'g1', clientName: 'Some App', scopes }
    },
  },
  agentUrls: {
    resolve: (secret) => (secret === 'agent-secret' ? { id: 'a1', userId: ADA, sessionId: 's1', agent: 'base' } : null),
  },
  personalUrls: {
    async resolve(secret) {
      if (secret === 'ada-own') return { id: 'u1', holderId: ADA, subjectId: ADA, label: 'Phone' }
      if (secret === 'ada-for-bob') return { id: 'u2', holderId: ADA, subjectId: BOB, label: '' }
      return null
    },
  },
  sharing: {
    mayActFor: async (viewer, subject) => viewer === subject || (bobShares && viewer === ADA && subject === BOB),
    dataClassesFor: async (viewer, subject) => (viewer === subject ? null : bobShares ? ['health'] : []),
  },
}
const authenticator = createAuthenticator(services)

function identify(bearer: string | null, secret: string | null, resource: 'mcp' | 'personal' = 'mcp') {
  const pairs = bearer === null ? [] : ['Authorization', `Bearer ${bearer}`]
  const headers = bearer === null ? {} : { authorization: `Bearer ${bearer}` }
  return authenticator.identify({ headers, rawHeaders: pairs }, { resource, secret })
}
const refusal = (reason: string) => ({ kind: 'refused', reason })

describe('one credential', () => {
  it('none is nobody', async () => {
    expect(await identify(null, null)).toEqual({
      kind: 'caller',
      caller: { user: null },
      principal: 'anonymous',
      label: null,
    })
  })
  it('our token opens its person’s data, with its scopes and label', async () => {
    expect(await identify(JWT_OF('bob'), null)).toEqual({
      kind: 'caller',
      caller: {
        user: { id: BOB, publicId: 'person-2', timeZone: 'UTC', language: 'en' },
        scopes: ['mcp:read', 'mcp:write', 'mcp:tools'],
        credential: 'token:jti-2',
      },
      principal: 'token:jti-2',
      label: 'Laptop',
      holderId: BOB,
    })
  })
  it('an app’s token opens the resource that it was minted for, and no other', async () => {
    expect(await identify('opaque-mcp', null)).toMatchObject({
      caller: { user: { id: ADA }, credential: 'oauth:g1', scopes: ['mcp:read'] },
      label: 'Some App',
    })
    expect(await identify('opaque-mcp', null, 'personal')).toEqual(refusal('wrong_audience'))
    expect(await identify('opaque-personal', null, 'personal')).toMatchObject({ kind: 'caller' })
    expect(await identify('opaque-personal', null, 'mcp')).toEqual(refusal('wrong_audience'))
    expect(await identify(JWT_OF('ada'), null, 'personal')).toMatchObject({ caller: { user: { id: ADA } } })
  })
  it('an app let in to another’s data reads what is shared, and nothing once the share is taken back', async () => {
    expect(await identify('opaque-for-bob-mcp', null)).toMatchObject({
      caller: { user: { id: BOB }, dataClasses: ['health'] },
      holderId: ADA,
    })
    bobShares = false
    expect(await identify('opaque-for-bob-mcp', null)).toEqual(refusal('revoked'))
    expect(await identify(null, 'ada-for-bob')).toEqual(refusal('not_found'))
    bobShares = true
  })
  it('an agent’s address binds person, session and agent, and only reads', async () => {
    expect(await identify(null, 'agent-secret')).toEqual({
      kind: 'caller',
      caller: {
        user: { id: ADA, publicId: 'person-1', timeZone: 'UTC', language: 'en' },
        scopes: ['mcp:read'],
        credential: 'agent-url',
        agent: 'BASE',
        sessionId: 's1',
        readsOnly: true,
      },
      principal: 'agent-url:a1',
      label: 'base',
      holderId: ADA,
    })
  })
  it('a personal address only reads, and of another only what they share', async () => {
    expect(await identify(null, 'ada-own')).toMatchObject({
      caller: { user: { id: ADA }, scopes: ['mcp:read'], credential: 'personal-url:u1' },
      label: 'Phone',
    })
    expect(await identify(null, 'ada-for-bob')).toMatchObject({
      caller: { user: { id: BOB }, scopes: ['mcp:read'], dataClasses: ['health'] },
      label: null,
      holderId: ADA,
    })
  })
  it('a secret that opens nothing is not found, whatever else was sent', async () => {
    expect(await identify(null, 'x')).toEqual(refusal('not_found'))
    expect(await identify(JWT_OF('ada'), 'x')).toEqual(refusal('not_found'))
    expect(await identify('bad', 'x')).toEqual(refusal('not_found'))
    expect(await identify(null, '')).toEqual(refusal('not_found'))
  })
  it('a token of a person who is gone opens nothing', async () => {
    expect(await identify(JWT_OF('gone'), null)).toEqual(refusal('unknown'))
  })
})

describe('a header that is not one good bearer', () => {
  it.each(['Bearer', 'Bearer ', 'Basic dXNlcjpwYXNz', '', 'Bearer a b', 'Bearer "x"', 'Bearer a,Bearer b'])(
    '"%s" is refused, also beside a good address',
    async (value) => {
      const request = { headers: { authorization: value }, rawHeaders: ['Authorization', value] }
      for (const secret of [null, 'ada-own', 'agent-secret']) {
        expect(await authenticator.identify(request, { resource: 'mcp', secret })).toEqual(refusal('malformed'))
      }
    },
  )
  it('two of them are refused though node shows only the first', async () => {
    const good = `Bearer ${JWT_OF('ada')}`
    const rawHeaders = ['Authorization', good, 'Accept', '*/*', 'authorization', `Bearer ${JWT_OF('bob')}`]
    expect(
      await authenticator.identify({ headers: { authorization: good }, rawHeaders }, { resource: 'mcp', secret: null }),
    ).toEqual(refusal('malformed'))
  })
  it('a value named Authorization does not count as a second one', async () => {
    const good = `Bearer ${JWT_OF('ada')}`
    const rawHeaders = ['X-Note', 'authorization', 'Authorization', good]
    const request = { headers: { authorization: good }, rawHeaders }
    expect(await authenticator.identify(request, { resource: 'mcp', secret: null })).toMatchObject({ kind: 'caller' })
  })
})

describe('an address and a bearer', () => {
  it('of the same person: the address decides', async () => {
    expect(await identify(JWT_OF('ada'), 'agent-secret')).toMatchObject({
      caller: { agent: 'BASE', scopes: ['mcp:read'] },
      principal: 'agent-url:a1',
    })
    expect(await identify(JWT_OF('ada'), 'ada-for-bob')).toMatchObject({ caller: { user: { id: BOB } } })
    expect(await identify('opaque-for-bob-mcp', 'ada-for-bob')).toMatchObject({ caller: { user: { id: BOB } } })
  })
  it('of different people: neither', async () => {
    expect(await identify(JWT_OF('bob'), 'agent-secret')).toEqual(refusal('other_person'))
    expect(await identify(JWT_OF('bob'), 'ada-own')).toEqual(refusal('other_person'))
    expect(await identify(JWT_OF('bob'), 'ada-for-bob')).toEqual(refusal('other_person'))
    expect(await identify('opaque-for-bob-mcp', 'ada-own')).toEqual(refusal('other_person'))
  })
  it('a bad bearer spoils a good address', async () => {
    expect(await identify(JWT_OF('eve'), 'ada-own')).toEqual(refusal('foreign'))
    expect(await identify('unknown-opaque', 'agent-secret')).toEqual(refusal('unknown'))
  })
  it('the address does not give what the bearer lacks', async () => {
    expect(await identify('opaque-connect-only-mcp', 'ada-own')).toMatchObject({ caller: { scopes: [] } })
  })
})

it('a database that does not answer lets nobody in', async () => {
  const away = async () => {
    throw new Error('away')
  }
  const broken = createAuthenticator({ ...services, profiles: { get: away }, personalUrls: { resolve: away } })
  const request = { headers: { authorization: `Bearer ${JWT_OF('ada')}` }, rawHeaders: [] }
  expect(await broken.identify(request, { resource: 'mcp', secret: null })).toEqual(refusal('unavailable'))
  expect(await broken.identify({ headers: {}, rawHeaders: [] }, { resource: 'mcp', secret: 'x' })).toEqual(
    refusal('unavailable'),
  )
})
