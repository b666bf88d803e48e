/** Questions that wait until the answer is done: in order, each can be changed, taken away or sent. */
import { ArrowUp, CornerDownRight, Pencil, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isImeKey } from '../../app/shortcuts.ts'
import { useChat } from '../../stores/chat.ts'
import { type QueuedQuestion, useQueue } from '../../stores/chat-queue.ts'
import { newThread } from '../../stores/chat-thread.ts'
import { IconButton } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Input } from '../../ui/input.tsx'

export interface ComposerQueueProps {
  /** Conversation id, or the key of the new thread. */
  conversation: string
  isRunning: boolean
}

export function ComposerQueue({ conversation, isRunning }: ComposerQueueProps) {
  const { t } = useTranslation('composer')
  const items = useQueue((state) => state.queues[conversation])
  if (!items || items.length === 0) return null
  return (
    <section aria-label={t('queue')} className="mx-auto mb-2 w-full max-w-[760px] rounded-lg border border-line bg-bg">
      <p className="px-3 pt-1.5 text-ink-3 text-xs">{t(isRunning ? 'queueHint' : 'queueHeld')}</p>
      <ol className="max-h-36 overflow-y-auto p-1">
        {items.map((item) => (
          <QueueRow key={item.id} item={item} conversation={conversation} isRunning={isRunning} />
        ))}
      </ol>
    </section>
  )
}

function QueueRow({ item, conversation, isRunning }: ComposerQueueProps & { item: QueuedQuestion }) {
  const { t } = useTranslation('composer')
  const [isEditing, setEditing] = useState(false)
  const { remove, change } = useQueue.getState()
  const files = item.options.attachments?.length ?? 0
  const { question } = item
  if (isEditing) {
    return (
      <EditRow
        question={question}
        onEnd={(next) => {
          setEditing(false)
          if (next !== null) change(conversation, item.id, next)
        }}
      />
    )
  }
  return (
    <li className="flex min-h-7 items-center gap-1 rounded-sm pl-2 hover:bg-hover">
      <CornerDownRight className="size-3.5 shrink-0 text-ink-3" strokeWidth={1.6} aria-hidden />
      <span className="min-w-0 flex-1 truncate px-1 text-sm">{question}</span>
      {files > 0 && <Chip>{t('queueFiles', { count: files })}</Chip>}
      {!isRunning && (
        <IconButton
          icon={ArrowUp}
          size="sm"
          label={t('queueSend')}
          onClick={() => useChat.getState().sendQueued(conversation === newThread ? null : conversation, item.id)}
        />
      )}
      <IconButton icon={Pencil} size="sm" label={t('queueEdit', { question })} onClick={() => setEditing(true)} />
      <IconButton
        icon={X}
        size="sm"
        label={t('queueRemove', { question })}
        onClick={() => remove(conversation, item.id)}
      />
    </li>
  )
}

/** Enter keeps the change, Escape leaves it as it was. */
function EditRow({ question, onEnd }: { question: string; onEnd: (next: string | null) => void }) {
  const { t } = useTranslation('composer')
  const [text, setText] = useState(question)
  const isDone = useRef(false)
  const end = (next: string | null) => {
    if (isDone.current) return
    isDone.current = true
    onEnd(next)
  }
  const keep = () => end(text.trim() === '' ? null : text.trim())
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isImeKey(event.nativeEvent)) return
    if (event.key === 'Escape') {
      // Stopping the answer is not what Escape means here.
      event.preventDefault()
      end(null)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      keep()
    }
  }
  return (
    <li className="p-0.5">
      <Input
        autoFocus
        value={text}
        aria-label={t('queueField')}
        onChange={(event) => setText(event.target.value)}
        onBlur={keep}
        onKeyDown={onKeyDown}
      />
    </li>
  )
}
