/** A client program that has our entry: what to do there, a check of the entry, whether it was heard, the way out. */
import { Info } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientAppView } from '../../../src-main/api/contract/connect.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { Path } from './path.tsx'
import { RemoveEntry } from './remove-entry.tsx'
import { useAgo } from './use-ago.ts'
import { VerifyEntry } from './verify-entry.tsx'

export interface ClientSetUpProps {
  view: ClientAppView
  /** Set when the entry was written a moment ago. */
  written: { backup: string | null } | null
  /** What had the focus before the dialog. */
  opener: Element | null
  onClose: () => void
  onChanged: () => void
}

export function ClientSetUp({ view, written, opener, onClose, onChanged }: ClientSetUpProps) {
  const { t } = useTranslation('connect')
  const { t: common } = useTranslation()
  const ago = useAgo()
  const close = useRef<HTMLButtonElement>(null)
  const { name } = view
  const isHeard = view.heardAt !== null && ago.isJustNow(view.heardAt)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(written ? 'setUp.done' : 'setUp.title', { name })}
      description={t('setUp.text', { name })}
      initialFocus={close}
      returnFocus={opener}
      footer={
        <>
          <RemoveEntry
            view={view}
            onRemoved={() => {
              onChanged()
              onClose()
            }}
          />
          <Button ref={close} onClick={onClose}>
            {common('close')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {!isHeard && view.afterwards !== 'nothing' && (
          <p className="flex gap-2 rounded-md bg-accent-soft px-3 py-2 text-accent text-sm">
            <Info className="mt-0.5 size-4 shrink-0" strokeWidth={1.6} aria-hidden />
            {t(`afterwards.${view.afterwards}`, { name })}
          </p>
        )}
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-5 gap-y-1 text-sm">
          <dt className="text-ink-3">{t('setUp.heard')}</dt>
          <dd aria-live="polite">
            <StatusDot state={isHeard ? 'good' : 'off'}>
              {view.heardAt ? ago.words(view.heardAt) : t('setUp.notYet')}
            </StatusDot>
          </dd>
          <dt className="text-ink-3">{t('review.file')}</dt>
          <dd>
            <Path path={view.configPath} />
          </dd>
          {written && (
            <>
              <dt className="text-ink-3">{t('review.backup')}</dt>
              <dd>{written.backup === null ? t('review.noBackup') : <Path path={written.backup} />}</dd>
            </>
          )}
        </dl>
        <VerifyEntry id={view.id} name={name} />
      </div>
    </Dialog>
  )
}
