/** The audit log's page. */
import { api, notBuilt } from '../base.ts'

export const auditRoutes = {
  list: api.audit.list.handler(notBuilt),
  facets: api.audit.facets.handler(notBuilt),
  export: api.audit.export.handler(notBuilt),
  verify: api.audit.verify.handler(notBuilt),
}
