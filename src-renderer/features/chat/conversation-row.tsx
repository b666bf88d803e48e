/** One conversation in the list: opens, renames in place, is deleted with a way back. */
import { Braces, Ellipsis, FileText, Pencil, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import type { ConversationView } from '../../../src-main/api/contract/chat.ts'
import { isImeKey } from '../../app/shortcuts.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { useConversations } from '../../stores/conversations.ts'
import { useLayout } from '../../stores/layout.ts'
import { cx } from '../../ui/class-names.ts'
import { Input } from '../../ui/input.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { useConversationExport } from './conversation-export.ts'

export function ConversationRow({ item, isCurrent }: { item: ConversationView; isCurrent: boolean }) {
  const { t } = useTranslation('chat')
  const { t: common } = useTranslation()
  const [, navigate] = useLocation()
  const [isRenaming, setRenaming] = useState(false)
  const { t: words } = useTranslation('composer')
  const exportAs = useConversationExport()
  const { hide, unhide, remove } = useConversations.getState()

  const deleteWithUndo = () => {
    hide(item.id)
    if (isCurrent) navigate('/chat')
    toast(t('deleted', { title: item.title }), {
      durationMs: 7_000,
      action: { label: common('undo'), run: () => unhide(item.id) },
      onDismiss: () => {
        remove(item.id).catch((error: unknown) =>
          toast(`${t('deleteFailed')} ${errorWords(error).message}`, { tone: 'error' }),
        )
      },
    })
  }
  if (isRenaming) return <RenameField item={item} onDone={() => setRenaming(false)} />
  return (
    <li className="group relative mx-2">
      <Link
        href={`/chat/${encodeURIComponent(item.id)}`}
        data-row
        aria-current={isCurrent ? 'page' : undefined}
        onClick={() => useLayout.getState().closeListOver()}
        className={cx(
          'block rounded-md py-1.5 pr-8 pl-2.5 text-sm transition-colors focus-visible:-outline-offset-2',
          isCurrent ? 'bg-hover font-medium text-ink' : 'text-ink-2 hover:bg-hover',
        )}
      >
        <span className="flex items-center gap-1.5">
          <span className="min-w-0 flex-1 truncate">{item.title}</span>
          {item.activity !== null && <ActivityMark activity={item.activity} />}
        </span>
        {item.snippet && <span className="block truncate font-normal text-ink-3 text-xs">{item.snippet}</span>}
      </Link>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={t('conversationMenu', { title: item.title })}
            className="absolute top-1 right-1 grid size-6 place-items-center rounded-sm text-ink-2 opacity-0 hover:bg-line focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100"
          >
            <Ellipsis className="size-4" strokeWidth={1.6} aria-hidden />
          </button>
        }
        items={[
          { label: common('rename'), icon: Pencil, onSelect: () => setRenaming(true) },
          {
            label: words('exportMarkdown'),
            icon: FileText,
            onSelect: () => void exportAs(item.id, 'markdown'),
          },
          { label: words('exportJson'), icon: Braces, onSelect: () => void exportAs(item.id, 'json') },
          'separator',
          { label: common('delete'), icon: Trash2, danger: true, onSelect: deleteWithUndo },
        ]}
      />
    </li>
  )
}

/** Written just now, or held up until the person answers. */
function ActivityMark({ activity }: { activity: 'running' | 'waiting' }) {
  const { t } = useTranslation('composer')
  return (
    <>
      <span
        aria-hidden
        className={cx(
          'size-2 shrink-0 rounded-full',
          activity === 'waiting' ? 'bg-amber' : 'animate-pulse bg-accent motion-reduce:animate-none',
        )}
      />
      <span className="sr-only">{t(activity === 'waiting' ? 'stateWaiting' : 'stateRunning')}</span>
    </>
  )
}

function RenameField({ item, onDone }: { item: ConversationView; onDone: () => void }) {
  const { t } = useTranslation('chat')
  const [title, setTitle] = useState(item.title)
  const rename = useConversations((state) => state.rename)
  const isDone = useRef(false)
  const end = () => {
    isDone.current = true
    onDone()
  }
  const save = () => {
    // Leaving the field follows Enter and Escape; only the first of them counts.
    if (isDone.current) return
    end()
    const next = title.trim()
    if (next === '' || next === item.title) return
    rename(item.id, next).catch((error: unknown) =>
      toast(`${t('renameFailed')} ${errorWords(error).message}`, { tone: 'error' }),
    )
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    if (isImeKey(event.nativeEvent)) return
    if (event.key === 'Enter') save()
    else if (event.key === 'Escape') end()
  }
  return (
    <li className="mx-2 py-px">
      <Input
        autoFocus
        value={title}
        maxLength={120}
        aria-label={t('newTitle')}
        onChange={(event) => setTitle(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={save}
        onKeyDown={onKeyDown}
      />
    </li>
  )
}
