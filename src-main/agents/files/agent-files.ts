/** Files of agents: the tree of a run, and what pages and conversations do with files and notes. */
import type { Database } from '../../db/database.ts'
import { createDocuments } from '../../documents/documents.ts'
import type { Logger } from '../../log/logger.ts'
import { readBytes, uuidForm } from './attachment-rows.ts'
import { createAttachmentTexts } from './attachment-text.ts'
import { createAttachments } from './attachments.ts'
import { attachmentListing, attachmentsMount } from './attachments-mount.ts'
import { filePath, type MountName } from './file-path.ts'
import { createFileSpace, mountsOf } from './file-space.ts'
import { memoriesMount } from './memories-mount.ts'
import type { Mount } from './mount.ts'
import { createNoteRows, noteFault, notePath } from './note-rows.ts'
import { heldScratch, scratchMime, scratchMount, storedScratch } from './scratch-mount.ts'
import { type ReadableSkills, skillsMount } from './skills-mount.ts'
import type { AgentFiles } from './types.ts'

/** A picture or PDF that a page is shown as it is. */
const SHOWN_BYTES = 24 * 1024 * 1024

/** A page shows every file of a conversation, agents see the newest. */
const ALL = 10_000

export interface AgentFilesOptions {
  readonly db: Database
  readonly skills: ReadableSkills
  readonly now: () => Date
  readonly log: Logger
}

export function createAgentFiles({ db, skills, now, log }: AgentFilesOptions): AgentFiles {
  const documents = createDocuments()
  const texts = createAttachmentTexts({ db, documents })
  const attachments = createAttachments({ db, now })
  const notes = createNoteRows({ db, now })
  // Not waited for: nobody needs what was never sent.
  attachments.sweep().catch((error: unknown) => log.warn('files that were never sent could not be dropped', { error }))

  return {
    ...attachments,

    openSpace({ userId, conversationId, agent, attachments: given, native, gate, callIdOf, signal }) {
      const ids = given.map(({ id }) => id)
      // What is no conversation's id must never name another space of the person.
      const conversation =
        conversationId !== null && uuidForm.test(conversationId) ? conversationId.toLowerCase() : null
      const listing = attachmentListing(db, userId, conversation, ids)
      const options = { db, userId, texts, gate, signal }
      const named = new Map<MountName, Mount>([
        ['uploads', attachmentsMount(() => listing.uploads(), options)],
        ['library', attachmentsMount(listing.library, options)],
        [
          'memories',
          memoriesMount({ rows: notes, userId, conversationId: conversation, agent, gate, callIdOf, now, signal }),
        ],
        ['skills', skillsMount(skills, userId, agent)],
      ])
      const scratch = conversation === null ? heldScratch(now) : storedScratch(db, userId, conversation, now)
      return createFileSpace({
        mounts: mountsOf(scratchMount(scratch), named),
        native,
        documents,
        log: log.child('files'),
        signal,
      })
    },

    async show(userId, conversationId, path) {
      const parsed = filePath(path)
      if (!parsed.ok || !uuidForm.test(conversationId)) return null
      const { at } = parsed
      if (at.mount === null) {
        const text = await storedScratch(db, userId, conversationId, now).read(at.path)
        return text === null ? null : { mime: scratchMime(at.path), text, base64: null }
      }
      if (at.mount !== 'uploads') return null
      const found = (await attachmentListing(db, userId, conversationId, []).uploads(ALL)).find(
        (one) => one.path === at.path,
      )
      if (found === undefined) return null
      const { row } = found
      if (/^(?:image\/(?:png|jpeg|gif|webp)|application\/pdf)$/.test(row.mime) && row.bytes <= SHOWN_BYTES) {
        const bytes = await readBytes(db, userId, row.id)
        if (bytes === null) return null
        return { mime: row.mime, text: null, base64: Buffer.from(bytes).toString('base64') }
      }
      const read = await texts.of(userId, row, row.name)
      return { mime: row.mime, text: read.ok ? read.text : null, base64: null }
    },

    async list(userId, conversationId) {
      if (!uuidForm.test(conversationId)) return []
      const uploads = await attachmentListing(db, userId, conversationId, []).uploads(ALL)
      const scratch = await storedScratch(db, userId, conversationId, now).list()
      return [
        ...uploads.map(({ path, row }) => ({
          path,
          isDirectory: false,
          bytes: row.bytes,
          changedAt: row.created_at.toISOString(),
        })),
        ...scratch,
      ]
    },

    notes: (userId) => notes.list(userId),
    async writeNote(userId, given, text) {
      const path = notePath(given)
      const refused = await notes.refusal(userId, path, text)
      if (refused !== null) throw noteFault(refused)
      await notes.write(userId, path, text, null)
      return path
    },
    removeNote: (userId, given) => notes.remove(userId, notePath(given)),

    close: () => documents.close(),
  }
}
