/** What the manager does when servers fail, fall silent, or the computer sleeps. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../../src-main/mcp-client/manager/clock.ts'
import {
  closeManager,
  echo,
  entryOf,
  failing,
  listingOf,
  type ManagerBed,
  never,
  openManager,
  program,
  remote,
} from './manager-bed.ts'

let bed: ManagerBed
beforeEach(() => {
  bed = openManager()
})
afterEach(() => closeManager(bed))

describe('failing and coming back', () => {
  it('a crash loop is tried after 1, 2, 4 and 8 seconds, then parked; others do not notice', async () => {
    const [loop, good] = [entryOf(), entryOf()]
    bed.script(loop.id, failing('exited'))
    bed.manager.startAll([loop, good])
    const spawned: number[] = []
    for (let second = 0; second < 600; second++) {
      await bed.pass(1_000)
      spawned.push(bed.of(loop.id).length)
    }
    expect([spawned[0], spawned[1], spawned[3], spawned[7], spawned[15], spawned.at(-1)]).toEqual([2, 2, 3, 4, 5, 5])
    expect(bed.manager.status(loop.id)).toMatchObject({ state: 'parked', fault: { code: 'exited' } })
    expect(bed.of(good.id)).toHaveLength(1)
    const refused = await bed.manager.call(loop.id, echo)
    expect(refused).toMatchObject({
      ok: false,
      fault: { code: 'exited', hint: { en: expect.stringContaining('by hand') } },
    })
    expect(await bed.manager.start(loop.id)).toMatchObject({ state: 'parked' })
    expect(bed.of(loop.id)).toHaveLength(6)
  })

  it('a server that dies while it is ready is started again, and its list is stale meanwhile', async () => {
    const entry = entryOf()
    bed.manager.startAll([entry])
    await bed.pass(0)
    bed.last(entry.id).die('exited')
    await bed.pass(0)
    expect(bed.manager.status(entry.id)).toMatchObject({
      state: 'failed',
      pid: null,
      era: null,
      retryAt: '2026-05-01T10:00:01.000Z',
    })
    expect(bed.manager.listing(entry.id)).toMatchObject({ stale: true, listing: { tools: [{ name: 'echo' }] } })
    await bed.pass(1_000)
    expect(bed.manager.status(entry.id)).toMatchObject({ state: 'ready', retryAt: null, fault: null })
    expect(bed.manager.listing(entry.id)).toMatchObject({ stale: false })
    expect(bed.of(entry.id).map(({ closes }) => closes)).toEqual([1, 0])
  })

  it('is tried again though timers fire a millisecond early, as those of node do', async () => {
    const early = openManager({ ...systemClock, after: (ms, work) => systemClock.after(Math.max(1, ms - 1), work) })
    const entry = entryOf()
    early.script(entry.id, failing('exited'))
    early.manager.startAll([entry])
    await early.pass(60_000)
    expect(early.manager.status(entry.id).state).toBe('parked')
    await early.manager.close()
  })

  it('shows the list of the last run, stale, before the server has answered', async () => {
    const entry = entryOf(program, { enabled: false })
    bed.stored.set(entry.id, { ...listingOf('old'), listedAt: '2026-04-01T00:00:00.000Z' })
    bed.manager.startAll([entry])
    await bed.pass(0)
    expect(bed.manager.listing(entry.id)).toMatchObject({ stale: true, listing: { tools: [{ name: 'old' }] } })
    expect(bed.manager.status(entry.id).lastAnswerAt).toBe('2026-04-01T00:00:00.000Z')
  })

  it('ends the connection that never finishes its handshake, and a late success of it', async () => {
    const entry = entryOf()
    const late = Promise.withResolvers<void>()
    bed.script(entry.id, () => late.promise)
    bed.manager.startAll([entry])
    await bed.pass(30_000)
    expect(bed.manager.status(entry.id)).toMatchObject({ fault: { code: 'timeout' } })
    await bed.manager.stop(entry.id)
    late.resolve()
    await bed.pass(0)
    expect(bed.open()).toBe(0)
  })

  it('a list that never comes ends the start', async () => {
    const entry = entryOf()
    bed.script(entry.id, (connection) => {
      connection.listing = never
      return undefined
    })
    bed.manager.startAll([entry])
    await bed.pass(19_999)
    expect(bed.manager.status(entry.id).state).toBe('starting')
    await bed.pass(1)
    expect(bed.manager.status(entry.id)).toMatchObject({ state: 'failed', fault: { code: 'timeout' } })
    expect(bed.of(entry.id)[0]?.closes).toBe(1)
  })

  it('a remote server is pinged after five silent minutes; one that is dead is connected again', async () => {
    const entry = entryOf(remote)
    bed.manager.startAll([entry])
    await bed.pass(0)
    const first = bed.last(entry.id)
    await bed.pass(299_000)
    expect(first.pings).toBe(0)
    await bed.pass(1_000)
    expect(first.pings).toBe(1)
    expect(bed.manager.status(entry.id)).toMatchObject({ state: 'ready', lastAnswerAt: '2026-05-01T10:05:00.000Z' })
    first.pong = never
    await bed.pass(300_000 + 20_000)
    expect(first.pings).toBe(2)
    expect(bed.manager.status(entry.id).state).toBe('failed')
    await bed.pass(1_000)
    expect(bed.manager.status(entry.id).state).toBe('ready')
    expect(bed.of(entry.id)).toHaveLength(2)
  })

  it('after sleep: dead connections are made again without blame, good ones and child processes stay', async () => {
    const [dead, good, child] = [entryOf(remote), entryOf(remote), entryOf()]
    bed.manager.startAll([dead, good, child])
    await bed.pass(0)
    bed.last(dead.id).pong = never
    bed.manager.reconnectAll()
    await bed.pass(5_000)
    expect([dead, good, child].map(({ id }) => bed.of(id).length)).toEqual([2, 1, 1])
    expect([dead, good, child].map(({ id }) => bed.manager.status(id).state)).toEqual(['ready', 'ready', 'ready'])
    expect(bed.last(child.id).pings).toBe(0)
  })

  it('after the network is back, a remote server that was parked for it is tried once', async () => {
    const entry = entryOf(remote)
    bed.script(entry.id, failing('unreachable'))
    bed.manager.startAll([entry])
    await bed.pass(60_000)
    expect(bed.manager.status(entry.id).state).toBe('parked')
    bed.script(entry.id, () => undefined)
    bed.manager.reconnectAll()
    await bed.pass(5_000)
    expect(bed.manager.status(entry.id).state).toBe('ready')
  })
})
