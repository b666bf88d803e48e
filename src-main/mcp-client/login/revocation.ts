/** Takes tokens back at the service that gave them (RFC 7009), when it offers that. */
import { type FetchLike, selectClientAuthMethod } from '@modelcontextprotocol/client'
import { clientInformation } from './login-client.ts'
import type { IssuedLogin } from './login-store.ts'

/** Resolves with whether the service confirmed; never rejects: a logout here does not wait for a service there. */
export async function revoke(login: IssuedLogin, personSecret: string | null, fetch: FetchLike): Promise<boolean> {
  const { tokens, revocationEndpoint } = login
  if (tokens === null || revocationEndpoint === null) return false
  const ask = (token: string, hint: string) => revokeOne(login, personSecret, fetch, revocationEndpoint, token, hint)
  try {
    // The refresh token first: with it the grant and its access tokens end.
    const isDone = tokens.refresh === null || (await ask(tokens.refresh, 'refresh_token'))
    return (await ask(tokens.access, 'access_token')) && isDone
  } catch {
    return false
  }
}

async function revokeOne(
  login: IssuedLogin,
  personSecret: string | null,
  fetch: FetchLike,
  endpoint: string,
  token: string,
  hint: string,
): Promise<boolean> {
  const client = clientInformation(login.client, personSecret)
  const body = new URLSearchParams({ token, token_type_hint: hint })
  const headers = new Headers({ 'Content-Type': 'application/x-www-form-urlencoded' })
  const secret = client.client_secret ?? ''
  const method = selectClientAuthMethod(client, [...login.revocationMethods])
  if (method === 'client_secret_basic') {
    const pair = [client.client_id, secret].map(encodeURIComponent).join(':')
    headers.set('Authorization', `Basic ${Buffer.from(pair).toString('base64')}`)
  } else {
    body.set('client_id', client.client_id)
    if (method === 'client_secret_post') body.set('client_secret', secret)
  }
  return (await fetch(endpoint, { method: 'POST', headers, body })).ok
}
