/** What all questions have in common: over everything, the focus on No, and a word when the answer did not arrive. */
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { QuestionAnswer, QuestionView } from '../../../src-main/api/contract/questions.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import type { QuestionProps } from './question-props.ts'

export function QuestionFrame(props: {
  readonly asked: Omit<QuestionProps<QuestionView['question']['kind']>, 'question'>
  readonly title: string
  readonly description?: string
  readonly width?: 'lg'
  readonly no: { readonly name: string; readonly label: string; readonly answer: QuestionAnswer }
  /** Stands before No. */
  readonly aside?: ReactNode
  /** The buttons after No. */
  readonly yes: ReactNode
  readonly children: ReactNode
}) {
  const { t } = useTranslation('questions')
  const { asked, no } = props
  const noButton = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open
      isAlert
      width={props.width}
      onOpenChange={(open) => !open && asked.onLater()}
      title={props.title}
      description={props.description}
      initialFocus={noButton}
      footer={
        <>
          {asked.footnote}
          {props.aside}
          <Button
            ref={noButton}
            busy={asked.busy === no.name}
            disabled={asked.busy !== null}
            onClick={(event) => asked.isMeant(event) && asked.onAnswer(no.name, no.answer)}
          >
            {no.label}
          </Button>
          {props.yes}
        </>
      }
    >
      <div className="flex flex-col gap-3.5">
        {asked.error !== null && <ErrorState title={t('failed')} error={asked.error} />}
        {props.children}
      </div>
    </Dialog>
  )
}
