/** What was imported: counts, warnings, what a newer export no longer holds, and undo. */
import { ChevronRight, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { IndicatorOverviewView } from '../../../src-main/api/contract/health.ts'
import type { ImportHistoryEntry } from '../../../src-main/api/contract/imports.ts'
import { useFormat } from '../../format/use-format.ts'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { useApp } from '../../stores/app.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.tsx'
import { ImportDetails } from './import-details.tsx'
import { useIndicatorWords } from './indicator-words.ts'

type Asked = { readonly what: 'undo' | 'absent'; readonly entry: ImportHistoryEntry }

export function ImportHistory({ overview }: { readonly overview: readonly IndicatorOverviewView[] }) {
  const words = useIndicatorWords()
  const { t } = useTranslation('health')
  const format = useFormat()
  const timeZone = useApp((state) => state.info?.profile.timeZone)
  const history = useLoaded('history', () => client.imports.history())
  const [open, setOpen] = useState<number | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)

  const act = async ({ what, entry }: Asked) => {
    try {
      if (what === 'undo') {
        const { removed, kept } = await client.imports.undo({ id: entry.id })
        const text = t('imports.undone', { name: entry.name, removed: format.number(removed) })
        toast(kept > 0 ? `${text} ${t('imports.kept', { kept: format.number(kept) })}` : text)
      } else {
        const { removed } = await client.imports.removeAbsent({ id: entry.id })
        toast(t('imports.absentRemoved', { removed: format.number(removed) }))
      }
      history.reload()
    } catch (error) {
      const words = errorWords(error)
      toast([t('imports.notRemoved', { name: entry.name }), words.hint ?? words.message].join(' '), { tone: 'error' })
    }
  }

  const nameOf = (key: string, fallback: string) => {
    const known = overview.find((one) => one.key === key)
    return known ? words.name([known]) : fallback
  }

  const toggle = (entry: ImportHistoryEntry) => setOpen(open === entry.id ? null : entry.id)
  const columns: Column<ImportHistoryEntry>[] = [
    {
      id: 'name',
      header: t('imports.file'),
      sortValue: (entry) => entry.name,
      cell: (entry) => (
        <button
          type="button"
          aria-expanded={open === entry.id}
          className="flex min-w-48 items-start gap-1.5 rounded-sm text-left"
          onClick={() => toggle(entry)}
        >
          <ChevronRight
            aria-hidden="true"
            size={14}
            className={`mt-0.5 shrink-0 text-ink-3 transition-transform ${open === entry.id ? 'rotate-90' : ''}`}
          />
          <span className="min-w-0">
            <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
              <span className="break-words font-medium">{entry.name}</span>
              {entry.isSample && <Chip>{t('sample')}</Chip>}
              {entry.state === 'removed' && <Chip>{t('imports.removed')}</Chip>}
              <Notes entry={entry} />
            </span>
            <span className="block break-words text-ink-3 text-xs">
              {[entry.summary.title || entry.format, entry.part].filter(Boolean).join(' · ')}
            </span>
          </span>
        </button>
      ),
    },
    {
      id: 'when',
      header: t('imports.when'),
      muted: true,
      sortValue: (entry) => entry.startedAt,
      firstSort: 'descending',
      cell: (entry) => <span className="whitespace-nowrap">{format.instant(entry.startedAt, timeZone)}</span>,
    },
    count('read', t('imports.read')),
    count('imported', t('imports.imported')),
    count('duplicates', t('imports.duplicates')),
    count('skipped', t('imports.skipped')),
    {
      id: 'actions',
      header: t('imports.actions'),
      headerHidden: true,
      align: 'right',
      cell: (entry) =>
        entry.state === 'done' && (
          <IconButton
            icon={Trash2}
            size="sm"
            label={t('imports.undoNamed', { name: entry.name })}
            onClick={() => setAsked({ what: 'undo', entry })}
          />
        ),
    },
  ]

  function count(id: 'read' | 'imported' | 'duplicates' | 'skipped', header: string): Column<ImportHistoryEntry> {
    return {
      id,
      header,
      align: 'right',
      sortValue: (entry) => entry[id],
      firstSort: 'descending',
      cell: (entry) => format.number(entry[id]),
    }
  }

  return (
    <Panel
      title={t('imports.title')}
      about={history.value ? t('imports.files', { count: history.value.length }) : null}
    >
      {history.error && !history.value ? (
        <div className="p-3.5 pt-0">
          <ErrorState title={t('imports.failed')} error={history.error} onRetry={history.reload} />
        </div>
      ) : !history.value ? (
        <div className="p-3.5 pt-0">
          <SkeletonLines lines={3} />
        </div>
      ) : (
        <Table
          caption={t('imports.title')}
          columns={columns}
          rows={history.value}
          rowKey={(entry) => entry.id}
          minWidth={720}
          empty={t('imports.none')}
          detail={(entry) =>
            open === entry.id ? (
              <ImportDetails
                entry={entry}
                nameOf={nameOf}
                onRemoveAbsent={() => setAsked({ what: 'absent', entry })}
                onUndo={() => setAsked({ what: 'undo', entry })}
              />
            ) : null
          }
        />
      )}
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={(next) => {
            if (!next) setAsked(null)
          }}
          title={
            asked.what === 'undo'
              ? t('imports.undoTitle', { name: asked.entry.name })
              : t('imports.absentTitle', { formatted: format.number(asked.entry.absent), count: asked.entry.absent })
          }
          description={
            asked.what === 'undo'
              ? t('imports.undoBody', { imported: format.number(asked.entry.imported) })
              : t('imports.absentBody', { name: asked.entry.name })
          }
          confirmLabel={asked.what === 'undo' ? t('imports.undo') : t('imports.removeAbsent')}
          onConfirm={() => act(asked)}
        />
      )}
      {history.error !== null && history.value && (
        <p className="flex items-center gap-2 px-3.5 py-2 text-ink-2 text-xs" role="status">
          {t('imports.stale')}
          <Button size="sm" variant="ghost" onClick={history.reload}>
            {t('retry')}
          </Button>
        </p>
      )}
    </Panel>
  )
}

/** What deserves a look before the row is opened. */
function Notes({ entry }: { readonly entry: ImportHistoryEntry }) {
  const { t } = useTranslation('health')
  const format = useFormat()
  const warnings = entry.summary.warnings.length
  return (
    <>
      {warnings > 0 && <Chip tone="amber">{t('imports.warnings', { count: warnings })}</Chip>}
      {entry.absent > 0 && entry.state === 'done' && (
        <Chip tone="amber">
          {t('imports.absentChip', { formatted: format.number(entry.absent), count: entry.absent })}
        </Chip>
      )}
    </>
  )
}
