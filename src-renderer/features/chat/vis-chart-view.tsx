/** A chart that a model described in its answer, drawn by us; where it cannot be, its text as code and a word why. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { BarsTable } from '../../ui/chart/bars-table.tsx'
import { XyChart } from '../../ui/chart/xy-chart.tsx'
import { Chart } from '../../ui/chart.tsx'
import { CodeLines } from './code-lines.tsx'
import { readVisChart } from './vis-chart.ts'

const heightPx = 260

export function VisChartView({ source }: { source: string }) {
  const { t } = useTranslation('thread')
  const read = useMemo(
    () =>
      readVisChart(source, {
        untitled: t('chart.untitled'),
        value: t('chart.value'),
        category: t('chart.category'),
        count: t('chart.count'),
      }),
    [source, t],
  )
  if (!read.ok) {
    return (
      <div className="flex flex-col gap-1">
        <CodeLines code={source} language="vis-chart" />
        <p className="text-ink-3 text-xs">{t(`chart.fault.${read.fault}`)}</p>
      </div>
    )
  }
  const { chart } = read
  switch (chart.kind) {
    case 'time':
      return <Chart spec={chart.spec} height={heightPx} />
    case 'xy':
      return <XyChart spec={chart.spec} height={heightPx} />
    case 'bars':
      return <BarsTable spec={chart.spec} />
  }
}
