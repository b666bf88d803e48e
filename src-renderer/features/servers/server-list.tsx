/** All servers, live, with search, choice of several and what can be done with them. */
import { FileWarning, Plus, Server } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ServerRow } from '../../../src-main/api/contract/servers.ts'
import { useServers } from '../../stores/servers.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAddServer } from './add/add-server.ts'
import { spelledOut } from './marked-text.ts'
import { inOrder, matching, type ServerFilter } from './server-order.ts'
import { ServerTable } from './server-table.tsx'
import { ServerToolbar } from './server-toolbar.tsx'
import { isDeclared, useServerCommands } from './use-server-commands.ts'

/** From here on one looks for a server instead of seeing it. */
const searchableFrom = 9

export function ServerList() {
  const { t, i18n } = useTranslation('servers')
  const { servers, wishes, fileProblems, error, load } = useServers()
  const commands = useServerCommands()
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<ServerFilter>('all')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [removing, setRemoving] = useState<readonly ServerRow[]>([])
  const openAdd = useAddServer((state) => state.open)

  const all = useMemo(() => inOrder((servers ?? []).map((row) => ({ ...row, ...wishes[row.id] }))), [servers, wishes])
  const isSearchable = all.length >= searchableFrom
  const rows = useMemo(() => (isSearchable ? matching(all, search, filter) : all), [all, isSearchable, search, filter])
  const chosenRows = rows.filter((row) => chosen.has(row.id))
  const choose = useCallback(
    (id: string, isChosen: boolean) =>
      setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((one) => one !== id))),
    [],
  )
  const removeOne = useCallback((row: ServerRow) => setRemoving([row]), [])

  if (servers === null) {
    if (error !== null) return <ErrorState title={t('failed')} error={error} onRetry={() => void load()} />
    return <ListSkeleton />
  }
  const removable = removing.filter((row) => !isDeclared(row))
  return (
    <>
      {error !== null && <ErrorState title={t('renewFailed')} error={error} onRetry={() => void load()} />}
      {fileProblems.map(({ file, problem }) => (
        <div
          key={file}
          className="flex items-start gap-2.5 rounded-lg border border-line bg-surface px-3.5 py-2.5 text-sm"
        >
          <FileWarning className="mt-0.5 size-[18px] shrink-0 text-amber" strokeWidth={1.6} aria-hidden />
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <p className="font-medium">{t('fileProblem', { file })}</p>
            <p className="text-ink-2">{problem}</p>
            <p className="text-ink-3 text-xs">{t('filesFix')}</p>
          </div>
        </div>
      ))}
      <div className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface">
        {all.length === 0 ? (
          <EmptyState
            icon={Server}
            title={t('empty')}
            action={
              <Button variant="primary" icon={Plus} onClick={() => openAdd()}>
                {t('add')}
              </Button>
            }
          >
            {t('emptyText')}
          </EmptyState>
        ) : (
          <>
            <ServerToolbar
              shown={rows.length}
              chosen={chosenRows.length}
              onChooseAll={(isChosen) => setChosen(new Set(isChosen ? rows.map((row) => row.id) : []))}
              isSearchable={isSearchable}
              search={search}
              filter={filter}
              onSearch={setSearch}
              onFilter={setFilter}
              onEnable={(enabled) => void commands.enable(chosenRows, enabled)}
              onExport={() => void commands.save(chosenRows)}
              onRemove={() => setRemoving(chosenRows)}
            />
            {rows.length > 0 ? (
              <ServerTable rows={rows} chosen={chosen} onChoose={choose} commands={commands} onRemove={removeOne} />
            ) : (
              <div className="flex items-center justify-center gap-3 px-3.5 py-8 text-ink-2 text-sm">
                {t('noMatch')}
                <Button
                  size="sm"
                  onClick={() => {
                    setSearch('')
                    setFilter('all')
                  }}
                >
                  {t('showAll')}
                </Button>
              </div>
            )}
          </>
        )}
      </div>
      {removing.length > 0 && (
        <ConfirmDialog
          open
          onOpenChange={() => setRemoving([])}
          title={
            removing.length === 1
              ? t('removeAsk', { name: spelledOut(removing[0]?.name ?? '') })
              : t('removeAskMany', { count: removable.length })
          }
          description={
            <>
              {removing.length === 1
                ? t('removeText')
                : t('removeTextMany', {
                    names: new Intl.ListFormat(i18n.language, { style: 'narrow' }).format(
                      removable.map((row) => spelledOut(row.name)),
                    ),
                  })}
              {removable.length < removing.length && (
                <span className="mt-1.5 block">
                  {t('removeDeclared', { count: removing.length - removable.length })}
                </span>
              )}
            </>
          }
          confirmLabel={t('removeConfirm')}
          onConfirm={async () => {
            await commands.remove(removing)
            setChosen(new Set())
          }}
        />
      )}
    </>
  )
}

function ListSkeleton() {
  return (
    <div className="rounded-lg border border-line bg-surface" aria-hidden>
      <div className="h-11 border-line border-b" />
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key} className="flex items-center gap-8 border-line border-b px-3.5 py-3 last:border-b-0">
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3.5 w-32" />
            <Skeleton className="h-3 w-64 max-w-full" />
          </div>
          <Skeleton className="h-3.5 w-24" />
          <Skeleton className="h-3.5 w-20" />
        </div>
      ))}
    </div>
  )
}
