/** The process that asks the keychain: given up on in time, ended for good, started again when it is gone. */
import { expect, test, vi } from 'vitest'
import { keychainFault } from '../../../src-main/secrets/keychain.ts'
import { type KeychainPeer, keychainClient } from '../../../src-main/secrets/keychain-client.ts'

/** Peers that answer what the test says, when it says so. */
function peers() {
  const started: (KeychainPeer & {
    isKilled: boolean
    asked: { id: number }[]
    say(message: unknown): void
    end(): void
  })[] = []
  const start = (): KeychainPeer => {
    let onMessage = (_message: unknown): void => {}
    let onExit = (): void => {}
    const peer = {
      isKilled: false,
      asked: [] as { id: number }[],
      post: (message: object) => void ('id' in message && peer.asked.push({ id: Number(message.id) })),
      onMessage: (listener: (message: unknown) => void) => {
        onMessage = listener
      },
      onExit: (listener: () => void) => {
        onExit = listener
      },
      kill: () => {
        peer.isKilled = true
      },
      say: (message: unknown) => onMessage(message),
      end: () => onExit(),
    }
    started.push(peer)
    return peer
  }
  return { started, start }
}
const get = { op: 'get', account: 'a' } as const

test('a call that waits for ever is ended with its process, and the next one gets a new process', async () => {
  vi.useFakeTimers()
  try {
    const { started, start } = peers()
    const keychain = keychainClient(start)
    const first = expect(keychain.ask(get, 10_000)).rejects.toMatchObject({ code: 'silent' })
    await vi.advanceTimersByTimeAsync(10_000)
    await first
    expect(started[0]?.isKilled).toBe(true)
    const second = keychain.ask(get, 10_000)
    started[1]?.say({ id: started[1].asked[0]?.id, ok: true, value: 'v' })
    expect(await second).toBe('v')
    // Nothing more is asked: no process is kept for that.
    await vi.advanceTimersByTimeAsync(60_000)
    expect(started.map((peer) => peer.isKilled)).toEqual([true, true])
  } finally {
    vi.useRealTimers()
  }
})

test('answers find their questions, whatever their order', async () => {
  const { started, start } = peers()
  const keychain = keychainClient(start)
  const answers = [keychain.ask(get, 1000), keychain.ask({ op: 'get', account: 'b' }, 1000)]
  const [one, two] = started[0]?.asked ?? []
  started[0]?.say({ id: two?.id, ok: true, value: 'second' })
  started[0]?.say({ id: one?.id, ok: true, value: 'first' })
  expect(await Promise.all(answers)).toEqual(['first', 'second'])
  expect(started).toHaveLength(1)
  keychain.close()
  expect(started[0]?.isKilled).toBe(true)
})

test('a process that ends tells everybody who waits', async () => {
  const { started, start } = peers()
  const keychain = keychainClient(start)
  const asked = keychain.ask(get, 60_000)
  started[0]?.end()
  await expect(asked).rejects.toMatchObject({ code: 'unavailable' })
})

test.each([
  // As @napi-rs/keyring 2.1.2 says them on Linux.
  [
    'Platform failure: DBus error: Did not receive a reply. Possible causes include: the remote application',
    true,
    'silent',
  ],
  ["Couldn't access platform storage: Secret Service: unlock prompt was dismissed", false, 'locked'],
  [
    'Platform failure: DBus error: The name org.freedesktop.secrets was not provided by any .service files',
    true,
    'unavailable',
  ],
  ['Secret Service: no result found', false, 'unavailable'],
  ['Platform failure: DBus error: Unable to autolaunch a dbus-daemon without a $DISPLAY for X11', true, 'unavailable'],
  ['User interaction is not allowed.', false, 'locked'],
  ['Entry is matched by multiple credentials', false, 'refused'],
])('%s', (text, isOpening, fault) => {
  expect(keychainFault(text, isOpening)).toBe(fault)
})
