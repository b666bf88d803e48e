/** What a person decided about each skill: rows of `skill_state`, bound to the content that they looked at. */
import type { Queryable } from '../db/database.ts'

export interface SkillDecision {
  readonly enabled: boolean
  readonly reviewedHash: string | null
  /** Upper case. */
  readonly deniedAgents: readonly string[]
}

export interface SkillState {
  /** By the skill's name. */
  all(userId: number): Promise<ReadonlyMap<string, SkillDecision>>
  /** `preset`: whether it counts as enabled while nobody decided. */
  change(userId: number, skill: string, change: Partial<SkillDecision>, preset: boolean): Promise<void>
  forget(skill: string): Promise<void>
}

export function createSkillState({ db, now }: { readonly db: Queryable; readonly now: () => Date }): SkillState {
  return {
    async all(userId) {
      const rows = await db.query<{
        skill: string
        enabled: boolean
        reviewed_hash: string | null
        denied_agents: string[]
      }>('SELECT skill, enabled, reviewed_hash, denied_agents FROM skill_state WHERE user_id = $1', [userId])
      return new Map(
        rows.map(({ skill, enabled, reviewed_hash: reviewedHash, denied_agents: deniedAgents }) => [
          skill,
          { enabled, reviewedHash, deniedAgents },
        ]),
      )
    },
    async change(userId, skill, { enabled, reviewedHash, deniedAgents }, preset) {
      await db.query(
        `INSERT INTO skill_state (user_id, skill, enabled, reviewed_hash, denied_agents, changed_at)
         VALUES ($1, $2, coalesce($3::boolean, $7::boolean), $4, coalesce($5::text[], '{}'), $6)
         ON CONFLICT (user_id, skill) DO UPDATE SET
           enabled = coalesce($3::boolean, skill_state.enabled),
           reviewed_hash = coalesce($4::text, skill_state.reviewed_hash),
           denied_agents = coalesce($5::text[], skill_state.denied_agents),
           changed_at = $6`,
        [userId, skill, enabled ?? null, reviewedHash ?? null, deniedAgents ?? null, now(), preset],
      )
    },
    async forget(skill) {
      // Of everybody: the folder is one for all people of this computer.
      await db.query('DELETE FROM skill_state WHERE skill = $1', [skill])
    },
  }
}
