/** What happened, to what, and what to do; details fold out and can be copied. */
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { errorWords } from '../rpc/error-words.ts'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'

export interface ErrorStateProps {
  /** What could not be done: "The overview could not be read." */
  title: string
  error: unknown
  /** Says why as well as what to do, where the title alone does not tell what the advice is about. */
  isReasonShown?: boolean
  onRetry?: () => void
}

export function ErrorState({ title, error, isReasonShown = false, onRetry }: ErrorStateProps) {
  const { t } = useTranslation()
  const words = errorWords(error)
  return (
    <div role="alert" className="flex gap-3 rounded-lg border border-line bg-surface p-4">
      <CircleAlert className="mt-0.5 size-[18px] shrink-0 text-red" strokeWidth={1.6} aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-sm">{title}</p>
        {isReasonShown && words.hint !== null && (
          <p className="mt-0.5 break-words text-ink-2 text-sm">{words.message}</p>
        )}
        <p className="mt-0.5 break-words text-ink-2 text-sm">{words.hint ?? words.message}</p>
        <details className="mt-1.5 text-ink-3 text-xs">
          <summary className="w-fit">{t('details')}</summary>
          <div className="mt-1 flex items-start gap-2">
            <code className="min-w-0 flex-1 break-words font-mono">{words.details}</code>
            <CopyButton text={words.details} size="sm" />
          </div>
        </details>
        {onRetry && (
          <Button size="sm" className="mt-2.5" onClick={onRetry}>
            {t('tryAgain')}
          </Button>
        )}
      </div>
    </div>
  )
}
