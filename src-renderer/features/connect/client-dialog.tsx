/** One client program: what would be written into its settings, and once it is there, the proof and the way out. */
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientAppView, ClientChange } from '../../../src-main/api/contract/connect.ts'
import { client } from '../../rpc/client.ts'
import { useAction } from '../../stores/use-action.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ChangeView } from './change-view.tsx'
import { ClientSetUp } from './client-set-up.tsx'
import { Path } from './path.tsx'
import { RemoveEntry } from './remove-entry.tsx'

export interface ClientDialogProps {
  view: ClientAppView
  onClose: () => void
  onChanged: () => void
}

export function ClientDialog({ view, onClose, onChanged }: ClientDialogProps) {
  // The copy's path is told by the write alone, so it stays here while the list is read again.
  const [written, setWritten] = useState<{ backup: string | null } | null>(null)
  // One dialog takes the other's place; both give the focus back to the card.
  const [opener] = useState(() => document.activeElement)
  if (written !== null || view.state === 'current') {
    return <ClientSetUp view={view} written={written} opener={opener} onClose={onClose} onChanged={onChanged} />
  }
  return (
    <ClientReview
      view={view}
      opener={opener}
      onClose={onClose}
      onChanged={onChanged}
      onWritten={(backup) => {
        setWritten({ backup })
        onChanged()
      }}
    />
  )
}

/** The dialog may be scrolled down to what would be written when the answer comes. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

interface ClientReviewProps {
  view: ClientAppView
  opener: Element | null
  onClose: () => void
  onChanged: () => void
  onWritten: (backup: string | null) => void
}

function ClientReview({ view, opener, onClose, onChanged, onWritten }: ClientReviewProps) {
  const { t } = useTranslation('connect')
  const { t: common } = useTranslation()
  const cancel = useRef<HTMLButtonElement>(null)
  const { name } = view
  const preview = useLoaded(`preview:${view.id}`, () => client.connect.preview({ client: view.id }), [])
  const write = useAction(async () => onWritten((await client.connect.write({ client: view.id })).backup))
  const { isBusy, error } = write
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title={t(view.state === 'outdated' ? 'review.update' : 'review.setUp', { name })}
      description={t(view.state === 'outdated' ? 'review.updateText' : 'review.setUpText', { name })}
      width="lg"
      initialFocus={cancel}
      returnFocus={opener}
      footer={
        <>
          {view.state === 'outdated' && (
            <RemoveEntry
              view={view}
              disabled={isBusy}
              onRemoved={() => {
                onChanged()
                onClose()
              }}
            />
          )}
          <Button ref={cancel} disabled={isBusy} onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button
            variant="primary"
            busy={isBusy}
            disabled={preview.value === null || preview.value.unchanged || preview.error !== null}
            onClick={() => void write.run()}
          >
            {t('review.write')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {error !== null && (
          <div ref={intoView}>
            <ErrorState title={t('review.writeFailed', { name })} error={error} isReasonShown />
          </div>
        )}
        {preview.error !== null && (
          <ErrorState
            title={t('review.failed', { name })}
            error={preview.error}
            isReasonShown
            onRetry={preview.reload}
          />
        )}
        {preview.value !== null && <Change change={preview.value} />}
        {preview.value === null && preview.error === null && (
          <div className="flex flex-col gap-4">
            <Skeleton className="h-12" />
            <Skeleton className="h-24" />
            <Skeleton className="h-48" />
          </div>
        )}
      </div>
    </Dialog>
  )
}

function Change({ change }: { change: ClientChange }) {
  const { t } = useTranslation('connect')
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-5 gap-y-1 text-sm">
        <dt className="text-ink-3">{t('review.file')}</dt>
        <dd>
          <Path path={change.path} />
        </dd>
        <dt className="text-ink-3">{t('review.backup')}</dt>
        <dd>{change.backup === null ? t('review.noBackup') : <Path path={change.backup} />}</dd>
      </dl>
      <section className="flex flex-col gap-1.5">
        <h3 className="font-medium text-sm">{t('review.entry')}</h3>
        <CodeBlock code={change.entry} label={t('review.entry')} maxHeight={200} />
      </section>
      <section className="flex flex-col gap-1.5">
        <h3 className="font-medium text-sm">{t('review.changes')}</h3>
        {change.unchanged ? (
          <p className="text-ink-2 text-sm">{t('review.unchanged')}</p>
        ) : (
          <>
            <p className="text-ink-3 text-xs">{t('review.masked')}</p>
            <ChangeView change={change} />
          </>
        )}
      </section>
    </>
  )
}
