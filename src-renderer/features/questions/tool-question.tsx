/** May this tool run now: which server and tool, with what, and who asks. Don't has the focus. */
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { ReadableText } from '../server/readable-text.tsx'
import { TextWithMarks } from '../servers/text-with-marks.tsx'
import { isJson } from '../tools/schema-parameters.ts'
import { QuestionFrame } from './question-frame.tsx'
import type { QuestionProps } from './question-props.ts'

export function ToolQuestion(props: QuestionProps<'tool'>) {
  const { t } = useTranslation('questions')
  const { question, busy, isSettled } = props
  const canAllow = isSettled && busy === null
  return (
    <QuestionFrame
      asked={props}
      title={t('tool.title', { tool: question.tool })}
      description={t('tool.text', { server: question.server })}
      no={{ name: 'deny', label: t('tool.deny'), answer: { kind: 'tool', allow: false } }}
      yes={
        <>
          <Button
            busy={busy === 'always'}
            disabled={!canAllow}
            onClick={() => props.onAnswer('always', { kind: 'tool', allow: true, always: true })}
          >
            {t('tool.always')}
          </Button>
          <Button
            variant="primary"
            busy={busy === 'once'}
            disabled={!canAllow}
            onClick={() => props.onAnswer('once', { kind: 'tool', allow: true })}
          >
            {t('tool.once')}
          </Button>
        </>
      }
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5 text-sm">
        <dt className="text-ink-3">{t('tool.server')}</dt>
        <dd className="break-words">{question.server}</dd>
        <dt className="text-ink-3">{t('tool.tool')}</dt>
        <dd className="font-mono text-xs leading-[1.65]">
          <TextWithMarks text={question.tool} />
        </dd>
        <dt className="text-ink-3">{t('tool.actor')}</dt>
        <dd className="break-words">
          {question.actor} <span className="text-ink-3 text-xs">{t('tool.actorHint')}</span>
        </dd>
      </dl>
      <Arguments args={question.args} />
      <p className="text-ink-3 text-xs">{t('tool.alwaysHint')}</p>
    </QuestionFrame>
  )
}

/** Name and value under each other, whole, with what cannot be seen spelled out. */
function Arguments({ args }: { readonly args: unknown }) {
  const { t } = useTranslation('questions')
  const entries = isJson(args) ? Object.entries(args) : [['', args] as const]
  return (
    <div className="flex flex-col gap-1.5">
      <h3 className="font-medium text-sm">{t('tool.args')}</h3>
      {entries.length === 0 ? (
        <p className="text-ink-2 text-sm">{t('tool.noArgs')}</p>
      ) : (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          aria-label={t('tool.args')}
          className="max-h-64 overflow-auto rounded-md border border-line bg-sunken px-3 py-2.5"
        >
          <dl className="flex flex-col gap-2 font-mono text-xs">
            {entries.map(([name, value]) => (
              <div key={name} className="flex flex-col">
                {name !== '' && <dt className="text-ink-3">{name}</dt>}
                <dd className="m-0 leading-[1.65]">
                  <ReadableText text={typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  )
}
