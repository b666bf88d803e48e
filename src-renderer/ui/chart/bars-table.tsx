/** Shares, steps and profiles as a plain table with a small bar in each row: read the same by eye and by ear. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { ChartFrame } from './chart-frame.tsx'
import { strokeFor } from './plot-options.ts'
import { useChartColours } from './theme-colours.ts'

export interface BarsSpec {
  readonly title: string
  readonly subtitle: string
  readonly labelTitle: string
  readonly rows: readonly { readonly label: string; readonly values: readonly (number | null)[] }[]
  /** One a value of a row. */
  readonly series: readonly string[]
  /** 'whole': the rows add up (pie). 'first': each is told against the first (funnel). Null: values alone (radar). */
  readonly share: 'whole' | 'first' | null
}

export function BarsTable({ spec }: { readonly spec: BarsSpec }) {
  const { t } = useTranslation('health')
  const { t: words } = useTranslation('thread')
  const format = useFormat()
  const colours = useChartColours()
  const values = spec.rows.flatMap((row) => row.values.flatMap((value) => (value === null ? [] : [value])))
  const most = values.reduce((a, b) => Math.max(a, b), 0)
  const firsts = spec.rows.map((row) => row.values[0] ?? 0)
  const whole = spec.share === 'first' ? (firsts[0] ?? 0) : firsts.reduce((sum, value) => sum + value, 0)
  const shareTitle = spec.share === 'first' ? words('chart.ofFirst') : words('chart.ofWhole')
  return (
    <ChartFrame
      title={spec.title}
      subtitle={spec.subtitle}
      isEmpty={spec.rows.length === 0}
      hasCanvas={false}
      csv={() => ({
        header: [spec.labelTitle, ...spec.series],
        rows: spec.rows.map((row) => [row.label, ...row.values]),
      })}
      table={null}
      plot={() => (
        <table className="w-full border-collapse text-sm">
          <caption className="sr-only">{spec.title}</caption>
          <thead>
            <tr className="text-ink-3 text-xs">
              <th scope="col" className="px-3.5 py-1.5 text-left font-medium">
                {spec.labelTitle}
              </th>
              <th aria-hidden className="w-2/5" />
              <th scope="col" className="px-3.5 py-1.5 text-right font-medium">
                {spec.series.join(' · ')}
              </th>
              {spec.share && (
                <th scope="col" className="px-3.5 py-1.5 text-right font-medium">
                  {shareTitle}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {spec.rows.map((row) => (
              <tr key={row.label} className="border-line border-t">
                <th scope="row" className="px-3.5 py-1.5 text-left font-normal">
                  {row.label}
                </th>
                <td aria-hidden className="py-1.5 align-middle">
                  {row.values.map((value, index) => (
                    <span
                      // biome-ignore lint/suspicious/noArrayIndexKey: the series of one chart do not move
                      key={index}
                      className="my-0.5 block h-1.5 rounded-full"
                      style={{
                        width: `${most > 0 && value !== null ? Math.max(0, (value / most) * 100) : 0}%`,
                        background: strokeFor(index, colours),
                      }}
                    />
                  ))}
                </td>
                <td className="px-3.5 py-1.5 text-right">
                  {row.values.map((value) => (value === null ? t('notRecorded') : format.number(value))).join(' · ')}
                </td>
                {spec.share && (
                  <td className="px-3.5 py-1.5 text-right text-ink-2">
                    {whole > 0 && row.values[0] != null ? `${format.number((row.values[0] / whole) * 100, 1)} %` : ''}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    />
  )
}
