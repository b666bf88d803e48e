/** Tables of external MCP servers: what a person added and decided about their tools. */
import { boolean, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'

/** An external MCP server of a person. The shapes of the jsonb columns are those of mcp-client/server-entry.ts. */
export const mcpServer = pgTable(
  'mcp_server',
  {
    userId: integer('user_id').notNull(),
    id: uuid().notNull(),
    slug: text().notNull(),
    name: text().notNull(),
    origin: jsonb().$type<Record<string, unknown>>().notNull(),
    target: jsonb().$type<Record<string, unknown>>().notNull(),
    settings: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Values of environment, headers and tokens, encrypted with a key from the secret store. */
    sealed: bytea(),
    enabled: boolean().notNull(),
    position: integer().notNull(),
    /** Fingerprint of the target that the person agreed to, and that target, for the difference. */
    approved: text(),
    approvedTarget: jsonb('approved_target').$type<Record<string, unknown>>(),
    approvedAt: instant('approved_at'),
    /** When the tools of its first list were approved with the server; later ones are looked at one by one. */
    toolsApprovedAt: instant('tools_approved_at'),
    /** What negotiation found out last, so that it need not be found out again. */
    era: jsonb().$type<Record<string, unknown>>(),
    /** The last good list of everything the server offers. */
    listing: jsonb().$type<Record<string, unknown>>(),
    listedAt: instant('listed_at'),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] }), uniqueIndex('mcp_server_slug').on(t.userId, t.slug)],
)

/** What a person decided about one tool of a server. `pinned` is the definition that they approved. */
export const mcpTool = pgTable(
  'mcp_tool',
  {
    userId: integer('user_id').notNull(),
    serverId: uuid('server_id').notNull(),
    /** As the server calls it. */
    name: text().notNull(),
    /** As it is offered; kept so that a name once given stays. */
    alias: text(),
    pinned: jsonb().$type<Record<string, unknown>>(),
    pinnedAt: instant('pinned_at'),
    enabled: boolean().notNull(),
    policy: text().$type<'allow' | 'ask' | 'block'>(),
    /** Arguments that we fill in and models never see. */
    preset: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.serverId, t.name] })],
)

/** What an OAuth login to a server gave, by issuer. */
export const mcpLogin = pgTable(
  'mcp_login',
  {
    userId: integer('user_id').notNull(),
    serverId: uuid('server_id').notNull(),
    issuer: text().notNull(),
    sealed: bytea().notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.serverId, t.issuer] })],
)

/** Tools, by the names they are offered under, that are switched together. */
export const toolGroup = pgTable(
  'tool_group',
  {
    userId: integer('user_id').notNull(),
    name: text().notNull(),
    description: text().notNull(),
    active: boolean().notNull(),
    byAgent: boolean('by_agent').notNull(),
    members: text().array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.name] })],
)

/** Tools of servers that one agent may not use; tool '*' is the whole server. */
export const agentToolBlock = pgTable(
  'agent_tool_block',
  {
    userId: integer('user_id').notNull(),
    agent: text().notNull(),
    serverId: uuid('server_id').notNull(),
    tool: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.agent, t.serverId, t.tool] })],
)
