/** Files of people's questions: kept until they are sent, given to conversations, copied and removed with them. */
import { randomUUID } from 'node:crypto'
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import type { Attachment } from '../events.ts'
import { AttachmentError } from './attachment-error.ts'
import { freeName } from './attachment-names.ts'
import {
  type AttachmentRow,
  attachmentColumns,
  insertFile,
  keptFile,
  piecesSpace,
  uuidForm,
} from './attachment-rows.ts'
import type { AgentFiles } from './types.ts'

const UNSENT_DAYS = 7
/** More than a person drops by intent. */
const UNSENT_FILES = 200

export type Attachments = Pick<AgentFiles, 'attach' | 'remove' | 'bind' | 'copyConversation' | 'removeConversation'> & {
  /** Drops what was never sent, and what a crash left. */
  sweep(): Promise<void>
}

export function createAttachments({ db, now }: { db: Database; now: () => Date }): Attachments {
  return {
    async attach(userId, file, signal) {
      await dropUnsent(db, userId, now())
      const [waiting] = await db.query<{ count: number }>(
        'select count(*)::int as count from attachment where user_id = $1 and conversation_id is null',
        [userId],
      )
      if ((waiting?.count ?? 0) >= UNSENT_FILES)
        throw new AttachmentError(
          'too_many',
          { en: `${UNSENT_FILES} files wait to be sent already.`, zh: `已有 ${UNSENT_FILES} 个文件等待发送。` },
          { en: 'Send the question, or take some of them away.', zh: '请先发送问题，或移除一些文件。' },
        )
      const kept = await keptFile(file, signal)
      const id = randomUUID()
      const at = now()
      await insertFile(db, userId, id, kept, at)
      return { id, name: kept.name, mime: kept.mime, bytes: kept.bytes.length, createdAt: at.toISOString() }
    },

    async remove(userId, id) {
      if (!uuidForm.test(id)) return false
      const gone = await db.query(
        'delete from attachment where user_id = $1 and id = $2 and conversation_id is null returning id',
        [userId, id],
      )
      return gone.length > 0
    },

    async bind(tx, userId, ids, conversationId) {
      const wanted = [...new Set(ids)].filter((id) => uuidForm.test(id))
      if (wanted.length === 0) return []
      const rows = await tx.query<AttachmentRow>(
        `select ${attachmentColumns} from attachment
         where user_id = $1 and (conversation_id = $2 or (conversation_id is null and id = any($3)))
         order by created_at, id for update`,
        [userId, conversationId, wanted],
      )
      const taken = new Set(rows.filter((row) => row.conversation_id !== null).map((row) => row.name.toLowerCase()))
      const bound: Attachment[] = []
      for (const id of wanted) {
        const row = rows.find((one) => one.id === id)
        if (row === undefined) continue
        const name = row.conversation_id === null ? freeName(row.name, taken) : row.name
        taken.add(name.toLowerCase())
        if (row.conversation_id === null)
          await tx.query('update attachment set conversation_id = $3, name = $4 where user_id = $1 and id = $2', [
            userId,
            id,
            conversationId,
            name,
          ])
        bound.push({ id, name, mime: row.mime, bytes: row.bytes })
      }
      return bound
    },

    async copyConversation(tx, userId, from, to, ids) {
      const copies = new Map<string, string>()
      for (const id of new Set(ids)) {
        if (!uuidForm.test(id)) continue
        const copy = randomUUID()
        const [made] = await tx.query(
          `insert into attachment (user_id, id, conversation_id, name, mime, sha256, bytes, text, text_error, created_at)
           select user_id, $4, $3, name, mime, sha256, bytes, text, text_error, created_at
           from attachment where user_id = $1 and conversation_id = $2 and id = $5 returning id`,
          [userId, from, to, copy, id],
        )
        if (made !== undefined) copies.set(id, copy)
      }
      await tx.query(
        `insert into agent_file (user_id, space, path, mime, content, bytes, provenance, created_at, changed_at)
         select user_id, $3, path, mime, content, bytes, provenance, created_at, changed_at
         from agent_file where user_id = $1 and space = $2 on conflict do nothing`,
        [userId, from, to],
      )
      return copies
    },

    async removeConversation(tx: Transaction, userId, conversationId) {
      if (!uuidForm.test(conversationId)) return
      await tx.query('delete from attachment where user_id = $1 and conversation_id = $2', [userId, conversationId])
      await tx.query('delete from agent_file where user_id = $1 and space = $2', [userId, conversationId])
    },

    async sweep() {
      await dropUnsent(db, null, now())
      await db.query('delete from agent_file where starts_with(space, $1)', [piecesSpace])
    },
  }
}

/** Null: of everybody. */
async function dropUnsent(db: Queryable, userId: number | null, now: Date): Promise<void> {
  await db.query(
    `delete from attachment where conversation_id is null and created_at < $1 and ($2::int is null or user_id = $2)`,
    [new Date(now.getTime() - UNSENT_DAYS * 86_400_000), userId],
  )
}
