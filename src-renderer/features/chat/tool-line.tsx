/** A tool call as one line in plain words, live while it runs; it opens to what was asked and what came back. */
import type { LucideIcon } from 'lucide-react'
import {
  Ban,
  ChevronRight,
  CircleAlert,
  CircleHelp,
  Code,
  Dna,
  FileText,
  HeartPulse,
  LoaderCircle,
  Moon,
  Ruler,
  SquareTerminal,
  Wrench,
  X,
} from 'lucide-react'
import { memo, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { IconButton } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { cx } from '../../ui/class-names.ts'
import { Progress } from '../../ui/progress.tsx'
import { toast } from '../../ui/toast.tsx'
import { splitLabel, type ToolPart } from './answer-parts.ts'
import { ApprovalCard } from './approval-card.tsx'
import { Elapsed } from './elapsed.tsx'
import { TerminalCard } from './terminal-card.tsx'
import { useThreadActions } from './thread-scope.ts'
import { ToolPanel } from './tool-panel.tsx'
import { isCommand, type ToolState, toolState } from './tool-state.ts'

function iconFor({ call }: ToolPart): LucideIcon {
  if (call.server) return Wrench
  if (call.tool === 'eval') return Code
  if (call.tool.includes('genetic')) return Dna
  if (call.tool.includes('unit')) return Ruler
  if (/file|^ls$|glob|grep/.test(call.tool)) return FileText
  if (call.tool.includes('health')) return /sleep/.test(JSON.stringify(call.args) ?? '') ? Moon : HeartPulse
  return Wrench
}

const stateIcons: Partial<Record<ToolState, LucideIcon>> = {
  running: LoaderCircle,
  failed: CircleAlert,
  cancelled: Ban,
  notApproved: Ban,
  unknown: CircleHelp,
}

export interface ToolLineProps {
  part: ToolPart
  /** The run is over, so a call without a result will not get one any more. */
  hasEnded: boolean
  /** What marks of its numbers show; null where nothing of it is cited. */
  number: number | null
}

export const ToolLine = memo(function ToolLine({ part, hasEnded, number }: ToolLineProps) {
  const { t } = useTranslation('thread')
  const { t: chat } = useTranslation('chat')
  const format = useFormat()
  const actions = useThreadActions()
  const [isOpen, setOpen] = useState(false)
  const [isCancelling, setCancelling] = useState(false)
  const [seenAt] = useState(Date.now)
  const panel = useId()
  const { call, result, progress } = part
  const { act, rest } = splitLabel(call.label ?? chat('calledTool', { tool: call.tool }))
  const state = toolState(part, hasEnded)
  const isTerminal = isCommand(part)
  const Icon = stateIcons[state] ?? (isTerminal ? SquareTerminal : iconFor(part))
  const isBad = state === 'failed' || state === 'unknown'
  const startedAt = call.at === undefined ? Number.NaN : Date.parse(call.at)

  const cancel = async () => {
    setCancelling(true)
    try {
      await actions?.cancelCall(call.id)
    } catch (error) {
      toast(`${t('tool.cancelFailed')} ${errorWords(error).message}`, { tone: 'error' })
    } finally {
      setCancelling(false)
    }
  }
  const canCancel = state === 'running' && actions !== null && !isCancelling
  const hasCancel = canCancel && !isTerminal
  return (
    <div className="-my-[5px] text-sm">
      {state !== 'waiting' && (
        <div className="-mx-1.5 flex items-center gap-0.5">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? panel : undefined}
            onClick={() => setOpen(!isOpen)}
            className="flex min-w-0 flex-1 items-center gap-2 rounded-md px-1.5 py-1.5 text-left text-ink-2 transition-colors hover:bg-hover"
          >
            <Icon
              className={cx(
                'size-[15px] shrink-0',
                state === 'running' && 'animate-spin motion-reduce:animate-none',
                isBad && 'text-red',
              )}
              strokeWidth={1.6}
              aria-hidden
            />
            <span className="min-w-0 flex-1 truncate">
              <span className="font-medium text-ink">{act}</span>
              {rest}
              {number !== null && (
                <span className="ml-1 align-[0.3em] font-semibold text-[11px] text-accent leading-none">
                  <span className="sr-only">{t('tool.number')} </span>
                  {number}
                </span>
              )}
            </span>
            {call.server && <Chip className="max-w-40 shrink-0">{call.server}</Chip>}
            <span className={cx('flex shrink-0 gap-1 text-xs', isBad ? 'text-red' : 'text-ink-3')}>
              {state !== 'done' && <span>{t(`tool.state.${state}`)}</span>}
              {state === 'running' && <Elapsed since={Number.isNaN(startedAt) ? seenAt : startedAt} />}
              {result?.durationMs !== undefined && <span>{format.elapsed(result.durationMs)}</span>}
            </span>
            {!hasCancel && (
              <ChevronRight
                className={cx('size-[15px] shrink-0 text-ink-3 transition-transform', isOpen && 'rotate-90')}
                strokeWidth={1.6}
                aria-hidden
              />
            )}
          </button>
          {hasCancel && (
            <IconButton icon={X} size="sm" label={t('tool.cancel', { act })} onClick={() => void cancel()} />
          )}
        </div>
      )}
      {state === 'running' && progress !== null && (
        <div className="mt-0.5 mb-1.5 ml-6 flex items-center gap-3 text-ink-3 text-xs">
          <div className="w-32 shrink-0">
            <Progress
              value={progress.total === null || progress.total <= 0 ? null : progress.done / progress.total}
              label={act}
            />
          </div>
          {progress.total !== null && (
            <span className="shrink-0">
              {t('tool.progress', { done: format.number(progress.done), total: format.number(progress.total) })}
            </span>
          )}
          {progress.message && <span className="min-w-0 truncate">{progress.message}</span>}
        </div>
      )}
      {isOpen && (
        <div
          id={panel}
          className="motion-appear mt-1 mb-2 flex flex-col gap-3 rounded-lg border border-line bg-surface p-3"
        >
          <ToolPanel part={part} />
        </div>
      )}
      {part.approvals.map((approval) => (
        <div key={approval.request.id} className="mt-1 mb-1.5">
          <ApprovalCard approval={approval} hasEnded={hasEnded} label={call.label} />
        </div>
      ))}
      {isTerminal && state !== 'waiting' && state !== 'notApproved' && (
        <div className="mt-1 mb-1.5">
          <TerminalCard part={part} state={state} onCancel={canCancel ? () => void cancel() : null} />
        </div>
      )}
      {part.children.length > 0 && (
        <ul
          aria-label={t('tool.inside', { act })}
          className="mb-1 ml-[7px] flex flex-col gap-0.5 border-line border-l pl-4"
        >
          {part.children.map((child) => (
            <li key={child.key}>
              <ToolLine part={child} hasEnded={hasEnded || result !== null} number={null} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
})
