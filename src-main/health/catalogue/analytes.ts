/**
 * What it takes to convert a test between mass and amount of substance. One row a substance; factors are the usual
 * clinical ones (molar mass of the substance as laboratories report it), HbA1c is the IFCC master equation.
 */

export interface Analyte {
  readonly name: string
  /** Indicator keys and LOINC codes whose values are this substance. */
  readonly keys: readonly string[]
  readonly loinc: readonly string[]
  /** mmol/L of 1 mg/dL; null where mass and moles do not convert. */
  readonly mmolPerMg: number | null
  /** Charge, for meq/L; null where equivalents are not used. */
  readonly valence: number | null
}

const analyte = (
  name: string,
  keys: readonly string[],
  loinc: readonly string[],
  mmolPerMg: number | null,
  valence: number | null = null,
): Analyte => ({ name, keys, loinc, mmolPerMg, valence })

const GLUCOSE_CODES = ['2339-0', '2345-7', '1558-6', '2350-7', '5792-7', '14749-6', '15074-8', '41653-7', '14771-0']

export const analytes: readonly Analyte[] = [
  analyte(
    'glucose',
    ['blood_glucose', 'glucose_serum', 'glucose_fasting', 'glucose_urine', 'glucose'],
    GLUCOSE_CODES,
    1 / 18.0156,
  ),
  analyte(
    'cholesterol',
    ['cholesterol_total', 'ldl_cholesterol', 'hdl_cholesterol', 'non_hdl_cholesterol', 'cholesterol'],
    ['2093-3', '2089-1', '13457-7', '2085-9', '43396-1', '14647-2', '14646-4', '22748-8', '18262-6'],
    1 / 38.67,
  ),
  analyte('triglycerides', ['triglycerides'], ['2571-8', '14927-8'], 1 / 88.57),
  analyte('creatinine', ['creatinine'], ['2160-0', '14682-9'], 0.08842),
  analyte('urea nitrogen', ['urea_nitrogen', 'urea'], ['3094-0', '22664-7', '14937-7'], 0.357),
  analyte('uric acid', ['uric_acid'], ['3084-1', '14933-6'], 0.05948),
  analyte('bilirubin', ['bilirubin_total', 'bilirubin_direct'], ['1975-2', '1968-7', '14631-6', '14629-0'], 0.0171),
  analyte('calcium', ['calcium'], ['17861-6', '2000-8'], 0.2495, 2),
  analyte('magnesium', ['magnesium'], ['19123-9', '2601-3'], 0.4114, 2),
  analyte('phosphate', ['phosphate'], ['2777-1', '14879-1'], 0.3229),
  analyte('sodium', ['sodium'], ['2951-2'], 1 / 2.299, 1),
  analyte('potassium', ['potassium'], ['2823-3'], 1 / 3.9098, 1),
  analyte('chloride', ['chloride'], ['2075-0'], 1 / 3.5453, 1),
  analyte('bicarbonate', ['bicarbonate'], ['2028-9', '1963-8'], null, 1),
  analyte('25-hydroxyvitamin D', ['vitamin_d_25oh'], ['62292-8', '1989-3', '68438-1'], 0.02496),
  analyte('vitamin B12', ['vitamin_b12'], ['2132-9', '14685-2'], 0.007378),
  analyte('folate', ['folate'], ['2284-8', '14732-2'], 0.02266),
  analyte('iron', ['iron', 'tibc'], ['2498-4', '2500-7', '14798-3'], 0.1791),
  analyte('zinc', ['zinc'], ['5763-8'], 0.153),
  analyte('homocysteine', ['homocysteine'], ['13965-9'], 0.07397),
  analyte('hemoglobin', ['hemoglobin'], ['718-7', '59260-0'], 0.0006206),
  analyte('free thyroxine', ['free_t4'], ['3024-7', '14920-3'], 0.01287),
  analyte('free triiodothyronine', ['free_t3'], ['3051-0', '14928-6'], 0.01536),
  analyte('testosterone', ['testosterone'], ['2986-8', '14913-8'], 0.0347),
  analyte('estradiol', ['estradiol'], ['2243-4', '14715-7'], 0.03671),
  analyte('cortisol', ['cortisol'], ['2143-6', '14675-3'], 0.02759),
]

const byName = new Map<string, Analyte>()
for (const entry of analytes) for (const name of [...entry.keys, ...entry.loinc]) byName.set(name, entry)

/** By indicator key or LOINC code. */
export function analyteOf(keyOrLoinc: string): Analyte | null {
  return byName.get(keyOrLoinc) ?? null
}

const HBA1C = new Set(['hba1c', '4548-4', '17856-6', '59261-8'])

/** True for the test whose % (NGSP) and mmol/mol (IFCC) are related by the master equation. */
export function isHba1c(keyOrLoinc: string): boolean {
  return HBA1C.has(keyOrLoinc)
}

/** IFCC mmol/mol of an NGSP percentage (facts: IFCC = 10.929 × (NGSP − 2.15)). */
export function ifccFromNgsp(percent: number): number {
  return 10.929 * (percent - 2.15)
}

/** NGSP percentage of an IFCC value in mmol/mol. */
export function ngspFromIfcc(mmolPerMol: number): number {
  return mmolPerMol / 10.929 + 2.15
}
