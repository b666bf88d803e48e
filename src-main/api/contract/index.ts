/** The whole contract: one domain a file, parsed on the way in and out. */
import { appContract } from './app.ts'
import { auditContract } from './audit.ts'
import { chatContract } from './chat.ts'
import { connectContract } from './connect.ts'
import { appsContract, consentsContract } from './consents.ts'
import { healthContract } from './health.ts'
import { importsContract } from './imports.ts'
import { localContract } from './local.ts'
import { modelsContract } from './models.ts'
import { peopleContract } from './people.ts'
import { questionsContract } from './questions.ts'
import { secretsContract } from './secrets.ts'
import { serversContract } from './servers.ts'
import { skillsContract } from './skills.ts'
import { toolsContract } from './tools.ts'
import { urlsContract } from './urls.ts'

export const contract = {
  app: appContract,
  imports: importsContract,
  health: healthContract,
  tools: toolsContract,
  chat: chatContract,
  local: localContract,
  people: peopleContract,
  urls: urlsContract,
  consents: consentsContract,
  apps: appsContract,
  connect: connectContract,
  audit: auditContract,
  secrets: secretsContract,
  servers: serversContract,
  questions: questionsContract,
  models: modelsContract,
  skills: skillsContract,
}
export type Contract = typeof contract
