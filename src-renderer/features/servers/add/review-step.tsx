/** One proposal after another: everything that will run, what has to be filled in, and the question. */
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Proposal } from '../../../../src-main/api/contract/servers.ts'
import { client } from '../../../rpc/client.ts'
import { useServers } from '../../../stores/servers.ts'
import { useAction } from '../../../stores/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { spelledOut } from '../marked-text.ts'
import { TargetReview } from '../review-view.tsx'
import { ConfigFields } from './config-fields.tsx'
import { fieldFaults, filledValues, initialValues } from './field-values.ts'

export interface ReviewStepProps {
  proposal: Proposal
  /** Which of how many, from 1. */
  number: number
  total: number
  /** What opened the dialog before, to give the focus back to. */
  opener: Element | null
  onAdded: () => void
  onSkip: () => void
  /** Null: there is nothing to go back to. */
  onBack: (() => void) | null
  onClose: () => void
}

export function ReviewStep(props: ReviewStepProps) {
  const { proposal, number, total, opener, onAdded, onSkip, onBack, onClose } = props
  const { t } = useTranslation('servers')
  const { t: common } = useTranslation()
  const cancel = useRef<HTMLButtonElement>(null)
  const fieldsBox = useRef<HTMLElement>(null)
  const [values, setValues] = useState(() => initialValues(proposal.fields))
  const [isMissingShown, setMissingShown] = useState(false)
  const approve = useRef(false)
  const name = spelledOut(proposal.name)
  // Of one of our own the detail is an id, which says nothing beside its name.
  const from = proposal.origin.kind === 'companion' ? '' : spelledOut(proposal.origin.detail ?? '')
  const faults = fieldFaults(proposal.fields, values)
  const isLast = number === total
  const add = useAction(async () => {
    await client.servers.add({
      key: proposal.key,
      fingerprint: proposal.review.fingerprint,
      fields: filledValues(proposal.fields, values),
      approve: approve.current,
    })
    onAdded()
  })
  const go = (start: boolean) => {
    // Left off it may be filled in later; what is filled in wrongly is wrong either way.
    const standing = Object.values(faults).filter((fault) => start || fault !== 'required')
    if (standing.length > 0) {
      setMissingShown(true)
      requestAnimationFrame(() => fieldsBox.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      return
    }
    approve.current = start
    void add.run()
  }
  // Each one is a question of its own: the safe answer has the focus again.
  useEffect(() => cancel.current?.focus(), [])
  return (
    <Dialog
      open
      isAlert
      onOpenChange={(open) => !open && !add.isBusy && onClose()}
      title={from !== '' ? t('review.titleFrom', { name, from }) : t('review.titleAdd', { name })}
      description={t(`review.origin.${proposal.origin.kind}`, { from })}
      width="lg"
      initialFocus={cancel}
      returnFocus={opener}
      footer={
        <>
          {onBack && number === 1 && (
            <Button variant="ghost" disabled={add.isBusy} onClick={onBack}>
              {t('add.back')}
            </Button>
          )}
          {total > 1 && (
            <span className="text-ink-3 text-xs" aria-live="polite">
              {t('review.progress', { number, total })}
            </span>
          )}
          <span className="flex-1" />
          <Button
            ref={cancel}
            // The way out shows that it has the focus however one came here.
            className="outline-accent focus:outline-2 focus:outline-offset-2"
            disabled={add.isBusy}
            onClick={onClose}
          >
            {isLast && proposal.problem !== null
              ? common('close')
              : number > 1 && !isLast
                ? t('review.cancelRest')
                : common('cancel')}
          </Button>
          {!isLast && (
            <Button disabled={add.isBusy} onClick={onSkip}>
              {t('review.skip')}
            </Button>
          )}
          {proposal.problem === null && (
            <>
              <Button disabled={add.isBusy} onClick={() => go(false)}>
                {t('review.addOff')}
              </Button>
              <Button variant="primary" busy={add.isBusy} onClick={() => go(true)}>
                {t('review.addStart')}
              </Button>
            </>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {add.error !== null && <ErrorState title={t('review.addFailed', { name })} error={add.error} isReasonShown />}
        <Standing proposal={proposal} />
        {proposal.problem === null && (
          <TargetReview
            review={proposal.review}
            optional={proposal.fields.filter((field) => !field.required).map((field) => field.key)}
          />
        )}
        {proposal.problem === null && proposal.fields.length > 0 && (
          <section ref={fieldsBox} className="flex flex-col gap-2.5 border-line border-t pt-3.5">
            <div>
              <h3 className="font-medium text-sm">{t('review.values')}</h3>
              {proposal.fields.some((field) => field.sensitive) && (
                <p className="text-ink-3 text-xs">{t('review.valuesText')}</p>
              )}
            </div>
            <ConfigFields
              fields={proposal.fields}
              values={values}
              isMissingShown={isMissingShown}
              onChange={setValues}
            />
          </section>
        )}
        {proposal.problem === null && <p className="text-ink-3 text-xs">{t('review.toolsLater')}</p>}
      </div>
    </Dialog>
  )
}

/** What speaks against adding it: it is here already, or it cannot be. */
function Standing({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation('servers')
  const servers = useServers((state) => state.servers)
  const { duplicateOf, problem } = proposal
  const known = servers?.find((one) => one.id === duplicateOf)
  return (
    <>
      {problem !== null && (
        <div className="text-sm">
          <p className="font-medium">{t('review.problem')}</p>
          <p className="text-ink-2 [overflow-wrap:anywhere]">{problem}</p>
        </div>
      )}
      {duplicateOf !== null && (
        <p>
          <Chip tone="amber">
            {known ? t('review.duplicate', { name: spelledOut(known.name) }) : t('review.duplicateUnknown')}
          </Chip>
        </p>
      )}
    </>
  )
}
