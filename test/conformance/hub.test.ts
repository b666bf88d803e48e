/** The whole hub with its own tools against every scenario of the conformance suite that needs no fixture. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../src-main/config/load.ts'
import { createHub, type Hub } from '../../src-main/hub.ts'
import { silentLogger } from '../../src-main/log/logger.ts'
import { runSuite } from './suite.ts'

const root = mkdtempSync(join(tmpdir(), 'mirohub-conformance-'))
let hub: Hub
let url = ''
beforeAll(async () => {
  const env = { MIROHUB_SECRETS: 'memory' }
  const flags = { dataDir: join(root, 'data') }
  const config = loadConfig({ env, flags, platform: process.platform, homedir: homedir() })
  hub = await createHub(config, { host: 'node', log: silentLogger })
  url = (await hub.listen(0)).mcp
})
afterAll(async () => {
  await hub?.stop()
  rmSync(root, { recursive: true, force: true })
})

interface Check {
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
  readonly details?: { readonly untestable?: boolean }
}

/** The checks of one run by scenario. Scenarios that want the fixture's tools fail here and are not looked at. */
async function checksOf(choice: readonly string[]): Promise<Map<string, readonly Check[]>> {
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
    checks = await checksOf(['--requirements', revision])
  })

  it.each(scenarios)('%s', (scenario) => expectPassed(checks.get(scenario)))
})

// No set of requirements was frozen for the older ones; these scenarios apply to them.
it.each([
  ['2025-06-18', 'server-initialize'],
  ['2025-06-18', 'tools-list'],
  ['2025-03-26', 'server-session-lifecycle'],
])('%s %s', async (version, scenario) => {
  expectPassed((await checksOf(['--scenario', scenario, '--spec-version', version])).get(scenario))
})
