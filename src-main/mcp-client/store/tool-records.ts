/** Rows of mcp_tool: what a person decided about the tools of a server. */

import { isSpecType, type Tool } from '@modelcontextprotocol/client'
import { and, eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { mcpTool } from '../../db/schema.ts'
import { isObject } from '../model/json-value.ts'
import type { ToolRecord } from '../model/server-store.ts'
import { fromColumn, toColumn } from './json-column.ts'

type ToolRow = typeof mcpTool.$inferSelect

export async function readToolRecords(
  on: Pick<Database, 'orm'>,
  userId: number,
  serverId: string,
): Promise<ToolRecord[]> {
  const rows = await on.orm
    .select()
    .from(mcpTool)
    .where(and(eq(mcpTool.userId, userId), eq(mcpTool.serverId, serverId)))
    .orderBy(mcpTool.name)
  return rows.map(recordOf)
}

/** Rows in one statement: PostgreSQL takes 65,535 parameters, and a row has nine. */
const MAX_ROWS = 1_000

/**
 * What a change does not name stays as it is; a tool without a row is on, without policy, alias, pin and preset. A
 * tool whose name no text column takes keeps none: it stays new, and is never offered.
 */
export async function writeToolRecords(
  tx: Transaction,
  server: { readonly userId: number; readonly serverId: string },
  changes: readonly (Partial<ToolRecord> & { readonly name: string })[],
  now: Date,
): Promise<void> {
  const stored = await readToolRecords(tx, server.userId, server.serverId)
  const records = new Map(stored.map((one) => [one.name, one]))
  const touched = new Set<string>()
  for (const change of changes) {
    if (change.name.includes('\0') || !change.name.isWellFormed()) continue
    records.set(change.name, { ...newRecord(change.name), ...records.get(change.name), ...defined(change) })
    touched.add(change.name)
  }
  const rows = [...records.values()]
    .filter(({ name }) => touched.has(name))
    .map((record) => ({ ...server, ...columnsOf(record, now) }))
  for (let start = 0; start < rows.length; start += MAX_ROWS) {
    await tx.orm
      .insert(mcpTool)
      .values(rows.slice(start, start + MAX_ROWS))
      .onConflictDoUpdate({
        target: [mcpTool.userId, mcpTool.serverId, mcpTool.name],
        set: {
          alias: sql`excluded.alias`,
          pinned: sql`excluded.pinned`,
          pinnedAt: sql`case when mcp_tool.pinned is not distinct from excluded.pinned then mcp_tool.pinned_at else excluded.pinned_at end`,
          enabled: sql`excluded.enabled`,
          policy: sql`excluded.policy`,
          preset: sql`excluded.preset`,
        },
      })
  }
}

const newRecord = (name: string): ToolRecord => ({
  name,
  alias: null,
  pinned: null,
  enabled: true,
  policy: null,
  preset: {},
})

/** `{ policy: undefined }` changes nothing; spread as it is, it would. */
function defined(change: Partial<ToolRecord>): Partial<ToolRecord> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

function columnsOf(record: ToolRecord, now: Date) {
  return {
    name: record.name,
    alias: record.alias,
    pinned: record.pinned === null ? null : (toColumn(record.pinned) ?? null),
    pinnedAt: record.pinned === null ? null : now,
    enabled: record.enabled,
    policy: record.policy,
    preset: toColumn(record.preset) ?? {},
  }
}

/** A pin that cannot be read is none: the tool waits for the person again. Without its preset it must not run either. */
function recordOf(row: ToolRow): ToolRecord {
  const preset = fromColumn(row.preset)
  return {
    name: row.name,
    alias: row.alias,
    pinned: row.pinned === null ? null : toolOf(fromColumn(row.pinned)),
    enabled: row.enabled && isObject(preset),
    policy: row.policy,
    preset: isObject(preset) ? preset : {},
  }
}

function toolOf(value: unknown): Tool | null {
  return isSpecType.Tool(value) ? value : null
}
