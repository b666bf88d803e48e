/** The calls themselves, as a table that fills the room under the filters and reads on when its end comes near. */
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditRow } from '../../../src-main/api/contract/audit.ts'
import { useFormat } from '../../format/use-format.ts'
import { cx } from '../../ui/class-names.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { outcomeKind, useAuditWords } from './audit-words.ts'

/** An answer is the usual case and stays quiet, so that the others stand out. */
const dots = { refused: 'attention', failed: 'failed', stopped: 'off' } as const

/** Smallest height that still shows a few rows. */
const leastPx = 200

export interface AuditTableProps {
  rows: readonly AuditRow[]
  /** Another page is on its way that will replace these. */
  isStale: boolean
  timeZone: string
  onNearEnd: () => void
  empty: ReactNode
}

export function AuditTable({ rows, isStale, timeZone, onNearEnd, empty }: AuditTableProps) {
  const { t } = useTranslation('audit')
  const box = useRef<HTMLDivElement>(null)
  const height = useHeight(box)
  const columns = useColumns(timeZone)
  return (
    <div ref={box} className="min-h-[200px] flex-1">
      <div
        aria-busy={isStale}
        className={cx('max-h-full overflow-hidden rounded-lg border border-line bg-surface', isStale && 'opacity-60')}
      >
        <Table
          caption={t('title')}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          // Less the frame's two lines.
          maxHeight={Math.max(leastPx, height) - 2}
          minWidth={1120}
          empty={empty}
          onNearEnd={onNearEnd}
        />
      </div>
    </div>
  )
}

function useColumns(timeZone: string): Column<AuditRow>[] {
  const { t } = useTranslation('audit')
  const format = useFormat()
  const words = useAuditWords()
  return useMemo(
    () => [
      {
        id: 'at',
        header: t('when'),
        width: format.locale.startsWith('zh') ? '196px' : '160px',
        muted: true,
        cell: (row) => (
          <time dateTime={row.at} className="whitespace-nowrap">
            {format.instant(row.at, timeZone)}
          </time>
        ),
      },
      {
        id: 'who',
        header: t('who'),
        width: '16%',
        cell: (row) => <span title={row.actor}>{words.actor(row.actor)}</span>,
      },
      {
        id: 'tool',
        header: t('tool'),
        width: '20%',
        cell: (row) => (
          <span title={row.tool}>
            <code className="font-mono text-xs">{row.tool}</code>
            {row.server && <span className="text-ink-3"> · {row.server}</span>}
          </span>
        ),
      },
      {
        id: 'outcome',
        header: t('outcome'),
        width: '17%',
        cell: (row) => {
          const kind = outcomeKind(row)
          const text = words.outcome(row)
          if (kind === 'ok') return <span className="pl-3.5 text-ink-2">{text}</span>
          return (
            <span title={row.errorCode ?? undefined}>
              <StatusDot state={dots[kind]}>{text}</StatusDot>
            </span>
          )
        },
      },
      {
        id: 'duration',
        header: t('duration'),
        align: 'right',
        width: '104px',
        muted: true,
        cell: (row) => <span className="whitespace-nowrap">{format.elapsed(row.durationMs)}</span>,
      },
      {
        id: 'sizes',
        header: t('sizes'),
        align: 'right',
        width: '136px',
        muted: true,
        cell: (row) => (
          <span className="whitespace-nowrap">
            <span className="sr-only">{t('sizeIn')} </span>
            {format.bytes(row.argsBytes)} <span aria-hidden>→</span>
            <span className="sr-only">{t('sizeOut')}</span> {format.bytes(row.resultBytes)}
          </span>
        ),
      },
      {
        id: 'door',
        header: t('door'),
        width: '16%',
        cell: (row) => {
          const door = words.door(row.credential)
          if (!door) return <span className="text-ink-3">{t('door_here')}</span>
          const text = door.label ? `${door.kind} “${door.label}”` : door.kind
          return <span title={text}>{text}</span>
        },
      },
    ],
    [t, format, words, timeZone],
  )
}

/** Height that the layout gives the element, in CSS px. */
function useHeight(element: RefObject<HTMLDivElement | null>): number {
  const [height, setHeight] = useState(leastPx)
  useEffect(() => {
    const box = element.current
    if (!box) return
    const observer = new ResizeObserver(() => setHeight(box.clientHeight))
    observer.observe(box)
    return () => observer.disconnect()
  }, [element])
  return height
}
