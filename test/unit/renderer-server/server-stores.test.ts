/** Runs of the console and questions of servers, against a hub that answers late, breaks off or says nothing. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { QuestionView } from '../../../src-main/api/contract/questions.ts'
import type { ServerRunEvent } from '../../../src-main/api/contract/servers.ts'

const hub = vi.hoisted(() => ({ run: vi.fn(), list: vi.fn(), answer: vi.fn() }))
vi.mock('../../../src-renderer/rpc/client.ts', () => ({
  client: { servers: { run: hub.run }, questions: { list: hub.list, answer: hub.answer } },
}))

const { useServerRuns } = await import('../../../src-renderer/features/server/server-runs.ts')
const { inOrderOfAsking, usePendingQuestions } = await import(
  '../../../src-renderer/features/questions/pending-questions.ts'
)

const outcome: ServerRunEvent = {
  type: 'outcome',
  ok: true,
  result: { content: [] },
  error: null,
  notice: null,
  durationMs: 12,
}
const progress: ServerRunEvent = { type: 'progress', done: 1, total: 3, message: 'step 1' }
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A promise with its ends outside. */
function later<T>() {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

beforeEach(() => {
  vi.resetAllMocks()
  useServerRuns.setState({ runs: [] })
  usePendingQuestions.setState({ items: [], later: new Set() })
})

describe('a run of the console', () => {
  const newest = () => useServerRuns.getState().runs[0]

  it('shows progress while it runs, and keeps its outcome', async () => {
    const gate = later<void>()
    hub.run.mockImplementation(async () =>
      (async function* () {
        yield progress
        await gate.promise
        yield outcome
      })(),
    )
    useServerRuns.getState().start('s1', 'echo', { message: 'hi' })
    await settled()
    expect(newest()).toMatchObject({ state: 'running', progress: { done: 1, total: 3 }, outcome: null })
    gate.resolve()
    await settled()
    expect(newest()).toMatchObject({ state: 'done', outcome: { durationMs: 12 } })
    expect(hub.run.mock.calls[0]?.[0]).toEqual({ id: 's1', tool: 'echo', args: { message: 'hi' } })
  })

  it('is cancelled at once, and an outcome that was on its way changes nothing', async () => {
    const gate = later<void>()
    hub.run.mockImplementation(async () =>
      (async function* () {
        await gate.promise
        yield outcome
      })(),
    )
    const id = useServerRuns.getState().start('s1', 'echo', {})
    await settled()
    useServerRuns.getState().cancel(id)
    expect(newest()).toMatchObject({ state: 'cancelled' })
    const [, options] = hub.run.mock.calls[0] ?? []
    expect(options.signal.aborted).toBe(true)
    gate.resolve()
    await settled()
    expect(newest()).toMatchObject({ state: 'cancelled', outcome: null })
  })

  it('is not taken for done when the stream ends without an outcome', async () => {
    hub.run.mockImplementation(async () =>
      (async function* () {
        yield progress
      })(),
    )
    useServerRuns.getState().start('s1', 'echo', {})
    await settled()
    expect(newest()).toMatchObject({ state: 'unreachable', outcome: null })
  })

  it('keeps why the hub could not be asked', async () => {
    const failure = new Error('away')
    hub.run.mockRejectedValue(failure)
    useServerRuns.getState().start('s1', 'echo', {})
    await settled()
    expect(newest()).toMatchObject({ state: 'unreachable', error: failure })
  })

  it('forgets the oldest of many', async () => {
    hub.run.mockRejectedValue(new Error('away'))
    for (let count = 0; count < 45; count++) useServerRuns.getState().start('s1', `tool${count}`, {})
    await settled()
    const { runs } = useServerRuns.getState()
    expect([runs.length, runs[0]?.tool, runs.at(-1)?.tool]).toEqual([40, 'tool44', 'tool5'])
  })
})

const question = (id: string, askedAt: string): QuestionView => ({
  id,
  askedAt,
  expiresAt: '2026-11-30T10:00:00Z',
  question: { kind: 'tool', server: 'Files', tool: 'write', args: {}, actor: 'agent:quick' },
})
const first = question('b', '2026-11-30T09:00:00Z')
const second = question('a', '2026-11-30T09:00:05Z')

describe('questions that wait', () => {
  const shown = () => {
    const { items, later: put } = usePendingQuestions.getState()
    return items.find((item) => !put.has(item.id))?.id ?? null
  }

  it('come in the order of asking, so that a late one never takes the place of the one being read', () => {
    expect(inOrderOfAsking([second, first]).map((one) => one.id)).toEqual(['b', 'a'])
  })

  it('can be put off and brought back, and one that ended is not remembered as put off', async () => {
    hub.list.mockResolvedValueOnce([first, second])
    await usePendingQuestions.getState().load()
    usePendingQuestions.getState().putOff('b')
    expect(shown()).toBe('a')
    usePendingQuestions.getState().bringBack()
    expect(shown()).toBe('b')
    usePendingQuestions.getState().putOff('b')
    hub.list.mockResolvedValueOnce([second])
    await usePendingQuestions.getState().load()
    expect([...usePendingQuestions.getState().later]).toEqual([])
  })

  it('do not come back through a reading that began before the answer', async () => {
    hub.list.mockResolvedValueOnce([first])
    await usePendingQuestions.getState().load()
    const reading = later<QuestionView[]>()
    hub.list.mockReturnValueOnce(reading.promise)
    const loading = usePendingQuestions.getState().load()
    hub.answer.mockResolvedValueOnce({ taken: true })
    await expect(usePendingQuestions.getState().answer('b', { kind: 'tool', allow: false })).resolves.toBe(true)
    reading.resolve([first])
    await loading
    expect(usePendingQuestions.getState().items).toEqual([])
  })

  it('stay when the answer did not arrive', async () => {
    hub.list.mockResolvedValueOnce([first])
    await usePendingQuestions.getState().load()
    hub.answer.mockRejectedValueOnce(new Error('away'))
    await expect(usePendingQuestions.getState().answer('b', { kind: 'tool', allow: true })).rejects.toThrow('away')
    expect(shown()).toBe('b')
  })

  it('stay as they are when the hub cannot be asked', async () => {
    hub.list.mockResolvedValueOnce([first])
    await usePendingQuestions.getState().load()
    hub.list.mockRejectedValueOnce(new Error('away'))
    await usePendingQuestions.getState().load()
    expect(shown()).toBe('b')
  })
})
