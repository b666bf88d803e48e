/** Names, units and conversions, offline and for anybody: nothing here reads a person's data. */
import type { ToolContext } from '../src-main/registry/types.ts'

interface Refused {
  success: false
  message: string
  error: string
  hint: string
}

/**
 * Tells which standard indicator each name stands for, in English or Chinese, with its LOINC code where there is one.
 * Two names with the same code are the same test. A panel or a category ("blood pressure", "血脂") deliberately stays
 * unresolved, because it is several tests; its members are in `candidates`. An unresolved name is an answer, not a
 * reason to guess a code.
 *
 * @title Resolve indicator names
 * @param names Names as they stand on a report or in a question, 1 to 200.
 * @range names 1 200
 * @returns One result for each name, in the order of `names`.
 */
export function resolve_indicator(names: string[], context: ToolContext) {
  const blank = refuseBlank('names', names)
  if (blank) return blank
  const results = context.vocabulary.resolve(names)
  const resolved = results.filter((result) => result.resolved).length
  return { success: true, message: `${resolved}/${results.length} resolved`, results }
}

/**
 * Turns unit spellings into UCUM ("mg/dl" → "mg/dL", "次/分" → "/min"). An empty `ucum` means that the unit is not
 * known; do not put another in its place.
 *
 * @title Normalize units
 * @param units Units as written, 1 to 200.
 * @range units 1 200
 * @returns One result for each unit, in order: ucum and the family of quantities it belongs to.
 */
export function normalize_unit(units: string[], context: ToolContext) {
  const blank = refuseBlank('units', units)
  if (blank) return blank
  const results = context.vocabulary.normalizeUnits(units)
  const known = results.filter((result) => result.ucum !== '').length
  return { success: true, message: `${known}/${results.length} recognised`, results }
}

/**
 * Converts a value between units. Between mass and amount of substance (mg/dL and mmol/L) the analyte must be named.
 * Where no conversion exists `value` is null with the reason: that is the answer, so do not work one out by hand. A
 * percentage never converts to an absolute count.
 *
 * @title Convert a unit
 * @param value Number to convert.
 * @param from_unit Unit it is in.
 * @param to_unit Unit wanted.
 * @param loinc_code LOINC code or indicator key of the analyte, such as "2345-7" or "blood_glucose".
 * @returns value in the wanted unit, or null and a reason.
 */
export function convert_unit(value: number, from_unit: string, to_unit: string, loinc_code = '', context: ToolContext) {
  const converted = context.vocabulary.convert(value, from_unit, to_unit, loinc_code)
  return {
    success: true,
    message: converted.value === null ? (converted.reason ?? 'No conversion is known.') : 'Ok',
    value: converted.value,
    unit: converted.unit,
    reason: converted.reason,
    from: { value, unit: from_unit },
  }
}

function refuseBlank(parameter: string, list: readonly string[]): Refused | null {
  if (list.some((item) => item.trim() !== '')) return null
  const error = `${parameter} holds no text.`
  return { success: false, message: error, error, hint: 'Give at least one.' }
}
