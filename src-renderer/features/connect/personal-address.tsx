/** The personal address, where it is on: kept from sight until asked for. Everything else about it is in Settings. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { PersonalUrlView } from '../../../src-main/api/contract/urls.ts'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { CopyValue } from './copy-value.tsx'

export const settingsAddresses = '/settings/addresses'

export function PersonalAddress() {
  const { t } = useTranslation('connect')
  const read = useLoaded('addresses', () => client.urls.state(), ['access-changed', 'people-changed'])
  const live = read.value?.enabled ? read.value.urls.filter((one) => one.state === 'live') : []
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-2 text-sm">{t('personal.text')}</p>
      {read.error !== null && !read.value && (
        <ErrorState title={t('personal.failed')} error={read.error} onRetry={read.reload} />
      )}
      {!read.value && read.error === null && <SkeletonLines lines={2} />}
      {live.map((one) => (
        <Address key={one.id} view={one} />
      ))}
      {read.value && live.length === 0 && (
        <p className="text-ink-3 text-sm">{t(read.value.enabled ? 'personal.none' : 'personal.off')}</p>
      )}
      <p>
        <Link href={settingsAddresses} className="text-accent text-sm underline-offset-2 hover:underline">
          {t('personal.settings')}
        </Link>
      </p>
    </div>
  )
}

function Address({ view }: { view: PersonalUrlView }) {
  const { t } = useTranslation('connect')
  const [url, setUrl] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const reveal = async () => {
    setBusy(true)
    try {
      setUrl((await client.urls.reveal({ id: view.id })).url)
    } catch (failure) {
      toast(`${t('personal.revealFailed')} ${errorWords(failure).message}`, { tone: 'error' })
    } finally {
      setBusy(false)
    }
  }
  const label = view.label || t('personal.of', { name: view.person.name })
  if (url !== null) return <CopyValue label={label} shown={url} />
  return (
    <div className="flex items-center gap-3">
      <span className="min-w-0 flex-1 truncate font-medium text-sm">{label}</span>
      <Button size="sm" busy={isBusy} onClick={() => void reveal()}>
        {t('personal.reveal')}
      </Button>
    </div>
  )
}
