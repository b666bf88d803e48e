/**
 * Canaries: data and arguments that nobody would make up, through every tool and every way a call goes wrong, with the log
 * at its most talkative. They belong into answers and the database, and nowhere else.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../src-main/config/load.ts'
import { createHub, type Hub, type HubAddresses } from '../../src-main/hub.ts'
import { createLogger } from '../../src-main/log/logger.ts'
import type { Profile } from '../../src-main/profiles/profiles.ts'
import type { Caller, ToolDefinition } from '../../src-main/registry/types.ts'
import { bare, raw } from './mcp/endpoint-fixture.ts'

/** In an argument, in data that is read, and in a number that is both. */
const ARGUMENT = 'qWxcanaryargument'
const DATA = 'zKvcanarydata'
const NUMBER = 73917.4625
const canaries = [ARGUMENT, DATA, '73917.4625']

const failing = `
/** Throws what it was given.
 * @param text What to say. */
export function throws_argument(text: string) { throw new Error('cannot use ' + text) }
/** Throws an error around another one.
 * @param text What to say. */
export function throws_cause(text: string) { throw new TypeError('outer', { cause: new Error(text) }) }
/** Throws no error at all.
 * @param text What to say. */
export function throws_object(text: string) { throw { text, code: text, hint: text } }
/** Throws an error that carries more, as database drivers do.
 * @param text What to say. */
export function throws_detail(text: string) { throw Object.assign(new Error(text), { code: text, detail: text, name: text }) }
/** Throws what it read.
 * @param text Unused. */
export async function throws_data(text: string, context) {
  const found = await context.health.query(context.user.id, { indicators: ['steps'], aggregate: 'none', limit: 5 })
  throw new Error('while reading ' + JSON.stringify(found) + ' ${DATA}')
}
/** Rejects later.
 * @param text What to say. */
export async function rejects_late(text: string) { await null; return Promise.reject(new Error(text)) }
/** Returns what is not JSON.
 * @param text What to say. */
export function returns_cycle(text: string) { const o: Record<string, unknown> = { text }; o.o = o; return o }
/** Waits until it is stopped.
 * @param text What to wait with. */
export async function hangs(text: string, context) { await new Promise((done) => context.signal.addEventListener('abort', done)); throw new Error(text) }
/** Fails in its own words.
 * @param text What to say. */
export function says_failure(text: string) { return { success: false, error: 'It did not work.' } }
`

let root: string
let dataDir: string
let hub: Hub
let at: HubAddresses
let ada: Profile
let auth: [string, string][]
let tools: ToolDefinition[]
/** Every body that told of a failure. */
const errorBodies: string[] = []
const logLines: string[] = []
const stderr: string[] = []
const realStderr = process.stderr.write.bind(process.stderr)

/** A value of the schema's type with a canary in it; every argument of every tool is filled so. */
function canaryFor(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return ARGUMENT
  const { type, enum: choices, items, anyOf } = schema as Record<string, unknown>
  if (Array.isArray(choices)) return choices[0]
  if (Array.isArray(anyOf)) return canaryFor(anyOf[0])
  if (type === 'integer') return 7
  if (type === 'number') return NUMBER
  if (type === 'boolean') return true
  if (type === 'array') return [canaryFor(items), canaryFor(items)]
  return ARGUMENT
}
function argumentsFor(tool: ToolDefinition): Record<string, unknown> {
  const properties = tool.inputSchema.properties ?? {}
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, canaryFor(schema)]))
}
const call = (name: string, args: unknown) => ({
  jsonrpc: '2.0',
  id: ARGUMENT,
  method: 'tools/call',
  params: { name, arguments: args },
})
async function post(body: unknown, headers = auth) {
  const answer = await bare(at.port, body, headers)
  const { error, result } = answer.json
  // The request's id comes back in every answer; it is the client's own and no argument.
  if (error || result?.isError || answer.status >= 400) errorBodies.push(JSON.stringify({ ...answer.json, id: 0 }))
  return answer
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'mirohub-canary-'))
  dataDir = join(root, 'data')
  mkdirSync(join(root, 'tools'))
  writeFileSync(join(root, 'tools', 'failing.ts'), failing)
  const record = (value: number, day: string) =>
    `<Record type="HKQuantityTypeIdentifierStepCount" sourceName="${DATA}" unit="count" startDate="${day} 08:00:00 +0000" endDate="${day} 08:10:00 +0000" value="${value}"/>`
  const health = join(root, `${DATA}.xml`)
  writeFileSync(
    health,
    `<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_US">\n<ExportDate value="2026-05-03 10:00:00 +0000"/>\n${record(NUMBER, '2026-05-01')}\n${record(NUMBER, '2026-05-02')}\n</HealthData>\n`,
  )
  const genes = join(root, `genome-${DATA}.txt`)
  writeFileSync(
    genes,
    `# This data file generated by 23andMe\n# rsid\tchromosome\tposition\tgenotype\nrs4477212\t1\t82154\tAA\nrs73917462\t1\t752566\tAG\n`,
  )
  // The process's own words count too: what a library prints is in a log somewhere.
  process.stderr.write = (text: string | Uint8Array) => {
    stderr.push(String(text))
    return true
  }
  const config = loadConfig({
    env: { MIROHUB_SECRETS: 'memory', MCP_TOOL_DIRS: join(root, 'tools'), LOG_LEVEL: 'debug' },
    flags: { dataDir },
    platform: process.platform,
    homedir: homedir(),
  })
  const log = createLogger({ dataDir, level: config.logLevel, stream: { write: (line) => logLines.push(line) } })
  hub = await createHub(config, { host: 'node', log })
  at = await hub.listen(0)
  ada = await hub.services.profiles.default()
  const client = hub.client(ada, 'cli')
  for (const path of [health, genes]) {
    const { jobs } = await client.imports.start({ items: [{ path }] })
    for await (const _ of await client.imports.follow({ jobId: jobs[0]?.jobId ?? '' }));
  }
  rmSync(health)
  rmSync(genes)
  const { token } = await hub.services.tokens.mint({ userId: ada.id, days: 1, label: '' })
  auth = [['Authorization', `Bearer ${token}`]]
  tools = await hub.registry.list({ actor: 'cli', user: { ...ada, language: 'en' } })
})
afterAll(async () => {
  await hub?.stop()
  process.stderr.write = realStderr
  rmSync(root, { recursive: true, force: true })
})

const mine = (): Caller => ({ actor: 'cli', user: { ...ada, language: 'en' }, scopes: null })

describe('what happens to a call', () => {
  it('the data are there and are answered with', async () => {
    expect(tools.map((tool) => tool.name)).toEqual(
      expect.arrayContaining(['query_health_indicators', 'get_genetic_data', 'convert_unit', 'throws_argument']),
    )
    const steps = await post(call('query_health_indicators', { indicators: ['steps'], aggregate: 'none' }))
    expect(JSON.stringify(steps.json.result)).toContain('73917.4625')
    expect(JSON.stringify(steps.json.result)).toContain(DATA)
    const genes = await post(call('get_genetic_data', { rsid: 'rs73917462' }))
    expect(JSON.stringify(genes.json)).toMatch(/rs73917462.*"AG"|"AG".*rs73917462/s)
  })

  it('every tool over /mcp, with good, bad, unknown and nested arguments, with and without a person', async () => {
    for (const tool of tools.filter(({ name }) => name !== 'hangs')) {
      const args = argumentsFor(tool)
      await post(call(tool.name, args))
      await post(call(tool.name, args), [])
      for (const name of Object.keys(args)) {
        await post(call(tool.name, { ...args, [name]: { deep: [ARGUMENT, NUMBER] } }))
        await post(call(tool.name, { ...args, [name]: [[ARGUMENT]] }))
        await post(call(tool.name, { ...args, [name]: NUMBER }))
        await post(call(tool.name, { ...args, [name]: `${ARGUMENT} ${NUMBER}` }))
      }
      await post(call(tool.name, { ...args, extra: ARGUMENT }))
      await post(call(tool.name, { user_info: ARGUMENT }))
      await post(call(tool.name, ARGUMENT))
      await post(call(`${tool.name}x`, args))
    }
  })

  it('without HTTP, as stdio and the windows call: stopped, too slow, and failing', async () => {
    for (const tool of tools.filter(({ name }) => name !== 'hangs'))
      await hub.registry.invoke({ tool: tool.name, args: argumentsFor(tool), caller: mine() })
    const stop = new AbortController()
    const waiting = hub.registry.invoke({
      tool: 'hangs',
      args: { text: ARGUMENT },
      caller: mine(),
      signal: stop.signal,
    })
    stop.abort(new Error(ARGUMENT))
    const outcomes = [
      await waiting,
      await hub.registry.invoke({ tool: 'hangs', args: { text: ARGUMENT }, caller: mine(), timeoutMs: 20 }),
    ]
    errorBodies.push(JSON.stringify(outcomes))
    expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.error.code))).toEqual(['cancelled', 'timeout'])
  })

  it('a question to an agent, answered and declined', async () => {
    const client = hub.client(ada, 'cli')
    for (const question of [`How many steps on 2026-05-01 ${ARGUMENT}?`, `Is ${ARGUMENT} ${NUMBER} bad for me?`])
      for await (const _ of await client.local.ask({ question, agent: 'quick' }));
  })

  it('messages that are no calls', async () => {
    const json: [string, string] = ['Content-Type', 'application/json']
    for (const body of [
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":"${ARGUMENT}"`,
      `${ARGUMENT}`,
      `"${ARGUMENT}"`,
      `[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"convert_unit","arguments":"${ARGUMENT}"}}]`,
      `{"jsonrpc":"2.0","id":{"a":"${ARGUMENT}"},"method":"tools/call"}`,
      `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///${ARGUMENT}"}}`,
      `{"jsonrpc":"1.0","id":1,"method":"initialize","params":{"x":"${ARGUMENT}"}}`,
    ]) {
      const answer = await raw(at.port, { body, headers: [json, ...auth] })
      expect(answer.status).toBeLessThan(500)
    }
  })
})

describe('afterwards', () => {
  const found = (text: string) => canaries.filter((canary) => text.includes(canary))
  const excerpt = (text: string) => {
    const where = Math.min(...canaries.map((canary) => text.indexOf(canary)).filter((index) => index >= 0))
    return Number.isFinite(where) ? text.slice(Math.max(0, where - 200), where + 60) : null
  }

  it('no line of the log holds a canary', () => {
    expect(logLines.length).toBeGreaterThan(5)
    expect(logLines.map(excerpt).filter((text) => text !== null)).toEqual([])
    expect(stderr.map(excerpt).filter((text) => text !== null)).toEqual([])
  })

  it('the log still says which tool failed, and where', () => {
    const line = logLines.find((text) => text.includes('throws_argument'))
    expect(line).toMatch(/a tool threw/)
    expect(line).toMatch(/failing/)
  })

  it('no error body holds one', () => {
    expect(errorBodies.length).toBeGreaterThan(50)
    expect([...new Set(errorBodies.map(excerpt))].filter((text) => text !== null)).toEqual([])
  })

  it('no row of the audit log holds one, and each call has its row', async () => {
    await hub.services.audit.list({ id: ada.id, timeZone: 'UTC' }, {}, { limit: 1 })
    const rows = await hub.services.db.query('select * from audit')
    expect(rows.length).toBeGreaterThan(100)
    expect(rows.filter((row) => found(JSON.stringify(row)).length > 0)).toEqual([])
  })

  it('no file outside the database holds one', async () => {
    await hub.stop()
    const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.startsWith('db'))
      .map((name) => join(dataDir, name))
      .filter((path) => statSync(path).isFile())
    expect(files.some((path) => path.endsWith('hub.log'))).toBe(true)
    const hits = files.filter((path) => found(readFileSync(path, 'latin1')).length > 0)
    expect(hits).toEqual([])
  })
})
