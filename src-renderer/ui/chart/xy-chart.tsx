/** A chart by category or of points, with its table, picture and CSV. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { type Column, Table } from '../table.tsx'
import { ChartFrame } from './chart-frame.tsx'
import { ChartLegend } from './chart-legend.tsx'
import { Plot, type PlotDrawing } from './plot.tsx'
import { strokeFor } from './plot-options.ts'
import { useChartColours } from './theme-colours.ts'
import { xyOptions } from './xy-options.ts'
import { categoryColumns, scatterColumns, scatterRows, type XySpec } from './xy-spec.ts'

interface Row {
  readonly id: number
  readonly cells: readonly (string | number | null)[]
}

/** Column heads and rows, the same for the table, the tooltip and CSV. */
function tableOf(spec: XySpec, group: string): { header: string[]; rows: Row[] } {
  if (spec.kind === 'scatter') {
    const hasGroups = spec.series.length > 1
    return {
      header: [spec.xTitle, spec.yTitle, ...(hasGroups ? [group] : [])],
      rows: scatterRows(spec).map(({ x, y, name }, id) => ({ id, cells: [x, y, ...(hasGroups ? [name] : [])] })),
    }
  }
  return {
    header: [spec.categoryTitle, ...spec.series.map(({ name }) => name)],
    rows: spec.categories.map((category, id) => ({
      id,
      cells: [category, ...spec.series.map(({ values }) => values[id] ?? null)],
    })),
  }
}

export function XyChart({ spec, height }: { readonly spec: XySpec; readonly height: number }) {
  const { t } = useTranslation('health')
  const { t: words } = useTranslation('thread')
  const format = useFormat()
  const colours = useChartColours()
  const { header, rows } = useMemo(() => tableOf(spec, words('chart.group')), [spec, words])
  const [drawing, rowOf] = useMemo((): [PlotDrawing, readonly number[]] => {
    const { columns, rows: places } = spec.kind === 'category' ? categoryColumns(spec) : scatterColumns(spec)
    const input = { spec, colours, formatValue: (value: number) => format.number(value) }
    return [{ columns, options: (size, onCursor) => xyOptions(input, size, onCursor) }, places]
  }, [spec, colours, format])
  const shown = (cell: string | number | null) =>
    cell === null ? t('notRecorded') : typeof cell === 'number' ? format.number(cell) : cell
  const columns = header.map(
    (name, index): Column<Row> => ({
      id: String(index),
      header: name,
      align: typeof rows[0]?.cells[index] === 'string' ? 'left' : 'right',
      cell: (row) => shown(row.cells[index] ?? null),
      sortValue: (row) => row.cells[index] ?? null,
    }),
  )
  return (
    <ChartFrame
      title={spec.title}
      subtitle={spec.subtitle}
      isEmpty={rows.length === 0}
      csv={() => ({ header, rows: rows.map(({ cells }) => cells) })}
      table={
        <div style={{ height }}>
          <Table caption={spec.title} columns={columns} rows={rows} rowKey={(row) => row.id} maxHeight={height} />
        </div>
      }
      plot={(onPlot) => (
        <>
          <ChartLegend
            items={spec.series.map((series, index) => ({
              name: series.name,
              colour: strokeFor(index, colours),
              mark: 'points' in series ? 'points' : series.kind === 'bar' ? 'bar' : 'line',
            }))}
          />
          <Plot
            drawing={drawing}
            height={height}
            label={words('chart.summary', { title: spec.title, count: rows.length })}
            tooltip={(index) => {
              const row = rows[rowOf[index] ?? -1]
              return row?.cells.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns of one chart do not move
                <div key={at} className={at === 0 ? 'text-ink-3' : ''}>
                  {(at > 0 || spec.kind === 'scatter') && <span className="text-ink-2">{header[at]} </span>}
                  <span className={at === 0 ? '' : 'font-semibold'}>{shown(cell)}</span>
                </div>
              ))
            }}
            onPlot={onPlot}
          />
        </>
      )}
    />
  )
}
