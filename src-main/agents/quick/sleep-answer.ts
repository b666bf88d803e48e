/** "How did I sleep": time asleep, in bed, efficiency and stages of a night, or their means over nights. */
import type { IndicatorResult, IndicatorStats } from '../../health/types.ts'
import type { AgentEvent, ChartSeries } from '../events.ts'
import type { Answer, ComposeContext } from './answer-steps.ts'
import { chartOf, periodSeries } from './chart.ts'
import { extreme, hasData, valuedRows } from './findings.ts'
import { queryArgs } from './lookup.ts'
import { duration, number } from './measures.ts'
import type { Period } from './period.ts'
import { labelOf, type Subject } from './subject.ts'

const stages = ['sleep_deep', 'sleep_rem', 'sleep_core', 'sleep_awake'] as const
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
  const toolLabel = voice.readLabel([language === 'zh' ? '睡眠' : 'Sleep'], label.short)
  const stats = yield* context.lookup.indicators(queryArgs(keys, period, 'stats'), toolLabel)
  const rows = yield* context.lookup.indicators(queryArgs(keys, period, 'day'), toolLabel)
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
  const shown = asleep ? ['sleep_asleep', ...stages] : ['sleep_in_bed']
  const series: ChartSeries[] = shown.flatMap((key) => {
    const found = valuedRows(rows.indicators[key])
    const window = { start: period?.start ?? null, end: period?.end ?? null }
    return found.length > 0 ? [periodSeries(key, name(key), 'min', 'bar', found, 'day', window)] : []
  })
  const sources = [...new Set(Object.values(stats.indicators).flatMap((answer) => answer.sources))]
  return {
    sentences: [sentence],
    sources,
    chart: chartOf(language === 'zh' ? '睡眠' : 'Sleep', label.short, 'day', series),
  }
}

function statsFor(result: IndicatorResult, key: string): IndicatorStats | null {
  const stats = Object.hasOwn(result.indicators, key) ? result.indicators[key]?.stats : undefined
  return hasData(stats) ? stats : null
}
