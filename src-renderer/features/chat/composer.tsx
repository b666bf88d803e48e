/** Where one writes: grows to 40 % of the window, keeps drafts, takes files, never sends while an input method composes. */
import { ArrowUp, FileInput, ListPlus, Paperclip, Square } from 'lucide-react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttachmentView } from '../../../src-main/api/contract/chat.ts'
import { isImeKey } from '../../app/shortcuts.ts'
import { useChat } from '../../stores/chat.ts'
import { useAttachments } from '../../stores/chat-attachments.ts'
import { useQueue } from '../../stores/chat-queue.ts'
import { useImports } from '../../stores/imports.ts'
import { IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { ComposerAttachments, useWaitingFiles } from './composer-attachments.tsx'
import { composerId } from './composer-focus.ts'
import { ComposerModel } from './composer-model.tsx'
import { filePickerId, pickFiles } from './composer-panels.ts'
import { ComposerPrivacy } from './composer-privacy.tsx'
import { useReceive } from './composer-receive.ts'
import { ComposerSubject } from './composer-subject.tsx'
import { keepDraft, readDraft } from './drafts.ts'

export interface ComposerProps {
  /** Null for a chat that has not begun. */
  conversationId: string | null
  /** Conversation id, or the key of the new thread: what drafts and files are kept under. */
  conversation: string
  isRunning: boolean
  onSend: (question: string, attachments: readonly AttachmentView[]) => void
  onStop: () => void
}

/** As long as the hub takes a question. */
const maxLength = 32_000

export function Composer({ conversationId, conversation, isRunning, onSend, onStop }: ComposerProps) {
  const { t } = useTranslation('chat')
  const { t: words } = useTranslation('composer')
  const [text, setText] = useState(() => readDraft(conversation))
  const field = useRef<HTMLTextAreaElement>(null)
  const files = useWaitingFiles(conversation)
  const receive = useReceive((state) => state.receive)

  useEffect(() => useAttachments.getState().recall(conversation), [conversation])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
  }, [text])

  const change = (next: string) => {
    setText(next)
    keepDraft(conversation, next)
  }
  const isSending = files.some((file) => file.view === null && file.error === null)
  const hasFailed = files.some((file) => file.error !== null)
  const canSend = text.trim() !== '' && !isSending && !hasFailed
  const send = () => {
    if (!canSend) return
    onSend(text.trim(), useAttachments.getState().take(conversation))
    change('')
  }
  /** What was asked or queued last, for another try at it. */
  const recall = (): boolean => {
    const queued = useQueue.getState().queues[conversation]?.at(-1)
    if (queued) {
      useQueue.getState().remove(conversation, queued.id)
      change(queued.question)
      return true
    }
    const asked = useChat.getState().threads[conversation]?.messages?.findLast((message) => message.role === 'user')
    if (asked) change(asked.text)
    return asked !== undefined
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isImeKey(event.nativeEvent)) return
    if (event.key === 'ArrowUp' && text === '' && !event.shiftKey && recall()) event.preventDefault()
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    // With Ctrl or Cmd it does not wait for the answer that is being written.
    if ((event.ctrlKey || event.metaKey) && isRunning && canSend) onStop()
    send()
  }
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = [...event.clipboardData.files]
    if (pasted.length === 0) return
    event.preventDefault()
    void receive(conversation, pasted)
  }
  const sendLabel = isSending
    ? words('filesWait')
    : hasFailed
      ? words('filesFailed')
      : isRunning
        ? words('queueAdd')
        : t('send')
  return (
    <form
      aria-label={t('composer')}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="mx-auto w-full max-w-[760px] rounded-xl border border-line-strong bg-surface shadow-float transition-colors focus-within:border-accent"
    >
      <ComposerAttachments conversation={conversation} />
      <textarea
        id={composerId}
        ref={field}
        rows={1}
        maxLength={maxLength}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        placeholder={t('placeholder')}
        aria-label={t('placeholder')}
        className="block max-h-[40vh] w-full resize-none bg-transparent px-4 pt-3 pb-1 text-[15px] leading-relaxed focus:outline-none"
      />
      <div className="flex items-center gap-1.5 px-2.5 pb-2.5">
        <input
          id={filePickerId}
          type="file"
          multiple
          tabIndex={-1}
          aria-label={words('attach')}
          className="hidden"
          onChange={(event) => {
            const picked = [...(event.target.files ?? [])]
            // The same file can be picked again after it was taken away.
            event.target.value = ''
            if (picked.length > 0) useAttachments.getState().add(conversation, picked)
          }}
        />
        <Menu
          align="start"
          trigger={<IconButton icon={Paperclip} label={words('add')} />}
          items={[
            { label: words('attach'), icon: Paperclip, onSelect: pickFiles },
            { label: words('importData'), icon: FileInput, onSelect: () => useImports.getState().setSheet(true) },
          ]}
        />
        <ComposerModel conversationId={conversationId} />
        <ComposerSubject conversationId={conversationId} />
        <ComposerPrivacy conversationId={conversationId} text={text} />
        <div className="flex-1" />
        {(!isRunning || text.trim() !== '') && (
          <IconButton
            icon={isRunning ? ListPlus : ArrowUp}
            type="submit"
            label={sendLabel}
            keys={['enter']}
            variant={isRunning ? 'secondary' : 'primary'}
            disabled={!canSend}
            className="rounded-[10px]"
          />
        )}
        {isRunning && (
          <IconButton icon={Square} label={t('stop')} keys={['esc']} variant="secondary" onClick={onStop} />
        )}
      </div>
    </form>
  )
}
