/** Rows of messages: the branch that is shown, and the branch before a question. */
import type { AgentEvent, Attachment, ModelRef, Turn } from '../agents/events.ts'
import type { MessageView } from '../api/contract/chat.ts'
import type { Queryable } from '../db/database.ts'
import type { RunState } from './chat-types.ts'
import { agentOf, isUuid } from './conversation-rows.ts'
import { folded } from './event-record.ts'
import { type MessageTree, messageTree, type TreeNode } from './message-tree.ts'
import { answerText } from './stored-text.ts'

export interface MessageRow extends Record<string, unknown> {
  id: string
  role: MessageView['role']
  text: string
  events: AgentEvent[]
  created_at: Date
  parent_id: string | null
  run_id: string | null
  attachments: Attachment[]
  agent: string | null
  model: ModelRef | null
  state: RunState | null
  can_resume: boolean
  /** What a run that is going on has said since its answer was last stored whole. */
  chunks: AgentEvent[][] | null
}

export interface ConversationTree {
  readonly tree: MessageTree
  readonly nodes: readonly TreeNode[]
  readonly leafId: string | null
}

/** Null when the conversation is not this person's. */
export async function readTree(q: Queryable, userId: number, conversationId: string): Promise<ConversationTree | null> {
  if (!isUuid(conversationId)) return null
  const [row] = await q.query<{ leaf_id: string | null }>(
    'select leaf_id from conversation where user_id = $1 and id = $2',
    [userId, conversationId],
  )
  if (row === undefined) return null
  const rows = await q.query<{ id: string; parent_id: string | null; seq: number; role: MessageView['role'] }>(
    'select id, parent_id, seq, role from message where user_id = $1 and conversation_id = $2 order by seq',
    [userId, conversationId],
  )
  const nodes = rows.map(({ parent_id: parentId, ...node }) => ({ ...node, parentId }))
  const tree = messageTree(nodes)
  return { tree, nodes, leafId: tree.leaf(row.leaf_id) }
}

/** In the order of `ids`. */
export async function readMessages(
  q: Queryable,
  userId: number,
  conversationId: string,
  ids: readonly string[],
): Promise<MessageRow[]> {
  if (ids.length === 0) return []
  const rows = await q.query<MessageRow>(
    `select m.id, m.role, m.text, m.events, m.created_at, m.parent_id, m.run_id, m.attachments, m.agent, m.model, r.state,
       r.state = 'interrupted' and r.agent = 'deep' and exists (
         select from checkpoint k where k.user_id = m.user_id and k.thread_id = m.run_id::text
       ) as can_resume,
       (select jsonb_agg(u.events order by u.seq) from run_chunk u where u.user_id = m.user_id and u.run_id = m.run_id) as chunks
     from message m left join run r on r.user_id = m.user_id and r.id = m.run_id
     where m.user_id = $1 and m.conversation_id = $2 and m.id = any($3::uuid[])`,
    [userId, conversationId, ids],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export async function shownBranch(q: Queryable, userId: number, conversationId: string): Promise<MessageView[]> {
  const known = await readTree(q, userId, conversationId)
  if (known === null) return []
  const rows = await readMessages(q, userId, conversationId, known.tree.branchTo(known.leafId))
  return rows.map((row) => messageView(row, known.tree))
}

function messageView(row: MessageRow, tree: MessageTree): MessageView {
  const isAnswer = row.role === 'assistant'
  const events = eventsOf(row)
  return {
    id: row.id,
    role: row.role,
    text: row.chunks === null ? row.text : answerText(events),
    events,
    createdAt: row.created_at.toISOString(),
    state: isAnswer ? row.state : null,
    runId: isAnswer ? row.run_id : null,
    parentId: row.parent_id,
    versions: tree.versions(row.id),
    attachments: row.attachments,
    agent: isAnswer ? agentOf(row.agent) : null,
    model: isAnswer ? row.model : null,
    canResume: isAnswer && row.can_resume === true,
  }
}

export function eventsOf({ events, chunks }: Pick<MessageRow, 'events' | 'chunks'>): AgentEvent[] {
  return chunks === null ? events : folded([...events, ...chunks.flat()])
}

/** The questions of a branch with their answers; a question without one is left out, since nobody has heard it. */
export function turnsOf(rows: readonly MessageRow[]): Turn[] {
  const turns: Turn[] = []
  for (const [at, row] of rows.entries()) {
    if (row.role !== 'user') continue
    const answer = rows[at + 1]
    if (answer?.role !== 'assistant') continue
    turns.push({ question: row.text, attachments: row.attachments, events: eventsOf(answer) })
  }
  return turns
}
