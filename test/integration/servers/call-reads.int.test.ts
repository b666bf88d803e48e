/** A call of an external server asks nothing of the database, which may be busy for seconds with an import. */
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openServerBed, type ServerBed } from './hub-with-servers.ts'

let bed: ServerBed

beforeAll(async () => {
  bed = await openServerBed()
  await bed.until(await bed.addFake('Echo', 'stdio-server.mjs', 'good'), 'ready')
})
afterAll(async () => {
  vi.restoreAllMocks()
  await bed.close()
})

it('writes its audit row behind the answer, and that is all, however long the last call is ago', async () => {
  const user = { ...bed.person, language: 'en' }
  const call = () =>
    bed.hub.registry.invoke({ tool: 'echo__echo', args: { text: 'hi' }, caller: { actor: 'agent:deep', user } })
  expect(await call()).toMatchObject({ ok: true, success: true })
  // The first row of a process asks where the chain of rows was left.
  await expect.poll(() => bed.hub.services.db.query("select 1 from audit where tool = 'echo__echo'")).toHaveLength(1)

  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 3_600_000)
  for (let again = 0; again < 5; again++) expect(await call()).toMatchObject({ ok: true, success: true })
  const audited = () => asked.mock.calls.filter(([text]) => String(text).startsWith('insert into audit '))
  await expect.poll(() => audited().length).toBeGreaterThan(0)
  // Everything else that was asked meanwhile.
  expect(asked.mock.calls.filter(([text]) => !String(text).startsWith('insert into audit '))).toEqual([])
})
