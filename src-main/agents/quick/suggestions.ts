/** Questions that a person's own data can answer, for an empty chat and for declined questions. */
import type { HealthService, IndicatorOverview } from '../../health/service.ts'
import { type LocalDate, localDateOf, monthOf, monthSpan, yearOf } from './calendar.ts'
import { monthName } from './period-label.ts'
import type { Language } from './question.ts'

type Ask = (name: string, month: string, zhMonth: string) => { en: string; zh: string }

/** In the order in which people ask; each is offered only where its indicator has data. */
const favourites: readonly (readonly [string, Ask])[] = [
  ['resting_heart_rate', (_, m, z) => ({ en: `Average resting heart rate ${m}`, zh: `${z}平均静息心率` })],
  ['steps', (_, m, z) => ({ en: `Steps per day ${m}`, zh: `${z}每天的步数` })],
  ['sleep_asleep', (_, m, z) => ({ en: `How did I sleep ${m}?`, zh: `${z}睡得怎么样` })],
  ['body_mass', () => ({ en: 'What is my latest weight?', zh: '最近一次的体重' })],
  ['blood_pressure_systolic', (_, m, z) => ({ en: `Average blood pressure ${m}`, zh: `${z}平均血压` })],
  ['heart_rate', (_, m, z) => ({ en: `Highest heart rate ${m}`, zh: `${z}最高心率` })],
  ['blood_glucose', (_, m, z) => ({ en: `Average blood glucose ${m}`, zh: `${z}平均血糖` })],
  ['hrv_sdnn', (_, m, z) => ({ en: `Average heart rate variability ${m}`, zh: `${z}平均心率变异性` })],
  ['active_energy', (_, m, z) => ({ en: `Active energy per day ${m}`, zh: `${z}每天的活动能量` })],
  [
    'distance_walking_running',
    (_, m, z) => ({ en: `Total walking and running distance ${m}`, zh: `${z}步行和跑步距离合计` }),
  ],
  ['oxygen_saturation', (_, m, z) => ({ en: `Lowest oxygen saturation ${m}`, zh: `${z}最低血氧饱和度` })],
]

/**
 * Six questions at most, each answerable. With a clock, "last month" is used where that month has data; else the
 * month of the newest record is named.
 */
export async function suggestQuestions(options: {
  readonly health: Pick<HealthService, 'overview'>
  readonly userId: number
  readonly language: string
  readonly clock?: { readonly now: Date; readonly timeZone: string }
}): Promise<string[]> {
  const overview = await options.health.overview(options.userId)
  const today = options.clock ? localDateOf(options.clock.now, options.clock.timeZone) : null
  return questionsFor(overview, options.language.toLowerCase().startsWith('zh') ? 'zh' : 'en', today)
}

/** The pure part: questions for an overview. `today` null names months outright. */
export function questionsFor(
  overview: readonly IndicatorOverview[],
  language: Language,
  today: LocalDate | null,
): string[] {
  const own = new Map(overview.filter((o) => o.count > 0).map((o) => [o.key, o]))
  const questions: string[] = []
  const add = (indicator: IndicatorOverview, ask: Ask) => {
    const month = monthWords(indicator, today)
    questions.push(ask(language === 'zh' ? indicator.nameZh : indicator.name, month.en, month.zh)[language])
  }
  for (const [key, ask] of favourites) {
    const indicator = own.get(key)
    if (indicator) add(indicator, ask)
  }
  const used = new Set(favourites.map(([key]) => key))
  const others = [...own.values()]
    .filter((o) => !used.has(o.key) && o.kind !== 'sleep' && o.kind !== 'event')
    .sort((a, b) => b.count - a.count)
  for (const other of others) {
    if (questions.length >= 6) break
    const lower = /^[A-Z][a-z]/.test(other.name) ? other.name.charAt(0).toLowerCase() + other.name.slice(1) : other.name
    add(other, (name, m, z) => ({ en: `Average ${lower} ${m}`, zh: `${z}平均${name}` }))
  }
  return questions.slice(0, 6)
}

function monthWords(indicator: IndicatorOverview, today: LocalDate | null): { en: string; zh: string } {
  if (today !== null) {
    const last = monthSpan(yearOf(today), monthOf(today) - 1)
    if (
      indicator.firstDate <= last.end &&
      indicator.lastDate >= last.start &&
      indicator.recent.some(([date]) => date >= last.start && date <= last.end)
    )
      return { en: 'last month', zh: '上个月' }
  }
  const year = yearOf(indicator.lastDate)
  const month = monthOf(indicator.lastDate)
  return { en: `in ${monthName(month)} ${year}`, zh: `${year}年${month}月` }
}
