/** Units as people and results write them, brought to one spelling so that they can be compared. Pure. */

/** What is counted rather than measured: such a number is told by a statistic (n, days) and by nothing else. */
export const counted = 'counted'

const spellings: readonly (readonly [canonical: string, ...spelled: string[]])[] = [
  ['bpm', 'bpm', 'beats per minute', 'beats/min', '/min', '次/分钟', '次/分', '次每分钟', '次每分'],
  ['breaths/min', 'breaths/min', 'breaths per minute'],
  ['%', '%', '％', 'percent', 'per cent', '个百分点', 'percentage points'],
  ['mmHg', 'mmhg', 'mm hg', 'mm[hg]', '毫米汞柱'],
  ['mmol/L', 'mmol/l'],
  ['µmol/L', 'µmol/l', 'umol/l'],
  ['nmol/L', 'nmol/l'],
  ['pmol/L', 'pmol/l'],
  ['mg/dL', 'mg/dl'],
  ['mg/L', 'mg/l'],
  ['g/dL', 'g/dl'],
  ['g/L', 'g/l'],
  ['ng/mL', 'ng/ml'],
  ['pg/mL', 'pg/ml'],
  ['µg/L', 'µg/l', 'ug/l'],
  ['µg/dL', 'µg/dl', 'ug/dl'],
  ['mIU/L', 'miu/l', 'm[iu]/l', 'uiu/ml', 'µiu/ml'],
  ['U/L', 'u/l', 'iu/l'],
  ['mEq/L', 'meq/l'],
  ['10^9/L', '10^9/l', '×10^9/l', 'x10^9/l', '10*9/l'],
  ['10^12/L', '10^12/l', '×10^12/l', '10*12/l'],
  ['fL', 'fl'],
  ['pg', 'pg'],
  ['mL/kg/min', 'ml/kg/min', 'ml/min/kg', 'ml/(kg·min)', 'ml/kg·min', 'ml/(kg.min)'],
  ['mL/min/1.73m²', 'ml/min/1.73m²', 'ml/min/1.73 m²', 'ml/min/1.73m2', 'ml/min/{1.73_m2}'],
  ['mL/min', 'ml/min'],
  ['kg/m²', 'kg/m²', 'kg/m2'],
  ['km/h', 'km/h', '公里/小时'],
  ['m/s', 'm/s', '米/秒'],
  ['kg', 'kg', 'kilograms', 'kilogram', '公斤', '千克'],
  ['mg', 'mg', '毫克'],
  ['µg', 'µg', 'ug', 'mcg', '微克'],
  ['g', 'g', 'grams', 'gram', '克'],
  ['lb', 'lb', 'lbs', '[lb_av]', 'pounds', '磅'],
  ['km', 'km', 'kilometres', 'kilometers', '公里', '千米'],
  ['cm', 'cm', '厘米'],
  ['mm', 'mm', '毫米'],
  ['mi', 'mi', 'miles', '[mi_i]', '英里'],
  ['m', 'm', 'metres', 'meters', '米'],
  ['kcal', 'kcal', '千卡', '大卡'],
  ['kJ', 'kj', '千焦'],
  ['ms', 'ms', '毫秒'],
  ['min', 'min', 'mins', 'minutes', 'minute', '分钟'],
  ['h', 'h', 'hr', 'hrs', 'hours', 'hour', '个小时', '小时'],
  ['s', 's', 'sec', 'seconds', 'second', '秒'],
  ['°C', '°c', '℃', 'cel', '摄氏度'],
  ['°F', '°f', '℉', '[degf]', '华氏度'],
  ['mL', 'ml', '毫升'],
  ['L', 'l', 'litres', 'liters', '升'],
  ['W', 'w', 'watts', '瓦'],
  ['dB', 'db', 'dba', 'db[spl]', '分贝'],
  ['steps', 'steps', 'step', '步'],
  ['floors', 'floors', 'flights', '层'],
  [
    counted,
    ...['days', 'day', 'nights', 'night', 'weeks', 'week', 'months', 'month', 'years', 'year', 'times', 'readings'],
    ...['reading', 'records', 'record', 'measurements', 'samples', 'values', 'results', 'reports', 'pairs', 'points'],
    ...['workouts', 'people', 'indicators', 'rows', 'entries', 'devices', 'sources', 'files', 'of'],
    ...['天', '晚', '夜', '周', '个星期', '星期', '个月', '年', '次', '条', '个', '项', '份', '对', '种', '人', '行'],
  ],
]

const canonical = new Map(spellings.flatMap(([name, ...spelled]) => spelled.map((one) => [one, name] as const)))

/** One spelling for all; '' for none (also UCUM's '1'); a unit that is not known stays as it is, in lower case. */
export function canonicalUnit(unit: string): string {
  const plain = unit.trim().toLowerCase().replaceAll('μ', 'µ')
  return plain === '1' || plain === '{score}' ? '' : (canonical.get(plain) ?? plain)
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
const longestFirst = [...canonical.keys()].sort((a, b) => b.length - a.length)
/** Letters must not go on after a Latin unit ("62 bpmx"); Chinese is written without spaces and may. */
const unitAtStart = new RegExp(
  `^(?:${longestFirst.map((one) => (/[a-z]$/.test(one) ? `${escaped(one)}(?![a-zA-Z])` : escaped(one))).join('|')})`,
  'i',
)

/** The unit that a text begins with, and how many characters it takes; null when it begins with none. */
export function leadingUnit(text: string): { unit: string; length: number } | null {
  const found = unitAtStart.exec(text.replaceAll('μ', 'µ'))
  return found ? { unit: canonicalUnit(found[0]), length: found[0].length } : null
}

/** The same value in units that people say it in: minutes as hours, metres as kilometres, a share as a percentage. */
export function otherReadings(value: number, unit: string): { value: number; unit: string }[] {
  switch (unit) {
    case 'min':
      return [{ value: value / 60, unit: 'h' }]
    case 'm':
      return [{ value: value / 1000, unit: 'km' }]
    case 'g':
      return [{ value: value / 1000, unit: 'kg' }]
    case 'ms':
      return [{ value: value / 1000, unit: 's' }]
    case 's':
      return [{ value: value / 60, unit: 'min' }]
    case '':
      return Math.abs(value) <= 1 && value !== 0 ? [{ value: value * 100, unit: '%' }] : []
    default:
      return []
  }
}

/** 2: the same unit; 1: one of them is not said; 0: another unit, so another thing. */
export function unitFit(said: string, stored: string): 0 | 1 | 2 {
  if (said === stored) return said === '' ? 1 : 2
  // A rate per minute is written alike for the heart and for breathing.
  if ((said === 'bpm' && stored === 'breaths/min') || (said === 'breaths/min' && stored === 'bpm')) return 1
  return said === '' || stored === '' ? 1 : 0
}
