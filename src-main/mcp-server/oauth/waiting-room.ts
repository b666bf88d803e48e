/**
 * Between an app's question and its answer: the page that the asking browser sees, bound to that browser by the cookie
 * of its authorization, and what follows when the person has decided.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import type { Client, Interaction, KoaContextWithOIDC } from 'oidc-provider'
import type { OauthClients } from '../../profiles/oauth-clients.ts'
import type { OauthGrants } from '../../profiles/oauth-grants.ts'
import { sendJson } from '../json-rpc.ts'
import { cleanClientName } from './client-metadata.ts'
import type { ConsentAnswer, ConsentDesk } from './consent-desk.ts'
import { pageWords } from './page-words.ts'
import { sendPage, sendWaitingPage } from './pages.ts'
import { LIFETIME_S } from './provider.ts'
import { redirectHost } from './redirect-uris.ts'
import { isMcpScope, isScope } from './scopes.ts'

export interface WaitingRoom {
  /** For oidc-provider: asks, and answers with the path of the page that waits; null when too many wait already. */
  readonly ask: (context: KoaContextWithOIDC, interaction: Interaction) => string | null
  /** The page itself; once decided it hands the browser back to the flow. */
  page(visit: Visit): Promise<void>
  /** Whether the question is still open, for the page's own polling. */
  state(visit: Visit): Promise<void>
}

export interface Visit {
  readonly provider: Provider
  readonly uid: string
  /** As the provider gets it (provider-request.ts). */
  readonly inner: IncomingMessage
  readonly response: ServerResponse
  readonly acceptLanguage: string | undefined
}

export interface WaitingRoomOptions {
  readonly desk: ConsentDesk
  readonly grants: Pick<OauthGrants, 'create'>
  readonly clients: Pick<OauthClients, 'markUsed' | 'rememberDocument'>
  readonly uriPrefix: string
  readonly appPage: string | null
}

export function createWaitingRoom({ desk, grants, clients, uriPrefix, appPage }: WaitingRoomOptions): WaitingRoom {
  /** Question of an interaction, by its uid. As many as the desk holds. */
  const tickets = new Map<string, string>()

  function sweep(): void {
    for (const [uid, ticketId] of tickets) if (desk.get(ticketId) === null) tickets.delete(uid)
  }

  /** The interaction that this browser's cookie names, if it is the one of the address. */
  async function interactionOf({ provider, uid, inner, response }: Visit): Promise<Interaction | null> {
    try {
      const interaction = await provider.interactionDetails(inner, response)
      return interaction.uid === uid ? interaction : null
    } catch {
      return null
    }
  }

  async function finish(visit: Visit, interaction: Interaction, answer: ConsentAnswer): Promise<void> {
    const { provider, inner, response } = visit
    const scopes = answer.allow ? answer.scopes : []
    if (!answer.allow || scopes.length === 0) {
      const denied = { error: 'access_denied', error_description: 'The person did not allow it.' }
      return provider.interactionFinished(inner, response, denied, { mergeWithLastSubmission: false })
    }
    const clientId = textOf(interaction.params.client_id)
    const grant = new provider.Grant({ accountId: answer.publicId, clientId })
    const openid = scopes.filter((scope) => !isMcpScope(scope))
    if (openid.length > 0) grant.addOIDCScope(openid.join(' '))
    const mcp = scopes.filter(isMcpScope).join(' ')
    if (mcp !== '') for (const resource of listOf(interaction.params.resource)) grant.addResourceScope(resource, mcp)
    const grantId = await grant.save()
    const redirectUri = textOf(interaction.params.redirect_uri)
    const client = await provider.Client.find(clientId)
    await grants.create({
      id: grantId,
      userId: answer.userId,
      grantedBy: answer.grantedBy,
      clientId,
      clientName: nameOf(client?.clientName, redirectUri),
      redirectHost: redirectHost(redirectUri).host,
      scopes,
      expiresAt: new Date(Date.now() + LIFETIME_S.grant * 1000),
    })
    if (client !== undefined && clientId.startsWith('https://'))
      await clients.rememberDocument(clientId, documentOf(client))
    await clients.markUsed(clientId)
    const result = { login: { accountId: answer.publicId, remember: false }, consent: { grantId } }
    await provider.interactionFinished(inner, response, result, { mergeWithLastSubmission: false })
  }

  return {
    ask(context, interaction) {
      sweep()
      // A browser that comes back without an answer asks anew; its earlier question is nobody's any more.
      const earlier = context.oidc.entities.Interaction
      const earlierTicket = earlier === undefined ? undefined : tickets.get(earlier.uid)
      if (earlierTicket !== undefined) desk.withdraw(earlierTicket)
      const { client, params } = context.oidc
      const clientId = client?.clientId ?? ''
      const isDocument = clientId.startsWith('https://')
      const redirectUri = textOf(params?.redirect_uri)
      const { host, isLoopback } = redirectHost(redirectUri)
      const ticket = desk.ask({
        kind: 'oauth',
        client: {
          id: clientId,
          name: nameOf(client?.clientName, redirectUri),
          kind: isDocument ? 'document' : 'registered',
          documentHost: isDocument ? (URL.parse(clientId)?.host ?? null) : null,
        },
        redirectHost: host,
        isLoopback,
        scopes: [...context.oidc.requestParamScopes].filter(isScope),
      })
      if (ticket === null) return null
      tickets.set(interaction.uid, ticket.id)
      return `${uriPrefix}/oauth/wait/${interaction.uid}`
    },
    async page(visit) {
      const words = pageWords(visit.acceptLanguage)
      const interaction = await interactionOf(visit)
      const ticketId = tickets.get(visit.uid)
      const ticket = interaction === null || ticketId === undefined ? null : desk.get(ticketId)
      if (interaction === null || ticketId === undefined || ticket === null) {
        return sendPage(visit.response, 410, words, 'gone')
      }
      const answer = desk.take(ticketId)
      if (answer === null) return sendWaitingPage(visit.response, { words, code: ticket.code, appPage })
      tickets.delete(visit.uid)
      await finish(visit, interaction, answer)
    },
    async state(visit) {
      const interaction = await interactionOf(visit)
      const ticketId = tickets.get(visit.uid)
      const state = interaction === null || ticketId === undefined ? 'gone' : desk.stateOf(ticketId)
      sendJson(visit.response, 200, { state })
    },
  }
}

/** What is needed of a document to go on without it. */
function documentOf(client: Client): Record<string, unknown> {
  return {
    client_id: client.clientId,
    client_name: client.clientName,
    redirect_uris: client.redirectUris,
    application_type: client.applicationType,
    grant_types: client.grantTypes,
    response_types: client.responseTypes,
    token_endpoint_auth_method: client.tokenEndpointAuthMethod,
  }
}

function nameOf(clientName: string | undefined, redirectUri: string): string {
  const name = cleanClientName(clientName)
  return name === '' ? redirectHost(redirectUri).host : name
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function listOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((entry) => typeof entry === 'string')
}
