/** Conversations, messages and runs of each person, as they are kept. */
import type { Database } from '../db/database.ts'
import type { ChatStore, ConversationFiles } from './chat-types.ts'
import { copyBranch, removeConversation } from './conversation-copy.ts'
import { isUuid, listConversations, readConversation } from './conversation-rows.ts'
import { readTree, shownBranch } from './message-rows.ts'
import { createRunRecords, endDeadRuns } from './run-records.ts'
import { storable, storableText } from './stored-text.ts'

export interface ChatStoreOptions {
  readonly db: Pick<Database, 'query' | 'transaction'>
  readonly now: () => Date
  /** Absent: questions come without files. */
  readonly files?: ConversationFiles
}

const noFiles: ConversationFiles = {
  bind: async () => [],
  copyConversation: async () => new Map(),
  removeConversation: async () => undefined,
}

/** Opens the store. Runs that a dead process left as 'running' become 'interrupted'. */
export async function createChatStore({ db, now, files = noFiles }: ChatStoreOptions): Promise<ChatStore> {
  await endDeadRuns(db, now())

  return {
    ...createRunRecords({ db, now, files }),

    conversations: (userId, search) => listConversations(db, userId, search?.trim() ?? ''),
    conversation: (userId, conversationId) => readConversation(db, userId, conversationId),
    messages: (userId, conversationId) => shownBranch(db, userId, conversationId),

    async rename(userId, conversationId, title) {
      if (!isUuid(conversationId)) return null
      await db.query('update conversation set title = $3 where user_id = $1 and id = $2', [
        userId,
        conversationId,
        storableText(title).trim().slice(0, 120),
      ])
      return readConversation(db, userId, conversationId)
    },

    async configure(userId, conversationId, { agent, model, subjectId }) {
      if (!isUuid(conversationId)) return null
      const params: unknown[] = [userId, conversationId]
      const set: string[] = []
      const put = (column: string, value: unknown, type = '') => set.push(`${column} = $${params.push(value)}${type}`)
      if (agent !== undefined) put('agent', agent)
      if (model !== undefined) put('model', model === null ? null : storable(model), '::jsonb')
      if (subjectId !== undefined) put('subject_id', subjectId, '::integer')
      if (set.length > 0)
        await db.query(`update conversation set ${set.join(', ')} where user_id = $1 and id = $2`, params)
      return readConversation(db, userId, conversationId)
    },

    async remove(userId, conversationId) {
      if (!isUuid(conversationId)) return false
      return db.transaction((tx) => removeConversation(tx, userId, conversationId, files))
    },

    async showVersion({ userId, conversationId, messageId }) {
      const known = await readTree(db, userId, conversationId)
      if (known === null || !known.nodes.some(({ id }) => id === messageId)) return null
      await db.query('update conversation set leaf_id = $3 where user_id = $1 and id = $2', [
        userId,
        conversationId,
        known.tree.newestEnd(messageId),
      ])
      return shownBranch(db, userId, conversationId)
    },

    async branch(place) {
      if (!isUuid(place.messageId)) return null
      const id = await db.transaction((tx) => copyBranch(tx, place, now(), files))
      return id === null ? null : readConversation(db, place.userId, id)
    },
  }
}
