/** Tables of people and of who is let in for them: profiles, tokens, shares, addresses, apps. */
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'

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
