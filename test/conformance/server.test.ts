/**
 * The MCP conformance suite, server side, against the fixture on the hub's real HTTP server: everything that the two
 * revisions require passes, without a file of expected failures. Scenarios that are not scored (the tasks extension,
 * which this server does not declare) run too and decide nothing.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isObject } from '../../src-main/mcp-server/json-rpc.ts'

const root = resolve(import.meta.dirname, '../..')
const suite = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
const SUITE_LIMIT_MS = 110_000

let fixture: ChildProcess
let mcpUrl = ''

function run(script: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** The first line of the fixture's output. */
async function readyLine(child: ChildProcess): Promise<Record<string, unknown>> {
  if (child.stdout === null) throw new Error('the fixture has no output')
  const lines = createInterface({ input: child.stdout })
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`the fixture ended with ${code} before it was ready`)
  })
  const [line] = await Promise.race([once(lines, 'line'), exited])
  const ready: unknown = JSON.parse(line)
  if (!isObject(ready)) throw new Error(`no ready line: ${line}`)
  return ready
}

beforeAll(async () => {
  fixture = run('scripts/node24.mjs', ['scripts/conformance-fixture.ts', '--port', '0'])
  fixture.stderr?.pipe(process.stderr)
  const ready = await readyLine(fixture)
  expect(ready).toEqual({ event: 'ready', url: expect.any(String), mcp: `${ready.url}/mcp` })
  mcpUrl = String(ready.mcp)
})

afterAll(async () => {
  const exited = once(fixture, 'exit')
  fixture.kill('SIGTERM')
  expect(await exited, 'exit code and signal of a stopped fixture').toEqual([0, null])
})

it.each(['2026-07-28', '2025-11-25'])('everything that %s requires of a server passes', async (revision) => {
  const child = run(suite, ['server', '--url', mcpUrl, '--requirements', revision])
  const timer = setTimeout(() => child.kill('SIGKILL'), SUITE_LIMIT_MS)
  let report = ''
  child.stdout?.on('data', (chunk) => (report += chunk))
  child.stderr?.on('data', (chunk) => (report += chunk))
  const [code] = await once(child, 'close')
  clearTimeout(timer)
  const summary = report.slice(report.lastIndexOf('=== SUMMARY ==='))
  expect(code, summary).toBe(0)
  // A suite that ran nothing exits 0 as well.
  expect(summary).toMatch(/✓ tools-call-simple-text: 2 passed, 0 failed/)
})
