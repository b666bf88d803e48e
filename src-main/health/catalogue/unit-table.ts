/**
 * Units of measure that health files use: UCUM code, dimension, factor to the dimension's base, and the words people
 * and files write for them. Own table: only units that occur, each factor from its definition.
 */

export type Dimension =
  | 'mass'
  | 'length'
  | 'energy'
  | 'temperature'
  | 'temperature-difference'
  | 'time'
  | 'rate'
  | 'speed'
  | 'pressure'
  | 'volume'
  | 'flow'
  | 'count'
  | 'fraction'
  | 'mass-concentration'
  | 'substance-concentration'
  | 'equivalent-concentration'
  | 'arbitrary-concentration'
  | 'catalytic-concentration'
  | 'number-concentration'
  | 'arbitrary'
  | 'power'
  | 'sound-level'
  | 'oxygen-uptake'
  | 'metabolic-rate'
  | 'conductance'
  | 'mass-per-area'
  | 'mass-ratio'
  | 'substance-ratio'
  | 'sedimentation'
  | 'filtration'
  | 'ratio'
  | 'score'

export interface Unit {
  /** UCUM. */
  readonly code: string
  readonly dimension: Dimension
  /** base = value × factor + offset */
  readonly factor: number
  readonly offset: number
  /** LOINC property of quantities in this unit, or '' where one unit serves several. */
  readonly property: string
  /** Other spellings, as in files; compared after `normalizeSpelling`. */
  readonly spellings: readonly string[]
}

const table: Unit[] = []
const unit = (code: string, dimension: Dimension, factor: number, property: string, ...spellings: string[]) =>
  table.push({ code, dimension, factor, offset: 0, property, spellings })

// Mass, base g. The avoirdupois pound is 453.59237 g by definition.
unit('kg', 'mass', 1000, 'Mass', 'kgs', 'kilogram', 'kilograms', 'kilo', 'kilos', '千克', '公斤')
unit('g', 'mass', 1, 'Mass', 'gram', 'grams', 'gm', '克')
unit('mg', 'mass', 1e-3, 'Mass', 'milligram', 'milligrams', '毫克')
unit('ug', 'mass', 1e-6, 'Mass', 'mcg', 'microgram', 'micrograms', '微克')
unit('ng', 'mass', 1e-9, 'Mass', 'nanogram', 'nanograms')
unit('pg', 'mass', 1e-12, 'EntMass', 'picogram', 'picograms')
unit('[lb_av]', 'mass', 453.59237, 'Mass', 'lb', 'lbs', 'pound', 'pounds', '磅')
unit('[oz_av]', 'mass', 28.349523125, 'Mass', 'oz', 'ounce', 'ounces', '盎司')
unit('[stone_av]', 'mass', 6350.29318, 'Mass', 'st', 'stone', 'stones', '英石')
// Length, base m. Inch, foot and mile are international.
unit('km', 'length', 1000, 'Len', 'kilometer', 'kilometers', 'kilometre', 'kilometres', 'kms', '公里', '千米')
unit('m', 'length', 1, 'Len', 'meter', 'meters', 'metre', 'metres', '米')
unit('cm', 'length', 0.01, 'Len', 'centimeter', 'centimeters', 'centimetre', 'centimetres', '厘米')
unit('mm', 'length', 1e-3, 'Len', 'millimeter', 'millimetre', '毫米')
unit('[mi_i]', 'length', 1609.344, 'Len', 'mi', 'mile', 'miles', '英里')
unit('[yd_i]', 'length', 0.9144, 'Len', 'yd', 'yard', 'yards', '码')
unit('[ft_i]', 'length', 0.3048, 'Len', 'ft', 'foot', 'feet', '英尺')
unit('[in_i]', 'length', 0.0254, 'Len', 'in', 'inch', 'inches', '英寸')
// Energy, base kcal (thermochemical, 4.184 kJ). 'Cal' with a capital is the food calorie.
unit('kcal', 'energy', 1, 'Enrg', 'Cal', 'kilocalorie', 'kilocalories', 'Calorie', 'Calories', '千卡', '大卡')
unit('cal', 'energy', 1e-3, 'Enrg', 'small calorie')
unit('kJ', 'energy', 1 / 4.184, 'Enrg', 'kilojoule', 'kilojoules', '千焦')
unit('J', 'energy', 1 / 4184, 'Enrg', 'joule', 'joules', '焦耳')
// Temperature, base Cel.
unit('Cel', 'temperature', 1, 'Temp', 'degC', '°C', 'C', 'celsius', 'deg C', '摄氏度')
table.push({
  code: '[degF]',
  dimension: 'temperature',
  factor: 5 / 9,
  offset: (-32 * 5) / 9,
  property: 'Temp',
  spellings: ['degF', '°F', 'F', 'fahrenheit', 'deg F', '华氏度'],
})
unit('K', 'temperature-difference', 1, 'TempDiff', 'kelvin')
// Time, base min.
unit('min', 'time', 1, 'Time', 'minute', 'minutes', 'mins', '分钟', '分')
unit('s', 'time', 1 / 60, 'Time', 'sec', 'secs', 'second', 'seconds', '秒')
unit('ms', 'time', 1 / 60_000, 'Time', 'msec', 'millisecond', 'milliseconds', '毫秒')
unit('h', 'time', 60, 'Time', 'hr', 'hrs', 'hour', 'hours', '小时')
unit('d', 'time', 1440, 'Time', 'day', 'days', '天')
// Rate, base per minute.
const perMinute = ['count/min', 'bpm', 'beats/min', 'beats per minute', 'breaths/min', 'brpm', 'rpm', '1/min', 'min-1']
unit('/min', 'rate', 1, 'NRat', ...perMinute, '/minute', '{beats}/min', '{breaths}/min', '次/分', '次/分钟')
unit('/s', 'rate', 60, 'NRat', 'count/s', 'Hz', 'hertz', '1/s')
unit('/h', 'rate', 1 / 60, 'NRat', 'count/h', 'count/hr', 'events/hour', '1/h')
unit('/d', 'rate', 1 / 1440, 'NRat', 'count/day', 'count/d', '1/d')
// Speed, base m/s.
unit('m/s', 'speed', 1, 'Vel', 'mps', 'meters per second', '米/秒')
unit('km/h', 'speed', 1 / 3.6, 'Vel', 'km/hr', 'kph', 'kmh', '公里/小时')
unit('[mi_i]/h', 'speed', 0.44704, 'Vel', 'mi/hr', 'mi/h', 'mph', '英里/小时')
// Pressure, base mmHg (133.322387415 Pa).
unit('mm[Hg]', 'pressure', 1, 'Pres', 'mmHg', 'mm Hg', 'millimeters of mercury', '毫米汞柱')
unit('kPa', 'pressure', 1 / 0.133322387415, 'Pres', 'kilopascal', '千帕')
unit('hPa', 'pressure', 10 / 13.3322387415, 'Pres', 'hectopascal', 'mbar')
// Volume, base mL. US customary measures.
unit('mL', 'volume', 1, 'Vol', 'milliliter', 'milliliters', 'millilitre', 'cc', '毫升')
unit('cL', 'volume', 10, 'Vol', 'centiliter')
unit('dL', 'volume', 100, 'Vol', 'deciliter')
unit('L', 'volume', 1000, 'Vol', 'liter', 'liters', 'litre', 'litres', '升')
unit('uL', 'volume', 1e-3, 'Vol', 'microliter')
unit('fL', 'volume', 1e-12, 'EntVol', 'femtoliter')
unit('[foz_us]', 'volume', 29.5735295625, 'Vol', 'fl_oz_us', 'fl oz', 'floz', 'fluid ounce', 'fluid ounces')
unit('[foz_br]', 'volume', 28.4130625, 'Vol', 'fl_oz_imp')
unit('[cup_us]', 'volume', 236.5882365, 'Vol', 'cup_us', 'cup', 'cups')
unit('[pt_us]', 'volume', 473.176473, 'Vol', 'pt_us', 'pint')
unit('[pt_br]', 'volume', 568.26125, 'Vol', 'pt_imp')
unit('L/min', 'flow', 1, 'VRat', 'l/minute', 'liters/min')
unit('mL/min', 'flow', 1e-3, 'VRat')
unit('L/s', 'flow', 60, 'VRat')
unit('mL/min/{1.73_m2}', 'filtration', 1, 'ArVRat', 'mL/min/1.73m2', 'mL/min/1.73 m2', 'ml/min/1.73m^2', 'mL/min/1.73')
// Numbers of things and fractions.
unit('{count}', 'count', 1, 'Num', 'count', 'counts', '1', 'times', 'steps', 'floors', '{steps}', '次', '步')
unit('%', 'fraction', 1, '', 'percent', 'pct', '百分比')
unit('10*-3', 'fraction', 0.1, '', '‰', 'permille')
unit('{score}', 'score', 1, 'Score', 'appleEffortScore', 'score')
unit('{index}', 'ratio', 1, 'Ratio', 'index')
unit('{INR}', 'ratio', 1, 'RelTime', 'inr')
unit('{ratio}', 'ratio', 1, 'Ratio', 'ratio')
// Concentrations. Base: mg/dL, mmol/L, meq/L, mIU/L, U/L, 10*9/L.
for (const [mass, perDecilitre] of [
  ['g', 1000],
  ['mg', 1],
  ['ug', 1e-3],
  ['ng', 1e-6],
  ['pg', 1e-9],
] as const) {
  unit(`${mass}/dL`, 'mass-concentration', perDecilitre, 'MCnc', ...(mass === 'mg' ? ['mg%', '毫克/分升'] : []))
  unit(`${mass}/L`, 'mass-concentration', perDecilitre / 10, 'MCnc')
  unit(`${mass}/mL`, 'mass-concentration', perDecilitre * 100, 'MCnc', ...(mass === 'ug' ? ['mcg/mL'] : []))
}
for (const [mole, perLitre] of [
  ['mol', 1000],
  ['mmol', 1],
  ['umol', 1e-3],
  ['nmol', 1e-6],
  ['pmol', 1e-9],
] as const) {
  unit(`${mole}/L`, 'substance-concentration', perLitre, 'SCnc', ...(mole === 'mmol' ? ['mM', '毫摩尔/升'] : []))
}
unit('meq/L', 'equivalent-concentration', 1, 'SCnc', 'mEq/L', 'milliequivalent/L')
unit('[iU]/L', 'arbitrary-concentration', 1000, 'ACnc', 'IU/L', '国际单位/升')
unit('m[iU]/L', 'arbitrary-concentration', 1, 'ACnc', 'mIU/L', 'mU/L')
unit('u[iU]/mL', 'arbitrary-concentration', 1, 'ACnc', 'uIU/mL', 'uU/mL', 'mcIU/mL')
unit('m[iU]/mL', 'arbitrary-concentration', 1000, 'ACnc', 'mIU/mL', 'mU/mL')
unit('[iU]/mL', 'arbitrary-concentration', 1e6, 'ACnc', 'IU/mL')
unit('U/L', 'catalytic-concentration', 1, 'CCnc', 'units/L', '单位/升')
unit('ukat/L', 'catalytic-concentration', 60, 'CCnc', 'microkatal/L')
const billion = ['10*9/L', '10^9/L', '10e9/L', 'x10e9/L', 'x10^9/L', 'G/L', 'giga/L']
const thousand = ['10^3/uL', 'x10e3/uL', 'x10^3/uL', '10e3/uL', 'K/uL', 'thou/uL', 'thousand/uL', 'k/mm3', '10*3/mm3']
unit('10*3/uL', 'number-concentration', 1, 'NCnc', ...thousand)
unit('10*9/L', 'number-concentration', 1, 'NCnc', ...billion.slice(1))
const million = ['10^6/uL', 'x10e6/uL', 'x10^6/uL', '10e6/uL', 'M/uL', 'mil/uL', 'million/uL', '10*6/mm3']
unit('10*6/uL', 'number-concentration', 1000, 'NCnc', ...million)
unit('10*12/L', 'number-concentration', 1000, 'NCnc', '10^12/L', 'x10e12/L', 'x10^12/L', '10e12/L', 'T/L')
unit('/uL', 'number-concentration', 1e-3, 'NCnc', 'cells/uL', '/mm3', 'cells/mm3')
unit('mg/g', 'mass-ratio', 1, 'MRto', 'mg/g{creat}', 'ug/mg', 'mg/gCr')
unit('mg/mmol', 'mass-ratio', 1 / 0.11312, 'Ratio', 'mg/mmol{creat}')
unit('mmol/mol', 'substance-ratio', 1, 'SFr', 'mmol/mol Hb')
unit('mm/h', 'sedimentation', 1, 'Vel', 'mm/hr', 'mm/1h')
// The rest of what phones and watches report.
unit('[iU]', 'arbitrary', 1, 'Arb', 'IU', 'iu', 'units', '国际单位')
unit('W', 'power', 1, 'EngRat', 'watt', 'watts', '瓦')
unit('kW', 'power', 1000, 'EngRat')
unit('dB[SPL]', 'sound-level', 1, 'Sound', 'dBASPL', 'dB', 'dB(A)', 'dBA', '分贝')
unit('mL/kg/min', 'oxygen-uptake', 1, 'VRatCnc', 'mL/min·kg', 'mL/min/kg', 'mL/(kg·min)', 'ml/kg*min', 'mL/(min·kg)')
unit('kcal/kg/h', 'metabolic-rate', 1, 'EngRatCnc', 'kcal/hr·kg', 'kcal/(kg·hr)', 'kcal/h/kg', 'MET', 'METs')
unit('uS', 'conductance', 1, 'Cond', 'mcS', 'microsiemens')
unit('S', 'conductance', 1e6, 'Cond', 'siemens')
unit('kg/m2', 'mass-per-area', 1, 'MArea', 'kg/m^2', 'kg/m²', '{count}BMI')

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** One spelling for the many ways of writing the same: micro signs, dots, superscripts, blanks. Keeps the case. */
function normalizeSpelling(text: string): string {
  return text
    .replace(
      /10([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g,
      (_, digits: string) => `10^${[...digits].map((d) => SUPERSCRIPTS.indexOf(d)).join('')}`,
    )
    .normalize('NFKC')
    .replace(/[µμ]/g, 'u')
    .replace(/[×✕]/g, 'x')
    .replace(/[·⋅•∙]/g, '·')
    .replace(/\s+/g, '')
}

const exact = new Map<string, Unit>()
const folded = new Map<string, Unit>()
for (const entry of table) {
  for (const spelling of [entry.code, ...entry.spellings]) {
    const normal = normalizeSpelling(spelling)
    if (!exact.has(normal)) exact.set(normal, entry)
    if (!folded.has(normal.toLowerCase())) folded.set(normal.toLowerCase(), entry)
  }
}
// The scientific calorie is written small; folding 'Cal' must not turn it into the food calorie, nor the reverse.
folded.delete('cal')

/** The unit a text means, or null. The exact case is tried first: 'Cal' is a kilocalorie, 'cal' is not. */
export function parseUnit(text: string): Unit | null {
  const normal = normalizeSpelling(text)
  return exact.get(normal) ?? folded.get(normal.toLowerCase()) ?? null
}

/** HealthKit's molar unit with its molar mass inside, 'mmol<180.1558800000541>/L': mmol/L and g/mol. */
export function parseMolarUnit(text: string): { unit: Unit; molarMass: number } | null {
  const match = /^([munp]?mol)<([\d.]+)>\/(d?L)$/.exec(normalizeSpelling(text))
  if (!match?.[1] || !match[2] || !match[3]) return null
  const base = exact.get(`${match[1]}/L`)
  if (!base) return null
  const perLitre = match[3] === 'dL' ? 10 : 1
  return { unit: { ...base, factor: base.factor * perLitre }, molarMass: Number(match[2]) }
}
