/** Conversations, messages and runs of each person, as they are kept. */
import { randomUUID } from 'node:crypto'
import type { AgentEvent } from '../agents/events.ts'
import type { ConversationView, MessageView } from '../api/contract/chat.ts'
import type { Database } from '../db/database.ts'
import { answerText, storable, storableText, titleOf } from './stored-text.ts'
import { likePattern, snippetOf } from './text-search.ts'

export type RunState = NonNullable<MessageView['state']>

/** Where a run's answer goes. */
export interface RunPlace {
  readonly userId: number
  readonly conversationId: string
  readonly userMessageId: string
  readonly messageId: string
  readonly runId: string
  readonly title: string
}

export interface ChatStore {
  /** Newest first. With a search, those whose title or messages hold the words as written, with where they do. */
  conversations(userId: number, search?: string): Promise<ConversationView[]>
  /** In order; empty for a conversation that is not this person's. */
  messages(userId: number, conversationId: string): Promise<MessageView[]>
  /** Null when there is no such conversation. */
  rename(userId: number, conversationId: string, title: string): Promise<ConversationView | null>
  remove(userId: number, conversationId: string): Promise<boolean>
  /** Stores the question and an empty answer, and opens the run. Null when the conversation is not this person's. */
  begin(question: {
    userId: number
    conversationId: string | null
    text: string
    agent: string
  }): Promise<RunPlace | null>
  /** Replaces the answer's events with what has arrived so far. */
  saveEvents(place: RunPlace, events: readonly AgentEvent[]): Promise<void>
  /** Stores the last events and the run's end in one step. */
  finish(place: RunPlace, events: readonly AgentEvent[], state: Exclude<RunState, 'running'>): Promise<void>
}

interface ConversationRow extends Record<string, unknown> {
  id: string
  title: string
  agent: string
  created_at: Date
  updated_at: Date
  found?: string | null
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** Longest list that is shown; older conversations are found by search. */
const listLimit = 500

/** Opens the store. Runs that a dead process left as 'running' become 'interrupted'. */
export async function createChatStore(options: {
  readonly db: Pick<Database, 'query' | 'transaction'>
  readonly now: () => Date
}): Promise<ChatStore> {
  const { db, now } = options
  await db.query("update run set state = 'interrupted', ended_at = $1 where state = 'running'", [now()])

  return {
    async conversations(userId, search) {
      const words = search?.trim() ?? ''
      const rows =
        words === ''
          ? await db.query<ConversationRow>(
              'select id, title, agent, created_at, updated_at from conversation where user_id = $1 order by updated_at desc, id limit $2',
              [userId, listLimit],
            )
          : await db.query<ConversationRow>(
              `select c.id, c.title, c.agent, c.created_at, c.updated_at, m.text as found
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
    },

    async messages(userId, conversationId) {
      if (!uuid.test(conversationId)) return []
      const rows = await db.query<{
        id: string
        role: MessageView['role']
        text: string
        events: AgentEvent[]
        created_at: Date
        state: RunState | null
      }>(
        `select m.id, m.role, m.text, m.events, m.created_at, r.state
         from message m left join run r on r.user_id = m.user_id and r.id = m.run_id
         where m.user_id = $1 and m.conversation_id = $2 order by m.seq`,
        [userId, conversationId],
      )
      return rows.map((row) => ({
        id: row.id,
        role: row.role,
        text: row.text,
        events: row.events,
        createdAt: row.created_at.toISOString(),
        state: row.role === 'assistant' ? row.state : null,
      }))
    },

    async rename(userId, conversationId, title) {
      if (!uuid.test(conversationId)) return null
      const [row] = await db.query<ConversationRow>(
        `update conversation set title = $3 where user_id = $1 and id = $2
         returning id, title, agent, created_at, updated_at`,
        [userId, conversationId, storableText(title).trim().slice(0, 120)],
      )
      return row ? conversationView(row) : null
    },

    async remove(userId, conversationId) {
      if (!uuid.test(conversationId)) return false
      return db.transaction(async (tx) => {
        await tx.query('delete from message where user_id = $1 and conversation_id = $2', [userId, conversationId])
        await tx.query('delete from run where user_id = $1 and conversation_id = $2', [userId, conversationId])
        const gone = await tx.query('delete from conversation where user_id = $1 and id = $2 returning id', [
          userId,
          conversationId,
        ])
        return gone.length > 0
      })
    },

    async begin({ userId, conversationId, text, agent }) {
      if (conversationId !== null && !uuid.test(conversationId)) return null
      const at = now()
      const question = storableText(text)
      return db.transaction(async (tx) => {
        const id = conversationId ?? randomUUID()
        let title = titleOf(question)
        if (conversationId === null)
          await tx.query(
            'insert into conversation (user_id, id, title, agent, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)',
            [userId, id, title, agent, at],
          )
        else {
          const [row] = await tx.query<{ title: string }>(
            'update conversation set updated_at = $3, agent = $4 where user_id = $1 and id = $2 returning title',
            [userId, id, at, agent],
          )
          if (!row) return null
          title = row.title
        }
        const [last] = await tx.query<{ seq: number }>(
          'select coalesce(max(seq), 0) as seq from message where user_id = $1 and conversation_id = $2',
          [userId, id],
        )
        const seq = last?.seq ?? 0
        const place = {
          userId,
          conversationId: id,
          userMessageId: randomUUID(),
          messageId: randomUUID(),
          runId: randomUUID(),
          title,
        }
        await tx.query(
          "insert into run (user_id, id, conversation_id, agent, state, started_at) values ($1, $2, $3, $4, 'running', $5)",
          [userId, place.runId, id, agent, at],
        )
        await tx.query(
          `insert into message (user_id, conversation_id, id, seq, role, text, events, run_id, created_at)
           values ($1, $2, $3, $5, 'user', $7, '[]', null, $8), ($1, $2, $4, $6, 'assistant', '', '[]', $9, $8)`,
          [userId, id, place.userMessageId, place.messageId, seq + 1, seq + 2, question, at, place.runId],
        )
        return place
      })
    },

    async saveEvents(place, events) {
      await writeEvents(db, place, events)
    },

    async finish(place, events, state) {
      const at = now()
      await db.transaction(async (tx) => {
        await writeEvents(tx, place, events)
        await tx.query('update run set state = $3, ended_at = $4 where user_id = $1 and id = $2', [
          place.userId,
          place.runId,
          state,
          at,
        ])
        await tx.query('update conversation set updated_at = $3 where user_id = $1 and id = $2', [
          place.userId,
          place.conversationId,
          at,
        ])
      })
    },
  }
}

async function writeEvents(q: Pick<Database, 'query'>, place: RunPlace, events: readonly AgentEvent[]): Promise<void> {
  await q.query(
    'update message set events = $4::jsonb, text = $5 where user_id = $1 and conversation_id = $2 and id = $3',
    [place.userId, place.conversationId, place.messageId, storable(events), storableText(answerText(events))],
  )
}

function conversationView(row: ConversationRow): ConversationView {
  return {
    id: row.id,
    title: row.title,
    agent: row.agent,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
