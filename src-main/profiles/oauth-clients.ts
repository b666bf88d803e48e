/**
 * Clients of the authorization server that have a row: those that registered themselves, bounded in number, and those
 * that a person made for scripts of their own. Secrets are kept as hashes.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { ProfileError } from './profile-error.ts'

export type ClientMetadata = Record<string, unknown>

export interface StoredClient {
  readonly kind: 'registered' | 'document' | 'own'
  readonly personId: number | null
  readonly name: string
  /** RFC 7591 names; `client_secret` is the hash that `clientSecretHash` makes. */
  readonly metadata: ClientMetadata
}

export interface OwnClient {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

export interface OauthClients {
  find(id: string): Promise<StoredClient | null>
  /** Whether one more may register now; makes room among those that were never let in. */
  hasRoom(): Promise<boolean>
  register(id: string, metadata: ClientMetadata): Promise<void>
  /** A person let it in: it is no longer one of those that make room. */
  markUsed(id: string): Promise<void>
  /** Keeps the document of a client that was let in, for times when its address cannot be reached. */
  rememberDocument(id: string, metadata: ClientMetadata): Promise<void>
  rememberedDocument(id: string): Promise<ClientMetadata | null>
  readonly own: {
    list(userId: number): Promise<OwnClient[]>
    /** The secret is in the answer and nowhere else. Throws ProfileError `too_many`. */
    create(request: {
      userId: number
      name: string
      scopes: readonly string[]
    }): Promise<{ secret: string; client: OwnClient }>
    /** Takes effect at the next call. False when the person has no such client. */
    remove(userId: number, id: string): Promise<boolean>
  }
}

export interface ClientLimits {
  /** Self-registered clients at a time. */
  readonly maxRegistered: number
  /** One that nobody let in goes after this time. */
  readonly unusedTtlMs: number
  /** When the table is full, one that nobody let in may go after this time. */
  readonly graceMs: number
}

export const CLIENT_LIMITS: ClientLimits = { maxRegistered: 200, unusedTtlMs: 24 * 3_600_000, graceMs: 10 * 60_000 }
const MAX_OWN = 50
/** One that was let in once and has no live grant any more is forgotten after this time. */
const IDLE_TTL_MS = 90 * 86_400_000

export interface OauthClientsOptions {
  readonly db: Database
  readonly now: () => Date
  readonly limits?: ClientLimits
  readonly onGone: () => void
}

export const clientSecretHash = (secret: string): string =>
  `sha256:${createHash('sha256').update(secret).digest('base64url')}`

interface ClientRow extends Record<string, unknown> {
  id: string
  kind: StoredClient['kind']
  person_id: number | null
  name: string
  metadata: ClientMetadata
  created_at: Date
  last_used_at: Date | null
}

export function createOauthClients({ db, now, limits = CLIENT_LIMITS, onGone }: OauthClientsOptions): OauthClients {
  const ago = (ms: number) => new Date(now().getTime() - ms)

  async function insert(id: string, kind: StoredClient['kind'], personId: number | null, metadata: ClientMetadata) {
    const name = typeof metadata.client_name === 'string' ? metadata.client_name : ''
    const secret = metadata.client_secret
    const kept = typeof secret === 'string' ? { ...metadata, client_secret: clientSecretHash(secret) } : metadata
    await db.query(
      'INSERT INTO oauth_client (id, kind, person_id, name, metadata, created_at) VALUES ($1, $2, $3, $4, $5, $6)',
      [id, kind, personId, name, JSON.stringify(kept), now()],
    )
  }

  async function countRegistered(): Promise<number> {
    const [row] = await db.query<{ n: number }>("SELECT count(*)::int AS n FROM oauth_client WHERE kind = 'registered'")
    return row?.n ?? 0
  }

  return {
    async find(id) {
      const [row] = await db.query<ClientRow>('SELECT * FROM oauth_client WHERE id = $1', [id])
      if (row === undefined) return null
      return { kind: row.kind, personId: row.person_id, name: row.name, metadata: row.metadata }
    },
    async hasRoom() {
      await db.query(
        `DELETE FROM oauth_client c WHERE kind <> 'own' AND (
           (last_used_at IS NULL AND created_at < $1)
           OR (last_used_at < $2 AND NOT EXISTS (
             SELECT 1 FROM oauth_grant g WHERE g.client_id = c.id AND g.revoked_at IS NULL AND g.expires_at > $3)))`,
        [ago(limits.unusedTtlMs), ago(IDLE_TTL_MS), now()],
      )
      if ((await countRegistered()) < limits.maxRegistered) return true
      const freed = await db.query(
        `DELETE FROM oauth_client WHERE id IN (
           SELECT id FROM oauth_client WHERE kind = 'registered' AND last_used_at IS NULL AND created_at < $1
           ORDER BY created_at LIMIT 1) RETURNING id`,
        [ago(limits.graceMs)],
      )
      return freed.length > 0
    },
    register: (id, metadata) => insert(id, 'registered', null, metadata),
    async markUsed(id) {
      await db.query('UPDATE oauth_client SET last_used_at = $2 WHERE id = $1', [id, now()])
    },
    async rememberDocument(id, metadata) {
      await db.query("DELETE FROM oauth_client WHERE id = $1 AND kind = 'document'", [id])
      await insert(id, 'document', null, metadata)
    },
    async rememberedDocument(id) {
      const [row] = await db.query<ClientRow>("SELECT * FROM oauth_client WHERE id = $1 AND kind = 'document'", [id])
      return row?.metadata ?? null
    },
    own: {
      async list(userId) {
        const rows = await db.query<ClientRow>(
          "SELECT * FROM oauth_client WHERE kind = 'own' AND person_id = $1 ORDER BY created_at DESC, id",
          [userId],
        )
        return rows.map(ownClient)
      },
      async create({ userId, name, scopes }) {
        const existing = await db.query("SELECT id FROM oauth_client WHERE kind = 'own' AND person_id = $1", [userId])
        if (existing.length >= MAX_OWN) {
          throw new ProfileError('too_many', `There are ${MAX_OWN} clients already.`, 'Remove one that is not used.')
        }
        const id = `mirohub_own_${randomBytes(16).toString('hex')}`
        const secret = randomBytes(32).toString('base64url')
        await insert(id, 'own', userId, {
          client_id: id,
          client_name: name,
          client_secret: secret,
          client_secret_expires_at: 0,
          grant_types: ['client_credentials'],
          response_types: [],
          redirect_uris: [],
          token_endpoint_auth_method: 'client_secret_basic',
          scope: scopes.join(' '),
        })
        const client = { id, name, scopes: [...scopes], createdAt: now().toISOString(), lastUsedAt: null }
        return { secret, client }
      },
      async remove(userId, id) {
        const gone = await db.query(
          "DELETE FROM oauth_client WHERE kind = 'own' AND person_id = $1 AND id = $2 RETURNING id",
          [userId, id],
        )
        if (gone.length === 0) return false
        await db.query("DELETE FROM oauth_item WHERE kind = 'ClientCredentials' AND payload->>'clientId' = $1", [id])
        onGone()
        return true
      },
    },
  }
}

function ownClient(row: ClientRow): OwnClient {
  const { scope } = row.metadata
  return {
    id: row.id,
    name: row.name,
    scopes: typeof scope === 'string' ? scope.split(' ') : [],
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }
}
