/** Mean, median, lowest, highest and days of the window, over everything in it, never over a page. */
import { useTranslation } from 'react-i18next'
import { daysBetween } from '../../format/calendar.ts'
import { useFormat } from '../../format/use-format.ts'
import { extremes, type IndicatorPart, isSummed } from './indicator-data.ts'
import type { IndicatorView } from './use-indicator.ts'

export function StatisticsRow(props: {
  readonly part: IndicatorPart
  readonly view: IndicatorView
  readonly named: boolean
}) {
  const { t } = useTranslation('health')
  const format = useFormat()
  const { part, view } = props
  const stats = view.stats[part.overview.key]?.stats
  if (!stats) return null
  const perDay = isSummed(part.overview) || part.overview.kind === 'sleep'
  const { lowest, highest } = extremes(view.daily[part.overview.key] ?? [], perDay)
  const unit = part.answer.unit === 'min' ? 'min' : ''
  // A mean is told finer than its values, but a tenth of a step among thousands would be noise.
  const show = (value: number | null, finer = false) => {
    if (value === null) return t('notRecorded')
    const digits = part.overview.digits + (finer && Math.abs(value) < 1000 ? 1 : 0)
    return format.quantity(value, unit, digits)
  }
  const sameYear = view.window.startDate.slice(0, 4) === view.window.endDate.slice(0, 4)
  const on = (label: string | undefined) => (label ? format.date(label, sameYear ? 'day' : 'short') : '')
  const cells = [
    {
      name: perDay ? t(part.overview.kind === 'sleep' ? 'stat.meanNight' : 'stat.meanDay') : t('stat.mean'),
      value: show(stats.avg, true),
      on: '',
    },
    { name: t('stat.median'), value: show(stats.median), on: '' },
    { name: t('stat.lowest'), value: show(stats.min), on: on(lowest?.label) },
    { name: t('stat.highest'), value: show(stats.max), on: on(highest?.label) },
    {
      name: t(part.overview.kind === 'sleep' ? 'stat.nights' : 'stat.days'),
      value: t('stat.daysOf', {
        days: format.number(stats.days),
        of: format.number(daysBetween(view.window.startDate, view.window.endDate)),
      }),
      on: '',
    },
  ]
  return (
    <div>
      {props.named && <h2 className="mb-1.5 font-semibold text-sm">{part.name}</h2>}
      <dl
        aria-label={t('stat.label', { name: part.name })}
        className="m-0 grid grid-cols-2 overflow-hidden rounded-lg border border-line bg-line gap-px @2xl:grid-cols-5"
      >
        {cells.map((cell) => (
          <div key={cell.name} className="bg-surface px-4 py-3 last:col-span-2 @2xl:last:col-span-1">
            <dt className="text-ink-3 text-xs">{cell.name}</dt>
            <dd className="m-0 font-semibold text-[18px] leading-7">
              {cell.value}
              {cell.on && <span className="ml-1.5 font-normal text-ink-2 text-sm">{cell.on}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
