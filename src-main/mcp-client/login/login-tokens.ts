/** Answers of a token endpoint, made into what is stored; refused when they could not be used. Pure. */
import type { OAuthTokens } from '@modelcontextprotocol/client'
import { loginFaults } from './login-faults.ts'
import type { StoredLogin } from './login-store.ts'
import { split } from './scopes.ts'

type Tokens = NonNullable<StoredLogin['tokens']>

/** RFC 6750 2.1: what can stand in an Authorization header. */
const HEADER_SAFE = /^[\x21-\x7e]{1,16384}$/
/** A year: a longer life is as good as unknown. */
const MAX_LIFE_S = 365 * 86_400

/**
 * `asked` are the scopes of the request, which an answer without `scope` grants as they are (RFC 6749 5.1). Throws
 * ServerError `login_failed`.
 */
export function tokensFrom(answer: OAuthTokens, asked: readonly string[], now: Date): Tokens {
  const isUsable = answer.token_type.toLowerCase() === 'bearer' && HEADER_SAFE.test(answer.access_token)
  if (!isUsable) {
    throw loginFaults.badMetadata({
      en: 'The login service gave a token that cannot be used here.',
      zh: '登录服务返回的令牌无法在此使用。',
    })
  }
  const lifeS = answer.expires_in
  const isKnown = lifeS !== undefined && Number.isFinite(lifeS) && lifeS >= 0
  return {
    access: answer.access_token,
    refresh: answer.refresh_token ?? null,
    scopes: answer.scope === undefined ? [...asked] : split(answer.scope),
    expiresAt: isKnown ? new Date(now.getTime() + Math.min(lifeS, MAX_LIFE_S) * 1000).toISOString() : null,
  }
}
