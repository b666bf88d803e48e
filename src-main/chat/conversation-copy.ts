/** A conversation that goes its own way from a message on, and one that goes with everything of it. */
import { randomUUID } from 'node:crypto'
import type { Transaction } from '../db/database.ts'
import type { ConversationFiles, MessagePlace } from './chat-types.ts'
import { eventsOf, readMessages, readTree } from './message-rows.ts'
import { answerText, storable, storableText } from './stored-text.ts'

/** Copies the branch up to a message, with its files and what it had read. Null when there is no such message. */
export async function copyBranch(
  tx: Transaction,
  { userId, conversationId, messageId }: MessagePlace,
  at: Date,
  files: ConversationFiles,
): Promise<string | null> {
  const known = await readTree(tx, userId, conversationId)
  const ids = known?.tree.branchTo(messageId) ?? []
  if (ids.length === 0) return null
  const rows = await readMessages(tx, userId, conversationId, ids)
  const to = randomUUID()
  await tx.query(
    `insert into conversation (user_id, id, title, agent, model, subject_id, taint, created_at, updated_at)
     select user_id, $3, title, agent, model, subject_id, taint, $4, $4 from conversation where user_id = $1 and id = $2`,
    [userId, conversationId, to, at],
  )
  const attached = [...new Set(rows.flatMap((row) => row.attachments.map(({ id }) => id)))]
  const copies = await files.copyConversation(tx, userId, conversationId, to, attached)
  let parentId: string | null = null
  for (const [index, row] of rows.entries()) {
    const id = randomUUID()
    const runId = row.run_id === null ? null : randomUUID()
    if (row.run_id !== null)
      // What still runs, or could go on, does so where it began: here it is an answer that broke off.
      await tx.query(
        `insert into run (user_id, id, conversation_id, agent, state, started_at, ended_at)
         select user_id, $3, $4, agent, case state when 'running' then 'interrupted' else state end,
           started_at, coalesce(ended_at, $5::timestamptz)
         from run where user_id = $1 and id = $2`,
        [userId, row.run_id, runId, to, at],
      )
    const events = eventsOf(row)
    const attachments = row.attachments.flatMap((one) => {
      const copy = copies.get(one.id)
      return copy === undefined ? [] : [{ ...one, id: copy }]
    })
    await tx.query(
      `insert into message (user_id, conversation_id, id, seq, role, text, events, run_id, created_at, parent_id,
         attachments, agent, model)
       values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10, $11::jsonb, $12, $13::jsonb)`,
      [
        userId,
        to,
        id,
        index + 1,
        row.role,
        row.chunks === null ? row.text : storableText(answerText(events)),
        storable(events),
        runId,
        row.created_at,
        parentId,
        storable(attachments),
        row.agent,
        row.model === null ? null : storable(row.model),
      ],
    )
    parentId = id
  }
  await tx.query('update conversation set leaf_id = $3 where user_id = $1 and id = $2', [userId, to, parentId])
  return to
}

/** Everything of a conversation, in one transaction. False when it is not this person's. */
export async function removeConversation(
  tx: Transaction,
  userId: number,
  conversationId: string,
  files: ConversationFiles,
): Promise<boolean> {
  const runs = 'select id from run where user_id = $1 and conversation_id = $2'
  const of = [userId, conversationId]
  await tx.query(`delete from run_chunk where user_id = $1 and run_id in (${runs})`, of)
  for (const table of ['checkpoint', 'checkpoint_write'])
    await tx.query(`delete from ${table} where user_id = $1 and thread_id in (select r.id::text from (${runs}) r)`, of)
  await tx.query('delete from message where user_id = $1 and conversation_id = $2', of)
  await tx.query('delete from run where user_id = $1 and conversation_id = $2', of)
  await tx.query('delete from approval_grant where user_id = $1 and conversation_id = $2', of)
  await files.removeConversation(tx, userId, conversationId)
  const gone = await tx.query('delete from conversation where user_id = $1 and id = $2 returning id', of)
  return gone.length > 0
}
