/** The indicators of the made-up person. */
import type { IndicatorOverviewView, IndicatorResultView } from '../../src-main/api/contract/health.ts'
import { addDays } from '../../src-renderer/format/calendar.ts'
import { dailySeries, type Shape, today } from './fake-series.ts'

interface FakeIndicator extends Shape {
  key: string
  name: string
  nameZh: string
  unit: string
  unitLabel: string
  kind: IndicatorOverviewView['kind']
  group: string
  code: string
  perDay: number
}

const make = (
  key: string,
  names: [string, string],
  unit: [string, string],
  kind: FakeIndicator['kind'],
  group: string,
  shape: Shape,
  more: { code?: string; perDay?: number } = {},
): FakeIndicator => ({
  ...shape,
  key,
  name: names[0],
  nameZh: names[1],
  unit: unit[0],
  unitLabel: unit[1],
  kind,
  group,
  code: more.code ?? '',
  perDay: more.perDay ?? 1,
})

const shape = (base: number, swing: number, scatter: number, digits = 0, gaps = 0.03): Shape => ({
  base,
  swing,
  scatter,
  digits,
  gaps,
})

export const fakeIndicators: FakeIndicator[] = [
  make('steps', ['Steps', '步数'], ['1', ''], 'cumulative', 'activity', shape(8900, 900, 3600), {
    perDay: 42,
    code: '41950-7',
  }),
  make(
    'active_energy',
    ['Active energy', '活动能量'],
    ['kcal', 'kcal'],
    'cumulative',
    'activity',
    shape(520, 60, 180),
    { perDay: 90 },
  ),
  make(
    'distance_walking_running',
    ['Walking and running distance', '步行和跑步距离'],
    ['km', 'km'],
    'cumulative',
    'activity',
    shape(6.4, 0.6, 2.2, 2),
  ),
  make(
    'resting_heart_rate',
    ['Resting heart rate', '静息心率'],
    ['/min', 'bpm'],
    'instant',
    'heart',
    shape(58, 3, 2.4),
    { code: '40443-4' },
  ),
  make('heart_rate', ['Heart rate', '心率'], ['/min', 'bpm'], 'instant', 'heart', shape(74, 3, 6, 1), {
    code: '8867-4',
    perDay: 210,
  }),
  make(
    'hrv_sdnn',
    ['Heart rate variability (SDNN)', '心率变异性（SDNN）'],
    ['ms', 'ms'],
    'instant',
    'heart',
    shape(46, 6, 12),
    { code: '80404-7', perDay: 5 },
  ),
  make(
    'blood_pressure_systolic',
    ['Systolic blood pressure', '收缩压'],
    ['mm[Hg]', 'mmHg'],
    'instant',
    'vitals',
    shape(119, 3, 6, 0, 0.7),
    { code: '8480-6' },
  ),
  make(
    'blood_pressure_diastolic',
    ['Diastolic blood pressure', '舒张压'],
    ['mm[Hg]', 'mmHg'],
    'instant',
    'vitals',
    shape(78, 2, 5, 0, 0.7),
    { code: '8462-4' },
  ),
  make(
    'oxygen_saturation',
    ['Oxygen saturation', '血氧饱和度'],
    ['%', '%'],
    'instant',
    'vitals',
    shape(97, 0.4, 1.2, 1),
    { code: '2708-6', perDay: 12 },
  ),
  make('sleep_asleep', ['Sleep', '睡眠'], ['min', 'min'], 'sleep', 'sleep', shape(442, 18, 55)),
  make('sleep_in_bed', ['Time in bed', '卧床时间'], ['min', 'min'], 'sleep', 'sleep', shape(478, 18, 55)),
  make('sleep_deep', ['Deep sleep', '深度睡眠'], ['min', 'min'], 'sleep', 'sleep', shape(52, 6, 18)),
  make('body_mass', ['Weight', '体重'], ['kg', 'kg'], 'instant', 'body', shape(71.2, 1.1, 0.4, 1, 0.35), {
    code: '29463-7',
  }),
  make('blood_glucose', ['Blood glucose', '血糖'], ['mg/dL', 'mg/dL'], 'instant', 'lab', shape(94, 3, 8, 0, 0.8), {
    code: '2339-0',
  }),
]

export const overview: IndicatorOverviewView[] = fakeIndicators.map((indicator, salt) => {
  const year = dailySeries(indicator, 365, salt)
  const known = year.filter((point): point is [string, number] => point[1] !== null)
  const values = known
    .slice(-90)
    .map(([, value]) => value)
    .sort((a, b) => a - b)
  return {
    key: indicator.key,
    name: indicator.name,
    nameZh: indicator.nameZh,
    unit: indicator.unit,
    unitLabel: indicator.unitLabel,
    kind: indicator.kind,
    group: indicator.group,
    digits: indicator.digits,
    count: known.length * indicator.perDay,
    firstDate: known[0]?.[0] ?? today,
    lastDate: known.at(-1)?.[0] ?? today,
    latest: known.at(-1)?.[1] ?? null,
    recent: year.slice(-30),
    usual: values[Math.floor(values.length / 2)] ?? null,
  }
})

interface SeriesQuery {
  key: string
  aggregate: 'none' | 'stats' | 'day' | 'week' | 'month'
  startDate?: string
  endDate?: string
  limit?: number
}

/** Periods are folded plainly; the harness only has to look right. */
export function fakeSeries(query: SeriesQuery): IndicatorResultView {
  const salt = fakeIndicators.findIndex((one) => one.key === query.key)
  const indicator = fakeIndicators[salt]
  if (!indicator) return { success: false, message: `No indicator “${query.key}”.`, indicators: {} }
  const points = dailySeries(indicator, 365, salt).filter(
    (point): point is [string, number] =>
      point[1] !== null && point[0] >= (query.startDate ?? '') && point[0] <= (query.endDate ?? '9999'),
  )
  const values = points.map(([, value]) => value)
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const sorted = [...values].sort((a, b) => a - b)
  const limit = query.limit ?? 500
  const answer = {
    name: indicator.name,
    code: indicator.code,
    unit: indicator.unit,
    kind: indicator.kind,
    count: points.length * indicator.perDay,
    coverage: { first_date: points[0]?.[0] ?? null, last_date: points.at(-1)?.[0] ?? null, days: points.length },
    sources: ['Apple Watch', 'iPhone'],
    method: 'One value a day, the mean of that day’s samples. Days without a record are left out, not counted as zero.',
    rows: query.aggregate === 'stats' ? undefined : rowsOf(query.aggregate, points, indicator).slice(0, limit),
    stats: {
      count: points.length * indicator.perDay,
      numeric_count: points.length * indicator.perDay,
      days: points.length,
      min: sorted[0] ?? null,
      max: sorted.at(-1) ?? null,
      avg: values.length > 0 ? Number(mean.toFixed(2)) : null,
      median: sorted[Math.floor(sorted.length / 2)] ?? null,
      first: values[0] ?? null,
      first_date: points[0]?.[0] ?? null,
      last: values.at(-1) ?? null,
      last_date: points.at(-1)?.[0] ?? null,
      change: values.length > 1 ? Number(((values.at(-1) ?? 0) - (values[0] ?? 0)).toFixed(1)) : null,
    },
  }
  const isCut = query.aggregate === 'none' && points.length * indicator.perDay > limit
  return {
    success: true,
    message: '',
    indicators: { [query.key]: answer },
    ...(isCut ? { truncated: { [query.key]: points.length * indicator.perDay } } : {}),
  }
}

function rowsOf(aggregate: SeriesQuery['aggregate'], points: [string, number][], indicator: FakeIndicator) {
  if (aggregate === 'none') {
    return [...points].reverse().map(([date, value]) => ({
      time: `${date}T07:12:00+01:00`,
      value,
      unit: indicator.unit,
      source: 'Apple Watch',
      file: 'export.zip',
    }))
  }
  const periods = new Map<string, number[]>()
  for (const [date, value] of points) {
    const key = aggregate === 'month' ? `${date.slice(0, 7)}-01` : aggregate === 'week' ? weekOf(date) : date
    periods.set(key, [...(periods.get(key) ?? []), value])
  }
  return [...periods].map(([period, values]) => {
    const sum = values.reduce((total, value) => total + value, 0)
    const avg = Number((sum / values.length).toFixed(2))
    return {
      period,
      value: avg,
      avg,
      min: Math.min(...values),
      max: Math.max(...values),
      ...(indicator.kind === 'cumulative' ? { total: sum } : {}),
      n: values.length * indicator.perDay,
      days: values.length,
    }
  })
}

function weekOf(date: string): string {
  return addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7))
}
