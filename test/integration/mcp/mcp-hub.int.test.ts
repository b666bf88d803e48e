/** The whole hub behind `/mcp`: real tools, real tokens, real database, two people in one household. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../../src-main/config/load.ts'
import { createHub, type Hub, type HubAddresses } from '../../../src-main/hub.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import type { Profile } from '../../../src-main/profiles/profiles.ts'
import { bare } from './endpoint-fixture.ts'

const root = mkdtempSync(join(tmpdir(), 'mirohub-mcp-hub-'))
const toolDir = join(root, 'my-tools')
let hub: Hub
let at: HubAddresses
let ada: Profile
let bob: Profile
beforeAll(async () => {
  mkdirSync(toolDir)
  writeFileSync(
    join(toolDir, 'household.ts'),
    `/** Says who asks.\n * @param value Comes back. */\nexport function who_asks(value: string, user_info: { user_id: string }) {\n  return { success: true, value, user: user_info.user_id }\n}\n`,
  )
  const env = { MIROHUB_SECRETS: 'memory', MCP_TOOL_DIRS: toolDir, DEFAULT_TIMEZONE: 'Europe/Berlin' }
  const config = loadConfig({
    env,
    flags: { dataDir: join(root, 'data') },
    platform: process.platform,
    homedir: homedir(),
  })
  hub = await createHub(config, { host: 'node', log: silentLogger })
  at = await hub.listen(0)
  ada = await hub.services.profiles.default()
  bob = await hub.services.profiles.create('Bob')
})
afterAll(async () => {
  await hub?.stop()
  rmSync(root, { recursive: true, force: true })
})

const token = async (person: Profile) =>
  (await hub.services.tokens.mint({ userId: person.id, days: 1, label: 'test' })).token
const bearer = (value: string): [string, string][] => [['Authorization', `Bearer ${value}`]]
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const call = (name: string, args: unknown, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})

describe('the list', () => {
  it('shows every tool to nobody in particular, sorted', async () => {
    const names = (await bare(at.port, list)).json.result.tools.map((tool) => tool.name)
    expect(names).toEqual([...names].sort())
    expect(names).toEqual(expect.arrayContaining(['get_genetic_data', 'query_health_indicators', 'who_asks']))
  })

  it('leaves out what a person without data could only hear "no data" from', async () => {
    const names = (await bare(at.port, list, bearer(await token(ada)))).json.result.tools.map((tool) => tool.name)
    expect(names).toContain('who_asks')
    expect(names).not.toContain('query_health_indicators')
    expect(names).not.toContain('get_genetic_data')
  })
})

describe('a call', () => {
  it('of a vocabulary tool needs nobody', async () => {
    const args = { value: 180, from_unit: '[lb_av]', to_unit: 'kg' }
    const { structuredContent } = (await bare(at.port, call('convert_unit', args))).json.result
    expect(Number(structuredContent.value)).toBeCloseTo(81.6466, 3)
  })

  it('of a person’s tool needs the person', async () => {
    const answer = await bare(at.port, call('query_health_indicators', {}))
    const metadata = `${at.url}/.well-known/oauth-protected-resource/mcp`
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([
      401,
      `Bearer resource_metadata="${metadata}", scope="mcp:read"`,
    ])
    expect(answer.json.error.message).toContain('mirohub token')
  })

  it('is not gated by data: an empty account hears what it holds', async () => {
    const answer = await bare(at.port, call('query_health_indicators', {}), bearer(await token(ada)))
    expect(answer.json.result).toMatchObject({ isError: false, structuredContent: { success: true, indicators: {} } })
  })

  it('is refused at once when the token is revoked', async () => {
    const { token: value, view } = await hub.services.tokens.mint({ userId: ada.id, days: 1, label: '' })
    expect((await bare(at.port, list, bearer(value))).status).toBe(200)
    await hub.services.tokens.revoke(ada.id, view.id)
    expect((await bare(at.port, list, bearer(value))).status).toBe(401)
  })

  it('speaks for the token’s person and nobody that the arguments name', async () => {
    const forged = { value: 'x', user_info: { user_id: bob.publicId } }
    const answer = await bare(at.port, call('who_asks', forged), bearer(await token(ada)))
    expect(JSON.stringify(answer.json)).not.toContain(bob.publicId)
  })
})

it('two people’s interleaved calls with equal ids never cross', async () => {
  const tokens = { ada: await token(ada), bob: await token(bob) }
  const ask = async (person: 'ada' | 'bob', id: number) => {
    const answer = await bare(at.port, call('who_asks', { value: `${person}-${id}` }, id), bearer(tokens[person]))
    return [answer.json.id, answer.json.result.structuredContent.value, answer.json.result.structuredContent.user]
  }
  for (let round = 0; round < 3; round++) {
    const ids = Array.from({ length: 10 }, (_, step) => round * 10 + step)
    const answers = await Promise.all(ids.flatMap((id) => [ask('ada', id), ask('bob', id)]))
    expect(answers).toEqual(
      ids.flatMap((id) => [
        [id, `ada-${id}`, ada.publicId],
        [id, `bob-${id}`, bob.publicId],
      ]),
    )
  }
})

it('a modern client lists and calls with its token, and is named in the audit and to its person alone', async () => {
  const client = new Client({ name: 'Audited Client', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const requestInit = { headers: { Authorization: `Bearer ${await token(bob)}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(at.mcp), { requestInit }))
  try {
    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
    const result = await client.callTool({ name: 'who_asks', arguments: { value: 'secret-canary' } })
    expect(result.structuredContent).toEqual({ success: true, value: 'secret-canary', user: bob.publicId })
  } finally {
    await client.close()
  }
  const heard = hub.services.clientActivity.list(bob.id).find(({ name }) => name === 'Audited Client')
  expect(heard).toMatchObject({ version: '1', via: 'http', credential: 'token', credentialLabel: 'test' })
  expect(hub.services.clientActivity.list(ada.id).map(({ name }) => name)).not.toContain('Audited Client')
  // Rows are written behind the answers, a few at a time.
  const rows = () => hub.services.db.query('select * from audit where user_id = $1 order by id', [bob.id])
  await expect
    .poll(async () => (await rows()).at(-1))
    .toMatchObject({ actor: 'mcp:Audited Client', tool: 'who_asks', ok: true })
  expect(JSON.stringify(await rows())).not.toContain('secret-canary')
})
