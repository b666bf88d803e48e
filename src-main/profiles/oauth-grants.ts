/** What apps were allowed: one row a grant, kept as history after it is taken back. */
import type { Database } from '../db/database.ts'
import type { OauthItems } from './oauth-items.ts'

export interface OauthGrantView {
  readonly id: string
  readonly name: string
  readonly kind: 'registered' | 'document'
  readonly redirectHost: string
  readonly scopes: readonly string[]
  /** ISO instants. */
  readonly since: string
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
  readonly lastTool: string | null
}

export interface NewOauthGrant {
  readonly id: string
  /** Whose data. */
  readonly userId: number
  readonly grantedBy: number
  readonly clientId: string
  readonly clientName: string
  readonly redirectHost: string
  readonly scopes: readonly string[]
  readonly expiresAt: Date
}

export interface OauthGrants {
  create(grant: NewOauthGrant): Promise<void>
  /**
   * Grants over this person's data that hold something that opens, and those that this person gave over another's;
   * newest first.
   */
  list(userId: number): Promise<OauthGrantView[]>
  /** Destroys its codes and tokens too. False when this person has no such live grant. Takes effect at the next call. */
  revoke(userId: number, id: string): Promise<boolean>
  /** For the authorization server, which revokes by itself when a code or refresh token comes a second time. */
  markRevoked(id: string): Promise<void>
  /** Last use, written at most once a minute; never throws. */
  noteUse(userId: number, id: string): void
  noteTool(userId: number, id: string, tool: string): void
}

export interface OauthGrantsOptions {
  readonly db: Database
  readonly items: Pick<OauthItems, 'destroyGrant'>
  readonly now: () => Date
  /** The list is another one now. */
  readonly onChanged: () => void
}

const USE_STEP_MS = 60_000
/** Uses held in memory before the oldest is let go; far more than live grants. */
const MAX_HELD = 1_000

interface GrantRow extends Record<string, unknown> {
  id: string
  client_id: string
  client_name: string
  redirect_host: string
  scopes: string[]
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
  last_tool: string | null
}

interface Use {
  at: Date
  tool: string | null
  writtenAtMs: number
}

export function createOauthGrants({ db, items, now, onChanged }: OauthGrantsOptions): OauthGrants {
  /** Newer than the rows; by grant id. */
  const uses = new Map<string, Use>()

  function note(userId: number, id: string, tool: string | null): void {
    const at = now()
    const before = uses.get(id)
    const use = { at, tool: tool ?? before?.tool ?? null, writtenAtMs: before?.writtenAtMs ?? 0 }
    uses.delete(id)
    uses.set(id, use)
    for (const oldest of uses.keys()) {
      if (uses.size <= MAX_HELD) break
      uses.delete(oldest)
    }
    // The first call notes its use before it is known which tool it is for.
    const newTool = tool !== null && before?.tool !== tool
    if (Date.now() - use.writtenAtMs < USE_STEP_MS && !(newTool && before?.tool === null)) return
    use.writtenAtMs = Date.now()
    const text =
      'UPDATE oauth_grant SET last_used_at = $3, last_tool = COALESCE($4, last_tool) WHERE user_id = $1 AND id = $2'
    // A use that is not written is no reason to fail the call that was made.
    db.query(text, [userId, id, at, use.tool]).catch(() => {})
  }

  return {
    async create(grant) {
      await db.query(
        `INSERT INTO oauth_grant (user_id, id, granted_by, client_id, client_name, redirect_host, scopes, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          grant.userId,
          grant.id,
          grant.grantedBy,
          grant.clientId,
          grant.clientName,
          grant.redirectHost,
          [...grant.scopes],
          now(),
          grant.expiresAt,
        ],
      )
      onChanged()
    },
    async list(userId) {
      const rows = await db.query<GrantRow>(
        `SELECT * FROM oauth_grant g WHERE (user_id = $1 OR granted_by = $1) AND revoked_at IS NULL
           AND (expires_at IS NULL OR expires_at > $2)
           AND EXISTS (SELECT 1 FROM oauth_item i WHERE i.grant_id = g.id AND i.kind <> 'Grant'
             AND i.consumed_at IS NULL AND i.expires_at > $2)
         ORDER BY created_at DESC, id`,
        [userId, new Date()],
      )
      return rows.map((row) => grantView(row, uses.get(row.id)))
    },
    async revoke(userId, id) {
      const rows = await db.query(
        `UPDATE oauth_grant SET revoked_at = $3
         WHERE id = $2 AND (user_id = $1 OR granted_by = $1) AND revoked_at IS NULL RETURNING id`,
        [userId, id, now()],
      )
      if (rows.length === 0) return false
      await items.destroyGrant(id)
      onChanged()
      return true
    },
    async markRevoked(id) {
      await db.query('UPDATE oauth_grant SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL', [id, now()])
      onChanged()
    },
    noteUse: (userId, id) => note(userId, id, null),
    noteTool: note,
  }
}

function grantView(row: GrantRow, use: Use | undefined): OauthGrantView {
  const lastUsedAt = use?.at ?? row.last_used_at
  return {
    id: row.id,
    name: row.client_name,
    kind: row.client_id.startsWith('https://') ? 'document' : 'registered',
    redirectHost: row.redirect_host,
    scopes: row.scopes,
    since: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    lastTool: use?.tool ?? row.last_tool,
  }
}
