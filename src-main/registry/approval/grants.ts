/** Answers that a person wanted remembered: for a tool in one conversation or in all, and for providers. 90 days at most. */
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'
import type { ApprovalChoice, ApprovalReason, ApprovalRequest, ProviderConsent } from './run-gate.ts'

const lastsMs = 90 * 24 * 60 * 60 * 1000

export interface ApprovalGrant {
  readonly id: string
  readonly tool: string
  readonly server: string | null
  /** Title of the conversation that it counts in; null: in all. */
  readonly conversation: string | null
  readonly grantedAt: string
  readonly expiresAt: string
}

/** A provider is allowed for one host and one way at a time. */
export interface ConsentKey {
  readonly provider: string
  readonly host: string
  readonly way: ProviderConsent['way']
}

type Asked = Pick<ApprovalRequest, 'toolHash' | 'reason' | 'tool' | 'server'>

/**
 * What an answer is remembered as. A yes to "it changes something" is none to "it may send your data out"; the other way
 * round it is.
 */
export function grantKey({ toolHash, reason }: Pick<Asked, 'toolHash' | 'reason'>): string {
  return reason === 'outward' ? `${toolHash}+outward` : toolHash
}

/** The keys of remembered answers that cover a request. */
export function coveringKeys(request: { readonly toolHash: string; readonly reason: ApprovalReason }): string[] {
  return [...new Set([grantKey(request), grantKey({ ...request, reason: 'outward' })])]
}

export interface Grants {
  /** How an earlier answer covers the request; null when none does. */
  covering(userId: number, conversationId: string | null, request: Asked): Promise<ApprovalChoice | null>
  remember(userId: number, conversationId: string | null, request: Asked): Promise<void>
  list(userId: number): Promise<ApprovalGrant[]>
  revoke(userId: number, id: string): Promise<boolean>
  hasConsent(userId: number, key: ConsentKey): Promise<boolean>
  giveConsent(userId: number, key: ConsentKey): Promise<void>
}

export function createGrants(db: Queryable, now: () => Date): Grants {
  const expiry = (at: Date) => new Date(at.getTime() + lastsMs)

  return {
    async covering(userId, conversationId, request) {
      const [row] = await db.query<{ conversation_id: string | null }>(
        `select conversation_id from approval_grant
         where user_id = $1 and tool = $2 and tool_hash = any($3::text[]) and expires_at > $4
           and (conversation_id is null or conversation_id = $5::uuid)
         order by conversation_id nulls first limit 1`,
        [userId, request.tool, coveringKeys(request), now(), conversationId],
      )
      if (row === undefined) return null
      return row.conversation_id === null ? 'always' : 'conversation'
    },
    async remember(userId, conversationId, request) {
      const at = now()
      await db.query('delete from approval_grant where user_id = $1 and expires_at <= $2', [userId, at])
      await db.query(
        `insert into approval_grant (user_id, id, conversation_id, tool, server, tool_hash, granted_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [userId, randomUUID(), conversationId, request.tool, request.server ?? null, grantKey(request), at, expiry(at)],
      )
    },
    async list(userId) {
      const rows = await db.query<{
        id: string
        tool: string
        server: string | null
        conversation: string | null
        granted_at: Date
        expires_at: Date
      }>(
        `select g.id, g.tool, g.server, g.granted_at, g.expires_at,
           case when g.conversation_id is null then null else coalesce(c.title, '…') end as conversation
         from approval_grant g
         left join conversation c on c.user_id = g.user_id and c.id = g.conversation_id
         where g.user_id = $1 and g.expires_at > $2 order by g.granted_at desc, g.id`,
        [userId, now()],
      )
      return rows.map(({ granted_at, expires_at, ...row }) => ({
        ...row,
        grantedAt: granted_at.toISOString(),
        expiresAt: expires_at.toISOString(),
      }))
    },
    async revoke(userId, id) {
      const gone = await db.query('delete from approval_grant where user_id = $1 and id::text = $2 returning id', [
        userId,
        id.toLowerCase(),
      ])
      return gone.length > 0
    },

    async hasConsent(userId, { provider, host, way }) {
      const rows = await db.query(
        'select 1 from provider_consent where user_id = $1 and provider = $2 and host = $3 and way = $4 and expires_at > $5',
        [userId, provider, host, way, now()],
      )
      return rows.length > 0
    },
    async giveConsent(userId, { provider, host, way }) {
      const at = now()
      await db.query(
        `insert into provider_consent (user_id, provider, host, way, granted_at, expires_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (user_id, provider, host, way) do update set granted_at = $5, expires_at = $6`,
        [userId, provider, host, way, at, expiry(at)],
      )
    },
  }
}
