/** A person's own switches: tools turned off in the app. No row means on. */
import type { Queryable } from '../db/database.ts'

export interface ToolSwitches {
  /** Names that this person switched off. */
  off(userId: number): Promise<ReadonlySet<string>>
  set(userId: number, tool: string, enabled: boolean): Promise<void>
}

/** With a shared server another hub may change a switch; its change shows after this long at most. */
const freshMs = 2_000

export function createToolSwitches(db: Queryable, now: () => number = () => performance.now()): ToolSwitches {
  const known = new Map<number, { at: number; off: ReadonlySet<string> }>()
  return {
    async off(userId) {
      const held = known.get(userId)
      if (held && now() - held.at < freshMs) return held.off
      const rows = await db.query<{ tool: string }>('select tool from tool_switch where user_id = $1 and not enabled', [
        userId,
      ])
      const off = new Set(rows.map((row) => row.tool))
      known.set(userId, { at: now(), off })
      return off
    },
    async set(userId, tool, enabled) {
      await db.query(
        `insert into tool_switch (user_id, tool, enabled) values ($1, $2, $3)
         on conflict (user_id, tool) do update set enabled = excluded.enabled`,
        [userId, tool, enabled],
      )
      known.delete(userId)
    },
  }
}
