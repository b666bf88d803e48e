import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPlaywrightTally, readVitestTally } from '../../../scripts/tally.ts'

function file(content: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'tally-')), 'report.json')
  writeFileSync(path, content)
  return path
}

const spec = (title: string, tests: object[]) => ({ title, tests })

test('specs in nested suites are counted once per host, and a skipped one says why', () => {
  const report = {
    suites: [
      {
        specs: [
          spec('a', [
            { projectName: 'stand-in', status: 'expected', annotations: [] },
            { projectName: 'browser', status: 'skipped', annotations: [{ type: 'skip', description: 'no window' }] },
          ]),
        ],
        suites: [{ specs: [spec('b', [{ projectName: 'stand-in', status: 'unexpected', annotations: [] }])] }],
      },
    ],
    errors: [],
  }
  expect(readPlaywrightTally(file(JSON.stringify(report)))).toEqual({
    passed: 1,
    failed: 1,
    skipped: [{ name: 'a [browser]', reason: 'no window' }],
  })
})

test('a spec that passes only on a second try is a failure, not a success', () => {
  const report = { suites: [{ specs: [spec('a', [{ projectName: 'browser', status: 'flaky', annotations: [] }])] }] }
  expect(readPlaywrightTally(file(JSON.stringify(report)))).toEqual({ passed: 0, failed: 1, skipped: [] })
})

test('a file that could not be loaded makes the run fail although no spec did', () => {
  const report = { suites: [], errors: [{ message: 'SyntaxError' }] }
  expect(readPlaywrightTally(file(JSON.stringify(report)))?.failed).toBe(1)
})

test('a report that was cut off is no report, never zero failures', () => {
  expect(readPlaywrightTally(file('{"suites":['))).toBeNull()
  expect(readVitestTally(file(''))).toBeNull()
  expect(readVitestTally('/nowhere/report.json')).toBeNull()
})
