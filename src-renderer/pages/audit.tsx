/** The audit log: every tool call, who made it and what came of it, never what was asked. */
import { RotateCw, ScrollText, SearchX } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { AuditExportMenu } from '../features/audit/audit-export-menu.tsx'
import { auditFilter, everything, isEverything } from '../features/audit/audit-filter.ts'
import { AuditFilters } from '../features/audit/audit-filters.tsx'
import { AuditTable } from '../features/audit/audit-table.tsx'
import { AuditVerify } from '../features/audit/audit-verify.tsx'
import { useAuditLog } from '../features/audit/use-audit-log.ts'
import { PersonChip } from '../features/people/person-chip.tsx'
import { useFormat } from '../format/use-format.ts'
import { useApp } from '../stores/app.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export function AuditPage() {
  const { t } = useTranslation('audit')
  const { t: common } = useTranslation()
  const [, navigate] = useLocation()
  const format = useFormat()
  const profile = useApp((state) => state.info?.profile)
  const timeZone = profile?.timeZone ?? 'UTC'
  const [choice, setChoice] = useState(everything)
  const filter = useMemo(() => auditFilter(choice, timeZone, Date.now()), [choice, timeZone])
  const log = useAuditLog(filter)
  useEffect(() => {
    document.title = `${t('title')} · ${common('appName')}`
  }, [t, common])
  const { rows } = log
  const isUnused = rows?.length === 0 && !log.isStale && isEverything(choice)
  return (
    <main className="flex min-h-0 min-w-0 flex-1 flex-col">
      <PageHeader
        title={t('title')}
        back={{ label: common('settings'), onClick: () => navigate('/settings') }}
        about={<PersonChip />}
        actions={
          <>
            <AuditVerify />
            <AuditExportMenu filter={filter} total={rows ? log.total : 0} person={profile?.name ?? ''} />
          </>
        }
      />
      <div className="@container flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-5 pt-4 pb-4">
        <p className="max-w-[760px] text-ink-2 text-sm">{t('text')}</p>
        {isUnused ? (
          <EmptyState icon={ScrollText} title={t('none')}>
            {t('noneText')}
          </EmptyState>
        ) : (
          <>
            <AuditFilters choice={choice} onChange={setChoice} />
            {log.error !== null && <ErrorState title={t('failed')} error={log.error} onRetry={log.reload} />}
            {rows === null && log.error === null && <TableSkeleton />}
            {rows && (
              <AuditTable
                rows={rows}
                isStale={log.isStale}
                timeZone={timeZone}
                onNearEnd={log.more}
                empty={
                  <EmptyState
                    icon={SearchX}
                    title={t('noMatch')}
                    action={<Button onClick={() => setChoice(everything)}>{t('clear')}</Button>}
                  />
                }
              />
            )}
            {rows && (
              <footer className="flex min-h-7 items-center gap-2 text-ink-3 text-xs">
                <span role="status">
                  {t('shown', {
                    count: log.total,
                    shown: format.number(rows.length, 0),
                    total: format.number(log.total, 0),
                  })}
                </span>
                {log.hasMore && (
                  <Button size="sm" variant="link" busy={log.isBusy} onClick={log.more}>
                    {t('more')}
                  </Button>
                )}
                <span className="ml-auto">
                  <IconButton
                    icon={RotateCw}
                    size="sm"
                    label={t('refresh')}
                    disabled={log.isBusy}
                    onClick={log.reload}
                  />
                </span>
              </footer>
            )}
          </>
        )}
      </div>
    </main>
  )
}

function TableSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('loading')} className="flex flex-col gap-2">
      {['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((row) => (
        <Skeleton key={row} className="h-8" />
      ))}
    </div>
  )
}
