/** Servers: external MCP servers with their honest state, groups of their tools, and those that come with Mirohub. */
import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { AddDialog } from '../features/servers/add/add-dialog.tsx'
import { useAddServer } from '../features/servers/add/add-server.ts'
import { CompanionsPanel } from '../features/servers/companions-panel.tsx'
import { GroupsPanel } from '../features/servers/groups-panel.tsx'
import { ServerList } from '../features/servers/server-list.tsx'
import { useFormat } from '../format/use-format.ts'
import { useServers } from '../stores/servers.ts'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { Page } from '../ui/page.tsx'

export function ServersPage() {
  const { t } = useTranslation('servers')
  const { t: common } = useTranslation()
  const format = useFormat()
  const servers = useServers((state) => state.servers)
  const open = useAddServer((state) => state.open)
  useEffect(() => {
    document.title = `${t('title')} · ${common('appName')}`
  }, [t, common])
  const toolsOn = servers?.reduce((sum, row) => sum + (row.state === 'ready' ? row.tools.on : 0), 0) ?? 0
  return (
    <Page
      title={t('title')}
      about={
        servers !== null &&
        servers.length > 0 && (
          <Chip>
            {t('count', { count: servers.length })} ·{' '}
            {t('toolsOn', { count: toolsOn, formatted: format.number(toolsOn, 0) })}
          </Chip>
        )
      }
      actions={
        <Button variant="primary" icon={Plus} onClick={() => open()}>
          {t('add')}
        </Button>
      }
    >
      <ServerList />
      {servers?.length !== 0 && <GroupsPanel />}
      <CompanionsPanel />
      <AddDialog />
    </Page>
  )
}
