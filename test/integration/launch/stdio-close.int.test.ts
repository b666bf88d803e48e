/** Closing works in every state and leaves nothing: rows A12 and A13, X11. */
import { afterAll, describe, expect, test } from 'vitest'
import { createStdioTransport } from '../../../src-main/mcp-client/launch/stdio-transport.ts'
import { createBed, isAlive, ownLeaks, pidsIn, targetOf, until } from './launch-bed.ts'

const bed = createBed()
afterAll(() => bed.close())

describe('in every state', () => {
  test('before it was started: it cannot be started any more', async () => {
    const { transport } = bed.launch(targetOf('stdio-server.mjs', ['good']))
    await transport.close()
    await expect(transport.start()).rejects.toThrow('does not run any more')
    expect(await transport.ended).toBeNull()
  })

  test('row A12: while its command is looked for, nothing is started afterwards', async () => {
    const plan = Promise.withResolvers<never>()
    let spawned = 0
    const transport = createStdioTransport({
      target: targetOf('stdio-server.mjs', []),
      plan: () => plan.promise,
      secrets: {},
      onLog: () => {},
      onSpawned: () => spawned++,
    })
    const started = transport.start()
    await transport.close()
    plan.reject(new Error('late'))
    await expect(started).rejects.toThrow()
    expect(spawned).toBe(0)
  })

  test('row A12: right after it was spawned, before it could say a word', async () => {
    const { transport } = bed.launch(targetOf('stdio-server.mjs', ['slow', '60000']))
    await transport.start()
    const { pid } = transport
    if (pid === null) throw new Error('it did not start')
    await transport.close()
    expect(isAlive(pid)).toBe(false)
    expect(transport.pid).toBeNull()
  })

  test('many times at once, and after it ended by itself', async () => {
    const { transport } = bed.launch(targetOf('stdio-broken.mjs', ['exits']))
    let closes = 0
    transport.onclose = () => closes++
    await transport.start()
    await transport.ended
    await Promise.all([transport.close(), transport.close()])
    expect(closes).toBe(1)
    expect(transport.fault?.code).toBe('exited')
  })

  test('with a call under way', async () => {
    const { transport, talk } = bed.launch(targetOf('stdio-server.mjs', ['good']))
    await transport.start()
    const call = talk.call('hang')
    await talk.ask('ping')
    await transport.close()
    await expect(call).rejects.toThrow('closed')
  })
})

describe('what does not want to go', () => {
  test.each([
    ['stdio-server.mjs', 'stubborn', 1],
    // Behaves itself; its child ignores SIGTERM and holds its streams.
    ['stdio-server.mjs', 'grandchild', 2],
    // Its child has a session of its own: no signal to the group reaches it.
    ['stdio-broken.mjs', 'double-fork', 2],
    ['stdio-broken.mjs', 'reads-nothing', 1],
  ])('%s %s is gone with all it started', async (file, mode, count) => {
    const pids = bed.pidFile()
    const { transport } = bed.launch(targetOf(file, [mode, '--pids', pids]))
    await transport.start()
    await until(() => pidsOf(pids).length === count, 20_000, 'the start of all processes')
    await transport.close()
    // Killed is killed; on a busy machine the system takes a moment to carry it out.
    await until(() => !pidsIn(pids).some(isAlive), 2_000, 'the end of all processes')
  })

  test('X11: a shell around the server does not keep it alive', async () => {
    const pids = bed.pidFile()
    const [server] = targetOf('stdio-server.mjs', []).args
    const { transport, talk } = bed.launch(
      targetOf('', [], {
        command: '/bin/sh',
        args: ['-c', `exec 3<&0; "${process.execPath}" "${server}" stubborn --pids "${pids}" <&3 & wait`],
      }),
    )
    await transport.start()
    await talk.ask('ping')
    await transport.close()
    expect(pidsIn(pids)).toHaveLength(1)
    expect(pidsIn(pids).filter(isAlive)).toEqual([])
  })

  test('a server that ends while its child lives takes it along', async () => {
    const pids = bed.pidFile()
    const { transport, talk } = bed.launch(targetOf('stdio-server.mjs', ['grandchild', '--pids', pids]))
    await transport.start()
    await talk.ask('ping')
    void talk.call('crash').catch(() => {})
    expect((await transport.ended)?.code).toBe('exited')
    expect(pidsIn(pids)).toHaveLength(2)
    expect(pidsIn(pids).filter(isAlive)).toEqual([])
  })
})

test.skipIf(process.platform !== 'linux')(
  // A leak of one each would show twelve times; two hundred are in test/long/open-close.long.ts.
  '12 times opened and closed: no zombie, no open file more, nothing that runs',
  async () => {
    const cycle = async () => {
      const { transport, talk } = bed.launch(targetOf('stdio-server.mjs', ['good']))
      await transport.start()
      await talk.ask('ping')
      await transport.close()
    }
    await cycle()
    const before = ownLeaks()
    for (let round = 0; round < 3; round++) await Promise.all([cycle(), cycle(), cycle(), cycle()])
    const after = ownLeaks()
    expect(after.zombies).toBe(0)
    expect(after.files).toBeLessThanOrEqual(before.files + 2)
  },
)

function pidsOf(path: string): number[] {
  try {
    return pidsIn(path)
  } catch {
    return []
  }
}
