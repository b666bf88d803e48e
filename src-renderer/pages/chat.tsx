/** The chat: list column, thread or welcome, composer. */
import { PanelLeft } from 'lucide-react'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import type { AttachmentView } from '../../src-main/api/contract/chat.ts'
import { Composer } from '../features/chat/composer.tsx'
import { ComposerFileQuestion } from '../features/chat/composer-file-question.tsx'
import { focusComposer, isComposerFocused } from '../features/chat/composer-focus.ts'
import { ComposerNotice } from '../features/chat/composer-notice.tsx'
import { ComposerQueue } from '../features/chat/composer-queue.tsx'
import { ConversationExport, ConversationSubject } from '../features/chat/conversation-header.tsx'
import { ConversationList } from '../features/chat/conversation-list.tsx'
import { moveDraft } from '../features/chat/drafts.ts'
import { EmptyChat } from '../features/chat/empty-chat.tsx'
import { Thread } from '../features/chat/thread.tsx'
import { ModelGuide } from '../features/models/model-guide.tsx'
import { Welcome } from '../features/welcome/welcome.tsx'
import { useApp } from '../stores/app.ts'
import { newThread, useChat } from '../stores/chat.ts'
import { useAttachments } from '../stores/chat-attachments.ts'
import { useChoice } from '../stores/chat-choice.ts'
import { useConversations } from '../stores/conversations.ts'
import { useLayout } from '../stores/layout.ts'
import { useServers } from '../stores/servers.ts'
import { IconButton } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'

/**
 * Reads the conversation; the store follows what is being written in it, here or elsewhere. The page follows only what
 * stands around the words: they change many times a second, and only the thread is drawn again for them.
 */
function useThread(id: string | null): { isRunning: boolean; hasMessages: boolean } {
  const isRunning = useChat((state) => state.threads[id ?? newThread]?.run != null)
  const hasMessages = useChat((state) => Boolean(state.threads[id ?? newThread]?.messages))
  const open = useChat((state) => state.open)
  const startNew = useChat((state) => state.startNew)
  useEffect(() => {
    if (id === null) startNew()
    else void open(id)
  }, [id, open, startNew])
  return { isRunning, hasMessages }
}

/** Esc stops the answer, unless it closes something that is open above the page. */
function useStopKey(isRunning: boolean, stop: () => void) {
  useEffect(() => {
    if (!isRunning) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
      if (document.querySelector('[role="dialog"],[role="alertdialog"],[role="menu"]')) return
      stop()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isRunning, stop])
}

export function ChatPage({ id }: { id: string | null }) {
  const { t } = useTranslation('chat')
  const { t: common } = useTranslation()
  const [, navigate] = useLocation()
  const { isRunning, hasMessages } = useThread(id)
  const ask = useChat((state) => state.ask)
  const stopRun = useChat((state) => state.stop)
  const conversations = useConversations((state) => state.items)
  const known = useConversations((state) => (id === null ? undefined : state.known[id]))
  const info = useApp((state) => state.info)
  const startError = useApp((state) => state.error)
  const loadApp = useApp((state) => state.load)
  const { isNarrow, isListShown, isListOver, toggleList, closeListOver } = useLayout()

  const onStop = useCallback(() => stopRun(id), [stopRun, id])
  useStopKey(isRunning, onStop)
  const onAsk = useCallback(
    (question: string, attachments: readonly AttachmentView[] = []) =>
      ask(id, question, { attachments }, (started) => {
        if (id !== null) return
        moveDraft(newThread, started)
        useAttachments.getState().move(newThread, started)
        // Someone who has gone elsewhere meanwhile is not pulled back.
        if (/^#\/chat\/?$/.test(window.location.hash)) {
          const isWriting = isComposerFocused()
          navigate(`/chat/${encodeURIComponent(started)}`, { replace: true })
          // The conversation has a composer of its own (its drafts are its own); a cursor that was in it moves along.
          if (isWriting) focusComposer()
        }
      }),
    [ask, id, navigate],
  )

  const title = id === null ? common('newChat') : (known?.title ?? common('chat'))
  useEffect(() => {
    document.title = `${title} · ${common('appName')}`
  }, [title, common])

  // Who has servers or has chosen a model has something to ask, without any records.
  const hasServers = useServers((state) => (state.servers?.length ?? 0) > 0)
  const hasModel = useChoice((state) => state.fresh.agent !== 'quick')
  const canAsk = info?.hasRecords || hasServers || hasModel || id !== null || hasMessages
  // Not known yet counts as none: a list that came and went would move the page under the pointer.
  const hasList = canAsk || (conversations?.length ?? 0) > 0
  const isListVisible = hasList && (isNarrow ? isListOver : isListShown)
  return (
    <div className="relative flex min-h-0 flex-1">
      {isListVisible && !isNarrow && <ConversationList current={id} />}
      {isListVisible && isNarrow && (
        <>
          <button
            type="button"
            aria-label={common('close')}
            className="motion-appear absolute inset-0 z-20 bg-scrim"
            onClick={closeListOver}
          />
          <div className="absolute inset-y-0 left-0 z-30 shadow-float">
            <ConversationList current={id} />
          </div>
        </>
      )}
      <main className="flex min-w-0 flex-1 flex-col" aria-busy={!canAsk && info === null && startError === null}>
        {startError !== null && info === null ? (
          <div className="p-7">
            <ErrorState title={common('startFailed')} error={startError} onRetry={() => void loadApp()} />
          </div>
        ) : !canAsk ? (
          // Whether this is a first run shows with the hub's first answer: what was drawn before would be taken away again.
          info !== null && <Welcome />
        ) : (
          <>
            <PageHeader
              title={title}
              lead={
                (isNarrow || !isListShown) && (
                  <IconButton
                    icon={PanelLeft}
                    label={common('toggleList')}
                    keys={['mod', 'B']}
                    side="bottom"
                    className="-ml-2"
                    onClick={toggleList}
                  />
                )
              }
              about={<ConversationSubject conversationId={id} />}
              actions={id !== null && <ConversationExport conversationId={id} />}
            />
            <Body id={id} onAsk={onAsk} />
            <div className="shrink-0 px-5 pt-2 pb-4.5">
              <ComposerQueue conversation={id ?? newThread} isRunning={isRunning} />
              <ComposerNotice conversationId={id} />
              <Composer
                key={id ?? newThread}
                conversationId={id}
                conversation={id ?? newThread}
                isRunning={isRunning}
                onSend={onAsk}
                onStop={onStop}
              />
              <p className="sr-only">{t('keysHint')}</p>
            </div>
          </>
        )}
      </main>
      <ComposerFileQuestion />
      <ModelGuide />
    </div>
  )
}

interface BodyProps {
  id: string | null
  onAsk: (question: string) => void
}

function Body({ id, onAsk }: BodyProps) {
  const { t } = useTranslation('chat')
  const messages = useChat((state) => state.threads[id ?? newThread]?.messages ?? null)
  const error = useChat((state) => state.threads[id ?? newThread]?.error ?? null)
  const open = useChat((state) => state.open)
  if (messages && messages.length > 0) return <Thread key={id} conversationId={id} messages={messages} onAsk={onAsk} />
  if (id === null) return <EmptyChat onAsk={onAsk} />
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-6">
      <div className="mx-auto max-w-[760px]">
        {error !== null ? (
          <ErrorState title={t('threadFailed')} error={error} onRetry={() => void open(id)} />
        ) : (
          messages === null && <SkeletonLines lines={5} />
        )}
      </div>
    </div>
  )
}
