import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'

vi.mock('electron', () => ({ protocol: {} }))
const { connectPages, isTrustedSender } = await import('../../../src-main/shell/rpc-pipe.ts')
type RpcPort = Parameters<Parameters<typeof connectPages>[1]>[0]

/** A window's contents with one page that speaks over IPC. */
function fakeContents() {
  const ipc = new EventEmitter()
  const sent: unknown[][] = []
  const contents = Object.assign(new EventEmitter(), {
    ipc,
    isDestroyed: () => false,
    send: (...message: unknown[]) => void sent.push(message),
  })
  const frame = { url: 'app://mirohub/chat', parent: null }
  const say = (pageId: unknown, data: unknown, senderFrame: unknown = frame): boolean =>
    ipc.emit('rpc', { senderFrame }, pageId, data)
  // Only the members above are used; the fake stands for Electron's class.
  return { contents: contents as unknown as Parameters<typeof connectPages>[0], say, sent, emitter: contents }
}

function listen(port: RpcPort): { heard: unknown[]; closed: () => number } {
  const heard: unknown[] = []
  let closed = 0
  port.on('message', (event) => heard.push(event?.data))
  port.on('close', () => {
    closed++
  })
  return { heard, closed: () => closed }
}

test('messages that came while the hub was starting are not lost, and stay in order', () => {
  const { contents, say } = fakeContents()
  const ports: RpcPort[] = []
  connectPages(contents, (port) => ports.push(port))
  say('page-1', 'first')
  say('page-1', 'second')
  const { heard } = listen(ports[0] as RpcPort)
  say('page-1', 'third')
  expect(heard).toEqual(['first', 'second', 'third'])
})

test('a reload closes the pipe of the page before, so its streams do not run on', () => {
  const { contents, say, sent } = fakeContents()
  const ends: { port: RpcPort; heard: unknown[]; closed: () => number }[] = []
  connectPages(contents, (port) => ends.push({ port, ...listen(port) }))
  say('page-1', 'a')
  say('page-2', 'b')
  expect(ends.map((end) => end.closed())).toEqual([1, 0])
  ends[0]?.port.postMessage('too late')
  ends[1]?.port.postMessage('answer')
  expect(sent).toEqual([['rpc', 'page-2', 'answer']])
  expect(ends[1]?.heard).toEqual(['b'])
})

test('a crashed page closes its pipe once', () => {
  const { contents, say, emitter } = fakeContents()
  const closed: (() => number)[] = []
  connectPages(contents, (port) => closed.push(listen(port).closed))
  say('page-1', 'a')
  emitter.emit('render-process-gone')
  emitter.emit('destroyed')
  expect(closed[0]?.()).toBe(1)
})

test('nobody but the top frame of our own page is heard', () => {
  const { contents, say } = fakeContents()
  let connected = 0
  connectPages(contents, () => connected++)
  say('page-1', 'x', { url: 'https://evil.test/', parent: null })
  say('page-1', 'x', { url: 'app://mirohub/', parent: { url: 'app://mirohub/' } })
  say('page-1', 'x', null)
  expect(connected).toBe(0)
})

test('shapes that are no rpc message are dropped before they reach the router', () => {
  const { contents, say } = fakeContents()
  const heard: unknown[] = []
  connectPages(contents, (port) => port.on('message', (event) => heard.push(event?.data)))
  for (const data of [null, undefined, 5, {}, [], { length: 3 }, new Map()]) say('page-1', data)
  say(7, 'x')
  say({ toString: () => 'page-1' }, 'x')
  expect(heard).toEqual([])
})

test('a sender without a frame (already gone) is not trusted', () => {
  expect(isTrustedSender({ senderFrame: null })).toBe(false)
})
