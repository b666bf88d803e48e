/** Everything that the start of a program depends on, worked out beforehand. */

export interface LaunchPlan {
  /** Absolute path of what is executed. */
  readonly file: string
  readonly args: readonly string[]
  /** The whole environment; nothing is added to it. */
  readonly env: Readonly<Record<string, string>>
  /** Absolute, and there. */
  readonly cwd: string
  /** In `env` too (strays.ts): tells the processes of this start from all others. */
  readonly mark: string
}
