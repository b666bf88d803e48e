/** How an answer ended when it did not end by itself, and the way on. */
import { CircleAlert, Info, Play, RotateCw } from 'lucide-react'
import { useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageView } from '../../../src-main/api/contract/chat.ts'
import { Button } from '../../ui/button.tsx'
import { ThreadContext, useThreadActions } from './thread-scope.ts'

/** Put aside by the person in this window; they do not come back when the page is opened again. */
const dismissed = new Set<string>()

export interface AnswerStateProps {
  message: MessageView
  question: string | null
  onAsk: (question: string) => void
}

export function AnswerState({ message, question, onAsk }: AnswerStateProps) {
  const { t } = useTranslation('chat')
  const { t: words } = useTranslation('thread')
  const actions = useThreadActions()
  const { isBusy } = useContext(ThreadContext)
  const [isDismissed, setDismissed] = useState(dismissed.has(message.id))
  const { state } = message
  const hasError = message.events.some(({ type }) => type === 'error')
  if (isDismissed || (state !== 'interrupted' && state !== 'stopped' && !(state === 'failed' && !hasError))) return null
  const canResume = state === 'interrupted' && message.canResume && actions !== null
  const text = canResume ? words('state.canResume') : state === 'failed' ? words('state.failed') : t(state)
  const Icon = state === 'failed' ? CircleAlert : Info
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2 rounded-md border border-line bg-surface py-1.5 pr-1.5 pl-3 text-ink-2 text-sm">
      <Icon className="size-4 shrink-0 text-ink-3" strokeWidth={1.6} aria-hidden />
      <span className="min-w-0 flex-1 basis-48">{text}</span>
      {canResume && (
        <>
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              dismissed.add(message.id)
              setDismissed(true)
            }}
          >
            {words('state.dismiss')}
          </Button>
          <Button size="sm" variant="primary" icon={Play} disabled={isBusy} onClick={() => actions.resume(message.id)}>
            {words('state.resume')}
          </Button>
        </>
      )}
      {!canResume && question && (
        <Button
          size="sm"
          icon={RotateCw}
          disabled={isBusy}
          onClick={() => (actions ? actions.regenerate(message.id) : onAsk(question))}
        >
          {t('askAgain')}
        </Button>
      )}
    </div>
  )
}
