/** How often a person's switches are read: never for a call alone where nobody else can change them. */
import { expect, it } from 'vitest'
import type { Row } from '../../../src-main/db/database.ts'
import { createToolSwitches } from '../../../src-main/registry/switches.ts'

function table(engine?: 'embedded' | 'server') {
  let rows: Row[] = [{ tool: 'old' }]
  let reads = 0
  const query = async <T extends Row>(text: string) => {
    if (!text.startsWith('select')) rows = [{ tool: 'new' }]
    else reads++
    return rows as T[]
  }
  return { db: { query, ...(engine && { engine }) }, reads: () => reads }
}

it('reads them once where this process owns the database, and again after a change', async () => {
  let now = 0
  const { db, reads } = table('embedded')
  const switches = createToolSwitches(db, () => now)
  expect([...(await switches.off(1))]).toEqual(['old'])
  now = 3_600_000
  expect([...(await switches.off(1))]).toEqual(['old'])
  expect(reads()).toBe(1)
  await switches.set(1, 'new', false)
  expect([...(await switches.off(1))]).toEqual(['new'])
  expect(reads()).toBe(2)
})

it('reads them anew on a server, where another hub may have changed them', async () => {
  let now = 0
  const { db, reads } = table('server')
  const switches = createToolSwitches(db, () => now)
  await switches.off(1)
  now = 3_000
  await switches.off(1)
  expect(reads()).toBe(2)
})
