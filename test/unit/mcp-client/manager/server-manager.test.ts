/** The manager with scripted connections on fake timers: what one server does, and what it must not do to others. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../../../src-main/mcp-client/manager/clock.ts'
import { defaultSettings, noValues } from '../../../../src-main/mcp-client/model/server-entry.ts'
import type { LogLine } from '../../../../src-main/mcp-client/model/server-status.ts'
import { entryOf, failure, listingOf, never, openManager, program, remote } from './manager-bed.ts'

type Bed = ReturnType<typeof openManager>
let bed: Bed
beforeEach(() => {
  bed = openManager()
})
afterEach(async () => {
  const closed = bed.manager.close()
  await bed.pass(60_000)
  await closed
  expect(bed.open(), 'connections left open').toBe(0)
  expect(vi.getTimerCount(), 'timers left').toBe(0)
  vi.useRealTimers()
})

const echo = { tool: 'echo', args: {} }
const failing = (code: Parameters<typeof failure>[0]) => () => Promise.reject(failure(code))

describe('starting', () => {
  it('returns at once, is ready after handshake and list, and says when it answered (rows 9, 11, 27)', async () => {
    const entry = entryOf()
    let list = (_: ReturnType<typeof listingOf>) => {}
    bed.script(entry.id, (connection) => {
      connection.listing = () => new Promise((resolve) => (list = resolve))
      return undefined
    })
    bed.manager.startAll([entry])
    expect(bed.manager.status(entry.id)).toMatchObject({ state: 'starting', lastAnswerAt: null })
    await bed.pass(5_000)
    // A handshake alone is no green light.
    expect(bed.manager.status(entry.id).state).toBe('starting')
    list(listingOf('echo', 'add'))
    await bed.pass(0)
    expect(bed.manager.status(entry.id)).toMatchObject({
      state: 'ready',
      era: 'modern',
      pid: 4_242,
      fault: null,
      lastAnswerAt: '2026-05-01T10:00:05.000Z',
    })
    expect(bed.manager.listing(entry.id)).toMatchObject({
      stale: false,
      listing: { tools: [{ name: 'echo' }, { name: 'add' }] },
    })
  })

  it('fifty servers, ten hung and ten dying: the good ones are ready within three seconds, eight at first (row 10)', async () => {
    const entries = Array.from({ length: 50 }, () => entryOf())
    // The worst order: the hung ones first.
    const [hung, dying, good] = [entries.slice(0, 10), entries.slice(10, 20), entries.slice(20)]
    for (const { id } of hung) bed.script(id, never)
    for (const { id } of dying) bed.script(id, failing('exited'))
    bed.manager.startAll(entries)
    await bed.pass(0)
    expect(bed.mostOpening()).toBe(8)
    await bed.pass(3_000)
    expect(good.map(({ id }) => bed.manager.status(id).state)).toEqual(good.map(() => 'ready'))
    expect(await bed.manager.call(good[0]?.id ?? '', echo)).toMatchObject({ ok: true })
    for (const { id } of hung) expect(bed.manager.status(id).state).toBe('starting')
    await bed.pass(60_000)
    for (const { id } of hung) expect(bed.manager.status(id)).toMatchObject({ fault: { code: 'timeout' } })
    for (const { id } of dying) expect(bed.manager.status(id).state).toBe('parked')
  })

  it('a hundred that hang are never more than 32 at once', async () => {
    const entries = Array.from({ length: 100 }, () => entryOf())
    for (const { id } of entries) bed.script(id, never)
    bed.manager.startAll(entries)
    await bed.pass(15_000)
    expect(bed.mostOpening()).toBe(32)
  })

  it('whom a person waits for goes before those that start by themselves', async () => {
    const entries = Array.from({ length: 40 }, () => entryOf())
    for (const { id } of entries) bed.script(id, never)
    bed.manager.startAll(entries)
    await bed.pass(0)
    const last = entries.at(-1)?.id ?? ''
    void bed.manager.start(last)
    expect(bed.of(last)).toHaveLength(0)
    await bed.pass(750)
    expect(bed.of(last)).toHaveLength(1)
  })

  it.each([
    ['not enabled', { enabled: false }, 'stopped'],
    ['not approved', { approved: null }, 'needs-approval'],
    ['another than approved (CVE-2025-54136, X3)', { target: { ...program, args: ['evil.mjs'] } }, 'needs-approval'],
    ['not approved and not enabled (row 44)', { approved: null, enabled: false }, 'needs-approval'],
  ] as const)('%s: nothing is started, by nobody', async (_, change, state) => {
    const entry = entryOf(program, change)
    bed.manager.startAll([entry])
    await bed.pass(1_000)
    expect(await bed.manager.start(entry.id)).toMatchObject({ state })
    expect(await bed.manager.call(entry.id, echo)).toMatchObject({ ok: false, fault: { code: 'not_running' } })
    expect(bed.of(entry.id)).toHaveLength(0)
  })

  it('says which values are missing and starts nothing; with them it starts', async () => {
    const entry = entryOf({ ...program, envNames: ['API_KEY', 'REGION'] })
    bed.values.set(entry.id, { ...noValues, env: { REGION: 'eu' } })
    bed.manager.startAll([entry])
    await bed.pass(0)
    expect(bed.manager.status(entry.id)).toMatchObject({
      state: 'failed',
      retryAt: null,
      fault: { code: 'values_missing', details: ['API_KEY'] },
    })
    expect(bed.of(entry.id)).toHaveLength(0)
    bed.values.set(entry.id, { ...noValues, env: { REGION: 'eu', API_KEY: 'k' } })
    bed.manager.entryChanged({ ...entry, changedAt: new Date('2026-05-01T11:00:00Z') })
    await bed.pass(0)
    expect(bed.manager.status(entry.id).state).toBe('ready')
  })

  it('a keychain that never answers holds nobody else up, and says so after a minute', async () => {
    const entries = Array.from({ length: 9 }, () => entryOf())
    for (const { id } of entries.slice(0, 8)) bed.values.set(id, new Promise<never>(() => {}))
    bed.manager.startAll(entries)
    await bed.pass(750)
    expect(bed.manager.status(entries[8]?.id ?? '').state).toBe('ready')
    await bed.pass(60_000)
    expect(bed.manager.status(entries[0]?.id ?? '')).toMatchObject({
      state: 'failed',
      fault: { code: 'values_sealed' },
    })
  })

  it('keeps a secret out of faults and logs though the server says it', async () => {
    const entry = entryOf({ ...program, envNames: ['API_KEY'] })
    bed.values.set(entry.id, { ...noValues, env: { API_KEY: 'sk-very-secret' } })
    bed.script(entry.id, (_, { hooks }) => {
      hooks.onLog({ from: 'stderr', level: 'error', text: 'bad key sk-very-secret' })
      return Promise.reject(failure('exited', ['bad key sk-very-secret']))
    })
    bed.manager.startAll([entry])
    await bed.pass(0)
    const shown = JSON.stringify([bed.manager.status(entry.id), bed.manager.logs(entry.id)])
    expect(shown).toContain('bad key [redacted]')
    expect(shown).not.toContain('sk-very-secret')
  })

  it('a 401 waits for a login where there is one, and is a failure where there is none', async () => {
    const [oauth, bearer] = [entryOf({ ...remote, auth: 'oauth' }), entryOf(remote)]
    for (const { id } of [oauth, bearer]) bed.script(id, failing('unauthorized'))
    bed.manager.startAll([oauth, bearer])
    await bed.pass(600_000)
    expect(bed.manager.status(oauth.id)).toMatchObject({ state: 'needs-login', retryAt: null })
    expect(bed.manager.status(bearer.id)).toMatchObject({ state: 'failed', retryAt: null })
    expect(bed.of(oauth.id)).toHaveLength(1)
    bed.script(oauth.id, () => undefined)
    expect(await bed.manager.start(oauth.id)).toMatchObject({ state: 'ready', fault: null })
  })
})

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

describe('calls', () => {
  it('start a server that is enabled and stopped, and wait for it', async () => {
    const entry = entryOf()
    bed.manager.startAll([entry])
    await bed.pass(0)
    await bed.manager.stop(entry.id)
    bed.script(entry.id, () => new Promise((resolve) => setTimeout(resolve, 3_000)))
    const answer = bed.manager.call(entry.id, echo)
    await bed.pass(3_000)
    expect(await answer).toEqual({ ok: true, answer: { result: { content: [{ type: 'text', text: 'echo' }] } } })
  })

  it('get the fault of a server that does not start, and never throw', async () => {
    const entry = entryOf()
    bed.script(entry.id, failing('command_missing'))
    bed.manager.startAll([entry])
    await bed.pass(10_000)
    expect(await bed.manager.call(entry.id, echo)).toMatchObject({ ok: false, fault: { code: 'command_missing' } })
    expect(await bed.manager.call('nobody', echo)).toMatchObject({ ok: false, fault: { code: 'not_running' } })
    expect(await bed.manager.readResource('nobody', 'a:b')).toMatchObject({ ok: false })
    expect(
      await bed.manager.complete('nobody', {
        ref: { type: 'ref/prompt', name: 'x' },
        argument: { name: 'a', value: '' },
      }),
    ).toBeNull()
  })

  it.each([
    ['a fault', () => Promise.reject(failure('too_large')), 'too_large'],
    ['an error of ours', () => Promise.reject(new TypeError('x is not a function')), 'internal'],
    [
      'a throw',
      () => {
        throw new TypeError('no promise at all')
      },
      'internal',
    ],
  ])('turn %s into data', async (_, answer, code) => {
    const entry = entryOf()
    bed.manager.startAll([entry])
    await bed.pass(0)
    bed.last(entry.id).answer = answer
    expect(await bed.manager.call(entry.id, echo)).toMatchObject({ ok: false, fault: { code } })
  })

  it('cancelled by the caller: the server is told, the answer is at once, and it is no failure of the server (row 40)', async () => {
    const entry = entryOf()
    bed.manager.startAll([entry])
    await bed.pass(0)
    bed.last(entry.id).answer = never
    const stop = new AbortController()
    const answer = bed.manager.call(entry.id, { ...echo, signal: stop.signal })
    await bed.pass(1_000)
    stop.abort()
    expect(await answer).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
    expect(bed.last(entry.id).calls[0]?.signal?.aborted).toBe(true)
    expect(bed.manager.status(entry.id).state).toBe('ready')
    expect(bed.warnings).toEqual([])
  })

  it('cancelled while they wait for the start do not wait on', async () => {
    const entry = entryOf()
    bed.script(entry.id, never)
    bed.manager.startAll([entry])
    const stop = new AbortController()
    const answer = bed.manager.call(entry.id, { ...echo, signal: stop.signal })
    await bed.pass(100)
    stop.abort()
    expect(await answer).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
  })

  it('end at the hard cap of the server though its connection does not end them (row 39)', async () => {
    const entry = entryOf(program, {
      settings: { ...defaultSettings, limits: { ...defaultSettings.limits, hardCapMs: 100_000 } },
    })
    bed.manager.startAll([entry])
    await bed.pass(0)
    bed.last(entry.id).answer = never
    const answer = bed.manager.call(entry.id, echo)
    await bed.pass(110_000)
    expect(await answer).toMatchObject({ ok: false, fault: { code: 'timeout' } })
    expect(bed.last(entry.id).calls[0]?.signal?.aborted).toBe(true)
  })

  it('64 run at once, the others take their turn, and the 321st is refused; another server is as before', async () => {
    const [full, other] = [entryOf(), entryOf()]
    bed.manager.startAll([full, other])
    await bed.pass(0)
    const release: (() => void)[] = []
    bed.last(full.id).answer = () => new Promise((resolve) => release.push(() => resolve({ result: { content: [] } })))
    const answers = Array.from({ length: 320 }, () => bed.manager.call(full.id, echo))
    await bed.pass(0)
    expect(bed.last(full.id).calls).toHaveLength(64)
    expect(await bed.manager.call(full.id, echo)).toMatchObject({ ok: false, fault: { code: 'busy' } })
    expect(await bed.manager.call(other.id, echo)).toMatchObject({ ok: true })
    for (let done = 0; done < 320; done++) {
      release[done]?.()
      await bed.pass(0)
    }
    expect((await Promise.all(answers)).every(({ ok }) => ok)).toBe(true)
  })

  it('that run when the server dies end with what ended it, and are not sent again', async () => {
    const entry = entryOf()
    bed.manager.startAll([entry])
    await bed.pass(0)
    bed.last(entry.id).answer = never
    const answer = bed.manager.call(entry.id, echo)
    await bed.pass(10)
    bed.last(entry.id).die('exited', ['exit code 1'])
    expect(await answer).toMatchObject({ ok: false, fault: { code: 'exited', details: ['exit code 1'] } })
    await bed.pass(5_000)
    expect(bed.of(entry.id).flatMap(({ calls }) => calls)).toHaveLength(1)
  })

  it('a timeout makes sure that the server is there: a hung one does not look ready', async () => {
    const entry = entryOf()
    bed.manager.startAll([entry])
    await bed.pass(0)
    const first = bed.last(entry.id)
    first.answer = () => Promise.reject(failure('timeout'))
    first.pong = never
    expect(await bed.manager.call(entry.id, echo)).toMatchObject({ ok: false, fault: { code: 'timeout' } })
    await bed.pass(20_000)
    expect(bed.manager.status(entry.id).state).toBe('failed')
    await bed.pass(1_000)
    expect(bed.manager.status(entry.id).state).toBe('ready')
  })

  it('a login that ended in the middle is asked for again', async () => {
    const entry = entryOf({ ...remote, auth: 'oauth' })
    bed.manager.startAll([entry])
    await bed.pass(0)
    bed.last(entry.id).answer = () => Promise.reject(failure('unauthorized'))
    expect(await bed.manager.call(entry.id, echo)).toMatchObject({ ok: false, fault: { code: 'unauthorized' } })
    expect(bed.manager.status(entry.id).state).toBe('needs-login')
  })

  it('ten thousand notes of progress are told at the pace of a page, the last one too', async () => {
    const entry = entryOf()
    bed.manager.startAll([entry])
    await bed.pass(0)
    const end = Promise.withResolvers<void>()
    bed.last(entry.id).answer = async ({ onProgress }) => {
      for (let done = 1; done <= 10_000; done++) onProgress?.({ done, total: null })
      await end.promise
      return { result: { content: [] } }
    }
    const seen: number[] = []
    const onProgress = ({ done }: { done: number }) => {
      seen.push(done)
      if (done === 1) throw new Error('a page that fails')
    }
    const answer = bed.manager.call(entry.id, { ...echo, onProgress })
    await bed.pass(1_000)
    end.resolve()
    expect(await answer).toMatchObject({ ok: true })
    expect(seen).toEqual([1, 10_000])
  })
})

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

describe('an entry that changes', () => {
  const later = new Date('2026-05-01T12:00:00Z')

  it('another name or policy leaves the connection alone; another limit makes a new one (row 26)', async () => {
    const entry = entryOf()
    bed.manager.startAll([entry])
    await bed.pass(0)
    const calm = { ...entry, name: 'Other', changedAt: later, settings: { ...entry.settings, policy: 'ask' as const } }
    bed.manager.entryChanged(calm)
    await bed.pass(1_000)
    expect(bed.of(entry.id)).toHaveLength(1)
    bed.manager.entryChanged({ ...calm, settings: { ...calm.settings, roots: ['/tmp'] } })
    await bed.pass(1_000)
    expect(bed.of(entry.id)).toHaveLength(2)
    expect(bed.manager.status(entry.id).state).toBe('ready')
  })

  it('another value of a secret makes a new connection, with the same name and settings (row 26)', async () => {
    const entry = entryOf({ ...program, envNames: ['KEY'] })
    bed.values.set(entry.id, { ...noValues, env: { KEY: 'one' } })
    bed.manager.startAll([entry])
    await bed.pass(0)
    bed.values.set(entry.id, { ...noValues, env: { KEY: 'two' } })
    bed.manager.entryChanged({ ...entry, changedAt: later })
    await bed.pass(0)
    expect(bed.last(entry.id).request.values.env).toEqual({ KEY: 'two' })
    expect(bed.of(entry.id)).toHaveLength(2)
    expect(bed.open()).toBe(1)
  })

  it('another command is not run before it is approved, and the old one and its list are gone (X3)', async () => {
    const entry = entryOf()
    bed.manager.startAll([entry])
    await bed.pass(0)
    bed.manager.entryChanged({ ...entry, target: { ...program, args: ['other.mjs'] }, changedAt: later })
    await bed.pass(0)
    expect(bed.manager.status(entry.id)).toMatchObject({ state: 'needs-approval', pid: null })
    expect(bed.manager.listing(entry.id)).toBeNull()
    expect([bed.of(entry.id).length, bed.open()]).toEqual([1, 0])
  })

  it('switched off it stops; switched on it starts', async () => {
    const entry = entryOf()
    bed.manager.startAll([entry])
    await bed.pass(0)
    bed.manager.entryChanged({ ...entry, enabled: false, changedAt: later })
    await bed.pass(0)
    expect([bed.manager.status(entry.id).state, bed.open()]).toEqual(['stopped', 0])
    bed.manager.entryChanged({ ...entry, changedAt: later })
    await bed.pass(0)
    expect(bed.manager.status(entry.id).state).toBe('ready')
  })

  it('its row could not be read: it says so and does not run', async () => {
    const fault = failure('bad_entry').fault
    const entry = { ...entryOf(), damage: fault }
    bed.manager.startAll([entry])
    expect(await bed.manager.start(entry.id)).toMatchObject({ state: 'failed', fault: { code: 'bad_entry' } })
    expect(bed.of(entry.id)).toHaveLength(0)
  })
})

describe('lists that change', () => {
  it('a burst is one refresh half a second later, a storm one in ten seconds (row 26, floods)', async () => {
    const entry = entryOf()
    bed.manager.startAll([entry])
    await bed.pass(0)
    const connection = bed.last(entry.id)
    connection.listing = async () => listingOf('echo', 'new')
    const { onListChanged } = connection.request.hooks
    onListChanged('tools')
    onListChanged('tools')
    await bed.pass(499)
    expect(connection.lists).toBe(1)
    await bed.pass(1)
    expect(connection.lists).toBe(2)
    expect(bed.manager.listing(entry.id)?.listing.tools).toHaveLength(2)
    for (let ms = 0; ms < 60_000; ms += 10) {
      onListChanged('tools')
      await bed.pass(10)
    }
    expect(connection.lists).toBeLessThanOrEqual(8)
    expect(connection.lists).toBeGreaterThanOrEqual(7)
    // The list did not change in the storm: nobody was told.
    expect(bed.events.filter((one) => one.includes('listing'))).toHaveLength(2)
  })

  it('a change while the first list is read is not lost', async () => {
    const entry = entryOf()
    bed.script(entry.id, (connection, { hooks }) => {
      connection.listing = async () => {
        hooks.onListChanged('tools')
        connection.listing = async () => listingOf('echo', 'new')
        return listingOf('echo')
      }
      return undefined
    })
    bed.manager.startAll([entry])
    await bed.pass(10_000)
    expect(bed.manager.listing(entry.id)?.listing.tools.map(({ name }) => name)).toEqual(['echo', 'new'])
  })

  it('a refresh that fails keeps the old list, marked stale, and is tried again', async () => {
    const entry = entryOf()
    bed.manager.startAll([entry])
    await bed.pass(0)
    const connection = bed.last(entry.id)
    connection.listing = () => Promise.reject(failure('protocol'))
    expect(await bed.manager.refresh(entry.id)).toMatchObject({ state: 'ready' })
    expect(bed.manager.listing(entry.id)).toMatchObject({ stale: true, listing: { tools: [{ name: 'echo' }] } })
    connection.listing = async () => listingOf('new')
    await bed.pass(10_000)
    expect(bed.manager.listing(entry.id)).toMatchObject({ stale: false, listing: { tools: [{ name: 'new' }] } })
    expect(bed.stored.get(entry.id)?.tools).toMatchObject([{ name: 'new' }])
  })

  it('a resource that is updated a thousand times in a moment is told once', async () => {
    const entry = entryOf()
    const told: string[] = []
    bed.manager.onResourceUpdated((id, uri) => told.push(`${id} ${uri}`))
    bed.manager.startAll([entry])
    await bed.pass(0)
    for (let n = 0; n < 1_000; n++) bed.last(entry.id).request.hooks.onResourceUpdated('file:///a')
    await bed.pass(500)
    expect(told).toEqual([`${entry.id} file:///a`])
  })
})

describe('logs', () => {
  it('tell the newest 2,000 lines and new ones as they come; a flood is cut and counted', async () => {
    const entry = entryOf()
    bed.manager.startAll([entry])
    await bed.pass(1_000)
    const { onLog } = bed.last(entry.id).request.hooks
    const seen: LogLine[] = []
    const stop = bed.manager.onLog(entry.id, (line) => seen.push(line))
    for (let n = 0; n < 50_000; n++) onLog({ from: 'stderr', level: 'info', text: `line ${n}` })
    expect(seen).toHaveLength(1_000)
    await bed.pass(1_000)
    onLog({ from: 'stderr', level: 'info', text: 'after' })
    expect(seen.at(-2)?.text).toContain('49000 lines were left out')
    expect(seen.at(-1)).toMatchObject({ text: 'after', from: 'stderr', at: '2026-05-01T10:00:02.000Z' })
    stop()
    onLog({ from: 'stderr', level: 'info', text: 'unheard' })
    expect(seen.at(-1)?.text).toBe('after')
    expect(bed.manager.logs(entry.id).at(-1)?.text).toBe('unheard')
  })

  it('hold a mebibyte at most', async () => {
    const entry = entryOf()
    bed.manager.startAll([entry])
    await bed.pass(1_000)
    for (let n = 0; n < 500; n++) {
      bed.last(entry.id).request.hooks.onLog({ from: 'stderr', level: 'info', text: 'é'.repeat(10_000) })
    }
    const bytes = bed.manager.logs(entry.id).reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
    expect(bytes).toBeLessThanOrEqual(1024 * 1024)
    expect(bytes).toBeGreaterThan(1_000_000)
  })
})
