/** Addresses and their pages, after the hash, so that they work from a file scheme and any server alike. */
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Redirect, Route, Switch } from 'wouter'
import { ChatPage } from '../pages/chat.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { PageBoundary } from './page-boundary.tsx'

// The chat is where everyone starts; the other pages (charts, forms) load when they are first opened.
const HealthPage = lazy(() => import('../pages/health.tsx').then((page) => ({ default: page.HealthPage })))
const IndicatorPage = lazy(() => import('../pages/indicator.tsx').then((page) => ({ default: page.IndicatorPage })))
const ToolsPage = lazy(() => import('../pages/tools.tsx').then((page) => ({ default: page.ToolsPage })))
const SkillsPage = lazy(() => import('../pages/skills.tsx').then((page) => ({ default: page.SkillsPage })))
const ServersPage = lazy(() => import('../pages/servers.tsx').then((page) => ({ default: page.ServersPage })))
const ServerPage = lazy(() => import('../pages/server.tsx').then((page) => ({ default: page.ServerPage })))
const ConnectPage = lazy(() => import('../pages/connect.tsx').then((page) => ({ default: page.ConnectPage })))
const AuditPage = lazy(() => import('../pages/audit.tsx').then((page) => ({ default: page.AuditPage })))
const SettingsPage = lazy(() => import('../pages/settings.tsx').then((page) => ({ default: page.SettingsPage })))

function PageSkeleton() {
  const { t } = useTranslation()
  return (
    <main className="p-7">
      <h1 className="sr-only">{t('loading')}</h1>
      <SkeletonLines lines={4} />
    </main>
  )
}

function NotFound() {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('notFound')}
      action={
        <Button
          onClick={() => {
            window.location.hash = '#/chat'
          }}
        >
          {t('goToChat')}
        </Button>
      }
    />
  )
}

export function Routes() {
  return (
    <PageBoundary>
      <Suspense fallback={<PageSkeleton />}>
        <Switch>
          <Route path="/">
            <Redirect to="/chat" replace />
          </Route>
          <Route path="/chat/:id?">{(params) => <ChatPage id={params.id ?? null} />}</Route>
          <Route path="/health" component={HealthPage} />
          <Route path="/health/:key" component={IndicatorPage} />
          <Route path="/tools/:name?" component={ToolsPage} />
          <Route path="/skills/:id?" component={SkillsPage} />
          <Route path="/servers" component={ServersPage} />
          <Route path="/servers/:id/:tab?" component={ServerPage} />
          <Route path="/connect" component={ConnectPage} />
          <Route path="/settings/audit" component={AuditPage} />
          <Route path="/settings/:section?" component={SettingsPage} />
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    </PageBoundary>
  )
}
