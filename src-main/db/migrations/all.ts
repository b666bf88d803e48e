/** Every migration in order. A new one is a file beside this and a line here. */

import { core } from './0001-core.ts'
import { access } from './0002-access.ts'
import { servers } from './0003-servers.ts'
import { agents } from './0004-agents.ts'
import type { Migration } from './migration.ts'

export const migrations: readonly Migration[] = [core, access, servers, agents]
