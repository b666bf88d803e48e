/**
 * Codes, tokens, grants and interactions of the authorization server. Rows are found by the SHA-256 of what the client
 * or browser holds, and their payload does not repeat it: a copy of the database opens nothing.
 */
import { createHash } from 'node:crypto'
import type { Database } from '../db/database.ts'

export type ItemPayload = Record<string, unknown>

export interface OauthItems {
  put(kind: string, id: string, payload: ItemPayload, expiresInS?: number): Promise<void>
  /** Null when there is none that lives. `consumed` (epoch seconds) is in the payload once it was consumed. */
  find(kind: string, id: string): Promise<ItemPayload | null>
  /** True for exactly one of several callers. */
  consume(kind: string, id: string): Promise<boolean>
  destroy(kind: string, id: string): Promise<void>
  /** Everything that hangs on a grant: its codes, its tokens, itself. */
  destroyGrant(grantId: string): Promise<void>
  destroyKindOfGrant(kind: string, grantId: string): Promise<void>
}

export interface OauthItemsOptions {
  readonly db: Database
  /** Something that opens doors is gone; whoever holds copies forgets them. */
  readonly onGone: () => void
}

/** Stands in a payload where the item's own id would be: an interaction's return address ends in it. */
const OWN_ID = '{id}'
const PURGE_STEP_MS = 60_000

export const itemHash = (id: string): Buffer => createHash('sha256').update(id).digest()

/** Lifetimes are of the system clock, which oidc-provider reads too. */
export function createOauthItems({ db, onGone }: OauthItemsOptions): OauthItems {
  let purgedAt = 0

  async function purge(): Promise<void> {
    if (Date.now() - purgedAt < PURGE_STEP_MS) return
    purgedAt = Date.now()
    await db.query('DELETE FROM oauth_item WHERE expires_at < $1', [new Date(purgedAt)])
  }

  return {
    async put(kind, id, { jti: _id, returnTo, ...payload }, expiresInS) {
      await purge()
      const kept = typeof returnTo === 'string' ? { ...payload, returnTo: returnTo.replaceAll(id, OWN_ID) } : payload
      const expiresAt = expiresInS === undefined ? null : new Date(Date.now() + expiresInS * 1000)
      const grantId = kind === 'Grant' ? id : textOf(payload.grantId)
      await db.query(
        `INSERT INTO oauth_item (kind, id_hash, grant_id, uid, payload, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (kind, id_hash) DO UPDATE SET grant_id = EXCLUDED.grant_id, uid = EXCLUDED.uid,
           payload = EXCLUDED.payload, expires_at = EXCLUDED.expires_at`,
        [kind, itemHash(id), grantId, null, JSON.stringify(kept), expiresAt],
      )
    },
    async find(kind, id) {
      const [row] = await db.query<{ payload: ItemPayload; consumed_at: Date | null }>(
        `SELECT payload, consumed_at FROM oauth_item
         WHERE kind = $1 AND id_hash = $2 AND (expires_at IS NULL OR expires_at > $3)`,
        [kind, itemHash(id), new Date()],
      )
      if (row === undefined) return null
      const { returnTo } = row.payload
      return {
        ...row.payload,
        jti: id,
        ...(typeof returnTo === 'string' ? { returnTo: returnTo.replaceAll(OWN_ID, id) } : {}),
        ...(row.consumed_at === null ? {} : { consumed: Math.floor(row.consumed_at.getTime() / 1000) }),
      }
    },
    async consume(kind, id) {
      const rows = await db.query(
        `UPDATE oauth_item SET consumed_at = $3 WHERE kind = $1 AND id_hash = $2 AND consumed_at IS NULL RETURNING kind`,
        [kind, itemHash(id), new Date()],
      )
      return rows.length === 1
    },
    async destroy(kind, id) {
      await db.query('DELETE FROM oauth_item WHERE kind = $1 AND id_hash = $2', [kind, itemHash(id)])
      onGone()
    },
    async destroyGrant(grantId) {
      await db.query('DELETE FROM oauth_item WHERE grant_id = $1', [grantId])
      onGone()
    },
    async destroyKindOfGrant(kind, grantId) {
      await db.query('DELETE FROM oauth_item WHERE kind = $1 AND grant_id = $2', [kind, grantId])
      onGone()
    },
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
