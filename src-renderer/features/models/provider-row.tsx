/** One provider: where it is, whether its key is set, how many models it has, and what the last test said. */
import { Ellipsis, Pencil, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { type ProviderView, useModels } from '../../stores/models.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAgo } from '../connect/use-ago.ts'
import { VerdictView } from './verdict-view.tsx'

export function ProviderRow({ provider, onEdit }: { provider: ProviderView; onEdit: () => void }) {
  const { t } = useTranslation('models')
  const { name } = provider
  const verdict = useModels((state) => state.verdicts[provider.id])
  const isTesting = useModels((state) => state.testing.has(provider.id))
  const [isRemoving, setRemoving] = useState(false)
  const { isJustNow } = useAgo()
  const problem = provider.problem && { ok: false, message: provider.problem.message, hint: provider.problem.hint }
  // Green says that it answered just now; what it said earlier is told in small.
  const shown = verdict && (!verdict.ok || isJustNow(verdict.at)) ? verdict : problem
  const isOwn = provider.origin === 'person'
  const attempt = async (act: () => Promise<void>, failed: string) => {
    try {
      await act()
    } catch (error) {
      toast(`${failed} ${errorWords(error).message}`, { tone: 'error' })
    }
  }
  const test = () =>
    attempt(async () => {
      await useModels.getState().test(provider.id)
      await useModels.getState().load()
    }, t('testFailed'))
  const refresh = () =>
    attempt(
      async () => {
        const models = await client.models.refresh({ id: provider.id })
        await useModels.getState().load()
        toast(t('refreshed', { count: models.length, name }))
      },
      t('refreshFailed', { name }),
    )
  const remove = () =>
    attempt(
      async () => {
        await client.models.remove({ id: provider.id })
        await useModels.getState().load()
      },
      t('removeFailed', { name }),
    )
  return (
    <li className="border-line border-t px-3.5 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-48 flex-1">
          <p className="flex flex-wrap items-center gap-1.5 text-sm">
            <span className="font-medium">{name}</span>
            {!isOwn && <Chip>{t(provider.origin === 'config' ? 'originConfig' : 'originFound')}</Chip>}
            {provider.agents !== null && (
              <Chip>{t('forAgents', { agents: provider.agents.map((agent) => agent.toLowerCase()).join(', ') })}</Chip>
            )}
          </p>
          <p className="break-all text-ink-3 text-xs">{provider.baseUrl}</p>
          <Facts provider={provider} />
        </div>
        <Button size="sm" aria-label={t('testName', { name })} busy={isTesting} onClick={() => void test()}>
          {t('test')}
        </Button>
        <Menu
          trigger={<IconButton icon={Ellipsis} label={t('more', { name })} />}
          items={[
            ...(isOwn ? [{ label: t('edit'), icon: Pencil, onSelect: onEdit }] : []),
            { label: t('refresh'), icon: RotateCw, onSelect: () => void refresh() },
            ...(isOwn
              ? [
                  'separator' as const,
                  { label: t('remove'), icon: Trash2, danger: true, onSelect: () => setRemoving(true) },
                ]
              : []),
          ]}
        />
      </div>
      {provider.origin === 'config' && <p className="mt-1 text-ink-3 text-xs">{t('fromConfig')}</p>}
      {!isTesting && shown && (
        <div className="mt-2">
          <VerdictView verdict={shown} />
        </div>
      )}
      {isRemoving && (
        <ConfirmDialog
          open
          onOpenChange={setRemoving}
          title={t('removeAsk', { name })}
          description={t('removeText')}
          confirmLabel={t('removeConfirm')}
          onConfirm={remove}
        />
      )}
    </li>
  )
}

function Facts({ provider }: { provider: ProviderView }) {
  const { t } = useTranslation('models')
  const { t: composer } = useTranslation('composer')
  const { words, isJustNow } = useAgo()
  const verdict = useModels((state) => state.verdicts[provider.id])
  const key = provider.hasKey ? t('keySet') : t(provider.needsKey ? 'keyMissing' : 'keyNotNeeded')
  const isMissing = provider.needsKey && !provider.hasKey
  return (
    <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-ink-2 text-xs">
      <StatusDot state={isMissing ? 'attention' : provider.problem ? 'failed' : 'off'}>{key}</StatusDot>
      <span>{t('modelCount', { count: provider.models.length })}</span>
      {provider.isLocal && <span>{composer('onThisComputer')}</span>}
      <span>{verdict ? t('tested', { when: words(verdict.at) }) : t('neverTested')}</span>
      {verdict?.ok && !provider.problem && !isJustNow(verdict.at) && <span>{verdict.message}</span>}
    </p>
  )
}
