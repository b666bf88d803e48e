/** The one table: sortable, sticky header, numbers to the right, only the visible rows in the page beyond a hundred. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Fragment, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from './class-names.ts'
import { nextSort, type SortState, type SortValue, sortRows } from './table-order.ts'

export interface Column<Row> {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** Makes the column sortable. */
  readonly sortValue?: (row: Row) => SortValue
  readonly firstSort?: SortState['direction']
  readonly align?: 'left' | 'right'
  /** CSS width, e.g. '30%' or '120px'. */
  readonly width?: string
  /** Quiet colour for secondary facts. */
  readonly muted?: boolean
  /** Hides the header's text from sight, not from screen readers (columns of buttons). */
  readonly headerHidden?: boolean
}

const VIRTUAL_FROM = 100
const ROW_PX = 37
/** How far from its end a long table tells that it comes near. */
const NEAR_END_ROWS = 20

/**
 * `caption` names the table for screen readers. Beyond 100 rows it scrolls inside `maxHeight` (CSS px, 420 if not
 * given) and rows have one fixed height; under that it is as tall as its rows unless `maxHeight` is given.
 */
export function Table<Row>(props: {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row, index: number) => string | number
  readonly initialSort?: SortState
  readonly maxHeight?: number
  readonly empty?: ReactNode
  /** CSS px under which the table scrolls sideways instead of squeezing its columns. */
  readonly minWidth?: number
  /** What folds out under a row; null where nothing is open. Such a table draws all of its rows. */
  readonly detail?: (row: Row) => ReactNode
  /** Called while the last rows of a long table are in sight: the moment to read more of them. */
  readonly onNearEnd?: () => void
  /** Height in CSS px that a row of a long table is cut to; one line if not given. */
  readonly rowPx?: number
}) {
  const { i18n } = useTranslation()
  const [sort, setSort] = useState<SortState | null>(props.initialSort ?? null)
  const scroll = useRef<HTMLDivElement>(null)
  const virtual = props.rows.length > VIRTUAL_FROM && !props.detail
  const { rowPx = ROW_PX } = props

  const rows = useMemo(() => {
    const column = props.columns.find((one) => one.id === sort?.column)
    if (!sort || !column?.sortValue) return props.rows
    return sortRows(props.rows, column.sortValue, sort.direction, i18n.language)
  }, [props.rows, props.columns, sort, i18n.language])

  const virtualizer = useVirtualizer({
    count: virtual ? rows.length : 0,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowPx,
    overscan: 12,
  })
  const items = virtualizer.getVirtualItems()
  const { onNearEnd } = props
  const isNearEnd = virtual && (items.at(-1)?.index ?? 0) >= rows.length - NEAR_END_ROWS
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows that still end in sight ask for the next ones
  useEffect(() => {
    if (isNearEnd) onNearEnd?.()
  }, [isNearEnd, onNearEnd, rows.length])
  const before = items[0]?.start ?? 0
  const after = virtual ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0
  const shown = virtual ? items.map((item) => item.index) : rows.map((_, index) => index)
  const isScrollable = useOverflow(scroll)
  const isBounded = virtual || props.maxHeight !== undefined

  return (
    <div
      ref={scroll}
      // What scrolls must be reachable by keyboard and say what it is (WCAG 2.1.1); what does not is no stop on the way.
      {...(isScrollable ? { role: 'region', 'aria-label': props.caption, tabIndex: 0 } : {})}
      className="relative overflow-auto focus-visible:-outline-offset-2"
      style={isBounded ? { maxHeight: props.maxHeight ?? 420 } : undefined}
    >
      <table
        className={`w-full border-separate border-spacing-0 text-sm ${virtual ? 'table-fixed' : ''}`}
        style={props.minWidth ? { minWidth: props.minWidth } : undefined}
        aria-rowcount={rows.length + 1}
      >
        <caption className="sr-only">{props.caption}</caption>
        <colgroup>
          {props.columns.map((column) => (
            <col key={column.id} style={column.width ? { width: column.width } : undefined} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {props.columns.map((column) => (
              <HeaderCell key={column.id} column={column} sort={sort} onSort={setSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Spacer height={before} columns={props.columns.length} />}
          {shown.map((index) => {
            const row = rows[index]
            if (row === undefined) return null
            const detail = props.detail?.(row)
            return (
              <Fragment key={props.rowKey(row, index)}>
                <tr
                  aria-rowindex={index + 2}
                  className="group hover:bg-hover/40"
                  style={virtual ? { height: rowPx } : undefined}
                >
                  {props.columns.map((column) => (
                    <td
                      key={column.id}
                      className={cx(
                        'border-line border-b px-3.5 py-2 align-top group-last:border-b-0',
                        column.align === 'right' ? 'text-right' : 'text-left',
                        column.muted && 'text-ink-2',
                        virtual && 'truncate',
                      )}
                    >
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
                {detail && (
                  <tr>
                    <td colSpan={props.columns.length} className="border-line border-b p-0">
                      {detail}
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
          {after > 0 && <Spacer height={after} columns={props.columns.length} />}
          {rows.length === 0 && props.empty && (
            <tr>
              <td colSpan={props.columns.length} className="px-3.5 py-6 text-center text-ink-2">
                {props.empty}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

/** True while the element's content is larger than the element. */
function useOverflow(element: RefObject<HTMLDivElement | null>): boolean {
  const [isLarger, setIsLarger] = useState(false)
  useEffect(() => {
    const box = element.current
    if (!box) return
    const measure = () => setIsLarger(box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1)
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    if (box.firstElementChild) observer.observe(box.firstElementChild)
    return () => observer.disconnect()
  }, [element])
  return isLarger
}

function Spacer(props: { readonly height: number; readonly columns: number }) {
  return (
    <tr>
      <td colSpan={props.columns} style={{ height: props.height, padding: 0 }} />
    </tr>
  )
}

function HeaderCell<Row>(props: {
  readonly column: Column<Row>
  readonly sort: SortState | null
  readonly onSort: (sort: SortState) => void
}) {
  const { column, sort } = props
  const active = sort?.column === column.id ? sort.direction : undefined
  const right = column.align === 'right'
  const Arrow = active === 'descending' ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={column.sortValue ? (active ?? 'none') : undefined}
      className={`sticky top-0 z-10 whitespace-nowrap border-b border-line bg-surface px-3.5 py-2 text-xs font-medium text-ink-3 ${
        right ? 'text-right' : 'text-left'
      }`}
    >
      {column.sortValue ? (
        <button
          type="button"
          onClick={() => props.onSort(nextSort(sort, column.id, column.firstSort))}
          className={`-mx-1 inline-flex items-center gap-1 rounded-sm px-1 hover:text-ink ${right ? 'flex-row-reverse' : ''}`}
        >
          {column.header}
          <Arrow aria-hidden="true" size={12} className={active ? '' : 'invisible'} />
        </button>
      ) : (
        <span className={column.headerHidden ? 'sr-only' : ''}>{column.header}</span>
      )}
    </th>
  )
}
