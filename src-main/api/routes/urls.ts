/** Personal MCP addresses. */
import { ORPCError } from '@orpc/server'
import { personalMcpUrl } from '../../mcp-server/personal-mcp.ts'
import { api } from '../base.ts'
import type { RpcContext } from '../context.ts'
import { otherPerson } from './people.ts'

/** How a secret is pasted elsewhere: under the public address where there is one. Asked before a secret is made. */
function addressing({ services }: RpcContext): (secret: string) => string {
  const mcp = services.addresses()?.mcp
  if (mcp === undefined) {
    throw new ORPCError('SERVICE_UNAVAILABLE', {
      message: 'Mirohub listens nowhere now, so there is no address.',
      data: { code: 'not_listening', hint: 'Start it with: mirohub serve' },
    })
  }
  const { origin } = new URL(mcp)
  return (secret) => personalMcpUrl(services.config, origin, secret)
}

export const urlRoutes = {
  state: api.urls.state.handler(async ({ context: { services, profile } }) => ({
    enabled: profile.personalUrls,
    urls: await services.personalUrls.list(profile.id),
  })),
  setEnabled: api.urls.setEnabled.handler(async ({ context: { services, profile }, input }) => {
    const updated = await services.profiles.update(profile.id, { personalUrls: input.enabled })
    services.events.publish('hub', { type: 'access-changed' })
    return { enabled: updated.personalUrls }
  }),
  ensure: api.urls.ensure.handler(async ({ context, input }) => {
    const { services, profile } = context
    const addressOf = addressing(context)
    const subject = input.person === undefined ? profile : await otherPerson(context, input.person)
    const { secret, view } = await services.personalUrls.ensure(profile.id, subject.id)
    return { url: addressOf(secret), view }
  }),
  reveal: api.urls.reveal.handler(async ({ context, input }) => {
    const addressOf = addressing(context)
    return { url: addressOf(await context.services.personalUrls.reveal(context.profile.id, input.id)) }
  }),
  rename: api.urls.rename.handler(({ context, input }) =>
    context.services.personalUrls.rename(context.profile.id, input.id, input.label),
  ),
  revoke: api.urls.revoke.handler(async ({ context, input }) => ({
    revoked: await context.services.personalUrls.revoke(context.profile.id, input.id),
  })),
}
