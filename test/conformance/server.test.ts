/**
 * The MCP conformance suite, server side, against the fixture on the hub's real HTTP server, and against a whole hub of
 * which the fixture is an external server: everything that the two revisions require passes, without a file of expected
 * failures. Scenarios that are not scored (the tasks extension,
 * which this server does not declare) run too and decide nothing.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isObject } from '../../src-main/mcp-server/json-rpc.ts'
import { runSuite } from './suite.ts'

const root = resolve(import.meta.dirname, '../..')

let fixture: ChildProcess
let mcpUrl = ''

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

describe.each([
  ['the fixture', []],
  ['the fixture behind a hub', ['--behind-hub']],
])('%s', (_name, words) => {
  beforeAll(async () => {
    const args = ['scripts/node24.mjs', 'scripts/conformance-fixture.ts', '--port', '0', ...words]
    fixture = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
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
    const { code, report } = await runSuite(['server', '--url', mcpUrl, '--requirements', revision])
    const summary = report.slice(report.lastIndexOf('=== SUMMARY ==='))
    expect(code, summary).toBe(0)
    // A suite that ran nothing exits 0 as well.
    expect(summary).toMatch(/✓ tools-call-simple-text: 2 passed, 0 failed/)
  })
})
