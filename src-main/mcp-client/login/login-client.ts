/** As whom a login asks: the person's own client id, a metadata document of ours, or a registration for this login. */

import type { FetchLike } from '@modelcontextprotocol/client'
import {
  isHttpsUrl,
  type OAuthClientInformationMixed,
  type OAuthClientMetadata,
  RegistrationRejectedError,
  registerClient,
} from '@modelcontextprotocol/client'
import { ServerError } from '../model/server-status.ts'
import type { Discovered } from './discovery.ts'
import { loginFaults } from './login-faults.ts'
import type { IssuedLogin, StoredLogin } from './login-store.ts'

export type LoginClient = StoredLogin['client']

export interface ClientRequest {
  readonly found: Discovered
  /** From the entry; null: none. */
  readonly clientId: string | null
  /** Of a document that the project hosts (client id metadata document); null: it hosts none. */
  readonly clientMetadataUrl: string | null
  readonly redirectUri: string
  readonly scope: string | null
  readonly fetch: FetchLike
  /** What is stored of this server. */
  readonly logins: readonly IssuedLogin[]
}

/**
 * In the order of MCP authorization, "Client Registration Approaches". A registration is made anew for each login: it
 * names the exact address that this login returns to, and one that the service forgot cannot keep the person waiting.
 * Rejects with ServerError.
 */
export async function clientFor(request: ClientRequest): Promise<LoginClient> {
  const { found, clientId, clientMetadataUrl } = request
  if (clientId !== null) {
    // A client id belongs to the service that gave it (RFC 6749 2.2), and so does its secret (CVE-2026-104850).
    const before = request.logins.find(({ client }) => client.origin === 'person' && client.id === clientId)
    if (before !== undefined && before.issuer !== found.issuer) {
      throw loginFaults.otherIssuer(before.issuer, found.issuer)
    }
    return { id: clientId, secret: null, authMethod: null, origin: 'person' }
  }
  if (found.metadata.client_id_metadata_document_supported === true && isHttpsUrl(clientMetadataUrl ?? undefined)) {
    return { id: clientMetadataUrl ?? '', secret: null, authMethod: 'none', origin: 'document' }
  }
  if (found.metadata.registration_endpoint === undefined) throw loginFaults.noClient(found.issuer)
  return registered(request)
}

async function registered({ found, redirectUri, scope, fetch }: ClientRequest): Promise<LoginClient> {
  try {
    const { client_id, client_secret, token_endpoint_auth_method } = await registerClient(found.issuer, {
      metadata: found.metadata,
      clientMetadata: clientMetadata(redirectUri, found.metadata.token_endpoint_auth_methods_supported),
      ...(scope === null ? {} : { scope }),
      fetchFn: fetch,
    })
    return {
      id: client_id,
      secret: client_secret ?? null,
      authMethod: token_endpoint_auth_method ?? null,
      origin: 'dynamic',
    }
  } catch (error) {
    if (error instanceof ServerError) throw error
    const status = error instanceof RegistrationRejectedError ? [`HTTP ${error.status}`] : []
    throw loginFaults.registration(found.issuer, status, error)
  }
}

/** RFC 7591, with application_type of OpenID: a program of this computer that keeps no secret, where that is allowed. */
function clientMetadata(redirectUri: string, authMethods: readonly string[] = ['none']): OAuthClientMetadata {
  const known = ['none', 'client_secret_basic', 'client_secret_post']
  return {
    client_name: 'Mirohub',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: known.find((method) => authMethods.includes(method)) ?? 'none',
    application_type: 'native',
  }
}

/** The client as the SDK takes it. `personSecret` is the value of the entry. */
export function clientInformation(client: LoginClient, personSecret: string | null): OAuthClientInformationMixed {
  const secret = client.origin === 'person' ? personSecret : client.secret
  return {
    client_id: client.id,
    ...(secret === null ? {} : { client_secret: secret }),
    ...(client.authMethod === null ? {} : { token_endpoint_auth_method: client.authMethod }),
  }
}
