/** The servers themselves, those that need the person first. */
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { ServerRow } from '../../../src-main/api/contract/servers.ts'
import { useFormat } from '../../format/use-format.ts'
import { useLayout } from '../../stores/layout.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Switch } from '../../ui/switch.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { useAgo } from '../connect/use-ago.ts'
import { FaultView } from './fault-view.tsx'
import { spelledOut } from './marked-text.ts'
import { ServerRowMenu } from './server-row-menu.tsx'
import { ServerStateCell } from './server-state-cell.tsx'
import { shortSummary } from './short-summary.ts'
import type { ServerCommands } from './use-server-commands.ts'

export interface ServerTableProps {
  rows: readonly ServerRow[]
  chosen: ReadonlySet<string>
  onChoose: (id: string, isChosen: boolean) => void
  commands: ServerCommands
  onRemove: (row: ServerRow) => void
}

/** A long list cuts its rows to two lines. */
const rowPx = 59

export function ServerTable({ rows, chosen, onChoose, commands, onRemove }: ServerTableProps) {
  const { t } = useTranslation('servers')
  const format = useFormat()
  const ago = useAgo()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback(
    (id: string) =>
      setOpened((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id])),
    [],
  )
  const isNarrow = useLayout((state) => state.isNarrow)
  const all = useMemo<Column<ServerRow>[]>(
    () => [
      {
        id: 'select',
        header: t('selectAll'),
        headerHidden: true,
        width: '44px',
        cell: (row) => (
          <Checkbox
            className="mt-0.5"
            label={t('select', { name: row.name })}
            checked={chosen.has(row.id)}
            onChange={(isChosen) => onChoose(row.id, isChosen)}
          />
        ),
      },
      {
        id: 'name',
        header: t('column.name'),
        width: isNarrow ? '30%' : '36%',
        sortValue: (row) => row.name,
        cell: (row) => <NameCell row={row} />,
      },
      {
        id: 'state',
        header: t('column.state'),
        sortValue: (row) => row.state,
        cell: (row) => (
          <ServerStateCell
            row={row}
            now={ago.now}
            isOpen={opened.has(row.id)}
            onToggle={() => toggle(row.id)}
            answered={
              isNarrow && row.lastAnswerAt !== null ? t('answered', { when: ago.words(row.lastAnswerAt) }) : null
            }
          />
        ),
      },
      {
        id: 'last',
        header: t('column.last'),
        width: '130px',
        muted: true,
        sortValue: (row) => row.lastAnswerAt,
        firstSort: 'descending',
        cell: (row) => (row.lastAnswerAt === null ? t('never') : ago.words(row.lastAnswerAt)),
      },
      {
        id: 'tools',
        header: t('column.tools'),
        width: isNarrow ? '104px' : '116px',
        sortValue: (row) => row.tools.on,
        firstSort: 'descending',
        cell: (row) => <ToolsCell row={row} number={format.number} />,
      },
      {
        id: 'shared',
        header: t('column.shared'),
        width: isNarrow ? '66px' : '84px',
        sortValue: (row) => Number(row.shared),
        firstSort: 'descending',
        cell: (row) => (
          <Switch
            label={t('share', { name: row.name })}
            checked={row.shared}
            onChange={(shared) => void commands.share(row, shared)}
          />
        ),
      },
      {
        id: 'menu',
        header: t('column.menu'),
        headerHidden: true,
        align: 'right',
        width: '56px',
        cell: (row) => <ServerRowMenu row={row} commands={commands} onRemove={() => onRemove(row)} />,
      },
    ],
    [t, format, ago, isNarrow, chosen, onChoose, opened, toggle, commands, onRemove],
  )
  const columns = isNarrow ? all.filter((column) => column.id !== 'last') : all
  const isAnyOpen = rows.some((row) => row.fault && opened.has(row.id))
  return (
    <Table
      caption={t('title')}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      minWidth={640}
      rowPx={rowPx}
      maxHeight={rows.length > 100 ? 640 : undefined}
      detail={
        isAnyOpen ? (row) => (row.fault && opened.has(row.id) ? <FaultView fault={row.fault} /> : null) : undefined
      }
    />
  )
}

function NameCell({ row }: { row: ServerRow }) {
  const { t } = useTranslation('servers')
  const { origin } = row
  return (
    <div className="min-w-0">
      <Link
        href={`/servers/${row.id}`}
        className="font-medium underline-offset-2 [overflow-wrap:anywhere] hover:underline"
      >
        {spelledOut(row.name)}
      </Link>
      <p
        className="line-clamp-1 whitespace-normal break-all text-ink-3 text-xs"
        title={spelledOut(row.summary).slice(0, 1_000)}
      >
        {[
          t(`transport.${row.transport}`),
          shortSummary(spelledOut(row.summary)),
          origin.kind === 'file' && t('declared', { file: origin.detail ?? '' }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  )
}

function ToolsCell({ row, number }: { row: ServerRow; number: (value: number, digits?: number) => string }) {
  const { t } = useTranslation('servers')
  const { on, total } = row.tools
  // Nothing was ever listed: that is not the same as no tools.
  if (total === 0 && row.lastAnswerAt === null) return <span className="text-ink-3">{t('toolsUnknown')}</span>
  return (
    <div className="flex flex-col items-start gap-0.5">
      <span className="whitespace-nowrap">{t('tools', { on: number(on, 0), total: number(total, 0) })}</span>
      {row.toReview > 0 ? (
        <Chip tone="amber">{t('toReview', { count: row.toReview })}</Chip>
      ) : (
        row.stale &&
        row.state !== 'stopped' && <span className="whitespace-nowrap text-ink-3 text-xs">{t('staleList')}</span>
      )}
    </div>
  )
}
