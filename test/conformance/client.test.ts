/**
 * The MCP conformance suite, client side, against the hub's own client: everything that the two revisions require
 * passes, logins included, without a file of expected failures. Scenarios that are not scored (grants for programs,
 * DPoP and other extensions, which the hub does not have) run too and decide nothing.
 */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ClientHost, startClientHost } from './client/client-host.ts'
import { runSuite } from './suite.ts'

const root = resolve(import.meta.dirname, '../..')

/** A suite that ran nothing exits 0 as well: `proof` is the line of one scenario. */
async function expectPassed(args: readonly string[], proof: RegExp, heading: string): Promise<void> {
  const { code, report } = await runSuite(['client', ...args])
  const summary = report.slice(report.lastIndexOf(heading))
  expect(code, summary).toBe(0)
  expect(summary).toMatch(proof)
}

beforeAll(() => {
  // The suite starts the client where it runs itself.
  expect(process.cwd()).toBe(root)
})

describe('as a program', () => {
  const words = ['scripts/node24.mjs', 'scripts/conformance-client.ts']
  const run = (url: string) => {
    const { status, stderr } = spawnSync(process.execPath, [...words, url], { cwd: root, encoding: 'utf8' })
    return [status, stderr]
  }

  it('says how it is used when it is not given a URL', () => {
    expect(run('no-url')).toEqual([2, expect.stringContaining('usage:')])
  })

  it('ends with 1 and the reason when the server is not there', () => {
    expect(run('http://127.0.0.1:9/mcp')).toEqual([1, expect.stringContaining('could not be reached')])
  })

  it('passes a scenario', async () => {
    const command = `node ${words.join(' ')}`
    await expectPassed(
      ['--command', command, '--scenario', 'auth/pre-registration'],
      /Passed: [1-9]\d*\/\d+, 0 failed/,
      'Test Results',
    )
  })
})

describe('all scenarios, in one process', () => {
  let host: ClientHost
  beforeAll(async () => {
    host = await startClientHost(root)
  })
  afterAll(() => host.close())

  it.each([
    ['2026-07-28', /✓ auth\/iss-supported: \d+ passed, 0 failed/],
    ['2025-11-25', /✓ sse-retry: \d+ passed, 0 failed/],
  ])('everything that %s requires of a client passes', async (revision, proof) => {
    const args = ['--command', host.command, '--requirements', revision, '--timeout', '60000']
    await expectPassed(args, proof, '=== SUITE SUMMARY ===')
  })
})
