/** A fenced block: code to read and copy, or a chart where it describes one. */
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CodeLines } from './code-lines.tsx'

const VisChartView = lazy(() => import('./vis-chart-view.tsx').then((module) => ({ default: module.VisChartView })))

export interface CodeFenceProps {
  code: string
  language: string
  /** False while its end has not arrived. */
  isClosed: boolean
}

export function CodeFence({ code, language, isClosed }: CodeFenceProps) {
  const { t } = useTranslation('thread')
  if (language === 'vis-chart') {
    if (!isClosed) {
      return (
        <div role="status" className="rounded-lg border border-line bg-surface p-3.5 text-ink-3 text-sm">
          {t('chart.coming')}
          <Skeleton className="mt-2 h-52 w-full" />
        </div>
      )
    }
    return (
      <Suspense fallback={<Skeleton className="h-[330px] w-full" />}>
        <VisChartView source={code} />
      </Suspense>
    )
  }
  return <CodeLines code={code} language={language} />
}
