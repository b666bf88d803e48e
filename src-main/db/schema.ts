/**
 * Every table of the database, as drizzle sees it. The SQL in `migrations/` makes the same tables; a test holds the
 * two equal. Tables with personal rows carry `user_id` first in their primary key and indexes and no foreign key
 * crosses users, so the schema distributes over Citus by `user_id` as it stands.
 */
import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** A person whose data lives here. `publicId` is what leaves the hub (JWT `sub`, `user_info.user_id`). */
export const profile = pgTable('profile', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  publicId: uuid('public_id').notNull().unique(),
  name: text().notNull(),
  timeZone: text('time_zone').notNull(),
  /** BCP 47; 'en' or 'zh-CN' today. Null follows the system. */
  language: text(),
  /** Preferred unit per dimension or indicator, e.g. { "body_mass": "[lb_av]" }; see health/catalogue/units.ts. */
  units: jsonb().$type<Record<string, string>>().notNull(),
  /** Free-form interface settings: theme, list width, dismissed hints. */
  preferences: jsonb().$type<Record<string, unknown>>().notNull(),
  isDefault: boolean('is_default').notNull(),
  createdAt: instant('created_at').notNull(),
  /** Whether MCP addresses that carry their own key (personal URLs) may be made and used. */
  personalUrls: boolean('personal_urls').notNull().default(false),
})

/** Reference table: the catalogue of health/catalogue plus types met in files that the catalogue does not know. */
export const indicator = pgTable('indicator', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  key: text().notNull().unique(),
  name: text().notNull(),
  loinc: text(),
  unit: text().notNull(),
  kind: text().notNull(),
})

/** Reference table: IANA zones met so far. */
export const timeZone = pgTable('time_zone', {
  id: smallint().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull().unique(),
})

/** A device or app that records came from. `priority` is the person's own order (lower wins), null = by `kind`. */
export const source = pgTable(
  'source',
  {
    userId: integer('user_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    /** As the file wrote it, kept for display. */
    name: text().notNull(),
    /** NFKC, quotes and spaces folded, lower case: what identity and matching use. */
    normalName: text('normal_name').notNull(),
    /** 'manual' | 'watch' | 'phone' | 'app' | 'device' | 'lab' | 'sample' */
    kind: text().notNull(),
    model: text(),
    priority: integer(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] }), uniqueIndex('source_identity').on(t.userId, t.normalName, t.kind)],
)

/** One part of a file that was read (an export.zip is one row for its export.xml). */
export const importFile = pgTable(
  'import_file',
  {
    userId: integer('user_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    /** Groups the parts of one dropped path. */
    jobId: uuid('job_id').notNull(),
    name: text().notNull(),
    part: text(),
    /** Reader id: 'apple-health', '23andme', … or 'sample'. */
    format: text().notNull(),
    sha256: text(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    /** 'loading' rows are invisible everywhere; 'removed' keeps the history line after an undo. */
    state: text().$type<'loading' | 'done' | 'removed'>().notNull(),
    isSample: boolean('is_sample').notNull(),
    read: bigint({ mode: 'number' }).notNull(),
    imported: bigint({ mode: 'number' }).notNull(),
    duplicates: bigint({ mode: 'number' }).notNull(),
    skipped: bigint({ mode: 'number' }).notNull(),
    /** Records of earlier files of this format that this newer one no longer holds. */
    absent: bigint({ mode: 'number' }).notNull(),
    /** ImportSummary of health/import/summary.ts: reasons, warnings, spans, indicators. */
    summary: jsonb().$type<Record<string, unknown>>().notNull(),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] })],
)

export const observation = pgTable(
  'observation',
  {
    userId: integer('user_id').notNull(),
    indicatorId: integer('indicator_id').notNull(),
    startAt: instant('start_at').notNull(),
    /** 64 bits of the identity (health/import/identity.ts): type, start, end, value text, unit, source. */
    fingerprint: bigint({ mode: 'bigint' }).notNull(),
    endAt: instant('end_at').notNull(),
    /** Day the record belongs to in `zone`: of its start, for sleep of its end. */
    localDate: date('local_date', { mode: 'string' }).notNull(),
    zoneId: smallint('zone_id').notNull(),
    sourceId: integer('source_id').notNull(),
    fileId: integer('file_id').notNull(),
    /** In the indicator's canonical unit; null for text values. */
    value: doublePrecision(),
    /** Category or text value. */
    text: text(),
    /** '<', '<=', '>', '>=' for censored values. */
    comparator: text(),
    /** As printed in the file. Null where it equals String(value) and the unit is canonical. */
    rawValue: text('raw_value'),
    rawUnit: text('raw_unit'),
    refLow: doublePrecision('ref_low'),
    refHigh: doublePrecision('ref_high'),
    refText: text('ref_text'),
    flag: text(),
    detail: jsonb().$type<Record<string, unknown>>(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.indicatorId, t.startAt, t.fingerprint] })],
)

/** One row per indicator and local day; kept true at import for the touched days. */
export const daily = pgTable(
  'daily',
  {
    userId: integer('user_id').notNull(),
    indicatorId: integer('indicator_id').notNull(),
    localDate: date('local_date', { mode: 'string' }).notNull(),
    /** Merged total (cumulative), mean of samples (instant), minutes (sleep). Canonical unit. */
    value: doublePrecision(),
    mean: doublePrecision(),
    min: doublePrecision(),
    max: doublePrecision(),
    /** Samples, nights or episodes behind the row, text values included. */
    n: integer().notNull(),
    /** Samples with a number. */
    numericN: integer('numeric_n').notNull(),
    sourceIds: integer('source_ids').array().notNull(),
    method: text().notNull(),
    /** Instant indicators: (value float8, count int4) pairs in big-endian order, for exact medians over years. */
    digest: bytea(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.indicatorId, t.localDate] })],
)

/** The same pairs per calendar month, so that a median over years reads months and not days. */
export const monthDigest = pgTable(
  'month_digest',
  {
    userId: integer('user_id').notNull(),
    indicatorId: integer('indicator_id').notNull(),
    /** First of the month. */
    month: date({ mode: 'string' }).notNull(),
    digest: bytea().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.indicatorId, t.month] })],
)

/** One cluster of sleep segments (facts: gaps up to 60 min), labelled by the local date of its end. Minutes. */
export const sleepNight = pgTable(
  'sleep_night',
  {
    userId: integer('user_id').notNull(),
    localDate: date('local_date', { mode: 'string' }).notNull(),
    startAt: instant('start_at').notNull(),
    endAt: instant('end_at').notNull(),
    /** The longest cluster of its date is main, the others are naps. */
    isMain: boolean('is_main').notNull(),
    asleep: doublePrecision(),
    inBed: doublePrecision('in_bed'),
    deep: doublePrecision(),
    rem: doublePrecision(),
    core: doublePrecision(),
    awake: doublePrecision(),
    /** Percent, asleep of in bed. */
    efficiency: doublePrecision(),
    sourceId: integer('source_id').notNull(),
    zoneId: smallint('zone_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.localDate, t.startAt] })],
)

/** Rows that a newer full export no longer holds: listed, and removed only when the person asks. */
export const absentObservation = pgTable(
  'absent_observation',
  {
    userId: integer('user_id').notNull(),
    fileId: integer('file_id').notNull(),
    indicatorId: integer('indicator_id').notNull(),
    startAt: instant('start_at').notNull(),
    fingerprint: bigint({ mode: 'bigint' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.fileId, t.indicatorId, t.startAt, t.fingerprint] })],
)

export const genotypeSet = pgTable(
  'genotype_set',
  {
    userId: integer('user_id').notNull(),
    id: integer().notNull().generatedAlwaysAsIdentity(),
    fileId: integer('file_id').notNull(),
    vendor: text().notNull(),
    /** 'GRCh37' | 'GRCh38' | 'NCBI36' | null when the data do not tell. */
    build: text(),
    rows: integer().notNull(),
    called: integer().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] })],
)

export const genotype = pgTable(
  'genotype',
  {
    userId: integer('user_id').notNull(),
    setId: integer('set_id').notNull(),
    /** '1'…'22', 'X', 'Y', 'MT' */
    chromosome: text().notNull(),
    position: integer().notNull(),
    /** Lower case; vendor ids such as i5000123 kept. */
    rsid: text().notNull(),
    /** Plus strand as the file gives it; null = no-call. */
    genotype: text(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.setId, t.chromosome, t.position, t.rsid] }),
    index('genotype_rsid').on(t.userId, t.rsid),
  ],
)

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

/** Bearer tokens handed out: the token itself is never stored, only its JWT id. */
export const accessToken = pgTable(
  'access_token',
  {
    userId: integer('user_id').notNull(),
    /** The JWT's `jti`. */
    id: uuid().notNull(),
    label: text().notNull(),
    scopes: text().array().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] })],
)

export type ShareLevel = 'none' | 'read'

/** What `viewerId` may read of `userId`, and what they have asked for and not been answered yet. */
export const share = pgTable(
  'share',
  {
    userId: integer('user_id').notNull(),
    viewerId: integer('viewer_id').notNull(),
    chat: text().$type<ShareLevel>().notNull(),
    health: text().$type<ShareLevel>().notNull(),
    genetics: text().$type<ShareLevel>().notNull(),
    asked: jsonb().$type<Record<'chat' | 'health' | 'genetics', ShareLevel>>(),
    askedAt: instant('asked_at'),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.viewerId] })],
)

/** An MCP address that carries its own key. `userId` made it; it opens the data of `subjectId`. */
export const personalUrl = pgTable(
  'personal_url',
  {
    userId: integer('user_id').notNull(),
    id: uuid().notNull(),
    subjectId: integer('subject_id').notNull(),
    label: text().notNull(),
    /** The secret, encrypted with a key from the secret store. */
    sealed: bytea().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    lastUsedAt: instant('last_used_at'),
    lastClient: text('last_client'),
    revokedAt: instant('revoked_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] })],
)

/** SHA-256 of a personal URL's secret to its row. */
export const personalUrlSecret = pgTable('personal_url_secret', {
  secretHash: bytea('secret_hash').primaryKey(),
  personId: integer('person_id').notNull(),
  urlId: uuid('url_id').notNull(),
})

/** registered: by itself at /oauth/register; document: a client metadata document; own: made by a person in Settings. */
export const oauthClient = pgTable('oauth_client', {
  id: text().primaryKey(),
  kind: text().$type<'registered' | 'document' | 'own'>().notNull(),
  /** Of 'own' clients: in whose name their client_credentials act. */
  personId: integer('person_id'),
  name: text().notNull(),
  metadata: jsonb().$type<Record<string, unknown>>().notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
})

/** What oidc-provider stores, by model name and the SHA-256 of the value that the client or browser holds. */
export const oauthItem = pgTable(
  'oauth_item',
  {
    kind: text().notNull(),
    idHash: bytea('id_hash').notNull(),
    grantId: text('grant_id'),
    uid: text(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    consumedAt: instant('consumed_at'),
    expiresAt: instant('expires_at'),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.idHash] }),
    index('oauth_item_grant').on(t.grantId),
    index('oauth_item_uid').on(t.uid),
    index('oauth_item_expiry').on(t.expiresAt),
  ],
)

/** What an app was allowed, until it is taken back. */
export const oauthGrant = pgTable(
  'oauth_grant',
  {
    /** Whose data. */
    userId: integer('user_id').notNull(),
    id: text().notNull(),
    /** Who allowed it: the same person, or one with their `chat` share. */
    grantedBy: integer('granted_by').notNull(),
    clientId: text('client_id').notNull(),
    /** As the client called itself; unverified. */
    clientName: text('client_name').notNull(),
    redirectHost: text('redirect_host').notNull(),
    scopes: text().array().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at'),
    lastUsedAt: instant('last_used_at'),
    lastTool: text('last_tool'),
    revokedAt: instant('revoked_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] })],
)

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
