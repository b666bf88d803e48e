/** Each call leaves exactly one row, however it ends, and the row says how: a call that left none could not be found. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadConfig } from '../../../src-main/config/load.ts'
import { createHub, type Hub, type HubAddresses } from '../../../src-main/hub.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import type { Profile } from '../../../src-main/profiles/profiles.ts'
import type { Caller } from '../../../src-main/registry/types.ts'
import { bare } from '../mcp/endpoint-fixture.ts'

const tools = `
/** Echoes.
 * @param text What. */
export function echoes(text: string) { return { text } }
/** Throws. */
export function throws() { throw new RangeError('no') }
/** Says no. */
export function says_no() { return { success: false } }
/** Returns no JSON. */
export function cycle() { const o: Record<string, unknown> = {}; o.o = o; return o }
/** Waits for ever. */
export async function waits() { await new Promise(() => {}) }
/** Ends only when stopped. */
export async function until_stopped(context) { await new Promise((done) => context.signal.addEventListener('abort', done)) }
/** Needs somebody. */
export function personal(user_info) { return { who: user_info.user_id } }
`
let root: string
let hub: Hub
let at: HubAddresses
let ada: Profile
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'mirohub-one-row-'))
  mkdirSync(join(root, 'tools'))
  writeFileSync(join(root, 'tools', 'all.ts'), tools)
  const env = { MIROHUB_SECRETS: 'memory', MCP_TOOL_DIRS: join(root, 'tools'), DISALLOWED_TOOLS_DEEP: 'echoes' }
  const flags = { dataDir: join(root, 'data') }
  hub = await createHub(loadConfig({ env, flags, platform: process.platform, homedir: homedir() }), {
    host: 'node',
    log: silentLogger,
  })
  at = await hub.listen(0)
  ada = await hub.services.profiles.default()
})
afterAll(async () => {
  await hub?.stop()
  rmSync(root, { recursive: true, force: true })
})

const stopped = (ms: number) => AbortSignal.timeout(ms)
const user = () => ({ ...ada, language: 'en' })

it.each<
  [string, string, unknown, Partial<Caller>, { signal?: AbortSignal; timeoutMs?: number }, string | null, number]
>([
  // {"text":"hi"} is 13 bytes, {} is 2, "no object" in quotes is 11.
  ['done', 'echoes', { text: 'hi' }, {}, {}, null, 13],
  ['done without a person', 'echoes', { text: '心' }, { user: null }, {}, null, 14],
  ['a name corrected', 'Echoes', { text: 'hi' }, {}, {}, null, 13],
  ['an unknown tool', 'nothing_like_it', {}, {}, {}, 'unknown_tool', 2],
  ['kept from the agent', 'echoes', { text: 'hi' }, { agent: 'DEEP' }, {}, 'not_allowed', 13],
  ['without the scope', 'echoes', { text: 'hi' }, { scopes: [] }, {}, 'insufficient_scope', 13],
  ['without the person it needs', 'personal', {}, { user: null }, {}, 'authorization_required', 2],
  ['bad arguments', 'echoes', { other: 1 }, {}, {}, 'invalid_arguments', 11],
  ['no object', 'echoes', 'no object', {}, {}, 'invalid_arguments', 11],
  ['thrown', 'throws', {}, {}, {}, 'tool_failed', 2],
  ['no JSON', 'cycle', {}, {}, {}, 'tool_failed', 2],
  ['too slow', 'waits', {}, {}, { timeoutMs: 20 }, 'timeout', 2],
  ['cancelled while it waits', 'until_stopped', {}, {}, { signal: stopped(200) }, 'cancelled', 2],
  ['cancelled before it began', 'echoes', { text: 'hi' }, {}, { signal: AbortSignal.abort() }, 'cancelled', 13],
])('%s', async (_what, tool, args, caller, more, errorCode, argsBytes) => {
  const actor = `test:${_what}`
  await hub.registry.invoke({ tool, args, caller: { actor, user: user(), credential: 'token:t1', ...caller }, ...more })
  const { rows } = await hub.services.audit.list({ id: ada.id, timeZone: 'UTC' }, { actor }, { limit: 10 })
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ ok: errorCode === null, errorCode, argsBytes, credential: { kind: 'token' } })
  expect(rows[0]?.tool).toBe(tool === 'Echoes' ? 'echoes' : tool)
})

it('a tool that fails in its own words is a failed row without a code', async () => {
  await hub.registry.invoke({ tool: 'says_no', args: {}, caller: { actor: 'test:no', user: user() } })
  const { rows } = await hub.services.audit.list({ id: ada.id, timeZone: 'UTC' }, { actor: 'test:no' }, { limit: 10 })
  expect(rows).toMatchObject([{ ok: false, errorCode: null, credential: null, resultBytes: 17 }])
})

it('calls over /mcp carry their token’s name; the page exports and verifies what it shows', async () => {
  const { token } = await hub.services.tokens.mint({ userId: ada.id, days: 1, label: 'my, laptop' })
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'echoes', arguments: { text: 'over http' } },
  }
  await bare(at.port, call, [['Authorization', `Bearer ${token}`]])
  await bare(at.port, call)
  const client = hub.client(ada, 'window')
  const { rows } = await client.audit.list({ tool: 'echoes', limit: 2 })
  expect(rows.map((row) => row.credential)).toEqual([
    { kind: 'none', label: null },
    { kind: 'token', label: 'my, laptop' },
  ])
  let csv = ''
  for await (const piece of await client.audit.export({ format: 'csv' })) csv += piece.text
  const lines = csv.split('\r\n')
  expect(lines[0]).toBe(
    'time,caller,tool,server,outcome,error,duration_ms,argument_bytes,result_bytes,credential,credential_label',
  )
  expect(lines.find((line) => line.includes('laptop'))).toMatch(/,echoes,,ok,,[\d.]+,20,20,token,"my, laptop"$/)
  expect(csv).not.toContain('over http')
  const verdict = await client.audit.verify()
  expect(verdict).toEqual({ ok: true, rows: lines.length - 2, brokenAt: null })
  expect((await client.audit.facets()).tools).toEqual(expect.arrayContaining(['echoes', 'nothing_like_it']))
})
