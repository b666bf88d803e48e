/** Settings: person, units, data, access, connections, about. */
import { Keyboard } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { AboutSection } from '../features/settings/about-section.tsx'
import { ConnectSection } from '../features/settings/connect-section.tsx'
import { DataSection } from '../features/settings/data-section.tsx'
import { PersonSection } from '../features/settings/person-section.tsx'
import { TokensSection } from '../features/settings/tokens-section.tsx'
import { UnitsSection } from '../features/settings/units-section.tsx'
import { useApp } from '../stores/app.ts'
import { useLayout } from '../stores/layout.ts'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Page } from '../ui/page.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'

export function SettingsPage() {
  const { t } = useTranslation()
  const { info, error, load } = useApp()
  const setShortcutList = useLayout((state) => state.setShortcutList)
  useEffect(() => {
    document.title = `${t('settings')} · ${t('appName')}`
  }, [t])
  return (
    <Page
      title={t('settings')}
      actions={
        <Button icon={Keyboard} onClick={() => setShortcutList(true)}>
          {t('shortcuts')}
        </Button>
      }
    >
      <div className="mx-auto flex w-full max-w-[760px] flex-col gap-4.5">
        {info ? (
          <>
            <PersonSection profile={info.profile} />
            <UnitsSection profile={info.profile} />
            <DataSection info={info} />
            <TokensSection timeZone={info.profile.timeZone} />
            <ConnectSection info={info} />
            <AboutSection info={info} />
          </>
        ) : error !== null ? (
          <ErrorState title={t('startFailed')} error={error} onRetry={() => void load()} />
        ) : (
          <SkeletonLines lines={6} />
        )}
      </div>
    </Page>
  )
}
