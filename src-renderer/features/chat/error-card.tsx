/** Why an answer failed, what to do, and the details for whoever helps. */
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { CopyButton } from '../../ui/copy-button.tsx'
import type { EventOf } from './answer-parts.ts'

/** Faults of a provider (src-main/agents/models/types.ts) that a change in its settings may mend. */
const providerFaults = new Set([
  'no_key',
  'bad_key',
  'no_credit',
  'rate_limited',
  'unreachable',
  'wrong_address',
  'unknown_model',
  'context_overflow',
  'refused',
  'overloaded',
  'bad_request',
  'timeout',
  'bad_answer',
  'no_model',
])

export function ErrorCard({ error }: { error: EventOf<'error'> }) {
  const { t } = useTranslation('thread')
  const { t: common } = useTranslation()
  const details = [error.code, error.message, error.hint].filter(Boolean).join('\n')
  return (
    <div role="alert" className="flex gap-2.5 rounded-lg bg-red-soft px-3.5 py-3 text-sm">
      <CircleAlert className="mt-0.5 size-4 shrink-0 text-red" strokeWidth={1.6} aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="break-words font-medium">{error.message}</p>
        {error.hint && <p className="break-words text-ink-2">{error.hint}</p>}
        {providerFaults.has(error.code) && (
          <Link href="/settings/models" className="mt-1 inline-block text-accent underline underline-offset-2">
            {t('error.modelSettings')}
          </Link>
        )}
        <details className="mt-1 text-ink-2 text-xs">
          <summary className="w-fit">{common('details')}</summary>
          <div className="mt-1 flex items-start gap-2">
            <code className="min-w-0 flex-1 whitespace-pre-wrap break-words font-mono">{details}</code>
            <CopyButton size="sm" text={details} />
          </div>
        </details>
      </div>
    </div>
  )
}
