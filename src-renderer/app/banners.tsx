/** Quiet lines over the page for what holds everywhere: the hub is away, the data is made up. */
import { FlaskConical, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ShareBanner } from '../features/people/share-banner.tsx'
import { formatNumber } from '../format/quantities.ts'
import { client } from '../rpc/client.ts'
import { useConnection } from '../rpc/connection.ts'
import { errorWords } from '../rpc/error-words.ts'
import { useApp } from '../stores/app.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'

function Banner({ tone, children }: { tone: 'amber' | 'accent'; children: ReactNode }) {
  return (
    <div
      role="status"
      className={
        tone === 'amber'
          ? 'flex min-h-9 items-center gap-2 border-line border-b bg-amber-soft px-5 py-1 text-amber text-sm'
          : 'flex min-h-9 items-center gap-2 border-line border-b bg-accent-soft px-5 py-1 text-accent text-sm'
      }
    >
      {children}
    </div>
  )
}

function ConnectionBanner() {
  const { t } = useTranslation()
  const state = useConnection((connection) => connection.state)
  if (state !== 'away' && state !== 'locked') return null
  return (
    <Banner tone="amber">
      <Unplug className="size-4 shrink-0" strokeWidth={1.6} aria-hidden />
      {state === 'locked' ? t('hubLocked') : t('hubAwayBanner')}
    </Banner>
  )
}

function SampleBanner() {
  const { t, i18n } = useTranslation()
  const hasSampleData = useApp((state) => state.info?.hasSampleData ?? false)
  const load = useApp((state) => state.load)
  const [busy, setBusy] = useState(false)
  if (!hasSampleData) return null
  const remove = async () => {
    setBusy(true)
    try {
      const { removed } = await client.imports.removeSampleData()
      toast(t('sampleRemoved', { count: removed, formatted: formatNumber(removed, 0, i18n.language) }))
      await load()
    } catch (error) {
      toast(`${t('sampleRemoveFailed')} ${errorWords(error).message}`, { tone: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Banner tone="accent">
      <FlaskConical className="size-4 shrink-0" strokeWidth={1.6} aria-hidden />
      <span className="min-w-0 flex-1 truncate">{t('sampleBanner')}</span>
      <Button size="sm" variant="link" busy={busy} onClick={() => void remove()}>
        {t('sampleRemove')}
      </Button>
    </Banner>
  )
}

export function Banners() {
  return (
    <>
      <ConnectionBanner />
      <SampleBanner />
      <ShareBanner />
    </>
  )
}
