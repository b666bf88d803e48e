/** English: one file a namespace. */
import { chat } from './chat.ts'
import { common } from './common.ts'
import { health } from './health.ts'
import { importing } from './importing.ts'
import { settings } from './settings.ts'
import { tools } from './tools.ts'
import { welcome } from './welcome.ts'

export const en = { common, chat, health, importing, settings, tools, welcome }
