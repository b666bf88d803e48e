/** Saves one setting at once; the page shows the wish until the hub has answered. */
import { useTranslation } from 'react-i18next'
import type { ServerSettingsView } from '../../../src-main/api/contract/servers.ts'
import { client } from '../../rpc/client.ts'
import type { ServerTabProps } from './use-server.ts'

export function useSetting({ server, change }: ServerTabProps): (patch: Partial<ServerSettingsView>) => void {
  const { t } = useTranslation('serverPage')
  return (patch) => {
    const settings = { ...server.settings, ...patch }
    void change({
      name: 'settings',
      failed: t('settings.failed'),
      meanwhile: { ...server, settings, shared: settings.shared },
      act: () => client.servers.update({ id: server.id, settings: patch }),
    })
  }
}
