/** Counts of one kind of check, and how they are read from what the test runners write. */
import { readFileSync } from 'node:fs'

export interface SkippedTest {
  readonly name: string
  readonly reason: string
}

export interface Tally {
  passed: number
  failed: number
  skipped: SkippedTest[]
}

/** Reads what the vitest reporter wrote; null when the run ended before it could. */
export function readVitestTally(file: string): Tally | null {
  const stored = readJson(file)
  if (!isRecord(stored) || !Array.isArray(stored.skipped)) return null
  return {
    passed: Number(stored.passed),
    failed: Number(stored.failed),
    skipped: stored.skipped
      .filter(isRecord)
      .map(({ name, reason }) => ({ name: String(name), reason: String(reason) })),
  }
}

/** The files in which a vitest run was when it was ended; none when it did not say. */
export function readRunning(file: string): readonly string[] {
  const stored = readJson(file)
  return Array.isArray(stored) ? stored.map(String) : []
}

/** Sums up Playwright's JSON report; null when there is none. A spec is counted once per host. */
export function readPlaywrightTally(file: string): Tally | null {
  const report = readJson(file)
  if (!isRecord(report)) return null
  const tally: Tally = { passed: 0, failed: 0, skipped: [] }
  for (const suite of list(report.suites)) addSuite(suite, tally)
  tally.failed += list(report.errors).length
  return tally
}

function addSuite(suite: Record<string, unknown>, tally: Tally): void {
  for (const child of list(suite.suites)) addSuite(child, tally)
  for (const spec of list(suite.specs)) {
    for (const test of list(spec.tests)) {
      if (test.status === 'skipped') {
        const reason = list(test.annotations).find((note) => note.type === 'skip' || note.type === 'fixme')?.description
        tally.skipped.push({
          name: `${String(spec.title)} [${String(test.projectName)}]`,
          reason: String(reason ?? 'no reason given'),
        })
      } else if (test.status === 'expected') tally.passed++
      else tally.failed++
    }
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
