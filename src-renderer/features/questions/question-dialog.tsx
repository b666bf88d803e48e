/** One question over the page: who asks, how long it waits, and the body that fits its kind. Nothing is agreed to by accident. */
import { type MouseEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QuestionAnswer, QuestionView } from '../../../src-main/api/contract/questions.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { timeLeft } from '../connect/time-ago.ts'
import { useNow } from '../connect/use-now.ts'
import { useSettled } from '../consent/use-settled.ts'
import { FormQuestion } from './form-question.tsx'
import { usePendingQuestions } from './pending-questions.ts'
import { SamplingQuestion } from './sampling-question.tsx'
import { ToolQuestion } from './tool-question.tsx'
import { UrlQuestion } from './url-question.tsx'

export function QuestionDialog(props: { readonly item: QuestionView; readonly waiting: number }) {
  const { t } = useTranslation('questions')
  const { t: common } = useTranslation()
  const { item, waiting } = props
  const { putOff, forget, answer } = usePendingQuestions()
  const left = timeLeft(item.expiresAt, useNow(1_000))
  const isSettled = useSettled()
  const [busy, setBusy] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const { question } = item

  if (left === null) {
    return (
      <Dialog
        open
        isAlert
        width="sm"
        onOpenChange={() => forget(item.id)}
        title={t('ended.title')}
        description={t('ended.text', { server: question.server })}
        footer={<Button onClick={() => forget(item.id)}>{common('close')}</Button>}
      />
    )
  }
  const shared = {
    footnote: (
      <span className="mr-auto flex min-w-0 flex-col text-ink-3 text-xs">
        <span>{t('left', { left })}</span>
        {waiting > 0 && <span>{t('waiting', { count: waiting })}</span>}
      </span>
    ),
    isSettled,
    isMeant: (event: MouseEvent) => isSettled || event.detail > 0,
    busy,
    error,
    onLater: () => busy === null && putOff(item.id),
    onAnswer: async (name: string, given: QuestionAnswer) => {
      setBusy(name)
      setError(null)
      try {
        if (!(await answer(item.id, given))) toast(t('tooLate'))
      } catch (failure) {
        setError(failure)
        setBusy(null)
      }
    },
  }
  switch (question.kind) {
    case 'tool':
      return <ToolQuestion question={question} {...shared} />
    case 'form':
      return <FormQuestion question={question} {...shared} />
    case 'url':
      return <UrlQuestion question={question} {...shared} />
    default:
      return <SamplingQuestion question={question} {...shared} />
  }
}
