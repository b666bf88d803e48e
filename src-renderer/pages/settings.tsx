/** Settings: a list of parts at the left, one part at the right; each has an address of its own. */
import { Keyboard } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Redirect, useParams } from 'wouter'
import type { AppInfo } from '../../src-main/api/contract/app.ts'
import { ModelGuide } from '../features/models/model-guide.tsx'
import { PeopleSection } from '../features/people/people-section.tsx'
import { PersonChip } from '../features/people/person-chip.tsx'
import { AboutSection } from '../features/settings/about-section.tsx'
import { AgentsSection } from '../features/settings/agents-section.tsx'
import { DataSection } from '../features/settings/data-section.tsx'
import { ModelsSection } from '../features/settings/models-section.tsx'
import { PersonSection } from '../features/settings/person-section.tsx'
import { SecretsSection } from '../features/settings/secrets-section.tsx'
import { isSettingsSection, type SettingsSection } from '../features/settings/sections.ts'
import { SettingsList } from '../features/settings/settings-list.tsx'
import { TokensSection } from '../features/settings/tokens-section.tsx'
import { UnitsSection } from '../features/settings/units-section.tsx'
import { UrlsSection } from '../features/settings/urls-section.tsx'
import { useApp } from '../stores/app.ts'
import { useLayout } from '../stores/layout.ts'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'

/** The audit log is a page of its own: it needs the width. */
type ShownSection = Exclude<SettingsSection, 'audit'>

const contents: Readonly<Record<ShownSection, (info: AppInfo) => ReactNode>> = {
  person: (info) => <PersonSection profile={info.profile} />,
  units: (info) => <UnitsSection profile={info.profile} />,
  people: (info) => <PeopleSection timeZone={info.profile.timeZone} />,
  models: () => <ModelsSection />,
  agents: (info) => <AgentsSection timeZone={info.profile.timeZone} />,
  data: (info) => <DataSection info={info} />,
  secrets: () => <SecretsSection />,
  tokens: (info) => <TokensSection timeZone={info.profile.timeZone} />,
  addresses: (info) => <UrlsSection info={info} />,
  about: (info) => <AboutSection info={info} />,
}

export function SettingsPage() {
  const { section = 'person' } = useParams<{ section?: string }>()
  if (!isSettingsSection(section) || section === 'audit') return <Redirect to="/settings" replace />
  return <OneSection section={section} />
}

function OneSection({ section }: { section: ShownSection }) {
  const { t } = useTranslation('settings')
  const { t: common } = useTranslation()
  const { info, error, load } = useApp()
  const setShortcutList = useLayout((state) => state.setShortcutList)
  useEffect(() => {
    document.title = `${t(`section_${section}`)} · ${common('settings')} · ${common('appName')}`
  }, [t, common, section])
  return (
    <main className="flex min-h-0 min-w-0 flex-1 flex-col">
      <PageHeader
        title={common('settings')}
        about={<PersonChip />}
        actions={
          <Button icon={Keyboard} onClick={() => setShortcutList(true)}>
            {common('shortcuts')}
          </Button>
        }
      />
      <div className="flex min-h-0 flex-1">
        <SettingsList current={section} />
        {/* Another part begins at its top. */}
        <div key={section} className="@container relative min-h-0 min-w-0 flex-1 overflow-y-auto">
          <div className="mx-auto flex w-full max-w-[788px] flex-col gap-4.5 px-5 pt-5 pb-10 @xl:px-7 @xl:pt-6">
            {info ? (
              contents[section](info)
            ) : error !== null ? (
              <ErrorState title={common('startFailed')} error={error} onRetry={() => void load()} />
            ) : (
              <SkeletonLines lines={6} />
            )}
          </div>
        </div>
      </div>
      <ModelGuide />
    </main>
  )
}
