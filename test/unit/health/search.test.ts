/** What a word means among a person's own indicators, and what it must not mean. */
import { describe, expect, it } from 'vitest'
import {
  indicatorByKey,
  indicators,
  isInternal,
  unknownIndicator,
} from '../../../src-main/health/catalogue/catalogue.ts'
import { searchIndicators } from '../../../src-main/health/query/search.ts'
import type { IndicatorDefinition } from '../../../src-main/health/types.ts'

const phone = indicators.filter(
  (definition) => !isInternal(definition.key) && definition.group !== 'lab' && definition.group !== 'nutrition',
)
const of = (...keys: string[]): IndicatorDefinition[] =>
  keys.flatMap((key) => {
    const definition = indicatorByKey(key)
    return definition ? [definition] : []
  })
const keysFor = (own: readonly IndicatorDefinition[], ...keywords: string[]) =>
  searchIndicators(own, keywords).map((hit) => hit.key)

describe('searchIndicators', () => {
  it.each([
    ['heart rate', ['heart_rate']],
    ['HR', ['heart_rate']],
    ['resting heart rate', ['resting_heart_rate']],
    ['RestingHeartRate', ['resting_heart_rate']],
    ['静息心率', ['resting_heart_rate']],
    ['weight', ['body_mass']],
    ['步数', ['steps']],
    ['sleep', ['sleep_asleep']],
    ['睡眠', ['sleep_asleep']],
    ['blood pressure', ['blood_pressure_systolic', 'blood_pressure_diastolic']],
    ['BP', ['blood_pressure_systolic', 'blood_pressure_diastolic']],
    ['血压', ['blood_pressure_systolic', 'blood_pressure_diastolic']],
    ['SpO₂', ['oxygen_saturation']],
    ['8867-4', ['heart_rate']],
    ['average resting heart rate last month', ['resting_heart_rate']],
    ['上个月平均静息心率', ['resting_heart_rate']],
    ['how did I sleep last week', ['sleep_asleep']],
    ['steps per day in July', ['steps']],
    ['my HR last week', ['heart_rate']],
    ['sleep quality', ['sleep_asleep']],
    ['heart rate during workouts', ['heart_rate', 'workout']],
    ['今天走了多少步', ['steps']],
    ['最近一次血压是多少', ['blood_pressure_systolic', 'blood_pressure_diastolic']],
  ])('%s', (keyword, keys) => {
    expect(keysFor(phone, keyword)).toEqual(keys)
  })

  it('a test the person does not have is not answered with another', () => {
    expect(keysFor(phone, 'HbA1c')).toEqual([])
    expect(keysFor(of('cholesterol_total', 'hdl_cholesterol'), 'LDL cholesterol')).toEqual([])
    expect(keysFor(of('heart_rate'), 'average resting heart rate')).toEqual([])
    expect(keysFor(of('cholesterol_total', 'dietary_cholesterol'), 'cholesterol')).toEqual(['cholesterol_total'])
  })

  it('a misspelt word keeps its meaning', () => {
    expect(keysFor(phone, 'restng heart rate')).toEqual(['resting_heart_rate'])
    expect(keysFor(phone, 'oxigen saturation')).toEqual(['oxygen_saturation'])
  })

  it('a loose word lists what holds it, best first', () => {
    expect(keysFor(of('heart_rate', 'resting_heart_rate', 'steps'), 'heart')).toEqual([
      'heart_rate',
      'resting_heart_rate',
    ])
  })

  it('only time in bed answers for sleep where sleep was never recorded', () => {
    expect(keysFor(of('sleep_in_bed', 'steps'), 'sleep')).toEqual(['sleep_in_bed'])
  })

  it('finds types that only files know by their name', () => {
    const unknown = unknownIndicator({ key: 'gut_motility', name: 'Gut motility', unit: '{count}' })
    expect(keysFor([...phone, unknown], 'gut motility')).toEqual(['gut_motility'])
  })

  it('sleep segments are nobody’s indicator', () => {
    expect(keysFor(indicators, 'sleep segments')).not.toContain('sleep_segment')
  })

  it('unites keywords without repeats and ignores noise', () => {
    expect(keysFor(phone, 'steps', '步数', 'zzz', '')).toEqual(['steps'])
    expect(keysFor(phone, 'bone density')).toEqual([])
  })
})
