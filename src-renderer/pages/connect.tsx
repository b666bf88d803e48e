/** Connect: client programs of this computer, everything else with copyable values, who was heard, who has access. */
import { ScrollText } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { ClientCards } from '../features/connect/client-cards.tsx'
import { HeardList } from '../features/connect/heard-list.tsx'
import { OtherPrograms } from '../features/connect/other-programs.tsx'
import { OwnClients } from '../features/connect/own-clients.tsx'
import { RemoteAccess } from '../features/connect/remote-access.tsx'
import { WhoHasAccess } from '../features/connect/who-has-access.tsx'
import { PersonChip } from '../features/people/person-chip.tsx'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'

export function ConnectPage() {
  const { t } = useTranslation('connect')
  const { t: common } = useTranslation()
  const [, navigate] = useLocation()
  useEffect(() => {
    document.title = `${common('connect')} · ${common('appName')}`
  }, [common])
  return (
    <Page
      title={common('connect')}
      about={<PersonChip />}
      actions={
        <Button icon={ScrollText} onClick={() => navigate('/settings/audit')}>
          {t('audit')}
        </Button>
      }
    >
      <div className="mx-auto flex w-full max-w-[960px] flex-col gap-4.5">
        <ClientCards />
        <HeardList />
        <OtherPrograms />
        <WhoHasAccess />
        <OwnClients />
        <RemoteAccess />
      </div>
    </Page>
  )
}
