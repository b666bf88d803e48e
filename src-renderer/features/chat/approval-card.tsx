/** A request for the person's permission: what would happen, with what, where and why it is asked; then one line. */
import { Ban, Check, Hand, ShieldAlert } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isImeKey } from '../../app/shortcuts.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { cx } from '../../ui/class-names.ts'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSettled } from '../consent/use-settled.ts'
import { ReadableText } from '../server/readable-text.tsx'
import { TextWithMarks } from '../servers/text-with-marks.tsx'
import type { Approval, EventOf } from './answer-parts.ts'
import { ApprovalArguments } from './approval-arguments.tsx'
import { type ApprovalOutcome, choicesOf, isGrave, noteOf, outcomeOf, reasonOf } from './approval-words.ts'
import { CommandFacts, commandFacts } from './command-facts.tsx'
import { TimeLeft } from './elapsed.tsx'
import { ScrollGroup } from './scroll-group.tsx'
import { ThreadCard } from './thread-card.tsx'
import { decide } from './thread-scope.ts'
import { commandOf } from './tool-state.ts'

export interface ApprovalCardProps {
  approval: Approval
  /** The run is over: nothing waits any more. */
  hasEnded: boolean
  /** What the call would do, in the agent's plain words. */
  label?: string
}

/** An answer that is on its way counts as given. */
export const ApprovalCard = memo(function ApprovalCard({ approval, hasEnded, label }: ApprovalCardProps) {
  const outcome = outcomeOf(approval, hasEnded)
  if (outcome !== null) return <ApprovalLine approval={approval} outcome={outcome} />
  return <OpenApproval request={approval.request} label={label} />
})

function useTitle(request: EventOf<'approval'>): string {
  const { t } = useTranslation('thread')
  const reason = reasonOf(request)
  const { provider, tool } = request
  if (reason === 'provider' && provider) return t(`approval.title.${provider.way}`, { name: provider.name })
  return t(`approval.title.${reason}`, { tool })
}

/** A note is kept or not; a provider is allowed for a time. */
function outcomeWords({ request }: Approval, outcome: ApprovalOutcome) {
  if (reasonOf(request) === 'memory')
    return outcome === 'once' || outcome === 'rejected'
      ? (`approval.note.${outcome}` as const)
      : 'approval.note.unanswered'
  if (request.provider && outcome === 'always') return 'approval.outcome.provider'
  return `approval.outcome.${outcome}` as const
}

function choiceWords(why: ReturnType<typeof reasonOf>, choice: ReturnType<typeof choicesOf>[number]) {
  if (why === 'memory') return 'approval.allow.note'
  return why === 'provider' && choice !== 'once' ? 'approval.allow.provider' : (`approval.allow.${choice}` as const)
}

function ApprovalLine({ approval, outcome }: { approval: Approval; outcome: ApprovalOutcome }) {
  const { t } = useTranslation('thread')
  const isAllowed = outcome === 'once' || outcome === 'conversation' || outcome === 'always'
  const Icon = isAllowed ? Check : Ban
  const { provider, tool } = approval.request
  const reason = approval.answer?.reason
  return (
    <p className="flex items-start gap-2 px-0.5 py-0.5 text-ink-3 text-xs">
      <Icon className="mt-0.5 size-3.5 shrink-0" strokeWidth={1.6} aria-hidden />
      <span className="min-w-0 break-words">
        {t(outcomeWords(approval, outcome), { what: provider?.name ?? tool })}
        {reason && <span className="text-ink-2"> “{reason}”</span>}
      </span>
    </p>
  )
}

function OpenApproval({ request, label }: { request: EventOf<'approval'>; label?: string }) {
  const { t } = useTranslation('thread')
  const title = useTitle(request)
  const id = useId()
  const isSettled = useSettled()
  const [busy, setBusy] = useState<string | null>(null)
  const [isGone, setGone] = useState(false)
  const [reason, setReason] = useState<string | null>(null)
  const why = reasonOf(request)
  const isDangerous = isGrave(why)
  const answer = async (decision: Parameters<typeof decide>[1], words?: string) => {
    setBusy(decision)
    try {
      const wasTaken = await decide(request.id, decision, words?.trim() || undefined)
      if (!wasTaken) setGone(true)
    } catch (error) {
      setBusy(null)
      toast(`${t('approval.failed')} ${errorWords(error).message}`, { tone: 'error' })
    }
  }
  const Icon = isDangerous ? ShieldAlert : Hand
  return (
    <ThreadCard
      aria-labelledby={id}
      isWaiting
      className={cx(
        'flex flex-col gap-2.5 bg-surface px-3.5 py-3',
        isDangerous ? 'border-amber' : 'border-line-strong',
      )}
    >
      <p role="alert" className="sr-only">
        {t('approval.announce', { title })}
      </p>
      <header className="flex items-start gap-2">
        <Icon
          className={cx('mt-0.5 size-4 shrink-0', isDangerous ? 'text-amber' : 'text-ink-2')}
          strokeWidth={1.6}
          aria-hidden
        />
        <p id={id} className="min-w-0 flex-1 break-words font-semibold">
          {title}
        </p>
        <TimeLeft until={request.expires} />
      </header>
      <Why request={request} />
      <What request={request} label={label} />
      {isGone ? (
        <p className="text-ink-2">{t('approval.gone')}</p>
      ) : (
        <footer className="flex flex-wrap items-center gap-2">
          {reason === null ? (
            <>
              <Button disabled={busy !== null} busy={busy === 'rejected'} onClick={() => void answer('rejected')}>
                {t('approval.reject')}
              </Button>
              <Button variant="ghost" disabled={busy !== null} onClick={() => setReason('')}>
                {t('approval.rejectWhy')}
              </Button>
            </>
          ) : (
            <form
              className="flex min-w-0 flex-1 basis-64 items-center gap-2"
              onSubmit={(event) => {
                event.preventDefault()
                void answer('rejected', reason)
              }}
            >
              <Input
                autoFocus
                value={reason}
                maxLength={1000}
                aria-label={t('approval.reason')}
                placeholder={t('approval.reason')}
                onChange={(event) => setReason(event.target.value)}
                onKeyDown={(event) => {
                  if (isImeKey(event.nativeEvent)) return
                  if (event.key !== 'Escape') return
                  event.stopPropagation()
                  setReason(null)
                }}
              />
              <Button type="submit" disabled={busy !== null} busy={busy === 'rejected'}>
                {t('approval.reject')}
              </Button>
            </form>
          )}
          <span className="flex-1" />
          {[...choicesOf(request)].reverse().map((choice) => (
            <Button
              key={choice}
              variant={choice === 'once' && !isDangerous ? 'primary' : 'secondary'}
              disabled={busy !== null || !isSettled}
              busy={busy === choice}
              onClick={() => void answer(choice)}
            >
              {t(choiceWords(why, choice))}
            </Button>
          ))}
        </footer>
      )}
    </ThreadCard>
  )
}

/** Why it is asked, in plain words. */
function Why({ request }: { request: EventOf<'approval'> }) {
  const { t } = useTranslation('thread')
  const reason = reasonOf(request)
  const { provider } = request
  if (reason === 'provider' && provider) {
    return (
      <p className="text-ink-2">
        {t(`approval.why.${provider.way}`, { name: provider.name, host: provider.host, model: provider.model })}
      </p>
    )
  }
  return <p className="text-ink-2">{t(`approval.why.${reason}`, { server: request.server ?? request.tool })}</p>
}

function What({ request, label }: { request: EventOf<'approval'>; label?: string }) {
  const { t } = useTranslation('thread')
  const { provider, tool, server, args } = request
  const reason = reasonOf(request)
  if (provider) {
    return (
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1">
        <dt className="text-ink-3">{t('approval.provider')}</dt>
        <dd className="m-0 break-words">{provider.name}</dd>
        <dt className="text-ink-3">{t('approval.host')}</dt>
        <dd className="m-0 font-mono text-xs leading-[1.65]">
          <TextWithMarks text={provider.host} />
        </dd>
        <dt className="text-ink-3">{t('approval.model')}</dt>
        <dd className="m-0 break-words">{provider.model}</dd>
        {provider.way === 'fetches' && (
          <>
            <dt className="text-ink-3">{t('approval.tools')}</dt>
            <dd className="m-0 flex max-h-32 flex-wrap gap-1 overflow-auto">
              {provider.tools.map((name) => (
                <Chip key={name}>
                  <span className="font-mono">{name}</span>
                </Chip>
              ))}
            </dd>
          </>
        )}
      </dl>
    )
  }
  if (reason === 'memory') {
    const note = noteOf(args)
    return (
      <>
        {note.text !== null && (
          <blockquote className="max-h-56 overflow-auto border-accent border-l-2 py-0.5 pl-3">
            <ReadableText text={note.text} />
          </blockquote>
        )}
        {note.path !== null && (
          <p className="text-ink-2">
            {t('approval.keptIn')}{' '}
            <span className="font-mono text-xs">
              <TextWithMarks text={note.path} />
            </span>
          </p>
        )}
        <ApprovalArguments args={args} without={['text', 'content', 'note', 'path', 'file_path', 'file']} />
      </>
    )
  }
  const command = reason === 'shell' ? commandOf(args) : ''
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {label && <span className="min-w-0 break-words">{label}</span>}
        <span className="min-w-0 font-mono text-ink-2 text-xs">
          <TextWithMarks text={tool} />
        </span>
        <Chip>{server ?? t('approval.ours')}</Chip>
      </p>
      {command !== '' && (
        <ScrollGroup
          label={t('approval.command')}
          className="max-h-56 overflow-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs leading-[1.65]"
        >
          <ReadableText text={command} />
        </ScrollGroup>
      )}
      {command !== '' && <CommandFacts args={args} />}
      <ApprovalArguments args={args} without={command === '' ? [] : commandFacts} />
    </>
  )
}
