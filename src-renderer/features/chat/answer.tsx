/** One answer: its calls, words, cards and charts in order, then how it ended and the small print. */
import { Info } from 'lucide-react'
import { lazy, memo, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageView } from '../../../src-main/api/contract/chat.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AnswerFooter } from './answer-footer.tsx'
import { type AnswerPart, answerParts, keepUnchanged, splitSmallPrint } from './answer-parts.ts'
import { AnswerState } from './answer-state.tsx'
import { ApprovalCard } from './approval-card.tsx'
import { CitationPanel } from './citation-panel.tsx'
import { CitationOpener, CitationScope, type OpenCitation } from './citation-scope.ts'
import { Elapsed } from './elapsed.tsx'
import { ErrorCard } from './error-card.tsx'
import { Markdown } from './markdown.tsx'
import { QuestionCard } from './question-card.tsx'
import { Reasoning } from './reasoning.tsx'
import { TodosCard } from './todos-card.tsx'
import { ToolLine } from './tool-line.tsx'
import { type Citations, useCitations, useCitedUse } from './use-citations.ts'

const Chart = lazy(() => import('../../ui/chart.tsx').then((module) => ({ default: module.Chart })))

export interface AnswerProps {
  message: MessageView
  /** Asks a question in this conversation. */
  onAsk: (question: string) => void
  /** The question that this answers, for asking it again; null when it is not known. */
  question: string | null
  /** The newest one shows what can be done with it without being pointed at. */
  isLast: boolean
}

/** The parts of a message, each the same object until it changes. */
function useParts(message: MessageView): readonly AnswerPart[] {
  const last = useRef<{ events: MessageView['events']; parts: readonly AnswerPart[] }>({ events: [], parts: [] })
  if (last.current.events !== message.events) {
    last.current = {
      events: message.events,
      parts: keepUnchanged(last.current.parts, answerParts(message.events)),
    }
  }
  return last.current.parts
}

/** How long the answer took, where this window saw it from its beginning; null elsewhere. */
function useTook(isRunning: boolean): number | null {
  const [since] = useState(() => (isRunning ? Date.now() : null))
  const [tookMs, setTookMs] = useState<number | null>(null)
  useEffect(() => {
    if (since !== null && !isRunning) setTookMs((before) => before ?? Date.now() - since)
  }, [since, isRunning])
  return tookMs
}

export const Answer = memo(function Answer({ message, onAsk, question, isLast }: AnswerProps) {
  const { t } = useTranslation('chat')
  const parts = useParts(message)
  const citations = useCitations(parts)
  const isRunning = message.state === 'running'
  const use = useCitedUse(parts, citations, !isRunning)
  const [open, setOpen] = useState<OpenCitation | null>(null)
  const [seenAt] = useState(Date.now)
  const tookMs = useTook(isRunning)
  const last = parts.at(-1)
  // After a call nothing moves until the model goes on: say that it is at it.
  const isQuiet = isRunning && (last === undefined || (last.kind === 'tool' && last.result !== null))
  return (
    <CitationOpener value={setOpen}>
      <article aria-label={t('answer')} aria-busy={isRunning} className="group/answer flex min-w-0 flex-col gap-2.5">
        {parts.length === 0 && message.text !== '' && <Markdown text={message.text} />}
        {parts.map((part) => (
          <Part
            key={part.key}
            part={part}
            isLast={part === last}
            isRunning={isRunning}
            citations={citations}
            used={use.callIds}
            onAsk={onAsk}
          />
        ))}
        {isQuiet && (
          <div role="status" className="flex items-center gap-2 py-1 text-ink-3 text-sm">
            <Skeleton className="size-2 rounded-full" />
            {t('thinking')}
            {parts.length === 0 && (
              <span aria-hidden>
                <Elapsed since={seenAt} />
              </span>
            )}
          </div>
        )}
        {!isRunning && <AnswerState message={message} question={question} onAsk={onAsk} />}
        {!isRunning && (
          <AnswerFooter message={message} parts={parts} share={use.share} tookMs={tookMs} isLast={isLast} />
        )}
      </article>
      {open && <CitationPanel open={open} calls={citations.calls} onClose={() => setOpen(null)} />}
    </CitationOpener>
  )
})

interface PartProps {
  part: AnswerPart
  isLast: boolean
  isRunning: boolean
  citations: Citations
  /** Calls that something of the answer comes from. */
  used: ReadonlySet<string>
  onAsk: (question: string) => void
}

const Part = memo(function Part({ part, isLast, isRunning, citations, used, onAsk }: PartProps) {
  switch (part.kind) {
    case 'text':
      return (
        <CitationScope value={citations.indexBefore(part.before)}>
          <Markdown text={splitSmallPrint(part.text).body} isStreaming={isRunning && isLast} />
        </CitationScope>
      )
    case 'reasoning':
      return <Reasoning text={part.text} isOver={part.isOver} isLive={isRunning} />
    case 'tool':
      return <ToolLine part={part} hasEnded={!isRunning} number={numberOf(part.call.id, citations, used)} />
    case 'todos':
      return <TodosCard items={part.items} />
    case 'approval':
      return <ApprovalCard approval={part} hasEnded={!isRunning} />
    case 'question':
      return <QuestionCard question={part.question} answer={part.answer} hasEnded={!isRunning} />
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
      return <ErrorCard error={part.error} />
  }
})

function numberOf(callId: string, { calls }: Citations, used: ReadonlySet<string>): number | null {
  return used.has(callId) ? (calls.find((call) => call.callId === callId)?.number ?? null) : null
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
      <p className="flex items-start gap-1.5 text-ink-3 text-xs">
        <Info className="mt-0.5 size-3.5 shrink-0" strokeWidth={1.6} aria-hidden />
        <span className="min-w-0 break-words">{notice.text}</span>
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
