/** The audit log's page. */
import { api } from '../base.ts'
import type { RpcContext } from '../context.ts'

const ownerOf = ({ profile }: RpcContext) => ({ id: profile.id, timeZone: profile.timeZone })

export const auditRoutes = {
  list: api.audit.list.handler(({ context, input: { before, limit, ...filter } }) =>
    context.services.audit.list(ownerOf(context), filter, { before, limit }),
  ),
  facets: api.audit.facets.handler(({ context }) => context.services.audit.facets(ownerOf(context))),
  export: api.audit.export.handler(async function* ({ context, input: { format, ...filter }, signal }) {
    yield* context.services.audit.export(ownerOf(context), filter, format, signal)
  }),
  verify: api.audit.verify.handler(({ context }) => context.services.audit.verify(ownerOf(context))),
}
