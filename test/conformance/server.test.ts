/**
 * The MCP conformance suite, server side: the fixture on the hub's real HTTP server, a whole hub of which the fixture is
 * an external server, and that hub with its own tools alone. With the fixture everything that the two revisions require
 * passes, without a file of expected failures; scenarios that are not scored (the tasks extension, which this server does
 * not declare) run too and decide nothing. Of the hub alone every scenario passes that needs no fixture.
 *
 * One fixture and one hub are enough: nobody who asks the hub alone, at its own address, has the fixture there.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../src-main/config/load.ts'
import { createHub, type Hub } from '../../src-main/hub.ts'
import { silentLogger } from '../../src-main/log/logger.ts'
import { isObject } from '../../src-main/mcp-server/json-rpc.ts'
import { type BehindHub, serveBehindHub } from './behind-hub/serve-behind-hub.ts'
import { runSuite } from './suite.ts'

const root = mkdtempSync(join(tmpdir(), 'mirohub-conformance-'))
const config = loadConfig({
  env: { MIROHUB_SECRETS: 'memory' },
  flags: { dataDir: join(root, 'data') },
  platform: process.platform,
  homedir: homedir(),
})
let fixture: ChildProcess
let fixtureUrl = ''
let hub: Hub
beforeAll(async () => {
  const args = ['scripts/node24.mjs', 'scripts/conformance-fixture.ts', '--port', '0']
  const cwd = resolve(import.meta.dirname, '../..')
  fixture = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  const ready = await readyLine(fixture)
  expect(ready).toEqual({ event: 'ready', url: expect.any(String), mcp: `${ready.url}/mcp` })
  fixtureUrl = String(ready.mcp)
  hub = await createHub(config, { host: 'node', log: silentLogger })
})
afterAll(async () => {
  // The hub goes before the server that it is connected to.
  await hub?.stop()
  const exited = once(fixture, 'exit')
  fixture.kill('SIGTERM')
  expect(await exited, 'exit code and signal of a stopped fixture').toEqual([0, null])
  rmSync(root, { recursive: true, force: true })
})

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

async function expectEverything(url: string, revision: string): Promise<void> {
  const { code, report } = await runSuite(['server', '--url', url, '--requirements', revision])
  const summary = report.slice(report.lastIndexOf('=== SUMMARY ==='))
  expect(code, summary).toBe(0)
  // A suite that ran nothing exits 0 as well.
  expect(summary).toMatch(/✓ tools-call-simple-text: 2 passed, 0 failed/)
}

const revisions = ['2026-07-28', '2025-11-25']

describe('the fixture', () => {
  it.each(revisions)('everything that %s requires of a server passes', async (revision) =>
    expectEverything(fixtureUrl, revision),
  )
})

describe('the fixture behind a hub', () => {
  let behind: BehindHub
  beforeAll(async () => {
    behind = await serveBehindHub(hub, config, fixtureUrl)
  })
  afterAll(() => behind.close())

  it.each(revisions)('everything that %s requires of a server passes', async (revision) =>
    expectEverything(behind.mcpUrl, revision),
  )
})

interface Check {
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
  readonly details?: { readonly untestable?: boolean }
}

/** The checks of one run by scenario. Scenarios that want the fixture's tools fail here and are not looked at. */
async function checksOf(url: string, choice: readonly string[]): Promise<Map<string, readonly Check[]>> {
  const out = mkdtempSync(join(root, 'checks-'))
  const { report } = await runSuite(['server', '--url', url, ...choice, '--output-dir', out])
  const folders = readdirSync(out)
  expect(folders.length, report).toBeGreaterThan(0)
  return new Map(
    folders.map((folder) => [
      /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(folder)?.[1] ?? folder,
      JSON.parse(readFileSync(join(out, folder, 'checks.json'), 'utf8')),
    ]),
  )
}

function expectPassed(checks: readonly Check[] = []): void {
  // The suite calls what needs one of its own tools a failure, and says that it is only not testable.
  const failed = checks.filter(({ status, details }) => status === 'FAILURE' && details?.untestable !== true)
  expect(failed.map(({ id, errorMessage }) => `${id}: ${errorMessage}`)).toEqual([])
  expect(checks.some(({ status }) => status === 'SUCCESS')).toBe(true)
}

const everyServer = [
  'tools-list',
  'resources-list',
  'prompts-list',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
]

describe('the hub alone', () => {
  let url = ''
  beforeAll(async () => {
    url = (await hub.listen(0)).mcp
  })

  describe.each([
    [
      '2026-07-28',
      [
        ...everyServer,
        'server-stateless',
        'caching',
        'sep-2164-resource-not-found',
        'http-header-validation',
        'input-required-result-unsupported-methods',
      ],
    ],
    ['2025-11-25', [...everyServer, 'server-initialize', 'ping', 'server-session-lifecycle']],
  ])('%s', (revision, scenarios) => {
    let checks: Map<string, readonly Check[]>
    beforeAll(async () => {
      checks = await checksOf(url, ['--requirements', revision])
    })

    it.each(scenarios)('%s', (scenario) => expectPassed(checks.get(scenario)))
  })

  // No set of requirements was frozen for the older ones; these scenarios apply to them.
  it.each([
    ['2025-06-18', ['server-initialize', 'tools-list']],
    ['2025-03-26', ['server-session-lifecycle']],
  ])('%s: %s', async (version, scenarios) => {
    const checks = await checksOf(url, ['--spec-version', version])
    for (const scenario of scenarios) expectPassed(checks.get(scenario))
  })
})
