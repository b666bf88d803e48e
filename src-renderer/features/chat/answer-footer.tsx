/** The small print of an answer: who answered, from what, what it used; and what can be done with it. */
import { GitBranch } from 'lucide-react'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import type { MessageView } from '../../../src-main/api/contract/chat.ts'
import { useFormat } from '../../format/use-format.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { toast } from '../../ui/toast.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { type AnswerPart, answerSources, answerText, splitSmallPrint } from './answer-parts.ts'
import { RegenerateMenu } from './regenerate-menu.tsx'
import { ThreadContext, useThreadActions } from './thread-scope.ts'
import { costText, usageOf } from './usage.ts'
import type { CitedUse } from './use-citations.ts'
import { VersionSwitch } from './version-switch.tsx'

export interface AnswerFooterProps {
  message: MessageView
  parts: readonly AnswerPart[]
  share: CitedUse['share']
  /** Null where this window did not see it being written. */
  tookMs: number | null
  isLast: boolean
}

export function AnswerFooter({ message, parts, share, tookMs, isLast }: AnswerFooterProps) {
  const { t } = useTranslation('thread')
  const { t: chat } = useTranslation('chat')
  const text = answerText(message.events) || message.text
  const own = parts
    .map((part) => (part.kind === 'text' ? splitSmallPrint(part.text).smallPrint : null))
    .find((line) => line !== null)
  const usage = usageOf(message.events)
  const author = usage === null && message.agent === 'quick' ? chat('quickAnswer') : null
  const line = own ?? [author, ...answerSources(message.events).slice(0, 3)].filter(Boolean).join(' · ')
  return (
    <footer className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-ink-3 text-xs">
      {line !== '' && <span className="min-w-0 truncate">{line}</span>}
      {share !== null && share.figures > 0 && <span>{t('cite.share', share)}</span>}
      <div className="flex min-h-6 items-center gap-0.5">
        <VersionSwitch message={message} />
        <div
          className={cx(
            'flex items-center gap-0.5 transition-opacity',
            !isLast && 'opacity-0 focus-within:opacity-100 group-hover/answer:opacity-100',
          )}
        >
          {text !== '' && <CopyButton text={text} label={chat('copyAnswer')} size="sm" />}
          <RegenerateMenu message={message} />
          <BranchButton message={message} />
        </div>
      </div>
      <UsageLine message={message} tookMs={tookMs} />
    </footer>
  )
}

function BranchButton({ message }: { message: MessageView }) {
  const { t } = useTranslation('thread')
  const [, navigate] = useLocation()
  const actions = useThreadActions()
  const { isBusy } = useContext(ThreadContext)
  if (actions === null) return null
  const branch = () =>
    actions.branch(message.id).then(
      (id) => {
        navigate(`/chat/${encodeURIComponent(id)}`)
        toast(t('branch.done'))
      },
      (error: unknown) => toast(`${t('branch.failed')} ${errorWords(error).message}`, { tone: 'error' }),
    )
  return (
    <IconButton icon={GitBranch} size="sm" label={t('branch.label')} disabled={isBusy} onClick={() => void branch()} />
  )
}

/** Model · tokens · cost · time, each only where it is known. */
function UsageLine({ message, tookMs }: { message: MessageView; tookMs: number | null }) {
  const { t } = useTranslation('thread')
  const format = useFormat()
  const usage = usageOf(message.events)
  if (usage === null) return null
  const { inputTokens, outputTokens, cachedTokens, costUsd } = usage
  const facts = [
    usage.models.join(', '),
    inputTokens !== null && outputTokens !== null
      ? t('usage.tokens', { input: format.number(inputTokens), output: format.number(outputTokens) })
      : null,
    costUsd === null ? null : costText(costUsd, format.locale),
    tookMs === null ? null : format.elapsed(tookMs),
  ].filter((fact) => fact !== null)
  const line = <span className="min-w-0 truncate">{facts.join(' · ')}</span>
  if (!cachedTokens) return line
  return (
    <Tooltip label={t('usage.cached', { cached: format.number(cachedTokens) })}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what the tooltip says must be reachable by keyboard */}
      <span tabIndex={0} className="min-w-0 truncate rounded-sm">
        {facts.join(' · ')}
      </span>
    </Tooltip>
  )
}
