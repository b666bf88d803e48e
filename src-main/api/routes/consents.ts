/** Apps that ask to be let in, and those that were. */
import type { ConsentTicket } from '../../mcp-server/oauth/consent-desk.ts'
import { api } from '../base.ts'
import type { ConsentView } from '../contract/consents.ts'

function consentView(ticket: ConsentTicket): ConsentView {
  return {
    id: ticket.id,
    kind: ticket.kind,
    client: { ...ticket.client },
    redirectHost: ticket.redirectHost,
    isLoopback: ticket.isLoopback,
    scopes: [...ticket.scopes],
    code: ticket.code,
    createdAt: ticket.createdAt.toISOString(),
    expiresAt: ticket.expiresAt.toISOString(),
  }
}

export const consentRoutes = {
  pending: api.consents.pending.handler(({ context }) => context.services.oauth.pending().map(consentView)),
  decide: api.consents.decide.handler(async ({ context: { services, profile }, input }) => ({
    decided: await services.oauth.decide({ ...input, viewerId: profile.id }),
  })),
}

export const appsRoutes = {
  list: api.apps.list.handler(async ({ context: { services, profile } }) => {
    const grants = await services.oauth.grants.list(profile.id)
    return grants.map((grant) => ({ ...grant, scopes: [...grant.scopes] }))
  }),
  revoke: api.apps.revoke.handler(async ({ context: { services, profile }, input }) => ({
    revoked: await services.oauth.grants.revoke(profile.id, input.id),
  })),
  own: {
    list: api.apps.own.list.handler(async ({ context: { services, profile } }) => {
      const own = await services.oauth.own.list(profile.id)
      return own.map((client) => ({ ...client, scopes: [...client.scopes] }))
    }),
    create: api.apps.own.create.handler(async ({ context: { services, profile }, input }) => {
      const { secret, client } = await services.oauth.own.create({ userId: profile.id, ...input })
      return { clientId: client.id, clientSecret: secret, view: { ...client, scopes: [...client.scopes] } }
    }),
    remove: api.apps.own.remove.handler(async ({ context: { services, profile }, input }) => ({
      removed: await services.oauth.own.remove(profile.id, input.id),
    })),
  },
}
