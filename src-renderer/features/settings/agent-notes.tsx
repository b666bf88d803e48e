/** What agents keep about the person, with where it came from: read, changed and deleted here. */
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useFormat } from '../../format/use-format.ts'
import { type Client, client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { useConversations } from '../../stores/conversations.ts'
import { useAction } from '../../stores/use-action.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Field, Textarea } from '../../ui/input.tsx'
import { Panel } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { spelledOut } from '../servers/marked-text.ts'

type NoteView = Awaited<ReturnType<Client['chat']['notes']>>[number]

/** The file's name without its folder and ending. */
const nameOf = (path: string): string => path.replace(/^.*\//, '').replace(/\.md$/, '')

export function AgentNotes({ timeZone }: { timeZone: string }) {
  const { t } = useTranslation('models')
  const read = useLoaded('notes', () => client.chat.notes(), ['waiting-changed', 'conversations-changed'])
  const [editing, setEditing] = useState<NoteView | null>(null)
  const [deleting, setDeleting] = useState<NoteView | null>(null)
  const remove = async ({ path }: NoteView) => {
    try {
      await client.chat.removeNote({ path })
      read.reload()
    } catch (error) {
      toast(`${t('noteDeleteFailed')} ${errorWords(error).message}`, { tone: 'error' })
    }
  }
  return (
    <Panel title={t('notes')}>
      <p className="px-3.5 pb-3 text-ink-2 text-sm">{t('notesText')}</p>
      {read.value === null && (
        <div className="px-3.5 pb-3.5">
          {read.error === null ? (
            <SkeletonLines lines={2} />
          ) : (
            <ErrorState title={t('notesFailed')} error={read.error} onRetry={read.reload} />
          )}
        </div>
      )}
      {read.value?.length === 0 && (
        <p className="border-line border-t px-3.5 py-3 text-ink-3 text-sm">{t('notesNone')}</p>
      )}
      <ul>
        {read.value?.map((note) => (
          <NoteRow
            key={note.path}
            note={note}
            timeZone={timeZone}
            onEdit={() => setEditing(note)}
            onDelete={() => setDeleting(note)}
          />
        ))}
      </ul>
      {editing && <NoteDialog note={editing} onClose={() => setEditing(null)} onSaved={read.reload} />}
      {deleting && (
        <ConfirmDialog
          open
          onOpenChange={() => setDeleting(null)}
          title={t('noteDeleteAsk', { name: nameOf(deleting.path) })}
          description={t('noteDeleteText')}
          confirmLabel={t('removeConfirm')}
          onConfirm={() => remove(deleting)}
        />
      )}
    </Panel>
  )
}

interface NoteRowProps {
  note: NoteView
  timeZone: string
  onEdit: () => void
  onDelete: () => void
}

function NoteRow({ note, timeZone, onEdit, onDelete }: NoteRowProps) {
  const { t } = useTranslation('models')
  const { t: composer } = useTranslation('composer')
  const format = useFormat()
  const title = useConversations((state) => (note.conversationId ? state.known[note.conversationId]?.title : undefined))
  const name = nameOf(note.path)
  const agent = note.agent === 'deep' || note.agent === 'base' || note.agent === 'quick' ? note.agent : null
  return (
    <li className="border-line border-t px-3.5 py-2.5">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium text-sm">{name}</p>
          <p className="text-ink-3 text-xs">
            {t('noteChanged', { when: format.instant(note.changedAt, timeZone) })}
            {agent && ` · ${t('noteBy', { agent: composer(agent) })}`}
            {note.conversationId && (
              <>
                {' · '}
                <Link
                  href={`/chat/${encodeURIComponent(note.conversationId)}`}
                  className="text-accent underline decoration-1 underline-offset-2"
                >
                  {title ? t('noteFromTitle', { title }) : t('noteFrom')}
                </Link>
              </>
            )}
          </p>
        </div>
        <IconButton icon={Pencil} size="sm" label={t('noteEditName', { name })} onClick={onEdit} />
        <IconButton icon={Trash2} size="sm" label={t('noteDelete', { name })} onClick={onDelete} />
      </div>
      <p className="mt-1 max-h-40 overflow-y-auto whitespace-pre-wrap break-words text-sm">{note.text}</p>
      {note.untrusted.length > 0 && (
        <p className="mt-1.5 rounded-md bg-amber-soft px-2.5 py-1 text-amber text-xs">
          {t('noteUntrusted', { sources: note.untrusted.map(spelledOut).join(', ') })}
        </p>
      )}
    </li>
  )
}

interface NoteDialogProps {
  note: NoteView
  onClose: () => void
  onSaved: () => void
}

function NoteDialog({ note, onClose, onSaved }: NoteDialogProps) {
  const { t } = useTranslation('models')
  const [text, setText] = useState(note.text)
  const save = useAction(async () => {
    await client.chat.writeNote({ path: note.path, text })
    onSaved()
    onClose()
  })
  return (
    <FormDialog
      title={t('noteEditName', { name: nameOf(note.path) })}
      confirmLabel={t('save')}
      failedTitle={t('noteSaveFailed')}
      action={save}
      canSubmit={text.trim() !== ''}
      onClose={onClose}
    >
      <Field label={t('noteText')}>
        {({ id }) => (
          <Textarea
            id={id}
            rows={10}
            maxLength={64_000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
