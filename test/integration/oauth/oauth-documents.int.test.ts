/** A9: clients that are known by a document of theirs, with a network of the test's own; and a keychain that is locked. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DocumentNetwork } from '../../../src-main/mcp-server/oauth/document-fetch.ts'
import { memoryStore } from '../../../src-main/secrets/memory-store.ts'
import { SecretError } from '../../../src-main/secrets/secret-store.ts'
import { authorizeUrl, createBrowser, paramsOf, pkce, post, REDIRECT, redeem, refresh } from './oauth-client.ts'
import { type OauthServer, startOauthServer } from './oauth-server.ts'

const PUBLIC_ADDRESS = '93.184.215.14'

/** The internet of the test: names with the addresses of each look-up in turn, and what is answered there. */
let names: Record<string, string[][]> = {}
let answers: Record<string, { status?: number; body: unknown }> = {}
let connected: string[] = []
const network: DocumentNetwork = {
  async resolve(host) {
    const turns = names[host]
    if (turns === undefined) throw new Error('no such name')
    return (turns.length > 1 ? turns.shift() : turns[0]) ?? []
  },
  async get(url, address) {
    connected.push(address)
    const { status = 200, body } = answers[url.href] ?? { status: 404, body: '' }
    return { status, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) }
  },
}

let isLocked = true
const kept = memoryStore(null)
const secrets = {
  ...kept,
  get: (name: string) => {
    if (isLocked && name === 'oauth-keys') throw new SecretError('locked', 'The keychain is locked.', 'Unlock it.')
    return kept.get(name)
  },
}

let bed: OauthServer
beforeAll(async () => {
  const limits = {
    registrations: 500,
    authorizations: 500,
    authorizationsPerAsker: 500,
    failuresPerClient: 500,
    failures: 500,
  }
  bed = await startOauthServer({ network, limits, secrets })
})
afterAll(() => bed?.close())
beforeEach(() => {
  names = { 'app.example': [[PUBLIC_ADDRESS]] }
  answers = {}
  connected = []
})

const document = (clientId: string, more: Record<string, unknown> = {}) => ({
  client_id: clientId,
  client_name: 'Document app',
  redirect_uris: [REDIRECT, 'https://app.example/cb'],
  grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
  token_endpoint_auth_method: 'none',
  ...more,
})
async function authorize(clientId: string, redirectUri = REDIRECT) {
  const { verifier, challenge } = pkce()
  const browser = createBrowser()
  const page = await browser.follow(authorizeUrl(bed.base, { clientId, challenge, redirectUri }))
  return { page, browser, verifier }
}
const pendingCount = () => bed.oauth.pending().length

it('a locked keychain is "not now", and asked again at the next request', async () => {
  const answer = await fetch(`${bed.base}/oauth/jwks`)
  expect([answer.status, (await answer.json()).error]).toEqual([503, 'temporarily_unavailable'])
  isLocked = false
  expect((await fetch(`${bed.base}/oauth/jwks`)).status).toBe(200)
})

it('the published key holds nothing private, and stays the same', async () => {
  const { keys } = await (await fetch(`${bed.base}/oauth/jwks`)).json()
  expect(keys).toHaveLength(1)
  expect(keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' })
  expect(keys[0]).not.toHaveProperty('d')
  const localhost = await (await fetch(`${bed.base.replace('127.0.0.1', 'localhost')}/oauth/jwks`)).json()
  expect(localhost.keys).toEqual(keys)
})

describe('a client that is known by its document', () => {
  it('is let in under the host of its address, over the address that was checked', async () => {
    const clientId = 'https://app.example/client.json'
    // The name means this computer a moment later; nobody asks it again.
    names = { 'app.example': [[PUBLIC_ADDRESS], ['127.0.0.1']] }
    answers = { [clientId]: { body: document(clientId) } }
    const { page, browser, verifier } = await authorize(clientId, 'http://127.0.0.1:9999/callback')
    expect(page.status).toBe(200)
    expect(bed.oauth.pending().at(-1)?.client).toEqual({
      id: clientId,
      name: 'Document app',
      kind: 'document',
      documentHost: 'app.example',
    })
    await bed.decide()
    const end = await browser.follow(page.url)
    const code = paramsOf(end.location).get('code') ?? ''
    const { status, json } = await redeem(bed.base, clientId, code, verifier, {
      redirect_uri: 'http://127.0.0.1:9999/callback',
    })
    expect(status).toBe(200)
    expect(await bed.oauth.tokens.verifyAccessToken(json.access_token, 'mcp')).toMatchObject({ ok: true, clientId })
    expect((await bed.oauth.grants.list(bed.person.id))[0]).toMatchObject({ kind: 'document', name: 'Document app' })
    expect(connected).toEqual([PUBLIC_ADDRESS])
    // Without a network, and without what the server at the other name has in its own memory: the app goes on.
    names = {}
    const local = bed.base.replace('127.0.0.1', 'localhost')
    const refreshed = await refresh(local, clientId, json.refresh_token)
    expect(refreshed.status).toBe(200)
  })

  it('a name that leads to this computer, this network or a cloud’s metadata is never connected to', async () => {
    const inside = [
      '127.0.0.1',
      '10.1.2.3',
      '192.168.0.1',
      '169.254.169.254',
      '::1',
      'fd00::1',
      'fe80::1',
      '::ffff:7f00:1',
    ]
    const before = pendingCount()
    for (const [n, address] of inside.entries()) {
      const clientId = `https://inside-${n}.example/client.json`
      names[`inside-${n}.example`] = [[address]]
      answers[clientId] = { body: document(clientId) }
      const { page } = await authorize(clientId)
      expect([address, page.status, page.location]).toEqual([address, 400, null])
    }
    names['both.example'] = [[PUBLIC_ADDRESS, '127.0.0.1']]
    answers['https://both.example/c'] = { body: document('https://both.example/c') }
    expect((await authorize('https://both.example/c')).page.status).toBe(400)
    for (const literal of [
      'https://127.0.0.1/c',
      'https://[::1]/c',
      'https://169.254.169.254/latest',
      'https://localhost/c',
    ]) {
      names.localhost = [['127.0.0.1']]
      expect([literal, (await authorize(literal)).page.status]).toEqual([literal, 400])
    }
    expect(connected).toEqual([])
    expect(pendingCount()).toBe(before)
  })

  it('a document that is not good is an error page, and nobody is asked', async () => {
    const before = pendingCount()
    const at = (n: number) => `https://app.example/bad-${n}.json`
    const bad: readonly { status?: number; body: unknown }[] = [
      { status: 302, body: '' },
      { status: 404, body: document(at(1)) },
      { body: 'no json' },
      { body: [] },
      { body: document('https://app.example/another.json') },
      { body: document(at(5), { client_secret: 'x' }) },
      { body: document(at(6), { token_endpoint_auth_method: 'client_secret_post' }) },
      { body: document(at(7), { redirect_uris: ['javascript:alert(1)'] }) },
      { body: document(at(8), { redirect_uris: [] }) },
      { body: document(at(9), { client_name: 'x'.repeat(6_000) }) },
      { body: document(at(10), { grant_types: ['client_credentials'] }) },
    ]
    for (const [n, answer] of bad.entries()) {
      answers[at(n)] = answer
      const { page } = await authorize(at(n))
      expect([n, page.status, page.location]).toEqual([n, 400, null])
    }
    expect(pendingCount()).toBe(before)
  })

  it('must be https, with a path, and in its plain spelling; nothing else is looked up', async () => {
    const odd = [
      'http://app.example/client.json',
      'https://app.example',
      'https://app.example/',
      'https://user@app.example/c',
      'https://app.example/a/../c',
      'https://app.example/c#x',
      'https://intranet/c',
    ]
    for (const clientId of odd) {
      answers[clientId] = { body: document(clientId) }
      expect([clientId, (await authorize(clientId)).page.status]).toEqual([clientId, 400])
    }
    expect(connected).toEqual([])
  })

  it('holds no secret, so it gets nothing by client_credentials', async () => {
    const clientId = 'https://app.example/machine.json'
    answers[clientId] = { body: document(clientId, { grant_types: ['authorization_code', 'client_credentials'] }) }
    const { status, json } = await post(`${bed.base}/oauth/token`, {
      grant_type: 'client_credentials',
      client_id: clientId,
    })
    expect([status, json.error]).toEqual([400, 'unauthorized_client'])
  })
})
