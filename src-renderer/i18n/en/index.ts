/** English: one file a namespace. */
import { audit } from './audit.ts'
import { chat } from './chat.ts'
import { common } from './common.ts'
import { composer } from './composer.ts'
import { connect } from './connect.ts'
import { health } from './health.ts'
import { importing } from './importing.ts'
import { models } from './models.ts'
import { people } from './people.ts'
import { questions } from './questions.ts'
import { serverPage } from './server-page.ts'
import { servers } from './servers.ts'
import { settings } from './settings.ts'
import { skills } from './skills.ts'
import { thread } from './thread.ts'
import { tools } from './tools.ts'
import { welcome } from './welcome.ts'

export const en = {
  common,
  audit,
  chat,
  composer,
  connect,
  health,
  importing,
  models,
  people,
  questions,
  serverPage,
  servers,
  settings,
  thread,
  skills,
  tools,
  welcome,
}
