/** Runs as they are stored: opened with a question, written while the agent speaks, closed with its end. */
import { randomUUID } from 'node:crypto'
import type { AgentEvent, ModelRef } from '../agents/events.ts'
import type { AgentId } from '../api/contract/chat.ts'
import type { Database, Queryable, Transaction } from '../db/database.ts'
import type {
  ChatStore,
  ConversationFiles,
  ConversationTaint,
  MessagePlace,
  NewQuestion,
  RunPlace,
  RunTask,
} from './chat-types.ts'
import { agentOf, isUuid } from './conversation-rows.ts'
import { folded } from './event-record.ts'
import { eventsOf, readMessages, readTree, turnsOf } from './message-rows.ts'
import { answerText, storable, storableText, titleOf } from './stored-text.ts'

export interface RunRecordsOptions {
  readonly db: Pick<Database, 'query' | 'transaction'>
  readonly now: () => Date
  readonly files: ConversationFiles
}

type RunRecords = Pick<ChatStore, 'begin' | 'beginAgain' | 'beginResume' | 'task' | 'append' | 'finish' | 'saveTaint'>

export function createRunRecords({ db, now, files }: RunRecordsOptions): RunRecords {
  return {
    async begin(question) {
      const { conversationId, parentId } = question
      if (conversationId !== null && !isUuid(conversationId)) return null
      if (typeof parentId === 'string' && !isUuid(parentId)) return null
      return db.transaction((tx) => beginQuestion(tx, question, now(), files))
    },

    async beginAgain({ userId, conversationId, messageId }, choice) {
      if (!isUuid(conversationId) || !isUuid(messageId)) return null
      return db.transaction(async (tx) => {
        const known = await readTree(tx, userId, conversationId)
        const node = known?.nodes.find(({ id }) => id === messageId)
        const questionId = node?.role === 'user' ? node.id : (node?.parentId ?? null)
        if (known === null || node === undefined || questionId === null) return null
        const [old] = await readMessages(tx, userId, conversationId, [messageId])
        const title = await titleIn(tx, userId, conversationId)
        const agent = choice.agent ?? agentOf(old?.agent ?? null) ?? (await agentIn(tx, userId, conversationId))
        const model = choice.model === undefined ? (old?.model ?? null) : choice.model
        const place = { userId, conversationId, userMessageId: questionId, ...newIds(), title }
        await openRun(tx, place, { agent, model, at: now() })
        return place
      })
    },

    async beginResume({ userId, conversationId, messageId }) {
      if (!isUuid(conversationId) || !isUuid(messageId)) return null
      return db.transaction(async (tx) => {
        const [row] = await readMessages(tx, userId, conversationId, [messageId])
        if (row?.can_resume !== true || row.run_id === null || row.parent_id === null) return null
        // The end of an orderly interruption is none any more.
        await writeAnswer(
          tx,
          { userId, conversationId, messageId, runId: row.run_id },
          eventsOf(row).filter(({ type }) => type !== 'end'),
        )
        await tx.query("update run set state = 'running', ended_at = null where user_id = $1 and id = $2", [
          userId,
          row.run_id,
        ])
        await tx.query('update conversation set updated_at = $3, leaf_id = $4 where user_id = $1 and id = $2', [
          userId,
          conversationId,
          now(),
          messageId,
        ])
        const title = await titleIn(tx, userId, conversationId)
        return { userId, conversationId, userMessageId: row.parent_id, messageId, runId: row.run_id, title }
      })
    },

    task: (place) => readTask(db, place),

    async append({ userId, runId }, seq, events) {
      await db.query('insert into run_chunk (user_id, run_id, seq, events) values ($1, $2, $3, $4::jsonb)', [
        userId,
        runId,
        seq,
        storable(events),
      ])
    },

    async finish(place, events, state) {
      const at = now()
      const whole = folded(events)
      await db.transaction(async (tx) => {
        await writeAnswer(tx, place, whole)
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

    async saveTaint(userId, conversationId, taint) {
      await db.query('update conversation set taint = $3::jsonb where user_id = $1 and id = $2', [
        userId,
        conversationId,
        storable(taint),
      ])
    },
  }
}

/** What a dead process left: its runs are interrupted, and what they had said is put into their answers. */
export async function endDeadRuns(db: Pick<Database, 'query' | 'transaction'>, at: Date): Promise<void> {
  await db.query("update run set state = 'interrupted', ended_at = $1 where state = 'running'", [at])
  const left = await db.query<{ user_id: number; run_id: string }>('select distinct user_id, run_id from run_chunk')
  for (const { user_id: userId, run_id: runId } of left)
    await db.transaction(async (tx) => {
      const [row] = await tx.query<{ id: string; conversation_id: string }>(
        'select id, conversation_id from message where user_id = $1 and run_id = $2',
        [userId, runId],
      )
      const message = row && (await readMessages(tx, userId, row.conversation_id, [row.id]))[0]
      if (row !== undefined && message !== undefined)
        await writeAnswer(
          tx,
          { userId, conversationId: row.conversation_id, messageId: row.id, runId },
          eventsOf(message),
        )
      else await tx.query('delete from run_chunk where user_id = $1 and run_id = $2', [userId, runId])
    })
}

async function beginQuestion(
  tx: Transaction,
  question: NewQuestion,
  at: Date,
  files: ConversationFiles,
): Promise<RunPlace | null> {
  const { userId, agent, model = null, subjectId } = question
  const text = storableText(question.text)
  const conversationId = question.conversationId ?? randomUUID()
  if (question.conversationId === null)
    await tx.query(
      `insert into conversation (user_id, id, title, agent, model, subject_id, created_at, updated_at)
       values ($1, $2, $3, $4, $5::jsonb, $6, $7, $7)`,
      [userId, conversationId, titleOf(text), agent, jsonOrNull(model), subjectId ?? null, at],
    )
  const known = await readTree(tx, userId, conversationId)
  if (known === null) return null
  const { parentId } = question
  if (typeof parentId === 'string' && !known.nodes.some(({ id }) => id === parentId)) return null
  if (question.conversationId !== null)
    await tx.query(
      `update conversation set agent = $3, model = $4::jsonb, subject_id = case when $5 then $6::integer else subject_id end
       where user_id = $1 and id = $2`,
      [userId, conversationId, agent, jsonOrNull(model), subjectId !== undefined, subjectId ?? null],
    )
  const title = await titleIn(tx, userId, conversationId)
  const asked = question.attachments ?? []
  const attachments = asked.length === 0 ? [] : await files.bind(tx, userId, asked, conversationId)
  const place = { userId, conversationId, userMessageId: randomUUID(), ...newIds(), title }
  await tx.query(
    `insert into message (user_id, conversation_id, id, seq, role, text, events, run_id, created_at, parent_id, attachments)
     values ($1, $2, $3, ${nextSeq}, 'user', $4, '[]', null, $5, $6, $7::jsonb)`,
    [
      userId,
      conversationId,
      place.userMessageId,
      text,
      at,
      parentId === undefined ? known.leafId : parentId,
      storable(attachments),
    ],
  )
  await openRun(tx, place, { agent, model, at })
  return place
}

const nextSeq = '(select coalesce(max(seq), 0) + 1 from message where user_id = $1 and conversation_id = $2)'

const newIds = () => ({ messageId: randomUUID(), runId: randomUUID() })

const jsonOrNull = (model: ModelRef | null) => (model === null ? null : storable(model))

/** An empty answer after the question, the run that fills it, and the branch that ends with it. */
async function openRun(
  tx: Transaction,
  place: RunPlace,
  { agent, model, at }: { agent: AgentId; model: ModelRef | null; at: Date },
): Promise<void> {
  const { userId, conversationId, messageId, runId, userMessageId } = place
  await tx.query(
    "insert into run (user_id, id, conversation_id, agent, state, started_at) values ($1, $2, $3, $4, 'running', $5)",
    [userId, runId, conversationId, agent, at],
  )
  await tx.query(
    `insert into message (user_id, conversation_id, id, seq, role, text, events, run_id, created_at, parent_id, agent, model)
     values ($1, $2, $3, ${nextSeq}, 'assistant', '', '[]', $4, $5, $6, $7, $8::jsonb)`,
    [userId, conversationId, messageId, runId, at, userMessageId, agent, jsonOrNull(model)],
  )
  await tx.query('update conversation set updated_at = $3, leaf_id = $4 where user_id = $1 and id = $2', [
    userId,
    conversationId,
    at,
    messageId,
  ])
}

async function readTask(q: Queryable, place: RunPlace): Promise<RunTask> {
  const { userId, conversationId, userMessageId, messageId } = place
  const known = await readTree(q, userId, conversationId)
  if (known === null) throw new Error('the conversation of a run is gone')
  const rows = await readMessages(q, userId, conversationId, known.tree.branchTo(messageId))
  const at = rows.findIndex(({ id }) => id === userMessageId)
  const [question, answer] = [rows[at], rows[at + 1]]
  if (question === undefined || answer === undefined) throw new Error('the question of a run is gone')
  const [conversation] = await q.query<{ subject_id: number | null; taint: ConversationTaint | null }>(
    'select subject_id, taint from conversation where user_id = $1 and id = $2',
    [userId, conversationId],
  )
  return {
    question: question.text,
    attachments: question.attachments,
    agent: agentOf(answer.agent) ?? 'quick',
    model: answer.model,
    subjectId: conversation?.subject_id ?? null,
    history: turnsOf(rows.slice(0, at)),
    taint: conversation?.taint ?? { hasPrivate: false, untrusted: [] },
    said: eventsOf(answer),
  }
}

/** Replaces the answer's events, and what was kept of them piece by piece. */
async function writeAnswer(
  tx: Queryable,
  { userId, conversationId, messageId, runId }: MessagePlace & { readonly runId: string },
  events: readonly AgentEvent[],
): Promise<void> {
  await tx.query(
    'update message set events = $4::jsonb, text = $5 where user_id = $1 and conversation_id = $2 and id = $3',
    [userId, conversationId, messageId, storable(events), storableText(answerText(events))],
  )
  await tx.query('delete from run_chunk where user_id = $1 and run_id = $2', [userId, runId])
}

async function titleIn(q: Queryable, userId: number, conversationId: string): Promise<string> {
  const [row] = await q.query<{ title: string }>('select title from conversation where user_id = $1 and id = $2', [
    userId,
    conversationId,
  ])
  return row?.title ?? ''
}

async function agentIn(q: Queryable, userId: number, conversationId: string): Promise<AgentId> {
  const [row] = await q.query<{ agent: string }>('select agent from conversation where user_id = $1 and id = $2', [
    userId,
    conversationId,
  ])
  return agentOf(row?.agent ?? null) ?? 'quick'
}
