/**
 * Every table of the database, as drizzle sees it. The SQL in `migrations/` makes the same tables; a test holds the
 * two equal. Tables with personal rows carry `user_id` first in their primary key and indexes and no foreign key
 * crosses users, so the schema distributes over Citus by `user_id` as it stands.
 */
export * from './schema/access.ts'
export * from './schema/agents.ts'
export * from './schema/health.ts'
export * from './schema/servers.ts'
export * from './schema/tools.ts'
