/** The router: every procedure of the contract, one file a domain. The audited surface of windows and command line. */
import { api } from './base.ts'
import { appRoutes } from './routes/app.ts'
import { auditRoutes } from './routes/audit.ts'
import { chatRoutes } from './routes/chat.ts'
import { connectRoutes } from './routes/connect.ts'
import { appsRoutes, consentRoutes } from './routes/consents.ts'
import { healthRoutes } from './routes/health.ts'
import { importRoutes } from './routes/imports.ts'
import { localRoutes } from './routes/local.ts'
import { modelRoutes } from './routes/models.ts'
import { peopleRoutes } from './routes/people.ts'
import { questionRoutes } from './routes/questions.ts'
import { secretRoutes } from './routes/secrets.ts'
import { serverRoutes } from './routes/servers.ts'
import { skillRoutes } from './routes/skills.ts'
import { toolRoutes } from './routes/tools.ts'
import { urlRoutes } from './routes/urls.ts'

export const router = api.router({
  app: appRoutes,
  imports: importRoutes,
  health: healthRoutes,
  tools: toolRoutes,
  chat: chatRoutes,
  local: localRoutes,
  people: peopleRoutes,
  urls: urlRoutes,
  consents: consentRoutes,
  apps: appsRoutes,
  connect: connectRoutes,
  audit: auditRoutes,
  secrets: secretRoutes,
  servers: serverRoutes,
  questions: questionRoutes,
  skills: skillRoutes,
  models: modelRoutes,
})
