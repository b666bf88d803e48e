/** The people of this hub and what they share. */
import { api, notBuilt } from '../base.ts'

export const peopleRoutes = {
  list: api.people.list.handler(notBuilt),
  create: api.people.create.handler(notBuilt),
  remove: api.people.remove.handler(notBuilt),
  shares: {
    list: api.people.shares.list.handler(notBuilt),
    ask: api.people.shares.ask.handler(notBuilt),
    set: api.people.shares.set.handler(notBuilt),
  },
}
