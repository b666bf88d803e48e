/** Personal MCP addresses. */
import { api, notBuilt } from '../base.ts'

export const urlRoutes = {
  state: api.urls.state.handler(notBuilt),
  setEnabled: api.urls.setEnabled.handler(notBuilt),
  ensure: api.urls.ensure.handler(notBuilt),
  reveal: api.urls.reveal.handler(notBuilt),
  rename: api.urls.rename.handler(notBuilt),
  revoke: api.urls.revoke.handler(notBuilt),
}
