/**
 * Child of import.bench.ts: one fresh process that does one thing to a file and prints a JSON line. `bare` parses with
 * saxes and does nothing else; `hub` opens an empty database and imports as the hub does, main thread, database worker
 * and import worker included.
 */
import { createReadStream } from 'node:fs'
import { SaxesParser } from 'saxes'
import { openDatabase } from '../../src-main/db/open.ts'
import { createImportService } from '../../src-main/health/import/import-service.ts'
import type { ImportProgress } from '../../src-main/health/import/summary.ts'
import { silentLogger } from '../../src-main/log/logger.ts'

const TICK_MS = 5

const [mode, file = '', dataDir = '', zone = 'UTC'] = process.argv.slice(2)
print(mode === 'bare' ? await bare(file) : await hub(file, dataDir, zone))

async function bare(path: string): Promise<object> {
  const began = performance.now()
  const parser = new SaxesParser()
  let elements = 0
  parser.on('error', () => {})
  parser.on('opentag', () => {
    elements++
  })
  const decoder = new TextDecoder()
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    parser.write(decoder.decode(chunk, { stream: true }))
  }
  return { ms: performance.now() - began, elements }
}

async function hub(path: string, dir: string, timeZone: string): Promise<object> {
  const opening = performance.now()
  const log = silentLogger
  const db = await openDatabase({ config: { dataDir: dir, databaseUrl: null }, log })
  const imports = await createImportService({
    db,
    config: { dataDir: dir },
    now: () => new Date(),
    log,
    profileOf: async () => ({ timeZone }),
  })
  const openMs = performance.now() - opening
  // Making a new cluster is not the import: what is sampled from outside counts from here.
  print({ event: 'begins' })
  const began = performance.now()
  const lags: number[] = []
  let last = began
  const ticker = setInterval(() => {
    const now = performance.now()
    lags.push(Math.max(0, now - last - TICK_MS))
    last = now
  }, TICK_MS)
  const phases: Record<string, number> = {}
  let end: ImportProgress | undefined
  for await (const progress of imports.follow(imports.start(1, path).jobId)) {
    phases[progress.phase] ??= Math.round(performance.now() - began)
    end = progress
  }
  const ms = performance.now() - began
  clearInterval(ticker)
  await imports.close()
  await db.close()
  if (end?.phase !== 'done') throw new Error(end?.error?.message ?? 'the import did not end')
  lags.sort((a, b) => a - b)
  return {
    ms,
    openMs,
    phases,
    records: end.records,
    imported: end.files?.[0]?.imported ?? 0,
    lagP50: lags[Math.floor(lags.length * 0.5)] ?? 0,
    lagP99: lags[Math.floor(lags.length * 0.99)] ?? 0,
    lagMax: lags.at(-1) ?? 0,
  }
}

function print(result: object): void {
  process.stdout.write(`${JSON.stringify(result)}\n`)
}
