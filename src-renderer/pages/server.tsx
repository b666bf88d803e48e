/** One external server: how it is, and everything it offers, in five tabs. */
import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'wouter'
import { LogsTab } from '../features/server/logs-tab.tsx'
import { Notices } from '../features/server/notices.tsx'
import { PromptsTab } from '../features/server/prompts-tab.tsx'
import { ResourcesTab } from '../features/server/resources-tab.tsx'
import { ServerActions } from '../features/server/server-actions.tsx'
import { aboutServer, LastAnswer, ServerState } from '../features/server/server-state.tsx'
import { SettingsTab } from '../features/server/settings-tab.tsx'
import { ToolsTab } from '../features/server/tools-tab.tsx'
import { useServer } from '../features/server/use-server.ts'
import { errorWords } from '../rpc/error-words.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Page } from '../ui/page.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'

const tabNames = ['tools', 'resources', 'prompts', 'logs', 'settings'] as const

export function ServerPage() {
  const { id = '', tab } = useParams<{ id?: string; tab?: string }>()
  // Another server is another page: nothing typed for one may end up in the other.
  return <OneServer key={id} id={id} tab={tabNames.find((name) => name === tab) ?? 'tools'} />
}

function OneServer({ id, tab }: { readonly id: string; readonly tab: (typeof tabNames)[number] }) {
  const { t } = useTranslation('serverPage')
  const [, navigate] = useLocation()
  const { detail: server, error, reload, busy, change } = useServer(id)
  const back = { label: t('back'), onClick: () => navigate('/servers') }

  if (!server) {
    const isGone = error !== null && errorWords(error).code === 'unknown_server'
    return (
      <Page title={t('title')} back={back}>
        {isGone && (
          <EmptyState
            icon={SearchX}
            title={t('gone')}
            action={<Button onClick={() => navigate('/servers')}>{t('back')}</Button>}
          >
            {t('goneText')}
          </EmptyState>
        )}
        {error !== null && !isGone && (
          <ErrorState title={t('readFailed')} error={error} isReasonShown onRetry={reload} />
        )}
        {error === null && <SkeletonLines lines={6} />}
      </Page>
    )
  }

  const props = { server, busy, change }
  const counts = {
    tools: server.toolList.length,
    resources: server.resources,
    prompts: server.prompts,
    logs: null,
    settings: null,
  }
  const contents = {
    tools: <ToolsTab {...props} />,
    resources: <ResourcesTab {...props} />,
    prompts: <PromptsTab {...props} />,
    logs: <LogsTab {...props} />,
    settings: <SettingsTab {...props} />,
  }
  return (
    <main className="flex min-h-0 min-w-0 flex-1 flex-col">
      <PageHeader
        title={server.name}
        back={back}
        about={
          <span role="status" className="flex min-w-0 items-center gap-2 whitespace-nowrap text-sm">
            <ServerState server={server} />
            <span className="truncate text-ink-3 text-xs">
              <LastAnswer server={server} />
            </span>
          </span>
        }
        actions={<ServerActions {...props} />}
      />
      <Notices {...props} />
      <Tabs
        label={t('tabs')}
        isFilling
        value={tab}
        onChange={(next) => navigate(`/servers/${id}/${next}`)}
        trailing={<span className="hidden truncate text-ink-3 text-xs xl:inline">{aboutServer(t, server)}</span>}
        tabs={tabNames.map((name) => ({
          value: name,
          label: (
            <>
              {t(`tab.${name}`)}
              {counts[name] !== null && <span className="ml-1.5 text-ink-3 text-xs">{counts[name]}</span>}
            </>
          ),
          content: contents[name],
        }))}
      />
    </main>
  )
}
