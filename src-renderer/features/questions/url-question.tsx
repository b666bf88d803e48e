/** A server asks the person to open an address: its host large, the whole address under it, and opening is their click. */
import { ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { openOutside } from '../server/login-notice.tsx'
import { ReadableText } from '../server/readable-text.tsx'
import { TextWithMarks } from '../servers/text-with-marks.tsx'
import { addressParts } from './address-parts.ts'
import { QuestionFrame } from './question-frame.tsx'
import type { QuestionProps } from './question-props.ts'

export function UrlQuestion(props: QuestionProps<'url'>) {
  const { t } = useTranslation('questions')
  const { question, busy } = props
  const address = addressParts(question.url)
  return (
    <QuestionFrame
      asked={props}
      title={t('url.title', { server: question.server })}
      no={{ name: 'decline', label: t('url.decline'), answer: { kind: 'url', action: 'decline' } }}
      yes={
        <Button
          variant="primary"
          icon={ExternalLink}
          busy={busy === 'accept'}
          disabled={busy !== null || !props.isSettled || address === null}
          onClick={() => {
            openOutside(question.url)
            props.onAnswer('accept', { kind: 'url', action: 'accept' })
          }}
        >
          {t('url.open')}
        </Button>
      }
    >
      <p className="text-sm">
        <ReadableText text={question.message} />
      </p>
      <div className="flex flex-col gap-1.5 rounded-lg bg-sunken px-4 py-3">
        {address && <p className="break-all font-semibold text-lg">{address.host}</p>}
        <div className="flex items-start gap-2">
          <p className="max-h-40 min-w-0 flex-1 overflow-auto font-mono text-ink-2 text-xs leading-[1.65]">
            <TextWithMarks text={question.url} />
          </p>
          <CopyButton text={question.url} size="sm" />
        </div>
      </div>
      {address === null && <p className="text-amber text-sm">{t('url.notWeb')}</p>}
      {address?.isPlain && <p className="text-amber text-sm">{t('url.plain')}</p>}
      {address?.isForeignScript && <p className="text-amber text-sm">{t('url.punycode')}</p>}
      {address?.hasUser && <p className="text-amber text-sm">{t('url.user')}</p>}
      <p className="text-ink-3 text-xs">{t('url.hint')}</p>
    </QuestionFrame>
  )
}
