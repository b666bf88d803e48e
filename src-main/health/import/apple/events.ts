/** What the two ways of reading an Apple export (scanner and parser) tell the one who makes records of it. */

/** Attributes of a `<Record>`. The object is reused: copy what must stay. */
export interface RecordFields {
  type: string
  sourceName: string
  /** As in the file, entities possibly unexpanded; only looked into for the model. */
  device: string
  unit: string | null
  startDate: string
  endDate: string
  value: string | null
}

export interface WorkoutParts {
  readonly attributes: Readonly<Record<string, string>>
  readonly metadata: readonly string[]
  readonly statistics: readonly Readonly<Record<string, string>>[]
  readonly events: readonly Readonly<Record<string, string>>[]
  readonly routes: number
}

export interface AppleEvents {
  /** True when `ready()` should be awaited before more is read. */
  readonly busy: boolean
  ready(): Promise<void>
  /** A top-level record; `metadata` is key, value, key, value. `beats` are the bpm of a heart rate variability list. */
  record(fields: RecordFields, metadata: readonly string[] | null, beats: readonly number[] | null): void
  /** A record inside a Correlation: usually the second writing of a top-level one. */
  member(fields: RecordFields, metadata: readonly string[] | null): void
  workout(workout: WorkoutParts): void
  activitySummary(attributes: Readonly<Record<string, string>>): void
  /** ExportDate, Me, HealthData, and elements that are not read yet. */
  other(name: string, attributes: Readonly<Record<string, string>>): void
  broken(reason: string, example: string): void
  warn(text: string): void
  /** End of the text; `closed` is false when `</HealthData>` is missing. */
  ended(closed: boolean): void
}
