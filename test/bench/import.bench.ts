/**
 * `npm run bench -- import [--mb N] [--rounds N] [--file export.xml]`: makes an Apple export with all its elements and,
 * taking turns in fresh processes, parses it with bare saxes and imports it whole. Prints the ratio of the wall times
 * (limit 3, aim 2), the peak proportional memory of the importing process (limit 1000 MB, aim 700), the delay of its
 * main thread (limit p99 20 ms) and records a second. What else runs on the machine shows in every figure; the ratio
 * is of neighbouring runs.
 */
import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { appleExport, daysForMegabytes } from '../fixtures/apple-export.ts'

const RATIO_LIMIT = 3
const PSS_LIMIT_MB = 1000
const LAG_LIMIT_MS = 20
const SAMPLE_MS = 200
/** The child's line before the import, after the empty database is open. */
const BEGINS = '{"event":"begins"}\n'
const ZONE = 'America/New_York'

const { values } = parseArgs({
  options: {
    mb: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    file: { type: 'string' },
  },
})
const work = mkdtempSync(join(tmpdir(), 'import-bench-'))
try {
  const path = values.file ?? generate(Number(values.mb))
  const megabytes = statSync(path).size / 1e6
  print(`file      ${megabytes.toFixed(1)} MB; ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`)
  const ratios: number[] = []
  let worstPss = 0
  let worstLag = 0
  for (let round = 1; round <= Number(values.rounds); round++) {
    const bareBefore = await child(['bare', path])
    const dataDir = join(work, `data-${round}`)
    const hub = await child(['hub', path, dataDir, ZONE])
    rmSync(dataDir, { recursive: true, force: true })
    const bareAfter = await child(['bare', path])
    const bareMs = (numberOf(bareBefore, 'ms') + numberOf(bareAfter, 'ms')) / 2
    const ms = numberOf(hub, 'ms')
    ratios.push(ms / bareMs)
    worstPss = Math.max(worstPss, hub.peakPssMb)
    worstLag = Math.max(worstLag, numberOf(hub, 'lagP99'))
    print(
      `round ${round}   saxes ${seconds(bareMs)}  import ${seconds(ms)}  ratio ${(ms / bareMs).toFixed(2)}  ` +
        `peak PSS ${hub.peakPssMb.toFixed(0)} MB  lag p50 ${numberOf(hub, 'lagP50').toFixed(1)} p99 ${numberOf(hub, 'lagP99').toFixed(1)} ms  ` +
        `${Math.round((numberOf(hub, 'imported') / ms) * 1000)} records/s  phases ${JSON.stringify(hub.result.phases)}`,
    )
  }
  ratios.sort((a, b) => a - b)
  const median = ratios[Math.floor(ratios.length / 2)] ?? Number.NaN
  verdict('ratio', median, RATIO_LIMIT, '')
  verdict('peak PSS', worstPss, PSS_LIMIT_MB, ' MB')
  verdict('lag p99', worstLag, LAG_LIMIT_MS, ' ms')
} finally {
  rmSync(work, { recursive: true, force: true })
}

interface Outcome {
  readonly result: Readonly<Record<string, unknown>>
  readonly peakPssMb: number
}

function child(args: readonly string[]): Promise<Outcome> {
  const script = fileURLToPath(new URL('./import-process.ts', import.meta.url))
  const process_ = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let peakPssMb = 0
  const sampler = setInterval(() => {
    peakPssMb = Math.max(peakPssMb, pssMb(process_.pid))
  }, SAMPLE_MS)
  let text = ''
  process_.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    if (text.startsWith(BEGINS)) {
      text = text.slice(BEGINS.length)
      peakPssMb = 0
    }
  })
  return new Promise((resolve, reject) => {
    process_.on('error', reject)
    process_.on('close', (code) => {
      clearInterval(sampler)
      if (code !== 0) return reject(new Error(`${args[0]} ended with ${code}`))
      const result: unknown = JSON.parse(text)
      if (typeof result !== 'object' || result === null) return reject(new Error(`${args[0]} printed ${text}`))
      resolve({ result: { ...result }, peakPssMb })
    })
  })
}

/** Linux only; 0 elsewhere. */
function pssMb(pid: number | undefined): number {
  try {
    const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
    return Number(kilobytes ?? 0) / 1024
  } catch {
    return 0
  }
}

function generate(megabytes: number): string {
  const path = join(work, 'export.xml')
  const file = openSync(path, 'w')
  let pending = ''
  for (const piece of appleExport({ days: daysForMegabytes(megabytes), zone: ZONE })) {
    pending += piece
    if (pending.length > 1 << 20) {
      writeSync(file, pending)
      pending = ''
    }
  }
  writeSync(file, pending)
  closeSync(file)
  return path
}

function numberOf(outcome: Outcome, key: string): number {
  const value = outcome.result[key]
  return typeof value === 'number' ? value : Number.NaN
}

function verdict(name: string, value: number, limit: number, unit: string): void {
  print(`${name.padEnd(9)} ${value.toFixed(2)}${unit} (limit ${limit}${unit}) ${value <= limit ? 'ok' : 'OVER'}`)
  if (!(value <= limit)) process.exitCode = 1
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
