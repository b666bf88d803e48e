/** What is said to be lost before a person is removed. The faults looked for: another's rows counted, undone ones too. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readHoldings } from '../../../src-main/profiles/person-holdings.ts'
import { type Household, openHousehold } from './household.ts'

let home: Household
beforeAll(async () => {
  home = await openHousehold()
})
afterAll(() => home?.close())

async function putFile(userId: number, imported: number, state: 'done' | 'removed'): Promise<void> {
  await home.db.query(
    `insert into import_file (user_id, job_id, name, format, size_bytes, state, is_sample, read, imported, duplicates,
       skipped, absent, summary, started_at)
     values ($1, $2, 'export.zip', 'apple-health', 1, $4, false, $3, $3, 0, 0, 0, '{}', now())`,
    [userId, randomUUID(), imported, state],
  )
}

it('counts what is the person’s own and still there', async () => {
  const bob = await home.profiles.create('Bob')
  const cleo = await home.profiles.create('Cleo')
  expect(await readHoldings(home.db, bob.id)).toEqual({ records: 0, files: 0, chats: 0, access: 0 })
  await putFile(bob.id, 3_000_000_000, 'done')
  await putFile(bob.id, 12, 'done')
  await putFile(bob.id, 500, 'removed')
  await putFile(cleo.id, 7, 'done')
  for (const [userId, label] of [
    [bob.id, 'a'],
    [bob.id, 'b'],
    [cleo.id, 'c'],
  ] as const) {
    await home.db.query(
      `insert into personal_url (user_id, id, subject_id, label, sealed, created_at, expires_at, revoked_at)
       values ($1, $2, $1, $3::text, '\\x01', now(), now() + interval '1 year', case when $3::text = 'b' then now() end)`,
      [userId, randomUUID(), label],
    )
  }
  expect(await readHoldings(home.db, bob.id)).toEqual({ records: 3_000_000_012, files: 2, chats: 0, access: 1 })
})
