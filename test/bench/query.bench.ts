/**
 * `npm run bench -- query [DAYS]`: loads five years of records, derives their days, and asks questions. Prints seconds
 * for loading and deriving, milliseconds (p50, p95) for each question. Limit: stats and month p50 under 15 ms.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../src-main/db/open.ts'
import { createHealthService } from '../../src-main/health/health-service.ts'
import { publishDerived, stageDerived } from '../../src-main/health/merge/derive.ts'
import type { IndicatorQuery } from '../../src-main/health/types.ts'
import { silentLogger } from '../../src-main/log/logger.ts'
import { lastDate, loadYears, ZONE } from './five-years.ts'

const RUNS = 40
const WARM_UP_RUNS = 10
const LIMIT_MS = 15
const FIRST_DAY = '2020-07-01'

const days = Number(process.argv[2] ?? 1826)
const dataDir = mkdtempSync(join(tmpdir(), 'mirohub-bench-'))
const db = await openDatabase({ config: { dataDir, databaseUrl: null }, log: silentLogger })
try {
  const health = await createHealthService({
    db,
    profileOf: async () => ({ timeZone: ZONE, units: {}, language: 'en' }),
  })
  let began = clock()
  const { rows, touched, fileId } = await loadYears(db, FIRST_DAY, days)
  print(`load    ${seconds(began)}  ${rows} rows, ${days} days, ${touched.length} indicators`)
  began = clock()
  await stageDerived(db, { userId: 1, touched, includeFileId: fileId })
  print(`stage   ${seconds(began)}`)
  began = clock()
  await db.transaction(async (tx) => {
    await publishDerived(tx, { userId: 1, touched })
    await tx.query(`UPDATE import_file SET state = 'done' WHERE user_id = 1 AND id = $1`, [fileId])
  })
  print(`publish ${seconds(began)}`)

  const end = lastDate(FIRST_DAY, days)
  const middle: Partial<IndicatorQuery> = { startDate: lastDate(FIRST_DAY, Math.ceil(days / 3)), endDate: end }
  const questions: [string, Partial<IndicatorQuery>, limited: boolean][] = [
    ['stats heart_rate, all', { indicators: ['heart_rate'], aggregate: 'stats' }, true],
    ['stats heart_rate, odd window', { indicators: ['heart_rate'], aggregate: 'stats', ...middle }, true],
    ['stats resting_heart_rate by keyword', { keywords: ['average resting heart rate'], aggregate: 'stats' }, true],
    ['stats steps', { indicators: ['steps'], aggregate: 'stats' }, true],
    ['stats sleep', { keywords: ['sleep'], aggregate: 'stats' }, true],
    ['month heart_rate', { indicators: ['heart_rate'], aggregate: 'month' }, true],
    ['month steps', { keywords: ['步数'], aggregate: 'month' }, true],
    ['week steps', { indicators: ['steps'], aggregate: 'week' }, false],
    ['day steps, all', { indicators: ['steps'], aggregate: 'day' }, false],
    ['none heart_rate, 50', { indicators: ['heart_rate'] }, false],
    ['catalogue', {}, false],
  ]
  let isSlow = false
  for (const [name, query, limited] of questions) {
    for (let run = 0; run < WARM_UP_RUNS; run++) await health.query(1, { aggregate: 'none', limit: 50, ...query })
    const times: number[] = []
    const cpuBegan = process.cpuUsage()
    for (let run = 0; run < RUNS; run++) {
      began = clock()
      const result = await health.query(1, { aggregate: 'none', limit: 50, ...query })
      times.push(performance.now() - began.wall)
      if (!result.success) throw new Error(result.message)
    }
    times.sort((a, b) => a - b)
    const p50 = times[Math.floor(RUNS / 2)] ?? 0
    isSlow ||= limited && p50 > LIMIT_MS
    print(
      `${name.padEnd(38)} p50 ${p50.toFixed(1)} ms  p95 ${(times[Math.floor(RUNS * 0.95)] ?? 0).toFixed(1)} ms  cpu ${(cpuMs(cpuBegan) / RUNS).toFixed(1)} ms`,
    )
  }
  began = clock()
  await health.overview(1)
  print(`overview ${seconds(began)}`)
  if (isSlow) process.exitCode = 1
} finally {
  await db.close()
  rmSync(dataDir, { recursive: true, force: true })
}

interface Moment {
  readonly wall: number
  readonly cpu: NodeJS.CpuUsage
}

function clock(): Moment {
  return { wall: performance.now(), cpu: process.cpuUsage() }
}

/** Processor time of all threads since then: what a busy machine does not stretch. */
function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

function seconds(since: Moment): string {
  return `${((performance.now() - since.wall) / 1000).toFixed(2)} s (cpu ${(cpuMs(since.cpu) / 1000).toFixed(2)} s)`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
