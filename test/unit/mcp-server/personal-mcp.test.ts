/** Who may have an address made, and where it points. The fault looked for: an app that makes itself a year of access. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { describe, expect, it } from 'vitest'
import { createLogger, silentLogger } from '../../../src-main/log/logger.ts'
import type { Identity } from '../../../src-main/mcp-server/identity.ts'
import { mountPersonalMcp, personalMcpUrl } from '../../../src-main/mcp-server/personal-mcp.ts'
import { ProfileError } from '../../../src-main/profiles/profile-error.ts'

const SECRET = 's3cret'.repeat(21)
const config = { http: { uriPrefix: '/hub' }, mcpPublicUrl: null }

describe('an address', () => {
  it.each([
    [null, '', 'http://localhost:1', 'http://localhost:1/mcp/x'],
    [null, '/hub', 'http://127.0.0.1:1', 'http://127.0.0.1:1/hub/mcp/x'],
    ['https://me.example:8443', '/hub', 'http://127.0.0.1:1', 'https://me.example:8443/hub/mcp/x'],
  ])('with MCP_PUBLIC_URL %s and prefix "%s"', (mcpPublicUrl, uriPrefix, origin, url) => {
    expect(personalMcpUrl({ http: { uriPrefix }, mcpPublicUrl }, origin, 'x')).toBe(url)
  })
})

const user = { id: 1, publicId: 'p1', timeZone: 'UTC', language: 'en' }
function caller(credential: string, scopes: readonly string[] | null, holderId = 1): Identity {
  return { kind: 'caller', caller: { user, scopes, credential }, principal: credential, label: null, holderId }
}

async function ask(who: Identity, ensure: () => Promise<string> = async () => SECRET, log = silentLogger) {
  const app = express()
  mountPersonalMcp({
    config,
    authenticator: {
      identify: async (_request, what) => {
        expect(what).toEqual({ resource: 'personal', secret: null })
        return who
      },
    },
    profiles: { byPublicId: async () => null },
    personalUrls: {
      ensure: async () => ({
        secret: await ensure(),
        view: {
          id: 'u',
          label: '',
          person: { id: 'p1', name: 'x' },
          createdAt: '',
          expiresAt: '',
          lastUsedAt: null,
          lastClient: null,
          state: 'live',
        },
      }),
    },
    log,
  })(app, { uriPrefix: '/hub', originOf: () => 'http://127.0.0.1:1', origins: () => [] })
  const server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}/hub/personal/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer x' },
      body: '{}',
    })
    return { status: answer.status, challenge: answer.headers.get('www-authenticate'), body: await answer.json() }
  } finally {
    server.close()
  }
}

describe('a bearer', () => {
  it('that the person made themself is enough', async () => {
    expect((await ask(caller('token:1', ['mcp:read', 'mcp:write', 'mcp:tools']))).body).toEqual({
      success: true,
      code: 0,
      msg: 'ok',
      data: { url: `http://127.0.0.1:1/hub/mcp/${SECRET}` },
    })
  })

  it('of an app needs to be allowed it by name', async () => {
    const refused = await ask(caller('oauth:1', ['mcp:read', 'mcp:write', 'mcp:admin']))
    expect([refused.status, refused.body.code]).toEqual([403, -5])
    expect(refused.challenge).toBe(
      'Bearer resource_metadata="http://127.0.0.1:1/.well-known/oauth-protected-resource/hub/personal/mcp", error="insufficient_scope", scope="mcp:connect"',
    )
    expect((await ask(caller('oauth:1', ['mcp:read', 'mcp:connect']))).status).toBe(200)
  })

  it('for another person’s data makes nothing', async () => {
    const refused = await ask(caller('oauth:1', ['mcp:read', 'mcp:connect'], 2))
    expect([refused.status, refused.body.code, refused.challenge]).toEqual([403, -5, null])
  })

  it('that cannot be checked may be good, and is not called bad', async () => {
    const answer = await ask({ kind: 'refused', reason: 'unavailable' })
    expect([answer.status, answer.challenge, answer.body.code]).toEqual([503, null, -6])
  })

  it('that has expired is told so', async () => {
    const refused = await ask({ kind: 'refused', reason: 'expired' })
    expect([refused.status, refused.body.code]).toEqual([401, -2])
    expect(refused.challenge).toContain('The token has expired.')
  })
})

describe('a store that fails', () => {
  it('says the way out where it knows one', async () => {
    const locked = async () => {
      throw new ProfileError('sealed', 'The keychain is locked.', 'Unlock it.')
    }
    expect((await ask(caller('token:1', null), locked)).body).toEqual({
      success: false,
      code: -6,
      msg: 'The keychain is locked. Unlock it.',
      data: null,
    })
  })

  it('keeps its insides to the log', async () => {
    const lines: string[] = []
    const log = createLogger({ level: 'debug', dataDir: null, stream: { write: (line) => lines.push(line) } })
    const broken = async () => {
      throw new Error('connection to db.internal refused')
    }
    const answer = await ask(caller('token:1', null), broken, log)
    expect([answer.status, answer.body.code]).toEqual([503, -6])
    expect(JSON.stringify(answer.body)).not.toContain('db.internal')
    expect(lines.join('')).toContain('db.internal')
  })
})
