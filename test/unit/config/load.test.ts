/** Which layer wins, what is refused, and whether the message helps. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ConfigError } from '../../../src-main/config/config.ts'
import { defaultDataDir } from '../../../src-main/config/data-dir.ts'
import { resourcePath, workerEntry } from '../../../src-main/config/entries.ts'
import { type LoadedConfig, loadConfig } from '../../../src-main/config/load.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'mirohub-config-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const load = (env: Record<string, string> = {}, flags: { dataDir?: string; port?: number } = {}): LoadedConfig =>
  loadConfig({ env: { MIROHUB_DATA_DIR: dataDir, ...env }, flags, platform: 'linux', homedir: '/home/x', cwd: '/work' })
const yaml = (text: string): void => writeFileSync(join(dataDir, 'config.yaml'), text)

test('without anything the defaults stand', () => {
  const config = load()
  expect(config).toMatchObject({
    dataDir,
    databaseUrl: null,
    http: { host: '127.0.0.1', port: 18060, uriPrefix: '', serverName: 'Mirohub' },
    mcpPublicUrl: null,
    mcpPrompts: true,
    allowedTools: {},
    disallowedTools: {},
    defaultTimeZone: null,
    secrets: 'keychain',
    logLevel: 'info',
    warnings: [],
  })
  expect(config.toolDirs).toEqual([join(dataDir, 'tools'), resourcePath('tools')])
  expect(Math.abs(config.now().getTime() - Date.now())).toBeLessThan(1000)
})

test('file, environment and flags win in that order', () => {
  yaml('HTTP_PORT: 1000\nHTTP_SERVER_NAME: from file\nLOG_LEVEL: debug')
  expect(load().http).toMatchObject({ port: 1000, serverName: 'from file' })
  expect(load({ HTTP_PORT: '2000' }).http.port).toBe(2000)
  expect(load({ HTTP_PORT: '2000' }, { port: 0 }).http.port).toBe(0)
  expect(load({ HTTP_PORT: '' }).http.port).toBe(1000)
  expect(load({ HTTP_PORT: '2000' }, { dataDir: '/elsewhere' })).toMatchObject({ dataDir: resolve('/elsewhere') })
})

test('a switch is true or false, in whatever case, and nothing else', () => {
  yaml('MCP_PROMPTS: false')
  expect(load().mcpPrompts).toBe(false)
  expect(load({ MCP_PROMPTS: 'TRUE' }).mcpPrompts).toBe(true)
  expect(() => load({ MCP_PROMPTS: 'off' })).toThrow('MCP_PROMPTS')
})

test('lists come as YAML lists, with commas, or with the path divider; agents are upper case', () => {
  yaml('ALLOWED_TOOLS_QUICK: [a, b]\nDISALLOWED_TOOLS_deep: c, d\nMCP_TOOL_DIRS: [mine, /abs]')
  const config = load({ ALLOWED_TOOLS_QUICK: 'x, y,', SKILL_DIRS: ['/s1', 's2'].join(delimiter) })
  expect(config.allowedTools).toEqual({ QUICK: ['x', 'y'] })
  expect(config.disallowedTools).toEqual({ DEEP: ['c', 'd'] })
  expect(config.toolDirs).toEqual([join(dataDir, 'mine'), '/abs', join(dataDir, 'tools'), resourcePath('tools')])
  expect(config.skillDirs.slice(0, 2)).toEqual(['/s1', resolve('/work', 's2')])
})

test('the clock can be fixed, and a caller cannot move it by changing the date it got', () => {
  const config = load({ MIROHUB_NOW: '2026-03-01T12:00:00+02:00' })
  config.now().setFullYear(1999)
  expect(config.now().toISOString()).toBe('2026-03-01T10:00:00.000Z')
})

describe('a bad value names key, origin and what is allowed', () => {
  test.each([
    ['HTTP_PORT', '70000', /HTTP_PORT \(from the environment\) is "70000".*0.*65535/],
    ['HTTP_PORT', '80a', /HTTP_PORT/],
    ['HTTP_HOST', '0.0.0.0', /HTTP_HOST.*"0\.0\.0\.0".*127\.0\.0\.1.*this computer only/],
    ['HTTP_HOST', '127.0.0.1.evil.example', /HTTP_HOST/],
    ['HTTP_URI_PREFIX', 'hub', /HTTP_URI_PREFIX.*\/hub/],
    ['DEFAULT_TIMEZONE', 'Berlin', /DEFAULT_TIMEZONE.*Europe\/Berlin/],
    ['MIROHUB_NOW', 'yesterday', /MIROHUB_NOW.*ISO 8601/],
    ['MIROHUB_NOW', '2026-03-01T12:00:00', /MIROHUB_NOW/],
    ['MIROHUB_SECRETS', 'disk', /MIROHUB_SECRETS.*keychain, memory, file/],
    ['MODEL_CALL_LIMIT', '0', /MODEL_CALL_LIMIT.*from 1 to 500/],
    ['LOG_LEVEL', 'loud', /LOG_LEVEL.*debug, info, warn, error/],
    ['MCP_PUBLIC_URL', 'ftp://x', /MCP_PUBLIC_URL.*https:\/\//],
  ])('%s=%s', (key, value, message) => {
    expect(() => load({ [key]: value })).toThrow(ConfigError)
    expect(() => load({ [key]: value })).toThrow(message)
  })

  test('the address of a database is never repeated, for it may hold a password', () => {
    expect(() => load({ DATABASE_URL: 'mysql://u:hunter2@h/d' })).toThrow(/DATABASE_URL.*postgres:\/\//)
    expect(() => load({ DATABASE_URL: 'mysql://u:hunter2@h/d' })).not.toThrow(/hunter2/)
  })

  test('in the file, the path of the file is the origin', () => {
    yaml('HTTP_HOST: example.org')
    expect(() => load()).toThrow(join(dataDir, 'config.yaml'))
    yaml('HTTP_HOST: [')
    expect(() => load()).toThrow(/config\.yaml is not valid YAML/)
    yaml('- a\n- b')
    expect(() => load()).toThrow(/KEY: value/)
    yaml('HTTP_PORT: {a: 1}')
    expect(() => load()).toThrow(/HTTP_PORT/)
  })

  test('a file that cannot be read is an error, not an empty configuration', () => {
    mkdirSync(join(dataDir, 'config.yaml'))
    expect(() => load()).toThrow(/config\.yaml cannot be read/)
  })
})

test('keys that nobody reads are told, families and providers are known', () => {
  yaml('HTTP_PROT: 1\nPROVIDERS_DEEP: {x: {model: m}}\nALLOWED_TOOLS_QUICK: a\nMIROHUB_DATA_DIR: /x')
  const { warnings } = load()
  expect(warnings).toHaveLength(2)
  expect(warnings[0]).toContain('HTTP_PROT')
  expect(warnings[1]).toContain('MIROHUB_DATA_DIR')
})

test('every line of the shipped example can be switched on', () => {
  const example = readFileSync(resourcePath('resources/config.example.yaml'), 'utf8')
  const on = example.replaceAll(/^# ([A-Z_]+:)/gm, '$1')
  expect(Object.keys(parse(on)).length).toBeGreaterThan(10)
  yaml(on)
  expect(load().warnings).toEqual([])
})

test.each([
  ['linux', {}, '/home/x/.local/share/mirohub'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/mirohub'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/home/x/.local/share/mirohub'],
  ['darwin', {}, '/home/x/Library/Application Support/Mirohub'],
  ['win32', { APPDATA: 'C:\\Users\\x\\AppData\\Roaming' }, 'C:\\Users\\x\\AppData\\Roaming\\Mirohub'],
] as const)('the data directory of %s with %j', (platform, env, expected) => {
  expect(defaultDataDir(platform, '/home/x', env)).toBe(expected)
})

test.each([
  ['file:///r/src-main/db/engine-process.ts', 'file:///r/src-main/db/pglite-worker.ts'],
  ['file:///r/out/main/main.js', 'file:///r/out/main/pglite-worker.js'],
  ['file:///r/out/main/chunks/open-Ab1.js', 'file:///r/out/main/pglite-worker.js'],
  ['file:///r/out/main/x/out/main/readers/a.js', 'file:///r/out/main/x/out/main/pglite-worker.js'],
])('a worker started from %s is %s', (caller, entry) => {
  expect(workerEntry(caller, 'pglite-worker').href).toBe(entry)
})

test.each([
  ['file:///r/src-main/config/entries.ts', '/r/tools'],
  ['file:///r/out/main/chunks/entries-1.js', '/r/tools'],
  ['file:///opt/Mirohub/resources/app.asar/out/main/chunks/e.js', '/opt/Mirohub/resources/tools'],
  ['file:///C%20D/out/main/cli.js', '/C D/tools'],
])('tools as seen from %s lie in %s', (moduleUrl, expected) => {
  expect(resourcePath('tools', moduleUrl)).toBe(expected)
})
