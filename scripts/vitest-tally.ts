/**
 * A vitest reporter that keeps what `npm test` sums up: counts, why a test was skipped, and which files are being run, which
 * names the ones that a run hung in.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { inProject } from './project.ts'
import type { Tally } from './tally.ts'

export const vitestTallyFile = inProject('test-results', 'vitest.json')
/** The test files that have begun and not ended, as a list of paths. */
export const vitestRunningFile = inProject('test-results', 'vitest-running.json')

// vitest takes a reporter given by path from its default export.
// biome-ignore lint/style/noDefaultExport: see above
export default class VitestTally implements Reporter {
  readonly #running = new Set<string>()

  onTestModuleQueued(module: TestModule): void {
    this.#running.add(module.relativeModuleId)
    this.#keepRunning()
  }

  onTestModuleEnd(module: TestModule): void {
    this.#running.delete(module.relativeModuleId)
    this.#keepRunning()
  }

  #keepRunning(): void {
    writeJson(vitestRunningFile, [...this.#running])
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    // An error outside any test (a worker that died, a rejection nobody awaited) fails the run, so it counts.
    const tally: Tally = { passed: 0, failed: errors.length, skipped: [] }
    for (const module of modules) {
      // A file that could not be loaded holds no test to count.
      tally.failed += module.errors().length
      for (const test of module.children.allTests()) {
        const result = test.result()
        if (result.state === 'passed') tally.passed++
        else if (result.state === 'failed') tally.failed++
        else tally.skipped.push({ name: test.fullName, reason: ('note' in result && result.note) || 'no reason given' })
      }
    }
    writeJson(vitestTallyFile, tally)
  }
}

function writeJson(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(value))
}
