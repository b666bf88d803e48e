/** The one door on a real database: who gets through, what a call leaves behind, and that nothing is ever thrown. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../src-main/db/database.ts'
import { openDatabase } from '../../../src-main/db/open.ts'
import { createVocabularyService } from '../../../src-main/health/catalogue/vocabulary-service.ts'
import type { GeneticService } from '../../../src-main/health/genetics/service.ts'
import type { HealthService } from '../../../src-main/health/service.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import { createRegistry } from '../../../src-main/registry/registry.ts'
import type { Caller, Registry } from '../../../src-main/registry/types.ts'

let root: string
let db: Database
let registry: Registry
/** Stands in for the health core: whether an account has data is what the gates ask. */
const has = { records: async (_: number) => false, genotypes: async (_: number) => false }

const tools = `
/** Says who asks. */
export function whoami(user_info, context) { return { user_info, id: context.user.id } }
/** Adds.
 * @readonly
 * @param {number} a
 * @param {number} [b=2] */
export function add(a, b = 2) { return { sum: a + b } }
export function fails() { throw new RangeError('/home/someone/secret') }
export function refuses() { return { success: false, error: 'no' } }
export async function hangs(context) { await new Promise((r) => context.signal.addEventListener('abort', r)); stopped = true }
let stopped = false
export function was_stopped() { return { stopped } }
export function big() { return 'x'.repeat(300000) }
export function odd() { const o = {}; o.o = o; return o }
export function large_number() { return { n: 12345678901234567890n, d: new Date(0), u: undefined } }
export function steps(context) { context.progress(1, 2, 'half'); return {} }
/** @destructive */
export function wipe_everything() { return {} }
export function query_health_indicators() { return {} }
export function get_genetic_data() { return {} }
`
const me: Caller = { actor: 'cli', user: { id: 1, publicId: 'me', timeZone: 'UTC', language: 'en' } }
const nobody: Caller = { actor: 'mcp:x', user: null }

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'mirohub-registry-'))
  mkdirSync(join(root, 'tools'))
  writeFileSync(join(root, 'tools', 'all.js'), tools)
  db = await openDatabase({ config: { dataDir: join(root, 'data'), databaseUrl: null }, log: silentLogger })
  const unused = async () => {
    throw new Error('not asked here')
  }
  const health: HealthService = {
    query: unused,
    search: unused,
    catalog: unused,
    overview: unused,
    hasRecords: (id) => has.records(id),
    sleepNights: unused,
    definition: () => null,
  }
  const genetics: GeneticService = { query: unused, sets: unused, hasGenotypes: (id) => has.genotypes(id) }
  registry = await createRegistry({
    config: { toolDirs: [join(root, 'tools')], allowedTools: { BASE: ['add'] }, disallowedTools: { DEEP: ['add'] } },
    db,
    services: { health, genetics, vocabulary: createVocabularyService() },
    log: silentLogger,
    now: () => new Date('2025-07-16T12:00:00Z'),
  })
})
afterAll(async () => {
  await registry?.close()
  await db?.close()
  rmSync(root, { recursive: true, force: true })
})

const invoke = (tool: string, args: unknown = {}, caller: Caller = me, more = {}) =>
  registry.invoke({ tool, args, caller, ...more })

describe('identity', () => {
  it('comes from the hub alone', async () => {
    expect(await invoke('whoami')).toMatchObject({
      ok: true,
      result: { user_info: { success: true, user_id: 'me' }, id: 1 },
    })
    for (const name of ['user_info', 'context'])
      expect(await invoke('whoami', { [name]: { user_id: 'you' } })).toMatchObject({
        ok: false,
        error: { code: 'invalid_arguments', message: expect.stringContaining(`${name} is filled in by the hub`) },
      })
  })
  it('is asked for only where it is needed', async () => {
    expect(await invoke('whoami', {}, nobody)).toMatchObject({
      ok: false,
      error: { code: 'authorization_required', message: 'Authorization required.' },
    })
    expect(await invoke('add', { a: 1 }, nobody)).toMatchObject({ ok: true, result: { sum: 3 } })
  })
})

describe('the way of a call', () => {
  it('forgives, fills defaults and puts arguments in their places', async () => {
    expect(await invoke('add', { b: '5', a: '1' })).toMatchObject({ ok: true, result: { sum: 6 }, success: true })
    expect(await invoke('add', { b: null, a: 1 })).toMatchObject({ result: { sum: 3 } })
    expect(await invoke('add', { a: 1, c: 2 })).toMatchObject({
      error: { message: expect.stringContaining('Unknown argument: c. Accepted: a, b.') },
    })
  })
  it('corrects a name when one comes close, and says so; never for a tool that deletes', async () => {
    expect(await invoke('whoami')).toMatchObject({ ok: true })
    expect(await invoke('ADD', { a: 1 })).toMatchObject({
      ok: true,
      notice: 'There is no tool ADD; add was called instead.',
    })
    expect(await invoke('wipe_everythin')).toMatchObject({
      ok: false,
      error: { code: 'unknown_tool', hint: expect.stringContaining('wipe_everything') },
    })
    expect(await invoke('nope')).toMatchObject({
      ok: false,
      error: { code: 'unknown_tool', hint: expect.stringContaining('add') },
    })
  })
  it('keeps an agent to its lists and a token to its scopes', async () => {
    expect(await invoke('add', { a: 1 }, { ...me, agent: 'DEEP' })).toMatchObject({ error: { code: 'not_allowed' } })
    expect(await invoke('refuses', {}, { ...me, agent: 'BASE' })).toMatchObject({ error: { code: 'not_allowed' } })
    expect((await registry.list({ ...me, agent: 'BASE' })).map((t) => t.name)).toEqual(['add'])
    expect(await invoke('refuses', {}, { ...me, scopes: ['mcp:read'] })).toMatchObject({
      error: { code: 'insufficient_scope' },
    })
    expect(await invoke('add', { a: 1 }, { ...me, scopes: ['mcp:read'] })).toMatchObject({ ok: true })
  })
  it('turns failures into data that give nothing away', async () => {
    const thrown = await invoke('fails')
    expect(thrown).toMatchObject({ ok: false, error: { code: 'tool_failed', message: 'fails failed (RangeError).' } })
    expect(JSON.stringify(thrown)).not.toContain('secret')
    expect(await invoke('refuses')).toMatchObject({ ok: true, success: false, result: { success: false, error: 'no' } })
    expect(await invoke('odd')).toMatchObject({ ok: false, error: { code: 'tool_failed' } })
    expect(await invoke('large_number')).toMatchObject({
      ok: true,
      result: { n: '12345678901234567890', d: '1970-01-01T00:00:00.000Z' },
    })
  })
  it('lets nobody wait longer than the limit, and tells the tool', async () => {
    expect(await invoke('hangs', {}, me, { timeoutMs: 50 })).toMatchObject({
      ok: false,
      error: { code: 'timeout', message: expect.stringContaining('0.1 s') },
    })
    expect(await invoke('was_stopped')).toMatchObject({ result: { stopped: true } })
    const abort = new AbortController()
    const call = invoke('hangs', {}, me, { signal: abort.signal })
    setTimeout(() => abort.abort(), 20)
    expect(await call).toMatchObject({ ok: false, error: { code: 'cancelled' } })
  })
  it('caps the text for models and keeps the result whole', async () => {
    const outcome = await invoke('big')
    if (!outcome.ok) throw new Error('failed')
    expect(Buffer.byteLength(outcome.text)).toBeLessThanOrEqual(128 * 1024)
    expect(String(outcome.result)).toHaveLength(300_000)
  })
  it('passes progress on', async () => {
    const seen: unknown[] = []
    await invoke('steps', {}, me, { onProgress: (p: unknown) => seen.push(p) })
    expect(seen).toEqual([{ done: 1, total: 2, message: 'half' }])
  })
})

describe('what a call leaves behind', () => {
  it('is one audit row, without the arguments, failures included', async () => {
    const who: Caller = { actor: 'mcp:Test', user: { id: 77, publicId: 'p', timeZone: 'UTC', language: 'en' } }
    await invoke('add', { a: 424242, b: 1 }, who)
    await invoke('add', { b: 1, a: 424242 }, who)
    await invoke('fails', {}, who)
    await invoke('no_such_tool', { a: 1 }, who)
    await invoke('add', { a: 'x' }, who)
    const rows = () =>
      db.query(
        'select tool, actor, ok, error_code, args_digest, result_bytes from audit where user_id = 77 order by id',
      )
    await expect.poll(async () => (await rows()).length).toBe(5)
    const stored = await rows()
    expect(stored.map((r) => [r.tool, r.ok, r.error_code])).toEqual([
      ['add', true, null],
      ['add', true, null],
      ['fails', false, 'tool_failed'],
      ['no_such_tool', false, 'unknown_tool'],
      ['add', false, 'invalid_arguments'],
    ])
    expect(stored[0]?.args_digest).toBe(stored[1]?.args_digest)
    expect(JSON.stringify(stored)).not.toContain('424242')
  })
})

describe('what is listed', () => {
  const listed = async (caller: Caller) => (await registry.list(caller)).map((t) => t.name)
  it('leaves out the data tools of an empty account, for itself only, and calls them all the same', async () => {
    expect(await listed(me)).not.toContain('query_health_indicators')
    expect(await listed(nobody)).toContain('query_health_indicators')
    expect(await invoke('query_health_indicators')).toMatchObject({ ok: true })
    has.records = async (id) => id === 1
    registry.refresh()
    expect(await listed(me)).toContain('query_health_indicators')
    expect(await listed({ ...me, user: { id: 2, publicId: 'o', timeZone: 'UTC', language: 'en' } })).not.toContain(
      'query_health_indicators',
    )
  })
  it('hides nothing when a probe fails', async () => {
    has.genotypes = async () => {
      throw new Error('database away')
    }
    registry.refresh()
    expect(await listed(me)).toContain('get_genetic_data')
    has.genotypes = async () => false
  })
  it('shows the Tools page everything, with the reason in the person’s language', async () => {
    const zh: Caller = { ...me, user: { id: 2, publicId: 'o', timeZone: 'UTC', language: 'zh-CN' } }
    const { tools: all } = await registry.inspect(zh)
    expect(all.find((t) => t.name === 'get_genetic_data')).toMatchObject({
      enabled: true,
      hidden: expect.stringContaining('基因型'),
    })
    expect(all.find((t) => t.name === 'add')).toMatchObject({ enabled: true, hidden: null })
    expect(all.map((t) => t.name)).toEqual([...all.map((t) => t.name)].sort())
  })
  it('follows a person’s switches, and tells listeners', async () => {
    let told = 0
    const off = registry.onListChanged(() => told++)
    await registry.setEnabled(1, 'add', false)
    expect(told).toBe(1)
    expect(await listed(me)).not.toContain('add')
    expect(await invoke('add', { a: 1 })).toMatchObject({ error: { code: 'switched_off' } })
    expect(await invoke('add', { a: 1 }, nobody)).toMatchObject({ ok: true })
    await registry.setEnabled(1, 'add', true)
    expect(await listed(me)).toContain('add')
    off()
  })
})
