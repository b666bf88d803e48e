/** Real processes under the manager: twenty at once, those that hang and die among them, and nothing left at the end. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultSettings } from '../../../src-main/mcp-client/model/server-entry.ts'
import { openRunningServers, type RunningServers, until } from './running-servers.ts'

let servers: RunningServers
beforeEach(() => {
  servers = openRunningServers()
})
afterEach(() => servers.close())

const echo = (text: string) => ({ tool: 'echo', args: { text } })
const limits = (change: Partial<typeof defaultSettings.limits>) => ({
  limits: { ...defaultSettings.limits, ...change },
})

// Fifty at once are in test/long.
it('twenty servers, four hung and four dying: the others are ready and answer, and nothing is left (row 10)', async () => {
  const { manager, fake } = servers
  const hung = Array.from({ length: 4 }, () => fake(['silent']))
  const dying = Array.from({ length: 4 }, () => fake(['exits'], {}, 'stdio-broken.mjs'))
  const good = Array.from({ length: 12 }, () => fake(['good']))
  const began = performance.now()
  manager.startAll([...hung, ...dying, ...good])
  expect(performance.now() - began).toBeLessThan(1_000)
  const states = () => good.map(({ id }) => manager.status(id).state)
  // Three seconds on a computer that has them to give (test/long); here the others of the suite run too.
  await until(states, (all) => all.every((state) => state === 'ready'), 45_000)
  const answers = await Promise.all(good.map(({ id }) => manager.call(id, echo(id))))
  for (const [n, answer] of answers.entries()) {
    expect(answer).toMatchObject({ ok: true, answer: { result: { content: [{ text: good[n]?.id }] } } })
  }
  for (const { id } of dying) {
    const status = await until(
      () => manager.status(id),
      ({ fault }) => fault !== null,
    )
    expect(status.fault).toMatchObject({ code: 'exited' })
    expect(status.state).not.toBe('ready')
  }
  for (const { id } of hung) expect(manager.status(id).state).toBe('starting')
  expect(servers.alive().length).toBeGreaterThanOrEqual(16)
  await manager.close()
  expect(servers.alive()).toEqual([])
})

describe('one server', () => {
  it('that dies 50 ms after its start is not shown as ready when it is gone, and is started again (row 9)', async () => {
    const { manager, fake, starts } = servers
    const entry = fake(['dies', '50'])
    manager.startAll([entry])
    const read = () => ({ tries: starts.length, status: manager.status(entry.id) })
    // Real timers: the next tries come after one second and after two (test/long waits for the end of it).
    const { status } = await until(read, ({ tries, status: { state } }) => tries === 3 && state === 'failed', 20_000)
    expect(status).toMatchObject({ fault: { code: 'exited' }, pid: null })
    expect(servers.alive()).toEqual([])
  })

  it('with a child that ignores SIGTERM is gone whole after stop, also while it starts (row 12)', async () => {
    const { manager, fake } = servers
    const [ready, starting] = [fake(['grandchild']), fake(['silent'])]
    manager.startAll([ready, starting])
    await until(
      () => manager.status(ready.id).state,
      (state) => state === 'ready',
    )
    await until(
      () => servers.alive().length,
      (count) => count >= 3,
    )
    await Promise.all([manager.stop(ready.id), manager.stop(starting.id)])
    // A child of theirs that was ended by SIGKILL may take a moment to be gone.
    await expect.poll(() => servers.alive(), { timeout: 2_000 }).toEqual([])
    expect(manager.status(starting.id)).toMatchObject({ state: 'stopped', fault: null })
  })

  it('that hangs in its close ends with the others, within ten seconds', async () => {
    const { manager, fake } = servers
    const entries = [fake(['stubborn']), fake(['good'])]
    manager.startAll(entries)
    await until(
      () => entries.map(({ id }) => manager.status(id).state),
      (all) => all.every((one) => one === 'ready'),
    )
    const began = performance.now()
    await manager.close()
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(servers.alive()).toEqual([])
  })

  it('that never answers a call delays no other, and is told when the call is cancelled (row 40)', async () => {
    const { manager, fake } = servers
    const [hangs, good] = [fake(['good']), fake(['good'])]
    manager.startAll([hangs, good])
    const stop = new AbortController()
    const hung = manager.call(hangs.id, { tool: 'hang', args: {}, signal: stop.signal })
    for (let n = 0; n < 20; n++) expect(await manager.call(good.id, echo('x'))).toMatchObject({ ok: true })
    // The same server answers others beside it.
    expect(await manager.call(hangs.id, echo('y'))).toMatchObject({ ok: true })
    stop.abort()
    expect(await hung).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
    expect(await manager.call(hangs.id, echo('z'))).toMatchObject({ ok: true })
  })

  it('that dies in a call gives its last words, and is there again for the next call', async () => {
    const { manager, fake } = servers
    const entry = fake(['good'])
    manager.startAll([entry])
    expect(await manager.call(entry.id, { tool: 'crash', args: {} })).toMatchObject({
      ok: false,
      fault: { code: 'exited' },
    })
    expect(await manager.call(entry.id, echo('again'))).toMatchObject({ ok: true })
  })

  it('with a limit for requests is cut off there, and one that makes progress is not (row 39)', async () => {
    const { manager, fake } = servers
    const entry = fake(['good'], limits({ requestMs: 1_500 }))
    manager.startAll([entry])
    await until(
      () => manager.status(entry.id).state,
      (state) => state === 'ready',
    )
    const seen: number[] = []
    const slow = manager.call(entry.id, {
      tool: 'slow',
      args: { steps: 5, stepMs: 600 },
      onProgress: ({ done }) => seen.push(done),
    })
    const [hung, done] = await Promise.all([manager.call(entry.id, { tool: 'hang', args: {} }), slow])
    expect(hung).toMatchObject({ ok: false, fault: { code: 'timeout' } })
    expect(done).toMatchObject({ ok: true })
    expect(seen.length).toBeGreaterThan(1)
  })

  it('that says a thousand times a second that its list is another is asked once in ten seconds', async () => {
    const { manager, fake } = servers
    const entry = fake(['storm', '1000'])
    manager.startAll([entry])
    await until(
      () => manager.status(entry.id).state,
      (state) => state === 'ready',
    )
    const began = performance.now()
    const lists = async () => {
      const answer = await manager.call(entry.id, { tool: 'lists', args: {} })
      const text = JSON.stringify(answer)
      return Number(/"text":"(\d+)/.exec(text)?.[1])
    }
    let most = 0
    while (performance.now() - began < 5_000) {
      most = Math.max(most, await lists())
      await pause(100)
    }
    expect(most).toBeGreaterThanOrEqual(1)
    expect(most).toBeLessThanOrEqual(2)
  })

  it('shows its new list when it says that it has one (row 26), and 250 tools are all there', async () => {
    const { manager, fake } = servers
    const [many, changing] = [fake(['many', '250']), fake(['schema-change', '1'])]
    manager.startAll([many, changing])
    await until(
      () => manager.listing(many.id)?.listing.tools.length,
      (count) => count === 250,
    )
    const echoOf = () => manager.listing(changing.id)?.listing.tools.find(({ name }) => name === 'echo')?.description
    const before = await until(echoOf, (text) => text !== undefined)
    await manager.refresh(changing.id)
    expect(echoOf()).not.toBe(before)
  })

  it('whose stderr floods keeps its newest 2,000 lines', async () => {
    const { manager, fake } = servers
    const entry = fake(['stderr-flood', '10000'])
    manager.startAll([entry])
    await until(
      () => manager.status(entry.id).state,
      (state) => state === 'ready',
    )
    expect(manager.logs(entry.id).length).toBeLessThanOrEqual(2_000)
    expect(manager.logs(entry.id).some(({ from }) => from === 'stderr')).toBe(true)
  })
})
