/** The Connect page. */
import { api, notBuilt } from '../base.ts'

export const connectRoutes = {
  clients: api.connect.clients.handler(notBuilt),
  preview: api.connect.preview.handler(notBuilt),
  write: api.connect.write.handler(notBuilt),
  remove: api.connect.remove.handler(notBuilt),
  verify: api.connect.verify.handler(notBuilt),
  entries: api.connect.entries.handler(notBuilt),
  heard: api.connect.heard.handler(notBuilt),
  reachability: api.connect.reachability.handler(notBuilt),
}
