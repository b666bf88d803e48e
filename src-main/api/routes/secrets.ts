/** Where secrets live. */
import { api, notBuilt } from '../base.ts'

export const secretRoutes = {
  state: api.secrets.state.handler(notBuilt),
  retry: api.secrets.retry.handler(notBuilt),
  choose: api.secrets.choose.handler(notBuilt),
}
