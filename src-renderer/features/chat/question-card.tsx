/** A question of the agent to the person: an option, or words of their own. */
import { MessageCircleQuestion } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorWords } from '../../rpc/error-words.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.tsx'
import { ReadableText } from '../server/readable-text.tsx'
import type { EventOf } from './answer-parts.ts'
import { TimeLeft } from './elapsed.tsx'
import { ThreadCard } from './thread-card.tsx'
import { answerQuestion } from './thread-scope.ts'

export interface QuestionCardProps {
  question: EventOf<'question'>
  answer: EventOf<'question_answer'> | null
  hasEnded: boolean
}

export const QuestionCard = memo(function QuestionCard({ question, answer, hasEnded }: QuestionCardProps) {
  const { t } = useTranslation('thread')
  const id = useId()
  const [words, setWords] = useState('')
  const [busy, setBusy] = useState<string | null>(null)
  const [isGone, setGone] = useState(false)
  const isOpen = answer === null && !hasEnded
  const send = async (text: string) => {
    setBusy(text)
    try {
      const wasTaken = await answerQuestion(question.id, text)
      if (!wasTaken) setGone(true)
    } catch (error) {
      setBusy(null)
      toast(`${t('question.failed')} ${errorWords(error).message}`, { tone: 'error' })
    }
  }
  if (!isOpen) {
    return (
      <div className="flex flex-col gap-0.5 border-line-strong border-l-2 py-0.5 pl-3 text-sm">
        <p className="text-ink-2">
          <ReadableText text={question.question} />
        </p>
        <p className={answer?.answer == null ? 'text-ink-3' : ''}>
          {answer?.answer == null ? t('question.none') : <ReadableText text={answer.answer} />}
        </p>
      </div>
    )
  }
  return (
    <ThreadCard
      aria-labelledby={id}
      isWaiting
      className="flex flex-col gap-2.5 border-line-strong bg-surface px-3.5 py-3"
    >
      <p role="alert" className="sr-only">
        {t('question.announce', { question: question.question })}
      </p>
      <header className="flex items-start gap-2">
        <MessageCircleQuestion className="mt-0.5 size-4 shrink-0 text-accent" strokeWidth={1.6} aria-hidden />
        <p id={id} className="min-w-0 flex-1 font-semibold">
          <ReadableText text={question.question} />
        </p>
        <TimeLeft until={question.expires} />
      </header>
      {isGone ? (
        <p className="text-ink-2">{t('approval.gone')}</p>
      ) : (
        <>
          {question.options.length > 0 && (
            <div className="flex flex-wrap gap-2">
              {question.options.map((option) => (
                <Button
                  key={option}
                  disabled={busy !== null}
                  busy={busy === option}
                  onClick={() => void send(option)}
                  className="h-auto min-h-8 max-w-full whitespace-normal py-1 text-left"
                >
                  {option}
                </Button>
              ))}
            </div>
          )}
          <form
            className="flex items-center gap-2"
            onSubmit={(event) => {
              event.preventDefault()
              if (words.trim() !== '') void send(words.trim())
            }}
          >
            <Input
              value={words}
              maxLength={4000}
              aria-label={t('question.own')}
              placeholder={t(question.options.length > 0 ? 'question.orOwn' : 'question.own')}
              onChange={(event) => setWords(event.target.value)}
            />
            <Button type="submit" disabled={busy !== null || words.trim() === ''} busy={busy === words.trim()}>
              {t('question.send')}
            </Button>
          </form>
        </>
      )}
    </ThreadCard>
  )
})
