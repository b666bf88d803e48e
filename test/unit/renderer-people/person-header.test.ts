/** The header that names the person goes out with every call, on both ways to the hub. */
import { describe, expect, it } from 'vitest'
import { pipeLink } from '../../../src-renderer/rpc/pipe.ts'
import { type Socket, SocketLink } from '../../../src-renderer/rpc/socket-link.ts'

/** What one call sends, as text; bytes are read as UTF-8. */
const textOf = (data: unknown) => (data instanceof Uint8Array ? new TextDecoder().decode(data) : String(data))
const personOf = (message: string) => /"x-mirohub-person":"(\w+)"/.exec(message)?.[1]

describe('the person’s header', () => {
  it('is in each message of the window’s pipe, and asked for anew each time', async () => {
    const sent: string[] = []
    let person = 'p1'
    const link = pipeLink(
      {
        host: 'electron',
        postMessage: (data) => sent.push(textOf(data)),
        onMessage: () => () => {},
        filePath: () => '',
      },
      () => ({ 'x-mirohub-person': person }),
    )
    void link.call(['app', 'info'], undefined, { context: {} })
    await expect.poll(() => sent.map(personOf)).toEqual(['p1'])
    person = 'p2'
    void link.call(['app', 'info'], undefined, { context: {} })
    await expect.poll(() => sent.map(personOf)).toEqual(['p1', 'p2'])
  })

  it('is in each message of the page’s websocket', async () => {
    const sent: string[] = []
    const socket = new (class extends EventTarget {
      readyState: Socket['readyState'] = 1
      binaryType: BinaryType = 'blob'
      send = (data: unknown) => void sent.push(textOf(data))
      close = () => {}
    })()
    const link = new SocketLink({
      url: 'ws://127.0.0.1/rpc',
      headers: () => ({ 'x-mirohub-person': 'p2' }),
      onState: () => {},
      isLocked: async () => false,
      awayWords: () => ({ message: '', hint: '' }),
      createSocket: () => socket,
    })
    socket.dispatchEvent(new Event('open'))
    void link.call(['app', 'info'], undefined, { context: {} })
    await expect.poll(() => sent.join()).toContain('"x-mirohub-person":"p2"')
    link.close()
  })
})
