/** The authorization server's own keys: for its cookies and for id tokens. In the secret store and nowhere else. */
import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { SecretStore } from '../secrets/secret-store.ts'
import { heldKey } from './held-key.ts'
import { ProfileError } from './profile-error.ts'

const SECRET_NAME = 'oauth-keys'

export interface OauthKeys {
  /** Signs the cookies of an authorization that is under way. */
  readonly cookieKey: string
  /** ES256, private. */
  readonly signingKey: JWK
}

/**
 * Reads the keys at first use, and makes them then when there are none. A store that fails is asked again at the next
 * call and never overwritten.
 */
export function createOauthKeys(secrets: Pick<SecretStore, 'get' | 'set'>): () => Promise<OauthKeys> {
  async function load(): Promise<OauthKeys> {
    const stored = await secrets.get(SECRET_NAME)
    if (stored !== null) return parseKeys(stored)
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    const signingKey = { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig' }
    const made = { cookieKey: randomBytes(32).toString('base64url'), signingKey }
    await secrets.set(SECRET_NAME, JSON.stringify(made))
    return made
  }
  return heldKey(load).get
}

function parseKeys(stored: string): OauthKeys {
  try {
    const value: unknown = JSON.parse(stored)
    if (isKeys(value)) return value
  } catch {
    // Told below.
  }
  throw new ProfileError(
    'bad_key',
    `The secret "${SECRET_NAME}" does not hold the keys of the authorization server.`,
    'Delete it from the keychain; Mirohub then makes new ones.',
  )
}

function isKeys(value: unknown): value is OauthKeys {
  if (typeof value !== 'object' || value === null || !('cookieKey' in value) || !('signingKey' in value)) return false
  const { cookieKey, signingKey } = value
  return (
    typeof cookieKey === 'string' &&
    cookieKey.length >= 32 &&
    typeof signingKey === 'object' &&
    signingKey !== null &&
    'd' in signingKey &&
    typeof signingKey.d === 'string'
  )
}
