/** What the planner makes of a question: a wrong day, a wrong indicator or an answer where none may be given shows here. */
import { describe, expect, it } from 'vitest'
import { buildTerms } from '../../../src-main/agents/quick/indicator-terms.ts'
import { type Plan, planQuestion } from '../../../src-main/agents/quick/plan.ts'
import { indicators } from '../../../src-main/health/catalogue/catalogue.ts'
import { chineseCases, declinedCases, englishCases } from './plan-cases.ts'

const owned = new Set(
  `steps heart_rate resting_heart_rate walking_heart_rate hrv_sdnn oxygen_saturation body_mass blood_pressure_systolic
   blood_pressure_diastolic blood_glucose sleep_asleep sleep_in_bed sleep_deep sleep_rem sleep_core sleep_awake sleep_efficiency`.split(
    /\s+/,
  ),
)
const terms = buildTerms(
  indicators,
  indicators.filter((i) => owned.has(i.key)),
)
const plan = (q: string, today = '2025-07-16', userLanguage = 'en'): Plan =>
  planQuestion(q, { terms, today, userLanguage })

function summary(p: Plan) {
  if (p.kind !== 'answer') return { kind: p.kind, reason: p.kind === 'decline' ? p.reason : undefined }
  const span = (x: { start: string | null; end: string | null }) => `${x.start ?? ''}..${x.end ?? ''}`
  return {
    keys: p.indicators.map((i) => i.key),
    intent: p.intent,
    when: p.periods.map(span).join('|'),
    bucket: p.bucket,
  }
}

describe('questions with an answer', () => {
  it.each([...englishCases, ...chineseCases])('$q ($today)', ({ q, keys, intent, when, bucket, today }) => {
    const made = summary(plan(q, today))
    expect(made).toMatchObject({ keys, intent, when })
    if (bucket && intent === 'series') expect(made).toMatchObject({ bucket })
  })
})

describe('questions that get no number', () => {
  it.each(declinedCases)('$q', ({ q, reason }) => {
    expect(summary(plan(q))).toEqual({ kind: 'decline', reason })
  })
})

describe('other plans', () => {
  it('looks up markers by name, once each and in order', () => {
    expect(plan('what are RS4988235 and rs1801133, and rs4988235?')).toMatchObject({
      kind: 'genotypes',
      rsids: ['rs4988235', 'rs1801133'],
    })
    expect(plan('rs4988235的基因型')).toMatchObject({ kind: 'genotypes', rsids: ['rs4988235'], language: 'zh' })
  })
  it.each(['what data do you have', 'What can I ask?', 'which indicators do I have?', '我有哪些数据', '可以问什么'])(
    'lists the record: %s',
    (q) => {
      expect(plan(q).kind).toBe('catalogue')
    },
  )
  it('says that an indicator is not this person’s instead of taking a neighbour', () => {
    // The person has heart rate, so a shorter name inside the longer one must not win.
    expect(plan('average body temperature last month')).toMatchObject({
      kind: 'not-recorded',
      indicators: [{ key: 'body_temperature' }],
    })
    expect(plan('上个月平均体温')).toMatchObject({ kind: 'not-recorded' })
    expect(plan('heart rate recovery last month')).toMatchObject({
      kind: 'not-recorded',
      indicators: [{ owned: false }],
    })
  })
  it('marks a guess from spelling, and names words it could not use', () => {
    expect(plan('average restng heart rate last month')).toMatchObject({
      guessed: { indicator: { key: 'resting_heart_rate' } },
    })
    expect(plan('steps in Paris last month')).toMatchObject({ kind: 'answer', ignored: ['paris'] })
    expect(plan('average resting heart rate last month')).toMatchObject({ guessed: null, ignored: [] })
  })
  it('answers in the language of the question, else of the person', () => {
    expect(plan('steps yesterday', '2025-07-16', 'zh-CN').language).toBe('en')
    expect(plan('昨天步数', '2025-07-16', 'en').language).toBe('zh')
    expect(plan('rs4988235', '2025-07-16', 'zh-CN').language).toBe('zh')
  })
})
