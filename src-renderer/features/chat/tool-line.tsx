/** A tool call as one line in plain words; it opens to what was asked and what came back, and can be run again. */
import type { LucideIcon } from 'lucide-react'
import { ChevronRight, CircleAlert, Dna, HeartPulse, LoaderCircle, Moon, RotateCw, Ruler, Wrench } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ToolRunView } from '../../../src-main/api/contract/tools.ts'
import { useFormat } from '../../format/use-format.ts'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { cx } from '../../ui/class-names.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { type AnswerPart, splitLabel } from './answer-parts.ts'
import { ToolResult } from './tool-result.tsx'

type ToolPart = Extract<AnswerPart, { kind: 'tool' }>

function iconFor({ call }: ToolPart): LucideIcon {
  if (call.server) return Wrench
  if (call.tool.includes('genetic')) return Dna
  if (call.tool.includes('unit')) return Ruler
  if (call.tool.includes('health')) return /sleep/.test(JSON.stringify(call.args) ?? '') ? Moon : HeartPulse
  return Wrench
}

export interface ToolLineProps {
  part: ToolPart
  /** The run is over, so a call without a result will not get one any more. */
  hasEnded: boolean
}

export function ToolLine({ part, hasEnded }: ToolLineProps) {
  const { t } = useTranslation('chat')
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  const { call, result } = part
  const { act, rest } = splitLabel(call.label ?? t('calledTool', { tool: call.tool }))
  const isRunning = result === null && !hasEnded
  const isFailed = result !== null && !result.ok
  const Icon = isRunning ? LoaderCircle : isFailed ? CircleAlert : iconFor(part)
  const state = isRunning ? t('toolRunning') : isFailed ? t('toolFailed') : result === null ? t('toolNoResult') : null
  return (
    <div className="-my-0.5 text-sm">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setOpen(!isOpen)}
        className="-mx-1.5 flex w-[calc(100%+12px)] items-center gap-2 rounded-md px-1.5 py-1.5 text-left text-ink-2 transition-colors hover:bg-hover"
      >
        <Icon
          className={cx(
            'size-[15px] shrink-0',
            isRunning && 'animate-spin motion-reduce:animate-none',
            isFailed && 'text-red',
          )}
          strokeWidth={1.6}
          aria-hidden
        />
        <span className="min-w-0 flex-1 truncate">
          <span className="font-medium text-ink">{act}</span>
          {rest}
        </span>
        {call.server && <Chip>{call.server}</Chip>}
        <span className={cx('shrink-0 text-xs', isFailed ? 'text-red' : 'text-ink-3')}>
          {[state, result?.durationMs === undefined ? null : format.elapsed(result.durationMs)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <ChevronRight
          className={cx('size-[15px] shrink-0 text-ink-3 transition-transform', isOpen && 'rotate-90')}
          strokeWidth={1.6}
          aria-hidden
        />
      </button>
      {isOpen && (
        <div
          id={panel}
          className="motion-appear mt-1 mb-2 flex flex-col gap-3 rounded-lg border border-line bg-surface p-3"
        >
          <ToolPanel part={part} />
        </div>
      )}
    </div>
  )
}

function ToolPanel({ part: { call, result } }: { part: ToolPart }) {
  const { t } = useTranslation('chat')
  const format = useFormat()
  const [again, setAgain] = useState<ToolRunView | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const runAgain = async () => {
    setBusy(true)
    setFailure(null)
    try {
      setAgain(await client.tools.run({ name: call.tool, args: call.args }))
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const error =
    failure !== null ? errorWords(failure) : again && !again.ok ? again.error : !again ? result?.error : null
  const shown = again?.ok ? again.result : again ? undefined : result?.preview
  return (
    <>
      <div className="flex items-center gap-2">
        <code className="min-w-0 flex-1 truncate font-mono text-xs">{call.tool}</code>
        {again && (
          <span className="text-ink-3 text-xs">{t('ranAgain', { time: format.elapsed(again.durationMs) })}</span>
        )}
        <Button size="sm" icon={RotateCw} busy={isBusy} onClick={() => void runAgain()}>
          {t('runAgain')}
        </Button>
      </div>
      <section>
        <p className="mb-1 text-ink-3 text-xs">{t('arguments')}</p>
        <CodeBlock code={JSON.stringify(call.args, null, 2) ?? ''} label={t('arguments')} maxHeight={180} />
      </section>
      {error && (
        <div role="alert" className="rounded-md bg-red-soft px-3 py-2">
          <p>{error.message}</p>
          {error.hint && <p className="text-ink-2">{error.hint}</p>}
        </div>
      )}
      {shown !== undefined && shown !== null && (
        <section>
          <p className="mb-1 text-ink-3 text-xs">{t('result')}</p>
          <ToolResult result={shown} isShortened={!again && result?.truncated === true} />
        </section>
      )}
    </>
  )
}
