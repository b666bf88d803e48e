/** The unit a person reads an indicator in: their preference, else the canonical one (kg, km, kcal, °C, mg/dL, %, min). */
import type { IndicatorDefinition } from '../types.ts'
import { type Converter, conversionBetween } from './units.ts'

export interface AnswerUnit {
  /** UCUM. */
  readonly unit: string
  readonly label: string
  /** Canonical value → value in this unit. */
  readonly convert: Converter
  readonly digits: number
}

/** Quantities that people choose a unit for, with the choices; the first is the default. For the settings page. */
export const UNIT_CHOICES = {
  body_mass: ['kg', '[lb_av]', '[stone_av]'],
  height: ['cm', '[ft_i]', '[in_i]', 'm'],
  distance: ['km', '[mi_i]'],
  energy: ['kcal', 'kJ'],
  temperature: ['Cel', '[degF]'],
  glucose: ['mg/dL', 'mmol/L'],
  cholesterol: ['mg/dL', 'mmol/L'],
  speed: ['km/h', '[mi_i]/h'],
  water: ['mL', '[foz_us]', 'L'],
} as const satisfies Record<string, readonly string[]>

const LABELS: Readonly<Record<string, string>> = {
  '[lb_av]': 'lb',
  '[stone_av]': 'st',
  '[ft_i]': 'ft',
  '[in_i]': 'in',
  '[mi_i]': 'mi',
  '[mi_i]/h': 'mph',
  '[degF]': '°F',
  Cel: '°C',
  '[foz_us]': 'fl oz',
  'umol/L': 'µmol/L',
}

const DIGITS: Readonly<Record<string, number>> = { 'mmol/L': 1, '[stone_av]': 1, '[ft_i]': 2, L: 2 }

/** The choice of UNIT_CHOICES that covers an indicator, or null. */
function quantityOf(definition: IndicatorDefinition): keyof typeof UNIT_CHOICES | null {
  const { key, unit, group } = definition
  if (unit === 'kg' && group === 'body') return 'body_mass'
  if (unit === 'cm' && group === 'body') return 'height'
  if (unit === 'km') return 'distance'
  if (unit === 'kcal') return 'energy'
  if (unit === 'Cel') return 'temperature'
  if (unit === 'km/h') return 'speed'
  if (key === 'blood_glucose' || key.startsWith('glucose_')) return 'glucose'
  if (key.includes('cholesterol') && group === 'lab') return 'cholesterol'
  if (key === 'dietary_water') return 'water'
  return null
}

/** `preferences` maps an indicator key or a quantity of UNIT_CHOICES to a unit; what does not fit is passed over. */
export function answerUnit(definition: IndicatorDefinition, preferences: Readonly<Record<string, string>>): AnswerUnit {
  const canonical: AnswerUnit = {
    unit: definition.unit,
    label: definition.unitLabel,
    convert: (value) => value,
    digits: definition.digits,
  }
  const quantity = quantityOf(definition)
  const wanted = preferences[definition.key] ?? (quantity ? preferences[quantity] : undefined)
  if (!wanted || wanted === definition.unit) return canonical
  const conversion = conversionBetween(definition.unit, wanted, definition.key)
  if ('reason' in conversion) return canonical
  return {
    unit: wanted,
    label: LABELS[wanted] ?? wanted,
    convert: conversion.convert,
    digits: DIGITS[wanted] ?? definition.digits,
  }
}
