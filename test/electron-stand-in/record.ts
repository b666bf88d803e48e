/** Everything the app asked of the system, in order, for specs: `app.evaluate((electron) => electron.standIn.calls)`. */
export interface RecordedCall {
  readonly name: string
  readonly args: readonly unknown[]
}

export const calls: RecordedCall[] = []

export function record(name: string, ...args: unknown[]): void {
  calls.push({ name, args })
}
