/** "How did I sleep": time asleep, in bed, efficiency and stages of a night, or their means over nights. */
import type { IndicatorResult, IndicatorStats } from '../../health/types.ts'
import type { AgentEvent, ChartSeries } from '../events.ts'
import type { Answer, ComposeContext } from './answer-steps.ts'
import { chartOf, periodSeries } from './chart.ts'
import { type DayRow, extreme, hasData, valuedRows } from './findings.ts'
import { queryArgs } from './lookup.ts'
import { duration, number } from './measures.ts'
import type { Period } from './period.ts'
import { labelOf, type Subject } from './subject.ts'

const stages = ['sleep_deep', 'sleep_rem', 'sleep_core', 'sleep_awake'] as const
/** From the bottom of the bar upwards. */
const asleepStages = ['sleep_deep', 'sleep_core', 'sleep_rem'] as const
/** Rounding of stages must not look like a stage of its own. */
const NOTABLE_MINUTES = 1
const all = ['sleep_asleep', 'sleep_in_bed', 'sleep_efficiency', ...stages] as const

/** Answers for the nights that ended in the period. */
export async function* composeSleep(
  period: Period | undefined,
  context: ComposeContext,
): AsyncGenerator<AgentEvent, Answer> {
  const { voice, language, today } = context
  const own = new Map(context.overview.map((o) => [o.key, o]))
  const keys = all.filter((key) => own.has(key))
  const name = (key: string): string => {
    const overview = own.get(key)
    return overview ? (language === 'zh' ? overview.nameZh : overview.name) : key
  }
  const subject: Subject = {
    keys: ['sleep_asleep'],
    name: name('sleep_asleep'),
    kind: 'sleep',
    digits: 0,
    overview: own.get('sleep_asleep') ?? own.get('sleep_in_bed') ?? null,
  }
  const label = labelOf(period, subject, today, language)
  const toolLabel = (aggregate: string) =>
    voice.readLabel([language === 'zh' ? '睡眠' : 'Sleep'], label.short, aggregate)
  const stats = yield* context.lookup.indicators(queryArgs(keys, period, 'stats'), toolLabel('stats'))
  const rows = yield* context.lookup.indicators(queryArgs(keys, period, 'day'), toolLabel('day'))
  const mean = (key: string): number | null => statsFor(stats, key)?.avg ?? null
  const asleep = statsFor(stats, 'sleep_asleep')
  const inBed = statsFor(stats, 'sleep_in_bed')
  const basis = asleep ?? inBed
  const first = own.get('sleep_asleep') ?? own.get('sleep_in_bed')
  if (!basis) {
    const coverage = first ? { name: subject.name, first: first.firstDate, last: first.lastDate } : null
    return {
      sentences: [voice.nothing(language === 'zh' ? '睡眠' : 'Sleep', label, coverage)],
      sources: [],
      chart: null,
    }
  }
  const nights = valuedRows(rows.indicators.sleep_asleep)
  const longest = extreme(nights, 'max', false)
  const shortest = extreme(nights, 'min', false)
  const time = (minutes: number | null) => (minutes === null ? null : duration(minutes, language))
  const efficiency = mean('sleep_efficiency')
  const told = (found: typeof longest) =>
    found?.dates[0] && nights.length > 1 ? { value: duration(found.value, language), date: found.dates[0] } : null
  const sentence = voice.sleep({
    period: label,
    oneNight: basis.days === 1 && period?.start === period?.end,
    nights: basis.days,
    asleep: time(asleep?.avg ?? null),
    inBed: time(inBed?.avg ?? null),
    efficiency: efficiency === null ? null : `${number(efficiency, 1, true)} %`,
    stages: stages.flatMap((key) => {
      const minutes = mean(key)
      return minutes === null ? [] : [{ name: name(key), value: duration(minutes, language) }]
    }),
    longest: told(longest),
    shortest: told(shortest),
  })
  const series = sleepSeries(rows, period, name, language)
  const sources = [...new Set(Object.values(stats.indicators).flatMap((answer) => answer.sources))]
  return {
    sentences: [sentence],
    sources,
    chart: chartOf(language === 'zh' ? '睡眠' : 'Sleep', label.short, 'day', series, true),
  }
}

/** Bars that add up to the night: its stages where there are any, sleep without stages, else the time in bed. */
function sleepSeries(
  rows: IndicatorResult,
  period: Period | undefined,
  name: (key: string) => string,
  language: ComposeContext['language'],
): ChartSeries[] {
  const window = { start: period?.start ?? null, end: period?.end ?? null }
  const bars = (key: string, label: string, found: readonly DayRow[]): ChartSeries[] =>
    found.length === 0 ? [] : [periodSeries(key, label, 'min', 'bar', found, 'day', window)]
  const staged = new Map<string, number>()
  for (const key of asleepStages) {
    for (const row of valuedRows(rows.indicators[key]))
      staged.set(row.period, (staged.get(row.period) ?? 0) + row.value)
  }
  const asleep = valuedRows(rows.indicators.sleep_asleep)
  if (asleep.length === 0) return bars('sleep_in_bed', name('sleep_in_bed'), valuedRows(rows.indicators.sleep_in_bed))
  const unstaged = asleep
    .map((row) => ({ ...row, value: row.value - (staged.get(row.period) ?? 0) }))
    .filter((row) => row.value > NOTABLE_MINUTES)
  const unstagedName =
    staged.size === 0 ? name('sleep_asleep') : language === 'zh' ? '睡眠，未分期' : 'Asleep, no stage'
  return [
    ...asleepStages.flatMap((key) => bars(key, name(key), valuedRows(rows.indicators[key]))),
    ...bars('sleep_unstaged', unstagedName, unstaged),
    ...bars('sleep_awake', name('sleep_awake'), valuedRows(rows.indicators.sleep_awake)),
  ]
}

function statsFor(result: IndicatorResult, key: string): IndicatorStats | null {
  const stats = Object.hasOwn(result.indicators, key) ? result.indicators[key]?.stats : undefined
  return hasData(stats) ? stats : null
}
