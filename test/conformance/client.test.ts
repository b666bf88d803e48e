/**
 * The MCP conformance suite, client side, against the hub's own client: everything that the two revisions require
 * passes, logins included, without a file of expected failures. Scenarios that are not scored (grants for programs,
 * DPoP and other extensions, which the hub does not have) run too and decide nothing.
 */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { runSuite } from './suite.ts'

const root = resolve(import.meta.dirname, '../..')
/** The suite splits it at spaces and runs it from here. */
const command = 'node scripts/node24.mjs scripts/conformance-client.ts'
/** It starts every scenario's client at once: on few cores each takes its time. */
const CLIENT_MS = 150_000
const SUITE_MS = 240_000

const run = (url: string) => spawnSync(process.execPath, [...command.split(' ').slice(1), url], { cwd: root })

beforeAll(() => {
  expect(process.cwd()).toBe(root)
  // A server that is not there; what was compiled for it is there for the suite's many.
  expect(run('http://127.0.0.1:9/mcp').status).toBe(1)
})

it('says how it is used when it is not given a URL', () => {
  const { status, stderr } = run('no-url')
  expect([status, String(stderr)]).toEqual([2, expect.stringContaining('usage:')])
})

it.each([
  ['2026-07-28', /✓ auth\/iss-supported: \d+ passed, 0 failed/],
  ['2025-11-25', /✓ sse-retry: \d+ passed, 0 failed/],
])(
  'everything that %s requires of a client passes',
  async (revision, proof) => {
    const args = ['client', '--command', command, '--requirements', revision, '--timeout', String(CLIENT_MS)]
    const { code, report } = await runSuite(args, SUITE_MS)
    const summary = report.slice(report.lastIndexOf('=== SUITE SUMMARY ==='))
    expect(code, summary).toBe(0)
    // A suite that ran nothing exits 0 as well.
    expect(summary).toMatch(proof)
  },
  SUITE_MS + 30_000,
)
