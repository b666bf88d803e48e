/** Every provider, with the ways to add one. */
import { Plus, Radar, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { type ProviderView, useModels } from '../../stores/models.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { useModelGuide } from './guide-state.ts'
import { ProviderDialog } from './provider-dialog.tsx'
import { ProviderRow } from './provider-row.tsx'

export function ProviderList() {
  const { t } = useTranslation('models')
  const { providers, error, load } = useModels()
  const openGuide = useModelGuide((state) => state.open)
  const [editing, setEditing] = useState<ProviderView | 'new' | null>(null)
  const [isLooking, setLooking] = useState(false)
  const discover = async () => {
    setLooking(true)
    try {
      const found = (await client.models.discover()).filter((provider) => provider.isLocal && !provider.problem)
      await load()
      toast(found.length === 0 ? t('discoveredNone') : t('discovered', { count: found.length }))
    } catch (failure) {
      toast(`${t('localFailed')} ${errorWords(failure).message}`, { tone: 'error' })
    } finally {
      setLooking(false)
    }
  }
  return (
    <Panel
      title={t('providers')}
      actions={
        <>
          <IconButton icon={Radar} label={t('discover')} disabled={isLooking} onClick={() => void discover()} />
          <Button size="sm" icon={Sparkles} onClick={openGuide}>
            {t('openGuide')}
          </Button>
          <Button size="sm" icon={Plus} onClick={() => setEditing('new')}>
            {t('add')}
          </Button>
        </>
      }
    >
      <p className="px-3.5 pb-3 text-ink-2 text-sm">{t('providersText')}</p>
      {providers === null && error === null && (
        <div className="px-3.5 pb-4">
          <SkeletonLines lines={3} />
        </div>
      )}
      {error !== null && (
        <div className="px-3.5 pb-3.5">
          <ErrorState title={t('providersFailed')} error={error} onRetry={() => void load()} />
        </div>
      )}
      {providers?.length === 0 && (
        <p className="border-line border-t px-3.5 py-3 text-ink-3 text-sm">{t('providersNone')}</p>
      )}
      <ul>
        {providers?.map((provider) => (
          <ProviderRow key={provider.id} provider={provider} onEdit={() => setEditing(provider)} />
        ))}
      </ul>
      {editing !== null && (
        <ProviderDialog provider={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </Panel>
  )
}
