/** Quantities that people choose a unit for; the first is what is used without a choice. Same list as the hub's. */
export const unitChoices = {
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

export type Quantity = keyof typeof unitChoices

export const quantities = [
  'body_mass',
  'height',
  'distance',
  'energy',
  'temperature',
  'glucose',
  'cholesterol',
  'speed',
  'water',
] as const satisfies readonly Quantity[]

/** UCUM codes that people do not write that way. */
const written: Readonly<Record<string, string>> = {
  '[lb_av]': 'lb',
  '[stone_av]': 'st',
  '[ft_i]': 'ft',
  '[in_i]': 'in',
  '[mi_i]': 'mi',
  '[mi_i]/h': 'mph',
  '[degF]': '°F',
  Cel: '°C',
  '[foz_us]': 'fl oz',
}

export function writtenUnit(unit: string): string {
  return written[unit] ?? unit
}
