/** Health: what is known about this person, look-up of genotypes, and where the data came from. */
import { Database, FlaskConical, Upload } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { IndicatorOverviewView } from '../../src-main/api/contract/health.ts'
import { GeneticsLookup } from '../features/data/genetics-lookup.tsx'
import { HealthOverview } from '../features/data/health-overview.tsx'
import { ImportHistory } from '../features/data/import-history.tsx'
import { PersonChip } from '../features/people/person-chip.tsx'
import { client } from '../rpc/client.ts'
import { useApp } from '../stores/app.ts'
import { useImports } from '../stores/imports.ts'
import { useLoaded } from '../stores/use-loaded.ts'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export function HealthPage() {
  const { t } = useTranslation('health')
  const overview = useLoaded('overview', () => client.health.overview(), ['data-changed', 'profile-changed'])
  const hasSample = useApp((state) => state.info?.hasSampleData ?? false)
  const isEmpty = overview.value?.length === 0
  return (
    <Page
      title={t('title')}
      about={
        <>
          <PersonChip />
          {hasSample && <Chip icon={FlaskConical}>{t('sample')}</Chip>}
        </>
      }
      actions={
        <Button variant="primary" icon={Upload} onClick={() => useImports.getState().setSheet(true)}>
          {t('import')}
        </Button>
      }
    >
      {overview.error !== null && (
        <ErrorState title={t('overviewFailed')} error={overview.error} onRetry={overview.reload} />
      )}
      {!overview.value && overview.error === null && <OverviewSkeleton />}
      {isEmpty && <NoData />}
      {overview.value && !isEmpty && <HealthOverview overview={overview.value} />}
      {overview.value && <GeneticsLookup />}
      {overview.value && <ImportHistoryUnlessNone overview={overview.value} />}
    </Page>
  )
}

/** With no records the history still matters (an undone import, a genotype file); a fresh start has nothing to tell. */
function ImportHistoryUnlessNone(props: { readonly overview: readonly IndicatorOverviewView[] }) {
  const history = useLoaded('history-count', () => client.imports.history())
  if (props.overview.length === 0 && (history.value?.length ?? 0) === 0) return null
  return <ImportHistory overview={props.overview} />
}

function NoData() {
  const { t } = useTranslation('health')
  const { pick, addSample } = useImports.getState()
  return (
    <EmptyState
      icon={Database}
      title={t('empty.title')}
      action={
        <>
          <Button variant="primary" icon={Upload} onClick={() => void pick()}>
            {t('empty.import')}
          </Button>
          <Button icon={FlaskConical} onClick={() => void addSample()}>
            {t('empty.sample')}
          </Button>
        </>
      }
    >
      {t('empty.body')}
    </EmptyState>
  )
}

function OverviewSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('loading')} className="flex flex-col gap-4.5">
      <Skeleton className="h-13 w-72" />
      <div className="grid gap-3.5 @2xl:grid-cols-2 @4xl:grid-cols-3">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((card) => (
          <Skeleton key={card} className="h-[164px]" />
        ))}
      </div>
    </div>
  )
}
