/** Tables of the tool registry: switches, and the audit log of calls. */
import { bigint, boolean, doublePrecision, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'

/** Per-person switch of a tool; no row means on. */
export const toolSwitch = pgTable(
  'tool_switch',
  {
    userId: integer('user_id').notNull(),
    tool: text().notNull(),
    enabled: boolean().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.tool] })],
)

/** One row per tool call, failures and timeouts included. Arguments are a digest and a redacted preview. */
export const audit = pgTable(
  'audit',
  {
    userId: integer('user_id').notNull(),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    at: instant('at').notNull(),
    /** 'agent:quick', 'mcp:<client>', 'cli', 'window', … */
    actor: text().notNull(),
    tool: text().notNull(),
    server: text(),
    argsDigest: text('args_digest').notNull(),
    ok: boolean().notNull(),
    errorCode: text('error_code'),
    durationMs: doublePrecision('duration_ms').notNull(),
    resultBytes: integer('result_bytes').notNull(),
    argsBytes: integer('args_bytes').notNull().default(0),
    /** What let the caller in: 'token:<id>', 'oauth:<grant id>', 'personal-url:<id>', 'agent-url'; null for the person's own windows. */
    credential: text(),
    /** SHA-256 over the row and the person's row before it, so that a later change of any row shows. Null before the chain began. */
    previousHash: bytea('previous_hash'),
    hash: bytea(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] }), index('audit_recent').on(t.userId, t.at)],
)
