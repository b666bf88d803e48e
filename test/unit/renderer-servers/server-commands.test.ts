/** What a person asked for shows at once, and goes again when the hub refuses. */
import { beforeEach, describe, expect, it, vi } from 'vitest'

const list = vi.fn()
vi.mock('../../../src-renderer/rpc/client.ts', () => ({ client: { servers: { list: () => list() } } }))
const { atMostEvery, useServers } = await import('../../../src-renderer/stores/servers.ts')

beforeEach(() => {
  list.mockReset()
  list.mockResolvedValue({ servers: [], fileProblems: [] })
  useServers.setState({ servers: null, wishes: {}, error: null })
})

describe('wishes', () => {
  it('stand until the hub has been read again', async () => {
    let end = () => {}
    const acting = useServers
      .getState()
      .wish(['a'], { shared: true }, () => new Promise<void>((resolve) => (end = resolve)))
    expect(useServers.getState().wishes).toEqual({ a: { shared: true } })
    end()
    await acting
    expect(useServers.getState().wishes).toEqual({})
    expect(list).toHaveBeenCalledTimes(1)
  })

  it('are taken back when it fails, but not a later one for the same server', async () => {
    let fail = (_: Error) => {}
    const first = useServers
      .getState()
      .wish(['a', 'b'], { shared: true }, () => new Promise<void>((_, reject) => (fail = reject)))
    void useServers.getState().wish(['a'], { shared: false }, () => new Promise(() => {}))
    fail(new Error('busy'))
    await expect(first).rejects.toThrow('busy')
    expect(useServers.getState().wishes).toEqual({ a: { shared: false } })
  })
})

describe('reading', () => {
  it('a slow answer does not replace a later one', async () => {
    const answers: ((value: unknown) => void)[] = []
    list.mockImplementation(() => new Promise((resolve) => answers.push(resolve)))
    const slow = useServers.getState().load()
    const quick = useServers.getState().load()
    answers[1]?.({ servers: [{ id: 'new' }], fileProblems: [] })
    answers[0]?.({ servers: [{ id: 'old' }], fileProblems: [] })
    await Promise.all([slow, quick])
    expect(useServers.getState().servers).toEqual([{ id: 'new' }])
  })

  it('many changes within a moment are read once, and a storm does not put it off for ever', () => {
    vi.useFakeTimers()
    try {
      const act = vi.fn()
      const read = atMostEvery(200, act)
      for (let ms = 0; ms < 1_000; ms += 50) {
        read()
        vi.advanceTimersByTime(50)
      }
      expect(act).toHaveBeenCalledTimes(5)
    } finally {
      vi.useRealTimers()
    }
  })
})
