/** Words for the values of HealthKit category types, and what a metadata key is kept as. */

/** Enumerations whose name stands between `HKCategoryValue` and the value itself. */
const ENUMS = [
  'AppetiteChanges',
  'AppleStandHour',
  'AppleWalkingSteadinessEvent',
  'AppleWalkingSteadiness',
  'AudioExposureEvent',
  'CervicalMucusQuality',
  'Contraceptive',
  'EnvironmentalAudioExposureEvent',
  'HeadphoneAudioExposureEvent',
  'LowCardioFitnessEvent',
  'MenstrualFlow',
  'OvulationTestResult',
  'PregnancyTestResult',
  'Presence',
  'ProgesteroneTestResult',
  'Severity',
  'SleepAnalysis',
  'VaginalBleeding',
] as const

const SLEEP: Readonly<Record<string, string>> = {
  HKCategoryValueSleepAnalysisInBed: 'in_bed',
  HKCategoryValueSleepAnalysisAsleep: 'asleep',
  HKCategoryValueSleepAnalysisAsleepUnspecified: 'asleep',
  HKCategoryValueSleepAnalysisAsleepCore: 'core',
  HKCategoryValueSleepAnalysisAsleepDeep: 'deep',
  HKCategoryValueSleepAnalysisAsleepREM: 'rem',
  HKCategoryValueSleepAnalysisAwake: 'awake',
  // Numbers of the enumeration, as other writers of this format put them.
  '0': 'in_bed',
  '1': 'asleep',
  '2': 'awake',
  '3': 'core',
  '4': 'deep',
  '5': 'rem',
}

/** Text of a sleep segment, or null for a stage that is not known. */
export function sleepStage(value: string): string | null {
  return SLEEP[value] ?? null
}

/** `HKCategoryValueSeverityMild` → `mild`; null where the value says nothing (`NotApplicable`). */
export function categoryText(value: string): string | null {
  let rest = value.startsWith('HKCategoryValue') ? value.slice('HKCategoryValue'.length) : value
  if (rest === '' || rest === 'NotApplicable') return null
  for (const name of ENUMS) {
    if (rest.startsWith(name) && rest.length > name.length) {
      rest = rest.slice(name.length)
      break
    }
  }
  return snakeCase(rest)
}

/** `WalkingHeartRateAverage` → `walking_heart_rate_average`, `HeartRateVariabilitySDNN` → `heart_rate_variability_sdnn`. */
export function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase()
}

/**
 * Metadata that changes what a value means, and the name it is kept under in `observation.detail`. Sync identifiers,
 * versions, weather and calibration are not kept; zone and "entered by hand" are read elsewhere.
 */
export const KEPT_METADATA: Readonly<Record<string, string>> = {
  HKMetadataKeyBloodGlucoseMealTime: 'meal_time',
  HKBloodGlucoseMealTime: 'meal_time',
  HKInsulinDeliveryReason: 'insulin_reason',
  HKMetadataKeyInsulinDeliveryReason: 'insulin_reason',
  HKFoodType: 'food',
  HKMenstrualCycleStart: 'cycle_start',
  HKMetadataKeyMenstrualCycleStart: 'cycle_start',
  HKSexualActivityProtectionUsed: 'protection_used',
  HKHeartRateEventThreshold: 'threshold',
  HKVO2MaxTestType: 'test_type',
  HKBodyTemperatureSensorLocation: 'sensor_location',
  HKHeartRateSensorLocation: 'sensor_location',
  HKHeartRateRecoveryTestType: 'test_type',
}
