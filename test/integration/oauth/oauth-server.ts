/** The authorization server on the real HTTP server and database, with limits, network and clock of the test's own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../../src-main/db/open.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import { createHttpServer } from '../../../src-main/mcp-server/http-server.ts'
import { createAuthenticator } from '../../../src-main/mcp-server/identity.ts'
import {
  type AuthorizationServerOptions,
  createAuthorizationServer,
} from '../../../src-main/mcp-server/oauth/authorization-server.ts'
import { registryBackend } from '../../../src-main/mcp-server/tool-backend.ts'
import { mountWellKnown } from '../../../src-main/mcp-server/well-known.ts'
import type { ClientLimits } from '../../../src-main/profiles/oauth-clients.ts'
import { createOauthStore } from '../../../src-main/profiles/oauth-store.ts'
import { createProfiles } from '../../../src-main/profiles/profiles.ts'
import { createTokens } from '../../../src-main/profiles/tokens.ts'
import { memoryStore } from '../../../src-main/secrets/memory-store.ts'
import { createFakeRegistry } from '../mcp/fake-registry.ts'
import { authorizeUrl, createBrowser, type Page, paramsOf, pkce, redeem } from './oauth-client.ts'

export interface OauthServerSetup extends Partial<AuthorizationServerOptions> {
  readonly clientLimits?: ClientLimits
  readonly publicUrl?: string
  readonly now?: () => Date
}

export async function startOauthServer({
  clientLimits,
  publicUrl,
  now = () => new Date(),
  ...overrides
}: OauthServerSetup = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'mirohub-oauth-server-'))
  const db = await openDatabase({ config: { dataDir, databaseUrl: null }, log: silentLogger })
  const secrets = overrides.secrets ?? memoryStore(null)
  const profiles = await createProfiles({ db, config: { defaultTimeZone: 'UTC' }, now, log: silentLogger })
  const tokens = await createTokens({ db, secrets, profiles, now })
  const mayActFor = async () => false
  let consents = 0
  let access = 0
  const store = createOauthStore({ db, now, mayActFor, onChanged: () => access++, clientLimits })
  const uriPrefix = overrides.uriPrefix ?? ''
  const oauth = createAuthorizationServer({
    store,
    secrets,
    profiles,
    tokens,
    uriPrefix,
    loginResult: true,
    hasPage: true,
    log: silentLogger,
    mayActFor,
    onConsentsChanged: () => consents++,
    onAccessChanged: () => access++,
    ...overrides,
  })
  const registry = createFakeRegistry()
  const server = await createHttpServer({
    config: { http: { host: '127.0.0.1', port: 0, uriPrefix, serverName: '' }, mcpPublicUrl: publicUrl ?? null },
    log: silentLogger,
    authenticator: createAuthenticator({ tokens, profiles, oauth: oauth.tokens }),
    backendFor: (caller) => registryBackend(registry, caller),
    mounts: [mountWellKnown, oauth.mount],
  })
  const { url: origin, port } = await server.listen(0)
  const base = `${origin}${uriPrefix}`
  const person = await profiles.default()

  async function decide(more: Record<string, unknown> = {}) {
    const ticket = oauth.pending().at(-1)
    if (ticket === undefined) throw new Error('nothing waits for an answer')
    return oauth.decide({ id: ticket.id, allow: true, viewerId: person.id, ...more })
  }

  async function allow(clientId: string, params: Record<string, string> = {}, redirectUri?: string) {
    const browser = createBrowser()
    const { verifier, challenge } = pkce()
    const wait = await browser.follow(authorizeUrl(base, { clientId, challenge, params, redirectUri }))
    await decide()
    const end: Page = await browser.follow(wait.url)
    return { location: end.location, verifier, code: paramsOf(end.location).get('code') ?? '' }
  }

  return {
    db,
    store,
    oauth,
    secrets,
    profiles,
    person,
    origin,
    base,
    port,
    decide,
    allow,
    changes: () => ({ consents, access }),
    async tokens(clientId: string) {
      const { code, verifier } = await allow(clientId)
      return redeem(base, clientId, code, verifier)
    },
    async close() {
      await server.close()
      await db.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
export type OauthServer = Awaited<ReturnType<typeof startOauthServer>>
