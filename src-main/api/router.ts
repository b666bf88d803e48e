/** The router: every procedure of the contract, one file a domain. The audited surface of windows and command line. */
import { api } from './base.ts'
import { appRoutes } from './routes/app.ts'
import { chatRoutes } from './routes/chat.ts'
import { healthRoutes } from './routes/health.ts'
import { importRoutes } from './routes/imports.ts'
import { localRoutes } from './routes/local.ts'
import { toolRoutes } from './routes/tools.ts'

export const router = api.router({
  app: appRoutes,
  imports: importRoutes,
  health: healthRoutes,
  tools: toolRoutes,
  chat: chatRoutes,
  local: localRoutes,
})
