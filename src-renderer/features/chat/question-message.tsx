/** What a person asked: its words and files; it can be copied, or asked again in other words. */
import { Pencil } from 'lucide-react'
import { type KeyboardEvent, memo, useContext, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageView } from '../../../src-main/api/contract/chat.ts'
import { isImeKey } from '../../app/shortcuts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { AttachmentChips } from './attachment-chips.tsx'
import { ThreadContext, useThreadActions } from './thread-scope.ts'
import { VersionSwitch } from './version-switch.tsx'

export const QuestionMessage = memo(function QuestionMessage({ message }: { message: MessageView }) {
  const { t } = useTranslation('chat')
  const { t: words } = useTranslation('thread')
  const actions = useThreadActions()
  const { isBusy } = useContext(ThreadContext)
  const [isEditing, setEditing] = useState(false)
  if (isEditing && actions !== null) {
    return (
      <QuestionEditor
        text={message.text}
        onCancel={() => setEditing(false)}
        onAsk={(question) => {
          setEditing(false)
          actions.editAndAsk(message.id, question)
        }}
      />
    )
  }
  const canEdit = actions !== null && !isBusy && !message.id.startsWith('local-')
  return (
    <div className="group ml-auto flex max-w-[80%] flex-col items-end gap-1">
      {message.attachments.length > 0 && <AttachmentChips attachments={message.attachments} />}
      <p className="w-fit max-w-full whitespace-pre-wrap break-words rounded-[14px_14px_4px_14px] border border-line bg-sunken px-3.5 py-2 text-[15px]">
        <span className="sr-only">{t('youAsked')} </span>
        {message.text}
      </p>
      <div className="-mb-3.5 flex h-6 items-center gap-0.5">
        <div className="flex items-center gap-0.5 opacity-0 transition-opacity focus-within:opacity-100 group-hover:opacity-100">
          {canEdit && (
            <IconButton icon={Pencil} size="sm" label={words('message.edit')} onClick={() => setEditing(true)} />
          )}
          <CopyButton text={message.text} label={words('message.copy')} size="sm" />
        </div>
        <VersionSwitch message={message} />
      </div>
    </div>
  )
})

interface QuestionEditorProps {
  text: string
  onCancel: () => void
  onAsk: (question: string) => void
}

/** Escape leaves it, Enter asks, and neither while an input method composes. */
function QuestionEditor({ text, onCancel, onAsk }: QuestionEditorProps) {
  const { t } = useTranslation('thread')
  const { t: common } = useTranslation()
  const [draft, setDraft] = useState(text)
  const field = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [draft])
  const ask = () => {
    if (draft.trim() !== '') onAsk(draft.trim())
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isImeKey(event.nativeEvent)) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onCancel()
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      ask()
    }
  }
  return (
    <form
      className="ml-auto flex w-full max-w-[80%] flex-col gap-2 rounded-[14px_14px_4px_14px] border border-accent bg-surface p-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
    >
      <textarea
        ref={field}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
        autoFocus
        rows={1}
        maxLength={32_000}
        value={draft}
        aria-label={t('message.editField')}
        onChange={(event) => setDraft(event.target.value)}
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        onKeyDown={onKeyDown}
        className="block max-h-[40vh] w-full resize-none bg-transparent px-1 text-[15px] leading-relaxed focus:outline-none"
      />
      <div className="flex items-center justify-end gap-2">
        <p className="mr-auto pl-1 text-ink-3 text-xs">{t('message.editHint')}</p>
        <Button size="sm" onClick={onCancel}>
          {common('cancel')}
        </Button>
        <Button size="sm" type="submit" variant="primary" disabled={draft.trim() === ''}>
          {t('message.ask')}
        </Button>
      </div>
    </form>
  )
}
