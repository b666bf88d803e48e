/** Stopping works in every state of a server, and leaves nothing. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeManager, echo, entryOf, failing, type ManagerBed, never, openManager } from './manager-bed.ts'

let bed: ManagerBed
beforeEach(() => {
  bed = openManager()
})
afterEach(() => closeManager(bed))

describe('stopping', () => {
  it('works while the server is starting: nothing is left (row 12)', async () => {
    const entry = entryOf()
    bed.script(entry.id, never)
    bed.manager.startAll([entry])
    await bed.pass(100)
    expect(await bed.manager.stop(entry.id)).toMatchObject({ state: 'stopped', fault: null })
    await bed.pass(600_000)
    expect(bed.of(entry.id)).toHaveLength(1)
    expect(bed.manager.status(entry.id).state).toBe('stopped')
  })

  it('works while it waits for its turn, for its next try, and when it is parked', async () => {
    const hung = Array.from({ length: 40 }, () => entryOf())
    for (const { id } of hung) bed.script(id, never)
    bed.manager.startAll(hung)
    const waiting = hung.at(-1)?.id ?? ''
    expect(await bed.manager.stop(waiting)).toMatchObject({ state: 'stopped' })

    const failed = entryOf()
    bed.script(failed.id, failing('exited'))
    bed.manager.startAll([failed])
    void bed.manager.start(failed.id)
    await bed.pass(750)
    expect(bed.manager.status(failed.id).state).toBe('failed')
    expect(await bed.manager.stop(failed.id)).toMatchObject({ state: 'stopped', retryAt: null })
    await bed.pass(10_000)
    expect([bed.of(waiting).length, bed.of(failed.id).length]).toEqual([0, 1])
  })

  it('lets calls that run end for two seconds, then ends them', async () => {
    const entry = entryOf()
    bed.manager.startAll([entry])
    await bed.pass(0)
    const connection = bed.last(entry.id)
    connection.answer = ({ tool }) =>
      new Promise((resolve) =>
        setTimeout(() => resolve({ result: { content: [] } }), tool === 'quick' ? 1_000 : 60_000),
      )
    const quick = bed.manager.call(entry.id, { ...echo, tool: 'quick' })
    const slow = bed.manager.call(entry.id, { ...echo, tool: 'slow' })
    await bed.pass(0)
    const stopped = bed.manager.stop(entry.id)
    await bed.pass(1_500)
    expect(await quick).toMatchObject({ ok: true })
    expect(connection.closes).toBe(0)
    await bed.pass(500)
    expect(await slow).toMatchObject({ ok: false, fault: { code: 'not_running' } })
    await stopped
    expect(connection.closes).toBe(1)
  })

  it('a server that hangs in its close delays nobody, and its own restart by twelve seconds at most', async () => {
    const [hung, other] = [entryOf(), entryOf()]
    bed.manager.startAll([hung, other])
    await bed.pass(0)
    bed.last(hung.id).closing = never
    const restarted = bed.manager.restart(hung.id)
    expect(await bed.manager.restart(other.id)).toMatchObject({ state: 'ready' })
    await bed.pass(11_000)
    expect(bed.of(hung.id)).toHaveLength(1)
    await bed.pass(1_000)
    expect(await restarted).toMatchObject({ state: 'ready' })
    expect(bed.manager.logs(hung.id).map(({ text }) => text)).toContain(
      'It did not end within 12 s; it is left behind.',
    )
  })

  it('two processes of one server never run side by side', async () => {
    const entry = entryOf()
    bed.manager.startAll([entry])
    await bed.pass(0)
    bed.last(entry.id).closing = () => new Promise((resolve) => setTimeout(resolve, 4_000))
    const all = [bed.manager.restart(entry.id), bed.manager.restart(entry.id), bed.manager.restart(entry.id)]
    await bed.pass(3_999)
    expect(bed.of(entry.id)).toHaveLength(1)
    await bed.pass(10_000)
    expect((await Promise.all(all)).map(({ state }) => state)).toEqual(['ready', 'ready', 'ready'])
    expect(bed.open()).toBe(1)
  })

  it('a removed server is forgotten whole; nothing is told of it after', async () => {
    const entry = entryOf()
    bed.manager.startAll([entry])
    await bed.pass(0)
    const connection = bed.last(entry.id)
    await bed.manager.entryRemoved(entry.id)
    const told = bed.events.length
    connection.request.hooks.onListChanged('tools')
    connection.request.hooks.onAnswer()
    connection.die()
    await bed.pass(600_000)
    expect(bed.events).toHaveLength(told)
    expect(bed.manager.listing(entry.id)).toBeNull()
    expect(bed.manager.status(entry.id).state).toBe('stopped')
    expect(bed.of(entry.id)).toHaveLength(1)
  })

  it('closing ends what starts, what runs and what hangs, and nothing starts after', async () => {
    const entries = [entryOf(), entryOf(), entryOf()]
    const [ready, starting, hangs] = entries.map(({ id }) => id)
    bed.script(starting ?? '', never)
    bed.manager.startAll(entries)
    await bed.pass(0)
    bed.last(hangs ?? '').closing = never
    const closed = bed.manager.close()
    await bed.pass(9_000)
    await closed
    expect(bed.last(ready ?? '').closes).toBe(1)
    bed.manager.entryChanged(entryOf())
    expect(await bed.manager.start(ready ?? '')).toMatchObject({ state: 'stopped' })
    await bed.pass(600_000)
    expect(bed.open()).toBe(0)
  })
})
