/** Offline vocabulary: names to indicators, units to UCUM, conversions with their reason when there is none. */

export interface VocabularyService {
  /** In order of `names`. Panels (blood pressure, 血脂) deliberately do not resolve to one code. */
  resolve(
    names: readonly string[],
  ): { name: string; resolved: boolean; key: string; loinc: string; canonical: string; candidates: string[] }[]
  /** `ucum` is '' when unknown; `family` is the LOINC property (MCnc, SCnc, …) or the dimension. */
  normalizeUnits(units: readonly string[]): { unit: string; ucum: string; family: string }[]
  /** Null with a reason is an answer, not an error. Mass↔mole needs `loincCode` or an indicator key. */
  convert(
    value: number,
    fromUnit: string,
    toUnit: string,
    analyte: string,
  ): { value: number | null; unit: string; reason: string | null }
}
