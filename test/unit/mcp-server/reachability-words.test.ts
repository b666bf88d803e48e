/** What a check of the public address found, in words: each finding says something of its own, in both languages. */
import { expect, test } from 'vitest'
import {
  type Fault,
  faultWords,
  type Good,
  goodWords,
  noPublicUrl,
} from '../../../src-main/mcp-server/reachability-words.ts'
import { expectBoth } from '../both-languages.ts'

const address = 'https://a.example/mcp'
const origin = 'https://a.example'
const host = 'a.example'

const goods: { readonly [C in Good['code']]: Good & { code: C } } = {
  encrypted: { code: 'encrypted', origin },
  'this-computer': { code: 'this-computer', origin },
  'is-address': { code: 'is-address', host: '192.0.2.1' },
  'name-found': { code: 'name-found', host, addresses: ['192.0.2.1', '192.0.2.2'] },
  'port-open': { code: 'port-open', port: 443 },
  'certificate-good': { code: 'certificate-good', untilDate: '2027-01-31' },
  answers: { code: 'answers', address },
  'asks-for-token': { code: 'asks-for-token', address },
  'this-hub': { code: 'this-hub' },
}

const certificate = [
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_REVOKED',
  'ETIMEDOUT',
  'EPROTO',
  'NEW_ONE',
  '',
] as const
const connection = ['ECONNREFUSED', 'ETIMEDOUT', 'ENETUNREACH', 'NEW_ONE', ''] as const

const faults: { readonly [C in Fault['code']]: readonly (Fault & { code: C })[] } = {
  'address-has-more': [{ code: 'address-has-more' }],
  'address-has-path': [{ code: 'address-has-path', origin, path: '/miro' }],
  'not-encrypted': [{ code: 'not-encrypted', origin }],
  name: ['ENOTFOUND', 'ETIMEDOUT', ''].map((reason) => ({ code: 'name', host, reason })),
  connection: connection.map((reason) => ({ code: 'connection', port: 443, reason })),
  certificate: certificate.map((reason) => ({ code: 'certificate', host, reason })),
  'no-answer': [
    { code: 'no-answer', address, why: 'late', said: '' },
    { code: 'no-answer', address, why: 'cut', said: '' },
    { code: 'no-answer', address, why: 'failed', said: 'socket hang up' },
  ],
  'other-host': [{ code: 'other-host', host }],
  redirect: [
    { code: 'redirect', address, status: 301, to: 'https://b.example/mcp' },
    { code: 'redirect', address, status: 301, to: null },
  ],
  'bad-gateway': [{ code: 'bad-gateway', address, status: 502 }],
  'other-answer': [{ code: 'other-answer', address, status: 404 }],
  'other-hub': [{ code: 'other-hub' }],
  unproven: [{ code: 'unproven' }],
}
const allFaults: readonly Fault[] = Object.values(faults).flat()

test.each(Object.values(goods).map((good) => [good.code, good] as const))('%s in both languages', (_code, good) => {
  const { en, zh } = goodWords(good)
  expectBoth(en, zh)
})

test.each(allFaults.map((fault) => [fault.code, fault] as const))('%s in both languages: %j', (_code, fault) => {
  const { en, zh } = faultWords(fault)
  expectBoth(en.detail, zh.detail)
  expectBoth(en.hint, zh.hint)
})

test('without an address both languages name the setting', () => {
  expectBoth(noPublicUrl.en, noPublicUrl.zh)
  expect([noPublicUrl.en, noPublicUrl.zh].every((words) => words.includes('MCP_PUBLIC_URL'))).toBe(true)
})

test('no two faults read the same, in either language', () => {
  const texts = (language: 'en' | 'zh') =>
    allFaults.map((fault) => `${faultWords(fault)[language].detail} ${faultWords(fault)[language].hint}`)
  for (const language of ['en', 'zh'] as const) expect(new Set(texts(language)).size).toBe(allFaults.length)
})

test('an expired certificate, a wrong name and a missing chain are three different things to do', () => {
  const known = certificate.slice(0, 5)
  const hints = known.map((reason) => faultWords({ code: 'certificate', host, reason }))
  expect(new Set(hints.map(({ en }) => en.hint)).size).toBe(known.length)
  expect(new Set(hints.map(({ zh }) => zh.hint)).size).toBe(known.length)
})

test('an unknown code is shown as it is', () => {
  for (const fault of [
    { code: 'certificate', host, reason: 'NEW_ONE' },
    { code: 'connection', port: 443, reason: 'NEW_ONE' },
  ] as const) {
    const { en, zh } = faultWords(fault)
    expect([en.detail, zh.detail].every((words) => words.includes('NEW_ONE'))).toBe(true)
  }
})

test('a silent port names the firewall and the router', () => {
  const { en, zh } = faultWords({ code: 'connection', port: 443, reason: 'ETIMEDOUT' })
  expect([en.detail, zh.detail]).toEqual(['Port 443 does not answer.', '端口 443 没有响应。'])
  expect(en.hint).toMatch(/firewall or router/)
  expect(zh.hint).toContain('防火墙或路由器')
})
