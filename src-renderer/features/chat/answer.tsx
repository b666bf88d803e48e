/** One answer: its calls, words, charts and notices in order, then the small print. */
import { ChevronRight, CircleAlert, Info, RotateCw } from 'lucide-react'
import { lazy, memo, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageView } from '../../../src-main/api/contract/chat.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type AnswerPart, answerParts, answerSources, answerText, splitSmallPrint } from './answer-parts.ts'
import { Markdown } from './markdown.tsx'
import { ToolLine } from './tool-line.tsx'

const Chart = lazy(() => import('../../ui/chart.tsx').then((module) => ({ default: module.Chart })))

export interface AnswerProps {
  message: MessageView
  /** Asks a question in this conversation. */
  onAsk: (question: string) => void
  /** The question that this answers, for asking it again; null when it is not known. */
  question: string | null
}

export const Answer = memo(function Answer({ message, onAsk, question }: AnswerProps) {
  const { t } = useTranslation('chat')
  const parts = answerParts(message.events)
  const isRunning = message.state === 'running'
  const last = parts.at(-1)
  return (
    <article aria-label={t('answer')} aria-busy={isRunning} className="flex flex-col gap-2">
      {parts.length === 0 && message.text !== '' && <Markdown text={message.text} />}
      {parts.map((part) => (
        <Part key={part.key} part={part} isLast={part === last} isRunning={isRunning} onAsk={onAsk} />
      ))}
      {isRunning && parts.length === 0 && (
        <div role="status" className="flex items-center gap-2 py-1 text-ink-3 text-sm">
          <Skeleton className="size-2 rounded-full" />
          {t('thinking')}
        </div>
      )}
      {(message.state === 'interrupted' || message.state === 'stopped') && (
        <div className="mt-1 flex items-center gap-2 rounded-md border border-line bg-surface py-1.5 pr-1.5 pl-3 text-ink-2 text-sm">
          <Info className="size-4 shrink-0 text-ink-3" strokeWidth={1.6} aria-hidden />
          <span className="min-w-0 flex-1">{message.state === 'stopped' ? t('stopped') : t('interrupted')}</span>
          {question && (
            <Button size="sm" icon={RotateCw} onClick={() => onAsk(question)}>
              {t('askAgain')}
            </Button>
          )}
        </div>
      )}
      {!isRunning && <SmallPrint message={message} />}
    </article>
  )
})

interface PartProps {
  part: AnswerPart
  isLast: boolean
  isRunning: boolean
  onAsk: (question: string) => void
}

function Part({ part, isLast, isRunning, onAsk }: PartProps) {
  const { t } = useTranslation('chat')
  switch (part.kind) {
    case 'text':
      return <Markdown text={splitSmallPrint(part.text).body} isStreaming={isRunning && isLast} />
    case 'reasoning':
      return (
        <details className="group text-ink-2 text-sm">
          <summary className="flex w-fit list-none items-center gap-1 rounded-sm hover:text-ink">
            <ChevronRight
              className="size-3.5 transition-transform group-open:rotate-90"
              strokeWidth={1.6}
              aria-hidden
            />
            {t('reasoning')}
          </summary>
          <p className="mt-1 whitespace-pre-wrap border-line border-l-2 pl-3">{part.text}</p>
        </details>
      )
    case 'tool':
      return <ToolLine part={part} hasEnded={!isRunning} />
    case 'chart':
      return (
        <div className="my-1">
          <Suspense fallback={<Skeleton className="h-[330px] w-full" />}>
            <Chart spec={part.spec} height={260} />
          </Suspense>
        </div>
      )
    case 'notice':
      return <NoticeCard part={part} onAsk={onAsk} />
    case 'error':
      return (
        <div role="alert" className="flex gap-2.5 rounded-lg bg-red-soft px-3.5 py-3 text-sm">
          <CircleAlert className="mt-0.5 size-4 shrink-0 text-red" strokeWidth={1.6} aria-hidden />
          <div className="min-w-0 flex-1">
            <p className="break-words font-medium">{part.error.message}</p>
            {part.error.hint && <p className="break-words text-ink-2">{part.error.hint}</p>}
          </div>
          <CopyButton size="sm" text={`${part.error.code}: ${part.error.message}\n${part.error.hint}`} />
        </div>
      )
  }
}

function NoticeCard({
  part,
  onAsk,
}: {
  part: Extract<AnswerPart, { kind: 'notice' }>
  onAsk: (question: string) => void
}) {
  const { t } = useTranslation('chat')
  const { notice } = part
  const suggestions = notice.suggestions ?? []
  // A correction or hint is a side remark; only a declined question is the answer itself.
  if (notice.code !== 'declined' && suggestions.length === 0) {
    return (
      <p className="flex items-center gap-1.5 text-ink-3 text-xs">
        <Info className="size-3.5 shrink-0" strokeWidth={1.6} aria-hidden />
        {notice.text}
      </p>
    )
  }
  return (
    <div className="rounded-lg border border-line bg-surface px-4 py-3.5">
      <Markdown text={notice.text} />
      {suggestions.length > 0 && (
        <div className="mt-3 flex flex-col items-start gap-1.5">
          <p className="text-ink-3 text-xs">{t('instead')}</p>
          {suggestions.map((suggestion) => (
            <button
              key={suggestion}
              type="button"
              onClick={() => onAsk(suggestion)}
              className="rounded-md bg-accent-soft px-2.5 py-1 text-left text-accent text-sm hover:underline"
            >
              {suggestion}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

function SmallPrint({ message }: { message: MessageView }) {
  const { t } = useTranslation('chat')
  const text = answerText(message.events) || message.text
  if (text === '') return null
  const usage = message.events.find((event) => event.type === 'usage')
  const author = usage ? usage.model : t('quickAnswer')
  const own = answerParts(message.events)
    .map((part) => (part.kind === 'text' ? splitSmallPrint(part.text).smallPrint : null))
    .find((line) => line !== null)
  const line = own ?? [author, ...answerSources(message.events).slice(0, 3)].join(' · ')
  return (
    <footer className="flex min-h-6 items-center gap-2 text-ink-3 text-xs">
      <span className="min-w-0 truncate">{line}</span>
      <CopyButton text={text} label={t('copyAnswer')} size="sm" />
    </footer>
  )
}
