/** Tables of chats and of the agents that answer in them: messages, runs, files, checkpoints, models, answers to remember. */
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'

export const conversation = pgTable(
  'conversation',
  {
    userId: integer('user_id').notNull(),
    id: uuid().notNull(),
    title: text().notNull(),
    agent: text().notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** The model chosen for it; null is the agent's default. */
    model: jsonb().$type<{ provider: string; model: string }>(),
    /** Whose data it is about; null is the person themself. */
    subjectId: integer('subject_id'),
    /** The last message of the branch that is shown; null is the newest. */
    leafId: uuid('leaf_id'),
    /** What has been read in it (registry/approval/run-gate.ts, Taint). */
    taint: jsonb().$type<{ hasPrivate: boolean; untrusted: string[] }>(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] }), index('conversation_recent').on(t.userId, t.updatedAt)],
)

export const message = pgTable(
  'message',
  {
    userId: integer('user_id').notNull(),
    conversationId: uuid('conversation_id').notNull(),
    id: uuid().notNull(),
    /** Order inside the conversation. */
    seq: integer().notNull(),
    role: text().$type<'user' | 'assistant'>().notNull(),
    /** What the person wrote, or the answer's text joined, for search and lists. */
    text: text().notNull(),
    /** The answer's AgentEvents in order (agents/events.ts); empty for user messages. */
    events: jsonb().$type<unknown[]>().notNull(),
    runId: uuid('run_id'),
    createdAt: instant('created_at').notNull(),
    /** The message before it in its branch; null for the first. */
    parentId: uuid('parent_id'),
    attachments: jsonb().$type<{ id: string; name: string; mime: string; bytes: number }[]>().notNull().default([]),
    agent: text(),
    model: jsonb().$type<{ provider: string; model: string }>(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.conversationId, t.id] }),
    index('message_order').on(t.userId, t.conversationId, t.seq),
    index('message_parent').on(t.userId, t.conversationId, t.parentId),
  ],
)

/** What a run that is going on has said, piece by piece; put into its message when it ends. */
export const runChunk = pgTable(
  'run_chunk',
  {
    userId: integer('user_id').notNull(),
    runId: uuid('run_id').notNull(),
    seq: integer().notNull(),
    events: jsonb().$type<unknown[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.runId, t.seq] })],
)

/** Files that came with questions, with their text once it was read out of them. */
export const attachment = pgTable(
  'attachment',
  {
    userId: integer('user_id').notNull(),
    id: uuid().notNull(),
    /** Null until the question is sent. */
    conversationId: uuid('conversation_id'),
    name: text().notNull(),
    mime: text().notNull(),
    sha256: text().notNull(),
    bytes: bytea().notNull(),
    text: text(),
    textError: text('text_error'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] }), index('attachment_conversation').on(t.userId, t.conversationId)],
)

/** What agents wrote: scratch files of a conversation (its id as space), and notes about the person ('memories'). */
export const agentFile = pgTable(
  'agent_file',
  {
    userId: integer('user_id').notNull(),
    space: text().notNull(),
    path: text().notNull(),
    mime: text().notNull(),
    content: text(),
    bytes: bytea(),
    provenance: jsonb().$type<Record<string, unknown>>(),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.space, t.path] })],
)

/** LangGraph checkpoints of runs that go on. */
export const checkpoint = pgTable(
  'checkpoint',
  {
    userId: integer('user_id').notNull(),
    threadId: text('thread_id').notNull(),
    ns: text().notNull(),
    id: text().notNull(),
    parentId: text('parent_id'),
    type: text().notNull(),
    checkpoint: bytea().notNull(),
    metadata: bytea().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.threadId, t.ns, t.id] })],
)

export const checkpointWrite = pgTable(
  'checkpoint_write',
  {
    userId: integer('user_id').notNull(),
    threadId: text('thread_id').notNull(),
    ns: text().notNull(),
    checkpointId: text('checkpoint_id').notNull(),
    taskId: text('task_id').notNull(),
    idx: integer().notNull(),
    channel: text().notNull(),
    type: text().notNull(),
    value: bytea().notNull(),
    taskPath: text('task_path').notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.userId, t.threadId, t.ns, t.checkpointId, t.taskId, t.idx] })],
)

/** Model providers of a person; their keys are in the secret store. */
export const modelProvider = pgTable(
  'model_provider',
  {
    userId: integer('user_id').notNull(),
    id: text().notNull(),
    preset: text().notNull(),
    name: text().notNull(),
    baseUrl: text('base_url').notNull(),
    options: jsonb().$type<Record<string, unknown>>().notNull(),
    models: jsonb().$type<unknown>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] })],
)

/** Which providers a person lets have their conversations, and how the data get there. */
export const providerConsent = pgTable(
  'provider_consent',
  {
    userId: integer('user_id').notNull(),
    provider: text().notNull(),
    host: text().notNull(),
    way: text().$type<'sends' | 'fetches'>().notNull(),
    grantedAt: instant('granted_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.provider, t.host, t.way] })],
)

/** Answers that were to be remembered, bound to the tool as it was. */
export const approvalGrant = pgTable(
  'approval_grant',
  {
    userId: integer('user_id').notNull(),
    id: uuid().notNull(),
    /** Null: in every conversation. */
    conversationId: uuid('conversation_id'),
    tool: text().notNull(),
    server: text(),
    toolHash: text('tool_hash').notNull(),
    grantedAt: instant('granted_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] }), index('approval_grant_tool').on(t.userId, t.tool)],
)

/** A person's decisions about one skill, bound to the content that they reviewed. */
export const skillState = pgTable(
  'skill_state',
  {
    userId: integer('user_id').notNull(),
    skill: text().notNull(),
    enabled: boolean().notNull(),
    reviewedHash: text('reviewed_hash'),
    deniedAgents: text('denied_agents').array().notNull().default([]),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.skill] })],
)

export const run = pgTable(
  'run',
  {
    userId: integer('user_id').notNull(),
    id: uuid().notNull(),
    conversationId: uuid('conversation_id').notNull(),
    agent: text().notNull(),
    /** 'running' rows of a dead process become 'interrupted' at start. */
    state: text().$type<'running' | 'done' | 'declined' | 'stopped' | 'failed' | 'interrupted'>().notNull(),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] })],
)
