/** Why a server is not ready: what happened, what to do, and facts to copy. */
import { useTranslation } from 'react-i18next'
import type { ServerFaultView } from '../../../src-main/api/contract/servers.ts'
import { CopyButton } from '../../ui/copy-button.tsx'

export function FaultView({ fault }: { fault: ServerFaultView }) {
  const { t } = useTranslation('servers')
  const { code, message, hint, details } = fault
  const whole = [message, hint, code, ...details].filter(Boolean).join('\n')
  return (
    <div className="flex items-start gap-2 bg-sunken px-3.5 py-2.5">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="[overflow-wrap:anywhere] text-sm">{message}</p>
        {hint !== '' && <p className="[overflow-wrap:anywhere] text-ink-2 text-sm">{hint}</p>}
        {details.length > 0 && (
          <pre className="mt-1 whitespace-pre-wrap font-mono text-ink-2 text-xs [overflow-wrap:anywhere]">
            {details.join('\n')}
          </pre>
        )}
      </div>
      <CopyButton text={whole} label={t('copyFault')} size="sm" />
    </div>
  )
}
