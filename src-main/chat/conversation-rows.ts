/** Rows of conversations, read and shown. */
import type { ModelRef } from '../agents/events.ts'
import type { AgentId, ConversationView } from '../api/contract/chat.ts'
import type { Queryable } from '../db/database.ts'
import { likePattern, snippetOf } from './text-search.ts'

export interface ConversationRow extends Record<string, unknown> {
  id: string
  title: string
  agent: string
  model: ModelRef | null
  subject: string | null
  created_at: Date
  updated_at: Date
  found?: string | null
}

/** Longest list that is shown; older conversations are found by search. */
const listLimit = 500

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The database refuses what is no uuid with an error; here it is simply nothing's id. */
export const isUuid = (id: string): boolean => uuid.test(id)

const columns = `c.id, c.title, c.agent, c.model, c.created_at, c.updated_at,
  (select p.public_id::text from profile p where p.id = c.subject_id) as subject`

export async function listConversations(q: Queryable, userId: number, words: string): Promise<ConversationView[]> {
  const rows =
    words === ''
      ? await q.query<ConversationRow>(
          `select ${columns} from conversation c where c.user_id = $1 order by c.updated_at desc, c.id limit $2`,
          [userId, listLimit],
        )
      : await q.query<ConversationRow>(
          `select ${columns}, m.text as found
           from conversation c
           left join lateral (
             select text from message m
             where m.user_id = c.user_id and m.conversation_id = c.id and m.text ilike $2
             order by m.seq limit 1
           ) m on true
           where c.user_id = $1 and (c.title ilike $2 or m.text is not null)
           order by c.updated_at desc, c.id limit $3`,
          [userId, likePattern(words), listLimit],
        )
  return rows.map((row) => ({
    ...conversationView(row),
    ...(row.found ? { snippet: snippetOf(row.found, words) } : {}),
  }))
}

export async function readConversation(
  q: Queryable,
  userId: number,
  conversationId: string,
): Promise<ConversationView | null> {
  if (!isUuid(conversationId)) return null
  const [row] = await q.query<ConversationRow>(
    `select ${columns} from conversation c where c.user_id = $1 and c.id = $2`,
    [userId, conversationId],
  )
  return row === undefined ? null : conversationView(row)
}

/** What runs are up to is not in the rows: the runner knows it. */
function conversationView(row: ConversationRow): ConversationView {
  return {
    id: row.id,
    title: row.title,
    agent: agentOf(row.agent) ?? 'quick',
    model: row.model,
    subject: row.subject,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    activity: null,
  }
}

/** Null for a name that is none of an agent now. */
export function agentOf(name: string | null): AgentId | null {
  return name === 'quick' || name === 'deep' || name === 'base' ? name : null
}
