/** Conversions of the facts (6.5) and the units that Apple exports carry; expected values from the definitions. */
import { describe, expect, it } from 'vitest'
import { answerUnit, UNIT_CHOICES } from '../../../src-main/health/catalogue/answer-unit.ts'
import { indicatorByKey, indicators } from '../../../src-main/health/catalogue/catalogue.ts'
import { parseUnit } from '../../../src-main/health/catalogue/unit-table.ts'
import {
  conversionBetween,
  converterFor,
  foreignUnitKey,
  toCanonical,
} from '../../../src-main/health/catalogue/units.ts'

function canonical(key: string, value: number, unit: string | null, percentIsFraction = false): number | undefined {
  return converterFor(key, unit, { percentIsFraction })?.(value)
}

function convert(value: number, from: string, to: string, subject = ''): number | string {
  const conversion = conversionBetween(from, to, subject)
  return 'reason' in conversion ? conversion.reason : conversion.convert(value)
}

describe('into the canonical unit', () => {
  it.each([
    ['body_mass', 150, 'lb', 68.04, 2],
    ['body_mass', 11, 'st', 69.85, 2],
    ['height', 70, 'in', 177.8, 6],
    ['height', 6, 'ft', 182.88, 6],
    ['distance_walking_running', 1, 'mi', 1.609344, 9],
    ['active_energy', 5, 'Cal', 5, 9],
    ['active_energy', 418.4, 'kJ', 100, 9],
    ['body_temperature', 98.6, 'degF', 37, 9],
    ['skin_temperature_deviation', 0.9, 'degF', 0.5, 9],
    ['blood_glucose', 7, 'mmol<180.1558800000541>/L', 126.1, 1],
    ['blood_glucose', 7, 'mmol/L', 126.1, 1],
    ['hba1c', 41, 'mmol/mol', 5.9, 1],
    ['blood_pressure_systolic', 16, 'kPa', 120.01, 2],
    ['vo2_max', 42.5, 'mL/min·kg', 42.5, 9],
    ['environmental_audio_exposure', 71, 'dBASPL', 71, 9],
    ['walking_speed', 3, 'mi/hr', 4.828032, 6],
    ['walking_speed', 1, 'm/s', 3.6, 9],
    ['heart_rate', 1.2, 'count/s', 72, 9],
    ['dietary_vitamin_d', 0.01, 'mg', 10, 9],
    ['dietary_water', 8, 'fl_oz_us', 236.588, 3],
    ['insulin_delivery', 3, 'IU', 3, 9],
    ['body_mass_index', 22.5, 'count', 22.5, 9],
    ['steps', 12, 'count', 12, 9],
    ['white_blood_cells', 5.2, '10^9/L', 5.2, 9],
    ['sodium', 140, 'mEq/L', 140, 9],
    ['ferritin', 80, 'µg/L', 80, 9],
  ])('%s: %f %s', (key, value, unit, expected, digits) => {
    expect(canonical(key, value, unit)).toBeCloseTo(expected, digits)
  })

  it('a percentage of Apple is a fraction: 0.97 is 97 %, and 0.234 of fat 23.4 %', () => {
    expect(canonical('oxygen_saturation', 0.97, '%', true)).toBeCloseTo(97, 9)
    expect(canonical('body_fat_percentage', 0.234, '%', true)).toBeCloseTo(23.4, 9)
    expect(canonical('oxygen_saturation', 97, '%')).toBe(97)
  })

  it('a unit that does not fit is told, never converted', () => {
    const weight = indicatorByKey('body_mass')
    expect(weight && toCanonical(weight, 70, 'mmHg')).toEqual({ unknownUnit: 'mmHg' })
    expect(canonical('body_mass', 70, null)).toBeUndefined()
    expect(canonical('lipoprotein_a', 75, 'nmol/L')).toBeUndefined()
    expect(canonical('neutrophils', 55, '%')).toBeUndefined()
    expect(foreignUnitKey('blood_glucose', 'mg/kg')).toBe('blood_glucose__mg_per_kg')
    expect(foreignUnitKey('neutrophils', '%')).toBe('neutrophils__percent')
    expect(foreignUnitKey('steps', null)).toBe('steps__no_unit')
  })

  it('every indicator has a unit of the table', () => {
    for (const { key, unit } of indicators) expect([key, parseUnit(unit)?.code]).toEqual([key, unit])
  })
})

describe('between units', () => {
  it.each([
    [100, 'mg/dL', 'mmol/L', '2345-7', 5.55, 2],
    [6.5, '%', 'mmol/mol', 'hba1c', 47.54, 2],
    [200, 'mg/dL', 'mmol/L', '2093-3', 5.17, 2],
    [150, 'mg/dL', 'mmol/L', 'triglycerides', 1.69, 2],
    [1, 'mg/dL', 'µmol/L', 'creatinine', 88.42, 2],
    [20, 'mg/dL', 'mmol/L', 'urea_nitrogen', 7.14, 2],
    [5, 'mg/dL', 'umol/L', 'uric_acid', 297.4, 1],
    [1, 'mg/dL', 'umol/L', 'bilirubin_total', 17.1, 2],
    [10, 'mg/dL', 'mmol/L', 'calcium', 2.495, 3],
    [30, 'ng/mL', 'nmol/L', 'vitamin_d_25oh', 74.88, 2],
    [4, 'meq/L', 'mmol/L', 'magnesium', 2, 6],
    [5, '10³/µL', '10*9/L', '', 5, 9],
  ])('%f %s is %s of %s', (value, from, to, subject, expected, digits) => {
    expect(convert(value, from, to, subject)).toBeCloseTo(expected, digits)
  })

  it('says why it does not convert', () => {
    expect(convert(100, 'mg/dL', 'mmol/L')).toContain('substance')
    expect(convert(40, '%', '10*9/L', 'neutrophils')).toContain('count')
    expect(convert(6.5, '%', 'mmol/mol')).toContain('different things')
    expect(convert(1, 'furlong', 'm')).toContain('furlong')
  })

  it('the small calorie is not the food calorie', () => {
    expect(convert(1000, 'cal', 'kcal')).toBe(1)
    expect(convert(1, 'Cal', 'kcal')).toBe(1)
  })
})

describe('the unit of an answer', () => {
  const unitOf = (key: string, preferences: Record<string, string>) => {
    const definition = indicatorByKey(key)
    if (!definition) throw new Error(key)
    const { label, convert: toAnswer } = answerUnit(definition, preferences)
    return { label, toAnswer }
  }

  it('is kg, km, kcal, °C, mg/dL, % and min where nothing is preferred', () => {
    const keys = [
      'body_mass',
      'steps',
      'distance_walking_running',
      'active_energy',
      'body_temperature',
      'blood_glucose',
      'oxygen_saturation',
      'sleep_asleep',
      'heart_rate',
    ]
    expect(keys.map((key) => unitOf(key, {}).label)).toEqual([
      'kg',
      'steps',
      'km',
      'kcal',
      '°C',
      'mg/dL',
      '%',
      'min',
      'bpm',
    ])
  })

  it('follows the preference for a quantity and, before it, for the indicator', () => {
    expect(unitOf('body_mass', { body_mass: '[lb_av]' }).toAnswer(68.0388555)).toBeCloseTo(150, 6)
    expect(unitOf('lean_body_mass', { body_mass: '[lb_av]' }).label).toBe('lb')
    expect(unitOf('blood_glucose', { glucose: 'mmol/L' }).toAnswer(126.1092)).toBeCloseTo(7, 6)
    expect(unitOf('body_temperature', { temperature: '[degF]' }).toAnswer(37)).toBeCloseTo(98.6, 9)
    expect(unitOf('distance_cycling', { distance: '[mi_i]', distance_cycling: 'km' }).label).toBe('km')
  })

  it('passes over a preference that does not fit', () => {
    expect(unitOf('body_mass', { body_mass: 'mmHg' }).label).toBe('kg')
  })

  it('offers only units it can convert to', () => {
    for (const choices of Object.values(UNIT_CHOICES))
      for (const unit of choices) expect(parseUnit(unit)?.code).toBe(unit)
  })
})
