/** A server's state in words, with what there is to know about it; the reason of a failure folds out. */
import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ServerRow } from '../../../src-main/api/contract/servers.ts'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import { timeLeft } from '../connect/time-ago.ts'
import { stateDots } from './state-dots.ts'

export interface ServerStateCellProps {
  row: ServerRow
  /** Epoch ms. */
  now: number
  isOpen: boolean
  onToggle: () => void
  /** When it answered last, where no column says it. */
  answered: string | null
}

export function ServerStateCell({ row, now, isOpen, onToggle, answered }: ServerStateCellProps) {
  const { t } = useTranslation('servers')
  const { state, fault } = row
  const left = row.retryAt === null ? null : timeLeft(row.retryAt, now)
  const words = [
    t(state === 'stopped' && row.enabled ? 'state.waiting' : `state.${state}`),
    state === 'failed' && row.retryAt !== null && (left === null ? t('retryNow') : t('retryIn', { left })),
  ]
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0">
        <p>
          <StatusDot state={stateDots[state]}>{words.filter(Boolean).join(' · ')}</StatusDot>
        </p>
        {fault && (
          <p
            className="line-clamp-1 whitespace-normal pl-3.5 text-ink-2 text-xs [overflow-wrap:anywhere]"
            title={fault.message}
          >
            {fault.message}
          </p>
        )}
        {!fault && answered !== null && <p className="pl-3.5 text-ink-3 text-xs">{answered}</p>}
      </div>
      {fault && (
        <IconButton
          icon={ChevronDown}
          size="sm"
          label={t('showFault', { name: row.name })}
          aria-expanded={isOpen}
          className={cx('-mt-0.5 [&_svg]:transition-transform', isOpen && '[&_svg]:rotate-180')}
          onClick={onToggle}
        />
      )}
    </div>
  )
}
