/** The catalogue itself: nothing twice, nothing that people have left out. */
import { describe, expect, it } from 'vitest'
import {
  indicatorByAppleType,
  indicatorByKey,
  indicators,
  isInternal,
} from '../../../src-main/health/catalogue/catalogue.ts'
import { catalogueIndex, normalizeName } from '../../../src-main/health/catalogue/name-index.ts'
import { panels } from '../../../src-main/health/catalogue/panels.ts'
import { createVocabularyService } from '../../../src-main/health/catalogue/vocabulary-service.ts'

describe('catalogue', () => {
  it('holds each key, HealthKit type and LOINC code once', () => {
    for (const field of ['key', 'appleType', 'loinc'] as const) {
      const values = indicators.map((definition) => definition[field]).filter((value) => value !== null)
      expect(values.filter((value, i) => values.indexOf(value) !== i)).toEqual([])
    }
  })

  it('has a LOINC check digit right in every code', () => {
    for (const { loinc } of indicators) {
      if (!loinc) continue
      const [digits = '', check = ''] = loinc.split('-')
      // Luhn: every second digit from the right is doubled.
      const sum = [...digits].reverse().reduce((total, digit, i) => {
        const value = Number(digit) * (i % 2 === 0 ? 2 : 1)
        return total + (value > 9 ? value - 9 : value)
      }, 0)
      expect([loinc, (10 - (sum % 10)) % 10]).toEqual([loinc, Number(check)])
    }
  })

  it('no word means two indicators', () => {
    const meanings = new Map<string, string>()
    for (const { key, name, nameZh, aliases } of indicators) {
      for (const word of new Set([key, name, nameZh, ...aliases].map(normalizeName))) {
        expect([word, meanings.get(word) ?? key]).toEqual([word, key])
        meanings.set(word, key)
      }
    }
    for (const panel of panels)
      for (const name of panel.names) expect([name, meanings.get(normalizeName(name))]).toEqual([name, undefined])
  })

  it('panels name indicators that exist', () => {
    for (const key of panels.flatMap((panel) => panel.members))
      expect([key, indicatorByKey(key)?.key]).toEqual([key, key])
  })

  it('every indicator has a Chinese name in Chinese', () => {
    for (const { key, nameZh } of indicators) expect([key, /[\u4e00-\u9fff]/.test(nameZh)]).toEqual([key, true])
  })

  it('finds HealthKit types with and without prefix', () => {
    expect(indicatorByAppleType('HKQuantityTypeIdentifierRestingHeartRate')?.key).toBe('resting_heart_rate')
    expect(indicatorByAppleType('HKCategoryTypeIdentifierSleepAnalysis')?.key).toBe('sleep_segment')
    expect(indicatorByAppleType('StepCount')?.key).toBe('steps')
    expect(indicatorByAppleType('HKCategoryTypeIdentifierAudioExposureEvent')?.key).toBe(
      'environmental_audio_exposure_event',
    )
    expect(indicatorByAppleType('HKQuantityTypeIdentifierNothing')).toBeNull()
    expect(indicators.filter((definition) => definition.appleType).length).toBeGreaterThan(180)
    expect(isInternal('sleep_segment')).toBe(true)
  })

  it('finds a name in any spelling', () => {
    for (const name of ['Heart Rate', 'heart-rate', 'heart_rate', 'HEARTRATE', '心率', 'Ｈｅａｒｔ rate']) {
      expect(catalogueIndex.lookup(name)?.keys).toEqual(['heart_rate'])
    }
  })
})

describe('vocabulary', () => {
  const vocabulary = createVocabularyService()

  it('resolves one test and abstains from panels and strangers', () => {
    const resolved = vocabulary.resolve([
      'HbA1c',
      '铁蛋白',
      'Hemoglobin A1c (HbA1c)',
      'blood pressure',
      '血脂',
      '1,25-Dihydroxyvitamin D',
      'foo',
      'Glucose (urine)',
    ])
    expect(resolved.map(({ resolved: is, loinc }) => (is ? loinc : null))).toEqual([
      '4548-4',
      '2276-4',
      '4548-4',
      null,
      null,
      null,
      null,
      '2350-7',
    ])
    expect(resolved[3]?.candidates).toEqual(['blood_pressure_systolic', 'blood_pressure_diastolic'])
  })

  it('normalises units and says the property', () => {
    expect(vocabulary.normalizeUnits(['mg/dl', 'umol/L', 'lbs', 'furlong'])).toEqual([
      { unit: 'mg/dl', ucum: 'mg/dL', family: 'MCnc' },
      { unit: 'umol/L', ucum: 'umol/L', family: 'SCnc' },
      { unit: 'lbs', ucum: '[lb_av]', family: 'Mass' },
      { unit: 'furlong', ucum: '', family: '' },
    ])
  })

  it('converts with the analyte by code, key or name, and gives a reason otherwise', () => {
    expect(vocabulary.convert(7, 'mmol/L', 'mg/dL', '2345-7').value).toBeCloseTo(126.1092, 9)
    expect(vocabulary.convert(6.5, '%', 'mmol/mol', 'HbA1c').value).toBeCloseTo(47.54, 2)
    expect(vocabulary.convert(100, 'mg/dL', 'mmol/L', '')).toMatchObject({ value: null })
    expect(vocabulary.convert(100, 'mg/dL', 'mmol/L', '').reason).toContain('LOINC')
    expect(vocabulary.convert(Number.NaN, 'kg', 'lb', '').reason).toContain('not a number')
  })
})
