/**
 * `npm test`: every check, in the order in which they fail fastest. Static checks and the build share the cores; the test
 * runners take both. Ends with `N passed, N failed` on a line of its own, and with status 1 if anything failed.
 *
 * `--static` leaves it at the static checks.
 */
import { rmSync } from 'node:fs'
import { findBrowser } from './find-browser.ts'
import { inProject, packageProgram, run } from './project.ts'
import { readPlaywrightTally, readRunning, readVitestTally, type Tally } from './tally.ts'
import { vitestRunningFile, vitestTallyFile } from './vitest-tally.ts'

/** What hangs is told, and not a run without an end. Several times what each takes on two busy cores. */
const CHECK_LIMIT_MS = 4 * 60_000
const RUNNER_LIMIT_MS = 25 * 60_000

const playwrightReport = inProject('test-results', 'summary.json')
const say = (line: string): void => void process.stdout.write(`${line}\n`)

interface Check {
  readonly name: string
  readonly args: readonly string[]
}

const staticChecks: readonly Check[] = [
  { name: 'types', args: [packageProgram('typescript', 'tsc'), '--noEmit'] },
  { name: 'lint and format', args: [packageProgram('@biomejs/biome', 'biome'), 'ci', '--colors=off', '.'] },
  {
    name: 'import directions',
    args: [
      packageProgram('dependency-cruiser', 'depcruise'),
      ...['src-main', 'src-preload', 'src-renderer', 'tools', '--output-type', 'err'],
    ],
  },
  { name: 'unused code', args: [packageProgram('knip'), '--no-progress'] },
]

const buildCheck: Check = { name: 'build', args: [inProject('scripts', 'build.ts')] }

const packageCheck: Check = { name: 'package contents', args: [inProject('scripts', 'check-package.ts')] }

const total: Tally = { passed: 0, failed: 0, skipped: [] }

function tell(name: string, isGood: boolean, startedAt: number, details = ''): void {
  say(`${isGood ? '✓' : '✗'} ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)${details}`)
}

/**
 * One check that either holds or does not. Its output is shown only when it does not. One that hangs is another program's
 * trouble and says nothing about ours: it is shown, and run a second time.
 */
async function runCheck(check: Check, isSecondTry = false): Promise<boolean> {
  const startedAt = Date.now()
  const result = await run(process.execPath, check.args, { timeoutMs: CHECK_LIMIT_MS })
  if (result.timedOut) {
    say(`${check.name} had no end after ${CHECK_LIMIT_MS / 60_000} minutes. What it said:\n${result.output.trimEnd()}`)
    if (!isSecondTry) return runCheck(check, true)
  }
  const isGood = result.status === 0
  tell(check.name, isGood, startedAt)
  if (!isGood && !result.timedOut) say(result.output.trimEnd())
  if (isGood) total.passed++
  else total.failed++
  return isGood
}

/** Runs checks two at a time, in order. */
async function runChecks(checks: readonly Check[]): Promise<void> {
  const waiting = [...checks]
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await runCheck(next)
  }
  await Promise.all([worker(), worker()])
}

/** Runs a test runner and adds what it counted. A runner that fails without a failed test is one failure. */
async function runTests(
  name: string,
  args: readonly string[],
  tallyFile: string,
  read: (file: string) => Tally | null,
) {
  for (const file of [tallyFile, vitestRunningFile]) rmSync(file, { force: true })
  const startedAt = Date.now()
  const result = await run(process.execPath, args, { stdio: 'inherit', timeoutMs: RUNNER_LIMIT_MS })
  if (result.timedOut) {
    const running = readRunning(vitestRunningFile)
    const where = running.length > 0 ? `, in: ${running.join(', ')}` : ''
    say(`The run was ended after ${RUNNER_LIMIT_MS / 60_000} minutes${where}`)
  }
  const tally = read(tallyFile) ?? { passed: 0, failed: 0, skipped: [] }
  if (result.status !== 0 && tally.failed === 0) tally.failed = 1
  total.passed += tally.passed
  total.failed += tally.failed
  total.skipped.push(...tally.skipped)
  const counts = `${tally.passed} passed, ${tally.failed} failed, ${tally.skipped.length} skipped`
  tell(name, tally.failed === 0, startedAt, `: ${counts}`)
}

function finish(): never {
  if (total.skipped.length > 0) say(`\nSkipped: ${total.skipped.length}`)
  for (const { name, reason } of total.skipped) say(`  ${name}: ${reason}`)
  say(`\n${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed > 0 ? 1 : 0)
}

if (process.argv.includes('--static')) {
  await runChecks(staticChecks)
  finish()
}

await runChecks([buildCheck, ...staticChecks])
// Packing for the other two platforms wants files that only they have.
if (process.platform === 'linux') await runCheck(packageCheck)

await runTests(
  'unit, integration, issue and conformance tests',
  [
    packageProgram('vitest'),
    'run',
    ...['unit', 'integration', 'issues', 'conformance'].map((project) => `--project=${project}`),
    // A line for each file: a dot for each test makes one line of a hundred kilobytes, too long for some that read it.
    '--reporter=default',
    `--reporter=${inProject('scripts', 'vitest-tally.ts')}`,
  ],
  vitestTallyFile,
  readVitestTally,
)

try {
  await findBrowser(say)
  await runTests(
    'end-to-end specs',
    [packageProgram('@playwright/test', 'playwright'), 'test'],
    playwrightReport,
    readPlaywrightTally,
  )
} catch (error) {
  total.failed++
  say(`✗ end-to-end specs: ${error instanceof Error ? error.message : String(error)}`)
}
finish()
