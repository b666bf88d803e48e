/** Calls over the manager: they wait, end, are refused, and never throw. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultSettings } from '../../../../src-main/mcp-client/model/server-entry.ts'
import {
  closeManager,
  echo,
  entryOf,
  failing,
  failure,
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

describe('calls', () => {
  it('wait for a server that is starting', async () => {
    const entry = entryOf()
    bed.script(entry.id, () => new Promise((resolve) => setTimeout(resolve, 3_000)))
    bed.manager.startAll([entry])
    const answer = bed.manager.call(entry.id, echo)
    await bed.pass(3_000)
    expect(await answer).toEqual({ ok: true, answer: { result: { content: [{ type: 'text', text: 'echo' }] } } })
  })

  it('do not start again what a person stopped', async () => {
    const entry = entryOf()
    bed.manager.startAll([entry])
    await bed.pass(0)
    await bed.manager.stop(entry.id)
    expect(await bed.manager.call(entry.id, echo)).toMatchObject({ ok: false, fault: { code: 'not_running' } })
    expect(bed.manager.status(entry.id).state).toBe('stopped')
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
