/** Whatever words come together, the planner neither throws nor makes a span that runs backwards or into the future. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buildTerms } from '../../../src-main/agents/quick/indicator-terms.ts'
import { planQuestion } from '../../../src-main/agents/quick/plan.ts'
import { indicators } from '../../../src-main/health/catalogue/catalogue.ts'

const terms = buildTerms(indicators, indicators)
const english =
  `steps weight average last this week month year since from to between and until before after on in the 3 10 31 30 29
  February May June July December 2024 2025 2025-02-30 2025-06-15 Monday Friday Q1 Q4 days weeks months ago past two per day vs
  highest sleep heart rate night half first second of ever 3rd - – ? , more than 10,000`.split(/\s+/)
const chinese = [
  ...'从 到 至 以来 之前 之后 上 个 月 周 本 这 去年 今年 前年 2025年 2024年 2月 29日 31日 6月 十二月 一 三 30天 最近 过去 半年 季度 第一 周一 上周日 昨天 前天 每天 步数 体重 睡眠 平均 最高 和 比 的 超过 1万 多少 天 上半年 下半年'.split(
    ' ',
  ),
]
const today = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((d) => d.toISOString().slice(0, 10))

it.each([
  ['English', english, ' '],
  ['Chinese', chinese, ''],
] as const)('%s', (_, words, glue) => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 9 }), today, (parts, day) => {
      const plan = planQuestion(parts.join(glue), { terms, today: day, userLanguage: 'en' })
      if (plan.kind !== 'answer') return
      for (const { start, end, special } of plan.periods) {
        if (special === 'future') continue
        if (start !== null && end !== null) expect(start <= end, `${parts.join(glue)}: ${start}..${end}`).toBe(true)
        if (end !== null) expect(end <= day, `${parts.join(glue)}: ends ${end} after ${day}`).toBe(true)
      }
    }),
    { numRuns: 1500 },
  )
})

it('leaves long texts alone, and quickly', () => {
  const started = performance.now()
  const plan = planQuestion('what data have what how can sleep '.repeat(240), {
    terms,
    today: '2025-07-16',
    userLanguage: 'en',
  })
  expect(plan).toMatchObject({ kind: 'decline', reason: 'unknown' })
  expect(performance.now() - started).toBeLessThan(500)
})
