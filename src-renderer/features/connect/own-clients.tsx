/** Clients that the person made for scripts and services of their own, which sign in without a browser. */
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnClientView } from '../../../src-main/api/contract/consents.ts'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { OwnClientDialog } from './own-client-dialog.tsx'
import { ScopeChips } from './scope-chips.tsx'
import { useAgo } from './use-ago.ts'

export function OwnClients() {
  const { t } = useTranslation('connect')
  const ago = useAgo()
  const read = useLoaded('own-clients', () => client.apps.own.list(), ['access-changed'])
  const [isMaking, setMaking] = useState(false)
  const [ending, setEnding] = useState<OwnClientView | null>(null)
  const remove = async (own: OwnClientView) => {
    try {
      await client.apps.own.remove({ id: own.id })
      read.reload()
    } catch (failure) {
      toast(`${t('own.removeFailed', { name: own.name })} ${errorWords(failure).message}`, { tone: 'error' })
    }
  }
  return (
    <Panel
      title={t('own.title')}
      actions={
        <Button size="sm" icon={Plus} onClick={() => setMaking(true)}>
          {t('own.new')}
        </Button>
      }
    >
      <p className="px-3.5 pb-3 text-ink-2 text-sm">{t('own.text')}</p>
      {read.error !== null && !read.value && (
        <div className="px-3.5 pb-3.5">
          <ErrorState title={t('own.failed')} error={read.error} onRetry={read.reload} />
        </div>
      )}
      {!read.value && read.error === null && (
        <div className="px-3.5 pb-4">
          <SkeletonLines lines={2} />
        </div>
      )}
      {read.value?.length === 0 && (
        <p className="border-line border-t px-3.5 py-3 text-ink-3 text-sm">{t('own.none')}</p>
      )}
      <ul>
        {read.value?.map((own) => (
          <li key={own.id} className="flex items-start gap-3 border-line border-t px-3.5 py-3">
            <div className="flex min-w-0 flex-1 flex-col gap-1">
              <p className="break-words font-medium text-sm">{own.name}</p>
              <p className="text-ink-3 text-xs">
                {t('own.made', { when: ago.words(own.createdAt) })}
                {' · '}
                {own.lastUsedAt ? t('apps.lastUsed', { when: ago.words(own.lastUsedAt) }) : t('apps.neverUsed')}
              </p>
              <ScopeChips scopes={own.scopes} />
            </div>
            <Button size="sm" aria-label={t('own.removeOne', { name: own.name })} onClick={() => setEnding(own)}>
              {t('own.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {isMaking && <OwnClientDialog onClose={() => setMaking(false)} onCreated={read.reload} />}
      {ending && (
        <ConfirmDialog
          open
          onOpenChange={() => setEnding(null)}
          title={t('own.removeAsk', { name: ending.name })}
          description={t('own.removeText')}
          confirmLabel={t('own.remove')}
          onConfirm={() => remove(ending)}
        />
      )}
    </Panel>
  )
}
