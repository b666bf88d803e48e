/** The browser's link to the hub when the hub comes and goes. */
import { describe, expect, it, vi } from 'vitest'
import type { ConnectionState } from '../../../src-renderer/rpc/connection.ts'
import { backoffMs, SocketLink } from '../../../src-renderer/rpc/socket-link.ts'

/** A websocket that the test opens and closes; it answers every request with the JSON `"pong"`. */
class FakeSocket extends EventTarget {
  static readonly all: FakeSocket[] = []
  readyState: 0 | 1 | 2 | 3 = 0
  binaryType: BinaryType = 'blob'
  readonly url: string
  readonly sent: string[] = []
  mute = false
  constructor(url: string) {
    super()
    this.url = url
    FakeSocket.all.push(this)
  }
  open() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  close() {
    this.readyState = 3
    this.dispatchEvent(new Event('close'))
  }
  send(data: string | ArrayBufferLike | Blob | ArrayBufferView) {
    const text = String(data)
    this.sent.push(text)
    if (this.mute) return
    const { i } = JSON.parse(text)
    const body = JSON.stringify({ i, p: { b: { json: 'pong' } } })
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: body })))
  }
}

function setUp(options: { locked?: boolean; patienceMs?: number } = {}) {
  vi.useFakeTimers()
  FakeSocket.all.length = 0
  const states: ConnectionState[] = []
  const link = new SocketLink({
    url: 'ws://127.0.0.1/rpc',
    onState: (state) => states.push(state),
    isLocked: async () => options.locked ?? false,
    awayWords: () => ({ message: 'The hub is away.', hint: 'Wait.' }),
    createSocket: (url) => new FakeSocket(url),
    patienceMs: options.patienceMs ?? 8_000,
  })
  const last = () => {
    const socket = FakeSocket.all.at(-1)
    if (!socket) throw new Error('no socket was opened')
    return socket
  }
  return { link, states, last }
}

describe('the link', () => {
  it('answers calls made before the first connection', async () => {
    const { link, states, last } = setUp()
    const answer = link.call(['app', 'info'], undefined, { context: {} })
    last().open()
    await expect(answer).resolves.toBe('pong')
    expect(states).toEqual(['open'])
  })

  it('opens a new socket after a loss, and calls made meanwhile are answered by it', async () => {
    const { link, states, last } = setUp()
    last().open()
    last().close()
    await vi.advanceTimersByTimeAsync(300)
    expect(FakeSocket.all).toHaveLength(2)
    const answer = link.call(['app', 'info'], undefined, { context: {} })
    last().open()
    await expect(answer).resolves.toBe('pong')
    expect(states).toEqual(['open', 'away', 'open'])
  })

  it('tells a call that died with its socket in words, with a hint', async () => {
    const { link, last } = setUp()
    last().mute = true
    last().open()
    const answer = link.call(['app', 'info'], undefined, { context: {} })
    const told = expect(answer).rejects.toMatchObject({ code: 'hub-away', message: 'The hub is away.', hint: 'Wait.' })
    await vi.advanceTimersByTimeAsync(10)
    last().close()
    await told
  })

  it('gives a waiting call up when the hub does not come back, instead of waiting for ever', async () => {
    const { link } = setUp({ patienceMs: 2_000 })
    const told = expect(link.call(['app', 'info'], undefined, { context: {} })).rejects.toMatchObject({
      code: 'hub-away',
    })
    await vi.advanceTimersByTimeAsync(2_100)
    await told
  })

  it('says locked, not away, when the hub is there but does not know the page', async () => {
    const { states, last } = setUp({ locked: true })
    last().close()
    await vi.advanceTimersByTimeAsync(1)
    expect(states).toEqual(['locked'])
  })

  it('waits longer each time, up to five seconds', () => {
    expect([0, 1, 2, 3, 4, 5, 9].map(backoffMs)).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000])
  })

  it('opens nothing after it was closed', async () => {
    const { link } = setUp()
    link.close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(FakeSocket.all).toHaveLength(1)
  })
})
