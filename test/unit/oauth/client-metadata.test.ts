/** What a client says about itself, and what is taken over of it. */
import { describe, expect, it } from 'vitest'
import { cleanClientMetadata, cleanClientName } from '../../../src-main/mcp-server/oauth/client-metadata.ts'

const REDIRECT = 'http://127.0.0.1:7777/callback'
const clean = (said: Record<string, unknown>, kind: 'registered' | 'document' = 'registered') =>
  cleanClientMetadata({ redirect_uris: [REDIRECT], ...said }, kind)

describe('a name', () => {
  it.each([
    ['Claude', 'Claude'],
    ['  a \t\n b  ', 'a b'],
    ['a\u00A0\u3000b', 'a b'],
    ['\u202Eevil\u202C', 'evil'],
    ['\u2066x\u2069\u200E', 'x'],
    ['a\u0000\u0007\u001Bb', 'ab'],
    ['zero\u200Bwidth\u2060\uFEFF', 'zerowidth'],
    ['tag\u{E0041}\u{E007F}', 'tag'],
    ['half \uD83D', 'half'],
    ['\u3164\u115F', ''],
    ['健康助手', '健康助手'],
    ['🩺 Health', '🩺 Health'],
    [5, ''],
    [undefined, ''],
  ])('%j is shown as %j', (name, shown) => {
    expect(cleanClientName(name)).toBe(shown)
  })

  it('has at most sixty characters, and none is cut in half', () => {
    const long = cleanClientName('🩺'.repeat(100))
    expect([...long]).toHaveLength(60)
    expect(long.isWellFormed()).toBe(true)
  })
})

describe('registration', () => {
  it('infers what a client does not say from its addresses', () => {
    expect(clean({})).toMatchObject({
      ok: true,
      metadata: {
        application_type: 'native',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    })
    expect(clean({ redirect_uris: ['https://app.example/cb'] })).toMatchObject({
      metadata: { application_type: 'web' },
    })
  })

  it('honours application_type: a web client gets no private scheme', () => {
    expect(clean({ application_type: 'web', redirect_uris: ['cursor://x/cb'] })).toMatchObject({
      ok: false,
      error: 'invalid_redirect_uri',
    })
    expect(clean({ application_type: 'web' })).toMatchObject({ metadata: { application_type: 'web' } })
    expect(clean({ application_type: 'desktop' })).toMatchObject({ ok: false, error: 'invalid_client_metadata' })
  })

  it('leaves out grants that nobody grants itself, and keeps nothing that we do not need', () => {
    const said = {
      grant_types: ['authorization_code', 'client_credentials', 'password', 'implicit'],
      response_types: ['code', 'token'],
      logo_uri: 'https://x.example',
      jwks_uri: 'https://x.example',
      client_id: 'mine',
      client_secret: 'mine',
      sector_identifier_uri: 'https://x.example',
    }
    const result = clean(said)
    if (!result.ok) throw new Error(result.description)
    expect(result.metadata.grant_types).toEqual(['authorization_code'])
    expect(Object.keys(result.metadata).sort()).toEqual([
      'application_type',
      'client_name',
      'grant_types',
      'redirect_uris',
      'response_modes',
      'response_types',
      'token_endpoint_auth_method',
    ])
  })

  it('binds no scope to a client: one that registered for reading may ask for more later', () => {
    const result = clean({ scope: 'mcp:read' })
    expect(result.ok && result.metadata).not.toHaveProperty('scope')
  })

  it.each([
    [{ redirect_uris: undefined }, 'invalid_redirect_uri'],
    [{ redirect_uris: REDIRECT }, 'invalid_redirect_uri'],
    [{ redirect_uris: [REDIRECT, 5] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [REDIRECT, 'javascript:x'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: Array(11).fill(REDIRECT) }, 'invalid_redirect_uri'],
    [{ grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    [{ grant_types: 'authorization_code' }, 'invalid_client_metadata'],
    [{ response_types: ['token'] }, 'invalid_client_metadata'],
    [{ token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata'],
    [{ token_endpoint_auth_method: 5 }, 'invalid_client_metadata'],
  ])('%j is refused as %s', (said, error) => {
    expect(clean(said)).toMatchObject({ ok: false, error })
  })
})

it('a document holds no secret', () => {
  expect(clean({}, 'document')).toMatchObject({ metadata: { token_endpoint_auth_method: 'none' } })
  expect(clean({ token_endpoint_auth_method: 'client_secret_basic' }, 'document').ok).toBe(false)
})
