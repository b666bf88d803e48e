/** A person's own switches: tools turned off in the app. No row means on. */
import type { Queryable } from '../db/database.ts'
import { FreshCache } from '../db/fresh-cache.ts'

export interface ToolSwitches {
  /** Names that this person switched off. */
  off(userId: number): Promise<ReadonlySet<string>>
  set(userId: number, tool: string, enabled: boolean): Promise<void>
}

export function createToolSwitches(db: Queryable, now?: () => number): ToolSwitches {
  const known = new FreshCache<number, ReadonlySet<string>>(undefined, now)
  return {
    off: (userId) =>
      known.get(userId, async () => {
        const rows = await db.query<{ tool: string }>(
          'select tool from tool_switch where user_id = $1 and not enabled',
          [userId],
        )
        return new Set(rows.map((row) => row.tool))
      }),
    async set(userId, tool, enabled) {
      await db.query(
        `insert into tool_switch (user_id, tool, enabled) values ($1, $2, $3)
         on conflict (user_id, tool) do update set enabled = excluded.enabled`,
        [userId, tool, enabled],
      )
      known.forget(userId)
    },
  }
}
