/**
 * Personal and agent addresses through the whole hub: two people, a share that comes and goes, a log at debug level.
 * The faults looked for: a key that opens more or longer than it should, that can be told from no key, or that is
 * written down.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '../../../src-main/config/load.ts'
import { createHub, type Hub, type HubAddresses } from '../../../src-main/hub.ts'
import { createLogger } from '../../../src-main/log/logger.ts'
import type { Profile } from '../../../src-main/profiles/profiles.ts'
import { bare, raw } from './endpoint-fixture.ts'

const root = mkdtempSync(join(tmpdir(), 'mirohub-personal-'))
const toolDir = join(root, 'my-tools')
const dataDir = join(root, 'data')
const logged: string[] = []
let clock = new Date('2026-03-01T12:00:00Z')
let hub: Hub
let at: HubAddresses
let ada: Profile
let bob: Profile

const tools = `
/** Says who asks.
 * @readonly */
export function who_asks(user_info) { return { user: user_info.user_id, session: user_info.session_id ?? null } }
/** Asks the services directly.
 * @readonly */
export async function read_around(context) { return { sets: await context.genetics.sets(context.user.id) } }
/** Changes something. */
export function change_it(user_info) { return { changed: true } }
`

beforeAll(async () => {
  mkdirSync(toolDir)
  writeFileSync(join(toolDir, 'household.js'), tools)
  const env = {
    MIROHUB_SECRETS: 'memory',
    MCP_TOOL_DIRS: toolDir,
    DEFAULT_TIMEZONE: 'UTC',
    ALLOWED_TOOLS_BASE: 'who_asks',
  }
  const loaded = loadConfig({ env, flags: { dataDir }, platform: process.platform, homedir: homedir() })
  const log = createLogger({ level: 'debug', dataDir, stream: { write: (line) => logged.push(line) } })
  hub = await createHub({ ...loaded, now: () => clock }, { host: 'node', log })
  at = await hub.listen(0)
  ada = await hub.services.profiles.default()
  bob = await hub.services.profiles.create('Bob')
})
afterAll(async () => {
  await hub?.stop()
  rmSync(root, { recursive: true, force: true })
})

const asAda = () => hub.client(ada, 'window')
const asBob = () => hub.client(bob, 'window')
const token = async (person: Profile, days = 1) =>
  (await hub.services.tokens.mint({ userId: person.id, days, label: 'test' })).token
const bearer = (value: string): [string, string] => ['Authorization', `Bearer ${value}`]
const JSON_TYPE: [string, string] = ['Content-Type', 'application/json']
const ACCEPT_BOTH: [string, string] = ['Accept', 'application/json, text/event-stream']
const share = (levels: string) =>
  asBob().people.shares.set({
    person: ada.publicId,
    levels: {
      chat: levels.includes('c') ? 'read' : 'none',
      health: levels.includes('h') ? 'read' : 'none',
      genetics: levels.includes('g') ? 'read' : 'none',
    },
  })

async function askForUrl(body: unknown, headers: [string, string][]) {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const answer = await raw(at.port, { path: '/personal/mcp', headers: [JSON_TYPE, ...headers], body: text })
  const parsed: { success?: boolean; code?: number; msg?: string; data?: { url?: string } | null } = JSON.parse(
    answer.text,
  )
  return { status: answer.status, headers: answer.headers, ...parsed, url: parsed.data?.url ?? '' }
}

const listBody = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const callBody = (name: string, args: unknown = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
})
const post = (path: string, body: unknown, headers: [string, string][] = []) =>
  raw(at.port, { path, headers: [JSON_TYPE, ...headers], body: JSON.stringify(body) })
const pathOf = (url: string) => new URL(url).pathname
const namesAt = async (path: string) => (await post(path, listBody)).json.result.tools.map((tool) => tool.name)

beforeEach(async () => {
  await asAda().urls.setEnabled({ enabled: true })
  await share('')
  for (const person of [asAda(), asBob()]) {
    for (const { id } of (await person.urls.state()).urls) await person.urls.revoke({ id })
  }
})

describe('asking for an address', () => {
  it('without a good bearer is refused, and the client is led to the authorization server of this resource', async () => {
    const metadata = `resource_metadata="http://127.0.0.1:${at.port}/.well-known/oauth-protected-resource/personal/mcp"`
    const none = await askForUrl({}, [])
    expect(none).toMatchObject({ status: 401, success: false, code: -2 })
    expect(none.headers['www-authenticate']).toContain(metadata)
    expect(none.headers['www-authenticate']).not.toContain('error=')
    for (const header of [bearer('x.y.z'), bearer('x'), ['Authorization', 'Basic eA=='] as [string, string]]) {
      const bad = await askForUrl({}, [header])
      expect(bad).toMatchObject({ status: 401, code: -2 })
      expect(bad.headers['www-authenticate']).toContain('error="invalid_token"')
      expect(bad.headers['www-authenticate']).toContain(metadata)
    }
    const short = await token(ada)
    clock = new Date(clock.getTime() + 2 * 86_400_000)
    expect((await askForUrl({}, [bearer(short)])).headers['www-authenticate']).toContain('The token has expired.')
  })

  it('says what is wrong with the body', async () => {
    const good = bearer(await token(ada))
    for (const body of [undefined, null, [], 'x', 7]) {
      expect(await askForUrl(body, [good])).toMatchObject({ status: 400, success: false, code: -3, data: null })
    }
    const form = await raw(at.port, {
      path: '/personal/mcp',
      headers: [['Content-Type', 'application/x-www-form-urlencoded'], good],
      body: 'user_id=1',
    })
    expect([form.status, JSON.parse(form.text).code]).toEqual([415, -3])
    for (const user_id of [7, '', 'nobody', '00000000-0000-4000-8000-000000000000', 'Bob', String(bob.id)]) {
      expect(await askForUrl({ user_id }, [good])).toMatchObject({ status: 400, code: -4 })
    }
  })

  it('is refused while the person has not turned addresses on, with the way to do it', async () => {
    await asAda().urls.setEnabled({ enabled: false })
    expect(await askForUrl({}, [bearer(await token(ada))])).toMatchObject({
      status: 403,
      code: -7,
      msg: expect.stringContaining('Settings'),
    })
  })

  it('gives the same address each time until it is revoked, in Settings and here', async () => {
    const good = bearer(await token(ada))
    const first = await askForUrl({}, [good])
    expect(first).toMatchObject({ status: 200, success: true, code: 0 })
    expect(first.url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${at.port}/mcp/[\\w-]{128}$`))
    expect((await askForUrl({ user_id: null }, [good])).url).toBe(first.url)
    expect((await askForUrl({ user_id: ada.publicId }, [good])).url).toBe(first.url)
    const { url, view } = await asAda().urls.ensure({})
    expect(url).toBe(first.url)
    expect((await asAda().urls.reveal({ id: view.id })).url).toBe(first.url)
    expect(await asAda().urls.revoke({ id: view.id })).toEqual({ revoked: true })
    expect((await askForUrl({}, [good])).url).not.toBe(first.url)
  })

  it('knows POST and nothing else', async () => {
    const answer = await raw(at.port, { method: 'GET', path: '/personal/mcp', headers: [] })
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST, OPTIONS'])
  })
})

describe('an address of one’s own', () => {
  it('speaks for its person without a header, reads, and changes nothing', async () => {
    const path = pathOf((await asAda().urls.ensure({})).url)
    expect((await post(path, callBody('who_asks'))).json.result.structuredContent).toEqual({
      user: ada.publicId,
      session: null,
    })
    const refused = await post(path, callBody('change_it'))
    expect(refused.status).toBe(403)
    expect(refused.headers['www-authenticate']).toContain('insufficient_scope')
    const live = (await asAda().urls.state()).urls.filter((address) => address.state === 'live')
    expect(live).toMatchObject([{ lastUsedAt: clock.toISOString() }])
  })

  it('is refused with another person’s bearer, and with a bad one', async () => {
    const path = pathOf((await asAda().urls.ensure({})).url)
    expect((await post(path, callBody('who_asks'), [bearer(await token(bob))])).status).toBe(403)
    expect((await post(path, callBody('who_asks'), [bearer('bad')])).status).toBe(401)
    expect((await post(path, callBody('change_it'), [bearer(await token(ada))])).status).toBe(403)
    expect((await post(path, callBody('who_asks'), [bearer(await token(ada))])).status).toBe(200)
  })
})

describe('an address for another person’s data', () => {
  it('follows their share at every step', async () => {
    const good = bearer(await token(ada))
    const ask = () => askForUrl({ user_id: bob.publicId }, [good])
    expect(await ask()).toMatchObject({ status: 403, code: -5, msg: expect.stringContaining('Settings') })
    await share('hg')
    expect(await ask()).toMatchObject({ status: 403, code: -5 })
    await share('c')
    const { status, url } = await ask()
    expect(status).toBe(200)
    const path = pathOf(url)

    // Bob let Ada ask, and nothing more.
    expect((await post(path, callBody('who_asks'))).json.result.structuredContent.user).toBe(bob.publicId)
    expect(await namesAt(path)).not.toContain('query_health_indicators')
    const errorOf = async (tool: string, args = {}) => JSON.stringify((await post(path, callBody(tool, args))).json)
    expect(await errorOf('query_health_indicators')).toContain('not shared')
    expect(await errorOf('get_genetic_data', { rsid: 'rs1' })).toContain('not shared')
    expect(await errorOf('read_around')).toContain('not shared')

    await share('ch')
    expect(await errorOf('query_health_indicators')).toContain('"success":true')
    expect(await errorOf('get_genetic_data', { rsid: 'rs1' })).toContain('not shared')
    await share('chg')
    expect(await errorOf('read_around')).toContain('"sets":[]')

    await share('hg')
    expect((await post(path, callBody('who_asks'))).status).toBe(404)
    const kept = (await asAda().urls.state()).urls.filter((address) => address.state !== 'revoked')
    expect(kept).toMatchObject([{ state: 'blocked', person: { name: 'Bob' } }])
    await share('c')
    expect((await post(path, callBody('who_asks'))).status).toBe(200)
  })
})

it('a session that was opened at an address ends with it, and with the share it stands on', async () => {
  await share('ch')
  const own = await asAda().urls.ensure({})
  const forBob = await asAda().urls.ensure({ person: bob.publicId })
  const open = async (path: string) => {
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'probe', version: '1' } }
    const answer = await post(path, { jsonrpc: '2.0', id: 0, method: 'initialize', params }, [ACCEPT_BOTH])
    const session: [string, string] = ['Mcp-Session-Id', String(answer.headers['mcp-session-id'])]
    return (at = path) => post(at, callBody('who_asks'), [ACCEPT_BOTH, session])
  }
  const [ownPath, bobPath] = [pathOf(own.url), pathOf(forBob.url)]
  const [asOwn, asForBob] = [await open(ownPath), await open(bobPath)]
  expect([(await asOwn()).status, (await asForBob()).status]).toEqual([200, 200])
  expect((await asForBob()).text).toContain(bob.publicId)
  // One address's session is nothing at another, though both are Ada's.
  expect((await asOwn(bobPath)).status).toBe(404)

  await share('h')
  expect([(await asOwn()).status, (await asForBob()).status]).toEqual([200, 404])
  await asAda().urls.revoke({ id: own.view.id })
  expect((await asOwn()).status).toBe(404)
})

it('the audit log says which address a call came through', async () => {
  const { url, view } = await asAda().urls.ensure({})
  await post(pathOf(url), callBody('who_asks'))
  const last = () =>
    hub.services.db.query('select tool, credential from audit where user_id = $1 order by id desc limit 1', [ada.id])
  await expect.poll(last).toEqual([{ tool: 'who_asks', credential: `personal-url:${view.id}` }])
})

describe('a secret that opens nothing', () => {
  it('cannot be told from an address that is not there, whatever it is and however it is asked', async () => {
    const ended = await asAda().urls.ensure({})
    const endedPath = pathOf(ended.url)
    await asAda().urls.revoke({ id: ended.view.id })
    const off = pathOf((await asAda().urls.ensure({})).url)
    await asAda().urls.setEnabled({ enabled: false })
    const good = await token(ada)

    const shown = async (method: string, path: string, headers: [string, string][], body?: string) => {
      const { status, headers: answered, text } = await raw(at.port, { method, path, headers, body })
      const { date: _date, ...rest } = answered
      return { status, headers: rest, text }
    }
    const requests: [string, [string, string][], string | undefined][] = [
      ['POST', [JSON_TYPE], JSON.stringify(callBody('who_asks'))],
      ['POST', [JSON_TYPE, bearer(good)], JSON.stringify(callBody('who_asks'))],
      ['POST', [JSON_TYPE, bearer('bad')], JSON.stringify(listBody)],
      ['POST', [JSON_TYPE, ['Mcp-Session-Id', 'x']], 'no json'],
      ['POST', [['Content-Type', 'text/plain']], 'x'],
      ['GET', [['Accept', 'text/event-stream']], undefined],
      ['DELETE', [['Mcp-Session-Id', 'x']], undefined],
      ['OPTIONS', [], undefined],
    ]
    for (const [method, headers, body] of requests) {
      const nowhere = await shown(method, '/nowhere-at-all', headers, body)
      expect(nowhere.status).toBe(404)
      for (const path of [endedPath, off, `/mcp/${'A'.repeat(128)}`, '/mcp/x', '/mcp/a/b', '/mcp/%00']) {
        expect(await shown(method, path, headers, body), `${method} ${path}`).toEqual(nowhere)
      }
    }
  })
})

describe('an agent’s address', () => {
  it('is the person’s, bound to the agent’s list and the run’s session, for ten minutes', async () => {
    const { secret } = hub.services.agentUrls.issue({ userId: bob.id, sessionId: 'run-7', agent: 'base' })
    const path = `/mcp/${secret}`
    expect(await namesAt(path)).toEqual(['who_asks'])
    expect((await post(path, callBody('who_asks'))).json.result.structuredContent).toEqual({
      user: bob.publicId,
      session: 'run-7',
    })
    expect(JSON.stringify((await post(path, callBody('query_health_indicators'))).json)).toContain('not allowed')
    expect((await post(path, callBody('who_asks'), [bearer(await token(ada))])).status).toBe(403)

    clock = new Date(clock.getTime() + 600_000)
    expect((await post(path, callBody('who_asks'))).status).toBe(404)
  })
})

it('no secret is in a log line at debug level, in a log file, or in the database in the clear', async () => {
  await share('ch')
  const secrets: string[] = []
  for (const input of [{}, { person: bob.publicId }]) {
    const { url } = await asAda().urls.ensure(input)
    secrets.push(url.slice(url.lastIndexOf('/') + 1))
  }
  secrets.push(hub.services.agentUrls.issue({ userId: bob.id, sessionId: 's', agent: 'base' }).secret)
  const wrong = 'Wr0ng'.repeat(26).slice(0, 128)
  logged.length = 0
  for (const secret of [...secrets, wrong]) {
    const path = `/mcp/${secret}`
    await post(path, listBody)
    await post(path, callBody('who_asks'))
    await post(path, callBody('change_it'))
    await post(path, callBody('no_such_tool'))
    await post(path, listBody, [bearer('bad')])
    await post(path, { jsonrpc: '2.0' })
    await raw(at.port, { path, headers: [JSON_TYPE], body: 'no json' })
    await raw(at.port, { path, headers: [['Content-Type', 'text/plain']], body: 'x' })
    await raw(at.port, { path, headers: [['Host', 'evil.example']], body: '{}' })
    await raw(at.port, { method: 'GET', path: `${path}?${secret}`, headers: [] })
  }
  expect(logged.length).toBeGreaterThan(0)

  const files = readdirSync(join(dataDir, 'logs')).map((name) => readFileSync(join(dataDir, 'logs', name), 'utf8'))
  expect(files.join('')).toContain('refused')
  const tables = await hub.services.db.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  expect(tables.length).toBeGreaterThan(20)
  const dumps = await Promise.all(
    tables.map(({ name }) => hub.services.db.query(`select t::text as row from ${name} t`)),
  )
  const written = [...logged, ...files, JSON.stringify(dumps)].join('\n')
  for (const secret of [...secrets, wrong]) {
    for (const form of [secret, secret.slice(8, 40), Buffer.from(secret).toString('hex').slice(0, 40)]) {
      expect(written.includes(form)).toBe(false)
    }
  }
})

it('a person who is removed in the middle of an import leaves nothing behind, and their keys open nothing', async () => {
  const { people, urls } = asAda()
  const { id } = await people.create({ name: 'Cleo' })
  const cleo = await hub.services.profiles.byPublicId(id)
  if (cleo === null) throw new Error('Cleo was not made')
  const asCleo = hub.client(cleo, 'window')
  await asCleo.urls.setEnabled({ enabled: true })
  const path = pathOf((await asCleo.urls.ensure({})).url)
  const herToken = await token(cleo)
  await asCleo.people.shares.set({ person: ada.publicId, levels: { chat: 'read', health: 'read', genetics: 'none' } })
  const adaForCleo = pathOf((await urls.ensure({ person: id })).url)
  expect((await post(path, callBody('who_asks'))).status).toBe(200)
  expect((await post(adaForCleo, callBody('who_asks'))).status).toBe(200)

  const { jobId } = await asCleo.imports.addSampleData()
  await expect(people.remove({ id, name: 'cleo' })).rejects.toMatchObject({ data: { code: 'wrong_name' } })
  expect((await people.remove({ id, name: 'Cleo' })).removedRows).toBeGreaterThan(3)

  expect((await post(path, callBody('who_asks'))).status).toBe(404)
  expect((await post(adaForCleo, callBody('who_asks'))).status).toBe(404)
  expect((await bare(at.port, listBody, [bearer(herToken)])).status).toBe(401)
  await expect(asCleo.health.overview()).rejects.toMatchObject({ code: 'NOT_FOUND', data: { code: 'unknown_person' } })
  await expect(people.remove({ id: ada.publicId, name: ada.name })).rejects.toMatchObject({
    data: { code: 'default_profile' },
  })

  expect(hub.services.imports.jobs(cleo.id).find((job) => job.jobId === jobId)?.phase).toMatch(/cancelled|failed|done/)
  const tables = await hub.services.db.query<{ name: string }>(
    `select table_name as name from information_schema.columns where column_name = 'user_id' and table_schema = 'public'`,
  )
  const counts = async () => {
    const rows = tables.map(({ name }) =>
      hub.services.db.query<{ n: number }>(`select count(*)::int as n from ${name} where user_id = $1`, [cleo.id]),
    )
    return (await Promise.all(rows)).map(([row]) => row?.n)
  }
  // Rows of a cancelled import go right after it has ended.
  await expect.poll(counts).toEqual(tables.map(() => 0))
})
