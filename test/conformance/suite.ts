/** Runs the MCP conformance suite of npm in a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The package exports no module: its command lies beside its package.json. */
const suite = join(
  dirname(fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/package.json'))),
  'dist/index.js',
)
const LIMIT_MS = 110_000

export interface SuiteRun {
  readonly code: number | null
  /** What it printed. */
  readonly report: string
}

export async function runSuite(args: readonly string[], limitMs = LIMIT_MS): Promise<SuiteRun> {
  const child = spawn(process.execPath, [suite, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs)
  let report = ''
  const keep = (chunk: Buffer) => {
    report += chunk.toString()
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const [code] = await once(child, 'close')
  clearTimeout(timer)
  return { code, report }
}
