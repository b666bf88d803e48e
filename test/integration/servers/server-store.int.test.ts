/** Servers in a real database: what is kept, for whom, and what one unreadable row costs. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultSettings, noValues } from '../../../src-main/mcp-client/model/server-entry.ts'
import type { ServerListing } from '../../../src-main/mcp-client/model/server-status.ts'
import { fingerprintOf } from '../../../src-main/mcp-client/trust/fingerprint.ts'
import { newServer, openStoreBed, program, type StoreBed } from './store-bed.ts'

let bed: StoreBed
let person = 0
beforeAll(async () => {
  bed = await openStoreBed()
})
afterAll(() => bed.close())
const nextPerson = () => ++person

const listing = (description: string): ServerListing => ({
  tools: [{ name: 'echo', description, inputSchema: { type: 'object', properties: {} } }],
  resources: [],
  templates: [],
  prompts: [],
  serverInfo: { name: 'fake', version: '1' },
  instructions: null,
  capabilities: { tools: {} },
  listedAt: '2026-05-01T10:00:00.000Z',
  cache: null,
})

describe('entries', () => {
  it('a new server is off and not approved, whatever its entry said (issue 44)', async () => {
    const user = nextPerson()
    const sent = { ...newServer(), enabled: true, approved: { fingerprint: 'x' } }
    const entry = await bed.store.add(user, sent)
    expect(entry).toMatchObject({ slug: 'notes', enabled: false, approved: null, position: 0, userId: user })
    expect(await bed.store.list(user)).toEqual([entry])
  })

  it('servers added at the same time have different slugs and places, and values that open again', async () => {
    const user = nextPerson()
    bed.keys.clear()
    const values = (n: number) => ({ ...noValues, env: { KEY: `value ${n}` } })
    const added = await Promise.all(
      [0, 1, 2, 3, 4].map((n) => bed.store.add(user, newServer({ target: program([], ['KEY']), values: values(n) }))),
    )
    expect(added.map(({ slug }) => slug).toSorted()).toEqual(['notes', 'notes-2', 'notes-3', 'notes-4', 'notes-5'])
    expect(added.map(({ position }) => position).toSorted()).toEqual([0, 1, 2, 3, 4])
    for (const [n, entry] of added.entries()) expect(await bed.store.values(entry)).toEqual(values(n))
  })

  it('nobody reads, changes, approves or removes the server of another person', async () => {
    const [owner, other] = [nextPerson(), nextPerson()]
    const { id, target } = await bed.store.add(owner, newServer())
    expect(await bed.store.get(other, id)).toBeNull()
    expect(await bed.store.list(other)).toEqual([])
    await expect(bed.store.update(other, id, { enabled: true })).rejects.toMatchObject({ code: 'unknown_server' })
    await expect(bed.store.approve(other, id, fingerprintOf(target))).rejects.toMatchObject({ code: 'unknown_server' })
    await expect(bed.store.setTools(other, id, [{ name: 'echo' }])).rejects.toMatchObject({ code: 'unknown_server' })
    expect(await bed.store.remove(other, id)).toBe(false)
    expect(await bed.store.get(owner, id)).toMatchObject({ enabled: false, approved: null })
  })

  it('the 201st server of a person is refused', async () => {
    const user = nextPerson()
    await bed.db.query(
      `insert into mcp_server (user_id, id, slug, name, origin, target, settings, enabled, position, created_at, changed_at)
       select $1, gen_random_uuid(), 's' || n, 's', '{"kind":"form"}', '{}', '{}', false, n, now(), now()
       from generate_series(1, 199) n`,
      [user],
    )
    await bed.store.add(user, newServer())
    await expect(bed.store.add(user, newServer())).rejects.toMatchObject({ code: 'too_many' })
  })

  it('text that no database keeps is refused by its place, without quoting a value', async () => {
    const wrong = newServer({ target: program(['a\0b']), values: { ...noValues, env: { KEY: 'hunter2' } } })
    const failure = await bed.store.add(nextPerson(), wrong).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'bad_entry', message: expect.stringContaining('target.args.0') })
    expect(JSON.stringify(failure)).not.toContain('hunter2')
  })

  it('another hub on the same database sees a change within two seconds', async () => {
    const user = nextPerson()
    const second = bed.open()
    const { id } = await bed.store.add(user, newServer())
    expect(await second.get(user, id)).toMatchObject({ name: 'Notes' })
    await bed.store.update(user, id, { name: 'Papers' })
    bed.passMs(2_000)
    expect(await second.get(user, id)).toMatchObject({ name: 'Papers' })
  })

  it('a move is no change of the server; a new name is', async () => {
    const user = nextPerson()
    const before = await bed.store.add(user, newServer())
    bed.passMs(60_000)
    expect((await bed.store.update(user, before.id, { position: 7 })).changedAt).toEqual(before.changedAt)
    const renamed = await bed.store.update(user, before.id, { name: 'Other' })
    expect(renamed.changedAt.getTime() - before.changedAt.getTime()).toBe(60_000)
    expect(renamed.position).toBe(7)
  })
})

describe('a row that cannot be read', () => {
  it.each([
    ['target', { kind: 'stdio', command: 7 }],
    ['settings', { policy: 'everything' }],
    ['origin', { kind: 'dream' }],
  ])('costs its own server only, which says so (%s)', async (column, value) => {
    const user = nextPerson()
    const good = await bed.store.add(user, newServer())
    const bad = await bed.store.add(user, newServer())
    await bed.store.approve(user, bad.id, fingerprintOf(bad.target))
    await bed.db.query(`update mcp_server set ${column} = $1 where id = $2`, [JSON.stringify(value), bad.id])
    bed.store.forgetAll()
    const entries = await bed.store.list(user)
    expect(entries[0]).toEqual(good)
    expect(entries[1]).toMatchObject({
      id: bad.id,
      approved: null,
      damage: { code: 'bad_entry', details: [`mcp_server.${column}`] },
    })
  })

  it('is mended by saving it again', async () => {
    const user = nextPerson()
    const { id } = await bed.store.add(user, newServer())
    await bed.db.query(`update mcp_server set target = '{}' where id = $1`, [id])
    bed.store.forgetAll()
    const mended = await bed.store.update(user, id, { target: program() })
    expect(mended).toMatchObject({ target: { command: 'node' } })
    expect(mended.damage).toBeUndefined()
  })

  it('lacks a setting that came later: it has the default', async () => {
    const user = nextPerson()
    const { id } = await bed.store.add(user, newServer())
    await bed.db.query(`update mcp_server set settings = '{"policy":"block"}' where id = $1`, [id])
    bed.store.forgetAll()
    expect((await bed.store.get(user, id))?.settings).toEqual({ ...defaultSettings, policy: 'block' })
  })
})

describe('approval (CVE-2025-54136, security X3)', () => {
  it('is for what was shown and is refused when that is another now', async () => {
    const user = nextPerson()
    const shown = await bed.store.add(user, newServer())
    await bed.store.update(user, shown.id, { target: program(['evil.mjs']) })
    await expect(bed.store.approve(user, shown.id, fingerprintOf(shown.target))).rejects.toMatchObject({
      code: 'changed',
    })
    expect((await bed.store.get(user, shown.id))?.approved).toBeNull()
  })

  it('keeps what was approved for the difference, and a new target does not inherit it', async () => {
    const user = nextPerson()
    const shown = await bed.store.add(user, newServer())
    await bed.store.approve(user, shown.id, fingerprintOf(shown.target))
    const changed = await bed.store.update(user, shown.id, { target: program(['evil.mjs']) })
    expect(changed.approved?.target).toEqual(shown.target)
    expect(changed.approved?.fingerprint).not.toBe(fingerprintOf(changed.target))
  })
})

describe('values', () => {
  const values = { env: { TOKEN: 's3cret-env' }, headers: {}, bearer: 's3cret-bearer', clientSecret: null }

  it('are in no column in readable form, and do not open in another row', async () => {
    const user = nextPerson()
    const one = await bed.store.add(user, newServer({ values }))
    const two = await bed.store.add(user, newServer({ values }))
    expect(await bed.store.values(one)).toEqual(values)
    const [row] = await bed.db.query<{ text: string; raw: string }>(
      `select to_jsonb(s)::text as text, encode(sealed, 'escape') as raw from mcp_server s where id = $1`,
      [one.id],
    )
    expect(`${row?.text}${row?.raw}`).not.toContain('s3cret')
    await bed.db.query('update mcp_server set sealed = (select sealed from mcp_server where id = $1) where id = $2', [
      one.id,
      two.id,
    ])
    await expect(bed.store.values(two)).rejects.toMatchObject({ name: 'ServerError', code: 'values_sealed' })
  })

  it('say that the keychain is locked, and a server without any needs no keychain', async () => {
    const user = nextPerson()
    const secret = await bed.store.add(user, newServer({ values }))
    bed.lock(true)
    try {
      await expect(bed.store.values(secret)).rejects.toMatchObject({ code: 'values_sealed' })
      const plain = await bed.store.add(user, newServer())
      expect(await bed.store.values(plain)).toEqual(noValues)
    } finally {
      bed.lock(false)
    }
    expect(await bed.store.values(secret)).toEqual(values)
  })
})

describe('what was listed and negotiated', () => {
  it('is kept for the target it came from and not for another', async () => {
    const user = nextPerson()
    const before = await bed.store.add(user, newServer())
    await bed.store.setListing(before, listing('says it back'))
    await bed.store.setEra(before, { era: 'modern' })
    expect(await bed.store.listing(before)).toEqual(listing('says it back'))
    expect(await bed.store.era(before)).toEqual({ era: 'modern' })

    const after = await bed.store.update(user, before.id, { target: program(['other.mjs']) })
    expect(await bed.store.listing(after)).toBeNull()
    expect(await bed.store.era(after)).toBeNull()
    // The old process answers late.
    await bed.store.setListing(before, listing('of the old one'))
    expect(await bed.store.listing(after)).toBeNull()
  })

  it('comes back whole though it holds U+0000 and half a surrogate pair, which jsonb refuses', async () => {
    const entry = await bed.store.add(nextPerson(), newServer())
    await bed.store.setListing(entry, listing('nul \0 half \ud800 end'))
    expect((await bed.store.listing(entry))?.tools[0]?.description).toBe('nul \0 half \ud800 end')
  })

  it('is none when it cannot be read, or would be larger than 4 MiB', async () => {
    const entry = await bed.store.add(nextPerson(), newServer())
    await bed.store.setListing(entry, listing('x'.repeat(5_000_000)))
    expect(await bed.store.listing(entry)).toBeNull()
    await bed.db.query(`update mcp_server set listing = '{"tools":7}' where id = $1`, [entry.id])
    expect(await bed.store.listing(entry)).toBeNull()
  })
})

describe('decisions about tools', () => {
  const tool = { name: 'echo', description: 'nul \0', inputSchema: { type: 'object' as const } }

  it('change only what is named, and the pin comes back exactly', async () => {
    const user = nextPerson()
    const { id } = await bed.store.add(user, newServer())
    await bed.store.setTools(user, id, [{ name: 'echo', pinned: tool, preset: { a: 1 } }, { name: 'add' }])
    await bed.store.setTools(user, id, [{ name: 'echo', policy: 'ask', enabled: undefined }])
    expect(await bed.store.tools(user, id)).toEqual([
      { name: 'add', alias: null, pinned: null, enabled: true, policy: null, preset: {} },
      { name: 'echo', alias: null, pinned: tool, enabled: true, policy: 'ask', preset: { a: 1 } },
    ])
  })

  it('2,500 of them are written in one go; a name that no column takes stays new', async () => {
    const user = nextPerson()
    const { id } = await bed.store.add(user, newServer())
    const many = Array.from({ length: 2_500 }, (_, n) => ({ name: `tool-${n}`, enabled: false }))
    await bed.store.setTools(user, id, [...many, { name: 'a\0b', enabled: false }])
    expect(await bed.store.tools(user, id)).toHaveLength(2_500)
  })

  it('a pin that cannot be read is none (security X3)', async () => {
    const user = nextPerson()
    const { id } = await bed.store.add(user, newServer())
    await bed.store.setTools(user, id, [{ name: 'echo', pinned: tool }])
    await bed.db.query(`update mcp_tool set pinned = '{"name":1}' where server_id = $1`, [id])
    bed.store.forgetAll()
    expect(await bed.store.tools(user, id)).toMatchObject([{ name: 'echo', pinned: null }])
  })

  it('go with the server, as its logins and blocks do', async () => {
    const user = nextPerson()
    const { id } = await bed.store.add(user, newServer())
    await bed.store.setTools(user, id, [{ name: 'echo' }])
    await bed.db.query(
      `insert into mcp_login (user_id, server_id, issuer, sealed, changed_at) values ($1, $2, 'i', '', now())`,
      [user, id],
    )
    await bed.db.query(`insert into agent_tool_block (user_id, agent, server_id, tool) values ($1, 'QUICK', $2, '*')`, [
      user,
      id,
    ])
    expect(await bed.store.remove(user, id)).toBe(true)
    for (const table of ['mcp_tool', 'mcp_login', 'agent_tool_block', 'mcp_server']) {
      expect(await bed.db.query(`select 1 from ${table} where user_id = $1`, [user])).toEqual([])
    }
    expect(await bed.store.remove(user, randomUUID())).toBe(false)
  })
})
