/** 简体中文：每个功能一个命名空间。 */
import { chat } from './chat.ts'
import { common } from './common.ts'
import { health } from './health.ts'
import { importing } from './importing.ts'
import { settings } from './settings.ts'
import { tools } from './tools.ts'
import { welcome } from './welcome.ts'

export const zhCN = { common, chat, health, importing, settings, tools, welcome }
