/** The whole contract: one domain a file, parsed on the way in and out. */
import { appContract } from './app.ts'
import { chatContract } from './chat.ts'
import { healthContract } from './health.ts'
import { importsContract } from './imports.ts'
import { localContract } from './local.ts'
import { toolsContract } from './tools.ts'

export const contract = {
  app: appContract,
  imports: importsContract,
  health: healthContract,
  tools: toolsContract,
  chat: chatContract,
  local: localContract,
}
export type Contract = typeof contract
