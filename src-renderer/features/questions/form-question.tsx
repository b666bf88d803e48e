/** A form that a server asks the person to fill in during a call: send, decline, or leave for later. */
import { ShieldAlert } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { ReadableText } from '../server/readable-text.tsx'
import { elicitationContent, elicitationFields, fieldFaults, firstValues } from './elicitation-fields.ts'
import { ElicitationForm } from './elicitation-form.tsx'
import { QuestionFrame } from './question-frame.tsx'
import type { QuestionProps } from './question-props.ts'

export function FormQuestion(props: QuestionProps<'form'>) {
  const { t } = useTranslation('questions')
  const formId = useId()
  const { question, busy } = props
  const fields = useMemo(() => elicitationFields(question.schema), [question.schema])
  const [values, setValues] = useState(() => firstValues(fields ?? [], question.schema))
  const [isTried, setTried] = useState(false)
  const faults = fieldFaults(fields ?? [], values)
  const send = () => {
    setTried(true)
    if (!fields || !props.isSettled || busy !== null || Object.keys(faults).length > 0) return
    props.onAnswer('accept', { kind: 'form', action: 'accept', content: elicitationContent(fields, values) })
  }
  return (
    <QuestionFrame
      asked={props}
      title={t('form.title', { server: question.server })}
      no={{ name: 'decline', label: t('form.decline'), answer: { kind: 'form', action: 'decline' } }}
      aside={
        <Button
          variant="ghost"
          busy={busy === 'cancel'}
          disabled={busy !== null}
          onClick={() => props.onAnswer('cancel', { kind: 'form', action: 'cancel' })}
        >
          {t('form.cancel')}
        </Button>
      }
      yes={
        <Button
          type="submit"
          form={formId}
          variant="primary"
          busy={busy === 'accept'}
          disabled={busy !== null || !props.isSettled || fields === null}
        >
          {t('form.send')}
        </Button>
      }
    >
      <p className="text-sm">
        <ReadableText text={question.message} />
      </p>
      <p className="flex gap-2 text-ink-3 text-xs">
        <ShieldAlert className="mt-px size-4 shrink-0" strokeWidth={1.6} aria-hidden />
        {t('form.warning', { server: question.server })}
      </p>
      {fields ? (
        <ElicitationForm
          id={formId}
          fields={fields}
          values={values}
          faults={isTried ? faults : {}}
          onChange={setValues}
          onSubmit={send}
        />
      ) : (
        <>
          <p className="text-amber text-sm">{t('form.notPossible')}</p>
          <CodeBlock code={JSON.stringify(question.schema, null, 2)} label={t('form.schema')} maxHeight={200} />
        </>
      )}
    </QuestionFrame>
  )
}
