/** Notes about a person: what agents proposed and the person approved, and what the person wrote. */
import type { Queryable } from '../../db/database.ts'
import { AttachmentError } from './attachment-error.ts'
import { filePath } from './file-path.ts'
import { storable } from './scratch-mount.ts'
import type { FileResult, MemoryNote } from './types.ts'

export const NOTE_CHARS = 64_000
const NOTES = 200
const SPACE = 'memories'

export interface NoteRows {
  list(userId: number): Promise<MemoryNote[]>
  /** Why a note cannot be kept there; null when it can. `path` as agents see it. */
  refusal(userId: number, path: string, text: string): Promise<FileResult<never> | null>
  write(userId: number, path: string, text: string, provenance: MemoryNote['provenance']): Promise<void>
  remove(userId: number, path: string): Promise<boolean>
}

/** `/memories/profile.md` → `/profile.md`, as it is stored. */
const stored = (path: string): string => path.slice('/memories'.length)

export function createNoteRows({ db, now }: { db: Queryable; now: () => Date }): NoteRows {
  async function list(userId: number): Promise<MemoryNote[]> {
    const rows = await db.query<{
      path: string
      content: string | null
      changed_at: Date
      provenance: unknown
    }>(
      `select path, content, changed_at, provenance from agent_file where user_id = $1 and space = $2
       order by path <> '/profile.md', path`,
      [userId, SPACE],
    )
    return rows.map(({ path, content, changed_at, provenance }) => ({
      path: `/memories${path}`,
      text: content ?? '',
      changedAt: changed_at.toISOString(),
      provenance: provenanceOf(provenance),
    }))
  }
  return {
    list,
    async refusal(userId, path, text) {
      if (!/\.(?:md|txt)$/i.test(path))
        return { ok: false, code: 'bad_path', message: `Notes are Markdown: write ${path}.md or /memories/profile.md.` }
      if (text.length > NOTE_CHARS)
        return { ok: false, code: 'too_large', message: `A note may hold ${NOTE_CHARS} characters. Write it shorter.` }
      const notes = await list(userId)
      if (notes.some((note) => note.path.startsWith(`${path}/`) || path.startsWith(`${note.path}/`)))
        return { ok: false, code: 'bad_path', message: `${path} would be both a folder and a note. Take another name.` }
      if (notes.length >= NOTES && !notes.some((note) => note.path === path))
        return { ok: false, code: 'no_space', message: `There are ${NOTES} notes already. Change one of them.` }
      return null
    },
    async write(userId, path, text, provenance) {
      await db.query(
        `insert into agent_file (user_id, space, path, mime, content, provenance, created_at, changed_at)
         values ($1, $2, $3, 'text/markdown', $4, $5::jsonb, $6, $6)
         on conflict (user_id, space, path) do update set content = $4, provenance = $5::jsonb, changed_at = $6`,
        [
          userId,
          SPACE,
          stored(path),
          storable(text),
          provenance === null ? null : storable(JSON.stringify(provenance)),
          now(),
        ],
      )
    },
    async remove(userId, path) {
      const gone = await db.query(
        'delete from agent_file where user_id = $1 and space = $2 and path = $3 returning path',
        [userId, SPACE, stored(path)],
      )
      return gone.length > 0
    },
  }
}

/** The path of a note as a person or a page gives it: with `/memories` or without. Throws AttachmentError. */
export function notePath(given: string): string {
  const whole = given.startsWith('/memories/') ? given : `/memories/${given.replace(/^\//, '')}`
  const parsed = filePath(whole)
  if (parsed.ok && parsed.at.mount === 'memories' && parsed.at.inner !== '/') return parsed.at.path
  throw new AttachmentError(
    'bad_note',
    { en: 'A note needs a simple name.', zh: '笔记需要一个简单的名称。' },
    { en: 'Use a name like sleep-habits.md.', zh: '例如 sleep-habits.md。' },
  )
}

/** What `refusal` says, for the person who writes a note. */
export function noteFault(refusal: FileResult<never>): AttachmentError {
  const code = refusal.ok ? 'bad_path' : refusal.code
  if (code === 'too_large')
    return new AttachmentError(
      'bad_note',
      { en: `A note may hold ${NOTE_CHARS} characters.`, zh: `一条笔记最多 ${NOTE_CHARS} 个字符。` },
      { en: 'Shorten it, or split it into two notes.', zh: '请缩短内容，或分成两条笔记。' },
    )
  if (code === 'no_space')
    return new AttachmentError(
      'bad_note',
      { en: `There are ${NOTES} notes already.`, zh: `已有 ${NOTES} 条笔记。` },
      { en: 'Remove a note first.', zh: '请先删除一条笔记。' },
    )
  return new AttachmentError(
    'bad_note',
    { en: 'A note cannot have this name.', zh: '笔记不能使用这个名称。' },
    { en: 'Use a name of its own that ends in .md.', zh: '请使用以 .md 结尾且未被占用的名称。' },
  )
}

function provenanceOf(value: unknown): MemoryNote['provenance'] {
  if (typeof value !== 'object' || value === null) return null
  const { conversationId, agent, approvedAt, untrusted }: Record<string, unknown> = { ...value }
  return {
    conversationId: typeof conversationId === 'string' ? conversationId : null,
    agent: typeof agent === 'string' ? agent : 'unknown',
    approvedAt: typeof approvedAt === 'string' ? approvedAt : '',
    untrusted: Array.isArray(untrusted) ? untrusted.filter((one) => typeof one === 'string') : [],
  }
}
