/** Apps that ask to be let in, and those that were. */
import { api, notBuilt } from '../base.ts'

export const consentRoutes = {
  pending: api.consents.pending.handler(notBuilt),
  decide: api.consents.decide.handler(notBuilt),
}

export const appsRoutes = {
  list: api.apps.list.handler(notBuilt),
  revoke: api.apps.revoke.handler(notBuilt),
  own: {
    list: api.apps.own.list.handler(notBuilt),
    create: api.apps.own.create.handler(notBuilt),
    remove: api.apps.own.remove.handler(notBuilt),
  },
}
