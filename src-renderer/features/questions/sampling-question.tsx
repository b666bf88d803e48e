/** A server wants text that a model would write: the person reads what it asks and answers by hand, or declines. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Field, Textarea } from '../../ui/input.tsx'
import { Binary } from '../server/content-view.tsx'
import { ReadableText } from '../server/readable-text.tsx'
import { QuestionFrame } from './question-frame.tsx'
import type { QuestionProps } from './question-props.ts'
import { samplingRequest } from './sampling-messages.ts'

export function SamplingQuestion(props: QuestionProps<'sampling'>) {
  const { t } = useTranslation('questions')
  const { question, busy } = props
  const [text, setText] = useState('')
  const request = samplingRequest(question.params)
  return (
    <QuestionFrame
      asked={props}
      title={t('sampling.title', { server: question.server })}
      description={t('sampling.text')}
      width="lg"
      no={{ name: 'decline', label: t('sampling.decline'), answer: { kind: 'sampling', allow: false } }}
      yes={
        <Button
          variant="primary"
          busy={busy === 'allow'}
          disabled={busy !== null || !props.isSettled || text.trim() === ''}
          onClick={() => props.onAnswer('allow', { kind: 'sampling', allow: true, text })}
        >
          {t('sampling.send')}
        </Button>
      }
    >
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={t('sampling.asked')}
        className="flex max-h-72 flex-col gap-2.5 overflow-auto rounded-md border border-line bg-sunken px-3 py-2.5 text-sm"
      >
        {request.system !== null && (
          <div>
            <p className="text-ink-3 text-xs">{t('sampling.system')}</p>
            <ReadableText text={request.system} />
          </div>
        )}
        {request.messages.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the messages of one request neither move nor change
          <div key={index}>
            <p className="text-ink-3 text-xs">
              {message.role === 'user' || message.role === 'assistant'
                ? t(`sampling.role.${message.role}`)
                : message.role}
            </p>
            {message.parts.map((part, at) =>
              part.kind === 'text' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one message neither move nor change
                <p key={at}>
                  <ReadableText text={part.text} />
                </p>
              ) : part.kind === 'image' || part.kind === 'audio' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one message neither move nor change
                <Binary key={at} data={part.data} mimeType={part.mimeType} name={t('sampling.other')} />
              ) : (
                <CodeBlock
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one message neither move nor change
                  key={at}
                  code={partText(part)}
                  label={t('sampling.other')}
                  maxHeight={120}
                />
              ),
            )}
          </div>
        ))}
      </section>
      <Field
        label={t('sampling.answer')}
        hint={request.maxTokens === null ? undefined : t('sampling.tokens', { count: request.maxTokens })}
      >
        {({ id, describedBy }) => (
          <Textarea
            id={id}
            aria-describedby={describedBy}
            rows={4}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </QuestionFrame>
  )
}

const LONGEST = 4_000

function partText(part: unknown): string {
  const text = JSON.stringify(part, null, 2) ?? ''
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
