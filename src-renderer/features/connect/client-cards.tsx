/** The client programs of this computer, a card each, and the names of those that are not here. */
import { RotateCw, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientAppId, ClientAppView } from '../../../src-main/api/contract/connect.ts'
import { client } from '../../rpc/client.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { ClientDialog } from './client-dialog.tsx'
import { clientStanding, pathTail } from './client-standing.ts'
import { useAgo } from './use-ago.ts'

export function ClientCards() {
  const { t } = useTranslation('connect')
  const read = useLoaded('clients', () => client.connect.clients(), ['clients-changed', 'access-changed'])
  const [opened, setOpened] = useState<ClientAppId | null>(null)
  const found = read.value?.filter((one) => one.found || one.state !== 'absent') ?? []
  const others = read.value?.filter((one) => !found.includes(one)) ?? []
  const shown = read.value?.find((one) => one.id === opened)
  return (
    <section aria-labelledby="connect-here">
      <header className="flex min-h-8 items-center gap-2">
        <h2 id="connect-here" className="font-semibold text-sm">
          {t('here.title')}
        </h2>
        <IconButton
          icon={RotateCw}
          size="sm"
          label={t('here.again')}
          className="ml-auto"
          disabled={read.value !== null && read.isStale}
          onClick={read.reload}
        />
      </header>
      <p className="mb-3 max-w-[640px] text-ink-2 text-sm">{t('here.text')}</p>
      {read.value === null && read.error === null && <CardSkeletons />}
      {read.error !== null && <ErrorState title={t('here.failed')} error={read.error} onRetry={read.reload} />}
      {read.value !== null && found.length === 0 && (
        <div className="rounded-lg border border-line bg-surface">
          <EmptyState icon={SearchX} title={t('here.none')}>
            {t('here.noneText')}
          </EmptyState>
        </div>
      )}
      <ul className="grid gap-3 @3xl:grid-cols-2">
        {found.map((one) => (
          <ClientCard key={one.id} view={one} onOpen={() => setOpened(one.id)} onReadAgain={read.reload} />
        ))}
      </ul>
      {others.length > 0 && (
        <p className="mt-3 text-ink-3 text-xs">
          {t('here.others', {
            names: new Intl.ListFormat(t('listLocale'), { style: 'narrow' }).format(others.map((one) => one.name)),
          })}
        </p>
      )}
      {shown && <ClientDialog key={shown.id} view={shown} onClose={() => setOpened(null)} onChanged={read.reload} />}
    </section>
  )
}

interface ClientCardProps {
  view: ClientAppView
  onOpen: () => void
  onReadAgain: () => void
}

function ClientCard({ view, onOpen, onReadAgain }: ClientCardProps) {
  const { t } = useTranslation('connect')
  const ago = useAgo()
  const { light, words, action } = clientStanding(view, ago.now)
  const isOpening = action === 'setUp' || action === 'update'
  const when = view.heardAt === null ? '' : ago.words(view.heardAt)
  return (
    <li className="flex items-start gap-3 rounded-lg border border-line bg-surface p-3.5">
      <div className="min-w-0 flex-1">
        <h3 className="truncate font-medium text-base">{view.name}</h3>
        <p className="mt-0.5 text-ink-2 text-sm">
          <StatusDot state={light}>{t(words, { when })}</StatusDot>
        </p>
        {view.problem !== null && (
          <p className="mt-0.5 [overflow-wrap:anywhere] pl-3.5 text-ink-2 text-xs">{view.problem}</p>
        )}
        <p className="mt-1 flex items-center gap-1 font-mono text-ink-3 text-xs">
          <span className="truncate" title={view.configPath}>
            {pathTail(view.configPath)}
          </span>
          {view.state === 'unreadable' && <CopyButton text={view.configPath} label={t('here.copyPath')} size="sm" />}
        </p>
      </div>
      <Button
        variant={isOpening ? 'primary' : 'secondary'}
        size="sm"
        aria-label={t('action.of', { action: t(`action.${action}`), name: view.name })}
        onClick={action === 'readAgain' ? onReadAgain : onOpen}
      >
        {t(`action.${action}`)}
      </Button>
    </li>
  )
}

function CardSkeletons() {
  return (
    <div className="grid gap-3 @3xl:grid-cols-2" aria-hidden>
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key} className="flex h-[94px] flex-col gap-2.5 rounded-lg border border-line bg-surface p-3.5">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-3.5 w-44" />
          <Skeleton className="h-3 w-56" />
        </div>
      ))}
    </div>
  )
}
