/** Groups of tools that a person switches as a unit, and what they keep from single agents, as stored. */
import type { Queryable } from '../../db/database.ts'
import type { ToolGroup } from '../model/external-tools.ts'

interface GroupRow {
  readonly [column: string]: unknown
  readonly name: string
  readonly description: string
  readonly active: boolean
  readonly by_agent: boolean
  readonly members: string[]
}

/** In name order. */
export async function loadGroups(db: Queryable, userId: number): Promise<ToolGroup[]> {
  const rows = await db.query<GroupRow>(
    'select name, description, active, by_agent, members from tool_group where user_id = $1 order by name',
    [userId],
  )
  return rows.map(({ name, description, active, by_agent, members }) => ({
    name,
    description,
    active,
    byAgent: by_agent,
    members,
  }))
}

export async function saveGroup(db: Queryable, userId: number, group: ToolGroup): Promise<void> {
  await db.query(
    `insert into tool_group (user_id, name, description, active, by_agent, members) values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id, name) do update set description = excluded.description, active = excluded.active,
       by_agent = excluded.by_agent, members = excluded.members`,
    [userId, group.name, group.description, group.active, group.byAgent, [...group.members]],
  )
}

/** False when there is no such group. */
export async function removeGroup(db: Queryable, userId: number, name: string): Promise<boolean> {
  const rows = await db.query('delete from tool_group where user_id = $1 and name = $2 returning name', [userId, name])
  return rows.length > 0
}

export async function setGroupActive(db: Queryable, userId: number, name: string, active: boolean): Promise<void> {
  await db.query('update tool_group set active = $3 where user_id = $1 and name = $2', [userId, name, active])
}

/** Tools that one agent may not use; tool `*` is the whole server. */
export interface AgentBlock {
  /** Upper case. */
  readonly agent: string
  readonly serverId: string
  /** As the server calls it. */
  readonly tool: string
}

interface BlockRow {
  readonly [column: string]: unknown
  readonly agent: string
  readonly server_id: string
  readonly tool: string
}

export async function loadBlocks(db: Queryable, userId: number): Promise<AgentBlock[]> {
  const rows = await db.query<BlockRow>(
    'select agent, server_id, tool from agent_tool_block where user_id = $1 order by agent, server_id, tool',
    [userId],
  )
  return rows.map(({ agent, server_id, tool }) => ({ agent, serverId: server_id, tool }))
}

export async function setBlock(db: Queryable, userId: number, block: AgentBlock, isBlocked: boolean): Promise<void> {
  const row = [userId, block.agent.toUpperCase(), block.serverId, block.tool]
  await db.query(
    isBlocked
      ? `insert into agent_tool_block (user_id, agent, server_id, tool) values ($1, $2, $3, $4) on conflict do nothing`
      : `delete from agent_tool_block where user_id = $1 and agent = $2 and server_id = $3 and tool = $4`,
    row,
  )
}
