/** A person's own switches: tools turned off in the app. No row means on. */
import type { Database, Queryable } from '../db/database.ts'
import { FreshCache } from '../db/fresh-cache.ts'

export interface ToolSwitches {
  /** Names that this person switched off. */
  off(userId: number): Promise<ReadonlySet<string>>
  set(userId: number, tool: string, enabled: boolean): Promise<void>
}

export function createToolSwitches(
  db: Queryable & Partial<Pick<Database, 'engine'>>,
  now?: () => number,
): ToolSwitches {
  // The embedded engine has one owner: nobody else changes them, and no call has to wait behind an import for them.
  const maxAgeMs = db.engine === 'embedded' ? Number.POSITIVE_INFINITY : undefined
  const known = new FreshCache<number, ReadonlySet<string>>(maxAgeMs, now)
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
