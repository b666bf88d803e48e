/** Somebody leaves the hub. The faults looked for: a row of theirs that stays, a row of another's that goes. */
import { randomUUID } from 'node:crypto'
import { is } from 'drizzle-orm'
import { getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as schema from '../../../src-main/db/schema.ts'
import { type Household, openHousehold } from './household.ts'

let home: Household
beforeAll(async () => {
  home = await openHousehold()
})
afterAll(() => home?.close())

const personal = Object.values(schema)
  .filter((value) => is(value, PgTable))
  .map((table) => getTableConfig(table))
  .filter(({ columns }) => columns.some(({ name }) => name === 'user_id'))

const CHECKED: Readonly<Record<string, string>> = {
  way: 'sends',
  state: 'done',
  role: 'user',
}

/** A value that the column takes; texts that a check holds to a list are named. */
function valueFor(table: string, column: PgColumn, userId: number): unknown {
  if (column.name === 'user_id') return userId
  if (table === 'share' && column.dataType === 'string') return 'read'
  const type = column.getSQLType()
  if (type.endsWith('[]')) return '{}'
  if (type === 'uuid') return randomUUID()
  if (type.startsWith('timestamp')) return '2026-03-01T12:00:00Z'
  if (type === 'date') return '2026-03-01'
  if (type === 'boolean') return false
  if (type === 'jsonb') return '{}'
  if (type === 'bytea') return Buffer.from([1])
  if (type === 'text') return CHECKED[column.name] ?? 'x'
  return 1
}

/** Where an import prepares days before it publishes them: tables that the schema of the code does not list. */
const STAGED = ['daily_next', 'month_digest_next', 'sleep_night_next'] as const

async function putRow(
  { name, columns }: (typeof personal)[number],
  userId: number,
  given: Record<string, unknown> = {},
) {
  const needed = columns.filter(
    (column) => column.notNull && !column.hasDefault && column.generatedIdentity === undefined,
  )
  const row = { ...Object.fromEntries(needed.map((c) => [c.name, valueFor(name, c, userId)])), ...given }
  const names = Object.keys(row)
  const marks = names.map((_name, at) => `$${at + 1}`)
  await home.db.query(`insert into ${name} (${names}) values (${marks})`, Object.values(row))
}

const rowsOf = async (table: string, where: string) =>
  (await home.db.query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`))[0]?.n

describe('removing a person', () => {
  it('empties every table for this person and for nobody else, and counts', async () => {
    const ada = await home.profiles.default()
    const bob = await home.profiles.create('Bob')
    const cleo = await home.profiles.create('Cleo')
    for (const table of personal) {
      for (const person of [ada, bob]) {
        await putRow(table, person.id, {
          ...(table.name === 'share' ? { viewer_id: cleo.id } : {}),
          ...(table.name === 'personal_url' ? { subject_id: person.id } : {}),
          ...(table.name === 'agent_file' ? { path: '/a.txt', content: 'x' } : {}),
          ...(table.name === 'oauth_grant' ? { granted_by: person.id, id: `grant-of-${person.id}` } : {}),
        })
      }
    }
    for (const table of STAGED) {
      const [same] = personal.filter(({ name }) => `${name}_next` === table)
      if (same === undefined) throw new Error(`no table that ${table} becomes`)
      await putRow({ ...same, name: table }, bob.id)
    }
    const before = personal.length + STAGED.length + 1

    expect(await home.removal.remove({ publicId: bob.publicId, name: 'Bob' })).toEqual({ removedRows: before })
    for (const { name } of personal) {
      expect(await rowsOf(name, `user_id = ${bob.id}`), `${name} of Bob`).toBe(0)
      expect(await rowsOf(name, `user_id = ${ada.id}`), `${name} of Ada`).toBe(1)
    }
    for (const name of STAGED) expect(await rowsOf(name, `user_id = ${bob.id}`), name).toBe(0)
    expect(await home.profiles.get(bob.id)).toBeNull()
    expect(await home.profiles.byPublicId(bob.publicId)).toBeNull()
    expect(home.stopped).toEqual([bob.id])
  })

  it('takes what leads to them from other people’s rows: shares, addresses, apps and their tokens', async () => {
    const ada = await home.profiles.default()
    const dan = await home.profiles.create('Dan')
    const eve = await home.profiles.create('Eve')
    const read = { chat: 'read', health: 'read', genetics: 'read' } as const
    await home.sharing.set(dan.id, eve.id, read)
    await home.sharing.set(eve.id, dan.id, read)
    for (const person of [dan, eve]) await home.profiles.update(person.id, { personalUrls: true })
    const [toDan, toEve, evesOwn] = [
      await home.personalUrls.ensure(eve.id, dan.id),
      await home.personalUrls.ensure(dan.id, eve.id),
      await home.personalUrls.ensure(eve.id, eve.id),
    ]
    const [grantTable] = personal.filter(({ name }) => name === 'oauth_grant')
    if (grantTable === undefined) throw new Error('no table oauth_grant')
    await putRow(grantTable, dan.id, { id: 'grant-dan', granted_by: dan.id })
    await putRow(grantTable, eve.id, { id: 'grant-eve-by-dan', granted_by: dan.id })
    await putRow(grantTable, eve.id, { id: 'grant-eve', granted_by: eve.id })
    await home.db.query(
      `insert into oauth_client (id, kind, person_id, name, metadata, created_at)
       values ('own-of-dan', 'own', $1, 'x', '{}', now()), ('shared', 'registered', null, 'x', '{}', now())`,
      [dan.id],
    )
    const item = (hash: string, grant: string | null, payload: object) =>
      home.db.query('insert into oauth_item (kind, id_hash, grant_id, payload) values ($1, $2, $3, $4)', [
        'AccessToken',
        Buffer.from(hash),
        grant,
        JSON.stringify(payload),
      ])
    await item('1', 'grant-dan', {})
    await item('2', 'grant-eve-by-dan', { accountId: eve.publicId })
    await item('3', null, { clientId: 'own-of-dan' })
    await item('4', null, { accountId: dan.publicId })
    await item('5', 'grant-eve', { accountId: eve.publicId, clientId: 'shared' })

    await home.removal.remove({ publicId: dan.publicId, name: 'Dan' })
    expect(await rowsOf('share', `user_id in (${dan.id}, ${eve.id})`)).toBe(0)
    expect(await home.personalUrls.resolve(toDan.secret)).toBeNull()
    expect(await home.personalUrls.resolve(toEve.secret)).toBeNull()
    expect(await home.personalUrls.resolve(evesOwn.secret)).not.toBeNull()
    expect(await rowsOf('personal_url_secret', 'true')).toBe(1)
    expect(await home.db.query("select convert_from(id_hash, 'UTF8') as hash from oauth_item")).toEqual([{ hash: '5' }])
    expect(await home.db.query('select id from oauth_client')).toEqual([{ id: 'shared' }])
    expect(await home.db.query('select id from oauth_grant where user_id <> $1', [ada.id])).toEqual([
      { id: 'grant-eve' },
    ])
  })

  it('is refused for the first person, for a name that is not theirs, and for nobody; nothing goes then', async () => {
    const ada = await home.profiles.default()
    const fay = await home.profiles.create('Fay')
    home.stopped.length = 0
    await expect(home.removal.remove({ publicId: ada.publicId, name: ada.name })).rejects.toMatchObject({
      code: 'default_profile',
    })
    for (const name of ['fay', '', 'Fay Fay', ada.name]) {
      await expect(home.removal.remove({ publicId: fay.publicId, name })).rejects.toMatchObject({ code: 'wrong_name' })
    }
    await expect(home.removal.remove({ publicId: randomUUID(), name: 'Fay' })).rejects.toMatchObject({
      code: 'unknown_profile',
    })
    expect(home.stopped).toEqual([])
    expect(await home.profiles.get(fay.id)).not.toBeNull()
  })

  it('leaves everything where it cannot finish', async () => {
    const gil = await home.profiles.create('Gil')
    await home.db.query(`insert into tool_switch (user_id, tool, enabled) values ($1, 'x', true)`, [gil.id])
    await home.db.query(
      `create function refuse_removal() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$`,
    )
    await home.db.query('create trigger refuse before delete on profile for each row execute function refuse_removal()')
    try {
      await expect(home.removal.remove({ publicId: gil.publicId, name: 'Gil' })).rejects.toThrow()
    } finally {
      await home.db.query('drop trigger refuse on profile')
    }
    expect(await rowsOf('tool_switch', `user_id = ${gil.id}`)).toBe(1)
    expect(await home.profiles.get(gil.id)).not.toBeNull()
  })
})
