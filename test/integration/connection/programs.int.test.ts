/** Connections to programs: how often they are started, what is told when they fail, and that none stays. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ServerError } from '../../../src-main/mcp-client/model/server-status.ts'
import { closeAll, connectTo, connectWith, program } from './testing.ts'

const fake = new URL('../../fake-servers/stdio-server.mjs', import.meta.url).pathname
const broken = new URL('../../fake-servers/stdio-broken.mjs', import.meta.url).pathname
const touchy = new URL('../../fake-servers/stdio-touchy.mjs', import.meta.url).pathname
let dir = ''
let notes = 0

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mirohub-connection-'))
})
afterEach(closeAll)
afterAll(() => rm(dir, { recursive: true, force: true }))

const notebook = () => {
  notes += 1
  return join(dir, `pids-${notes}`)
}
const started = async (noted: string) => (await readFile(noted, 'utf8')).trim().split('\n').map(Number)
function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
async function faultOf(attempt: Promise<unknown>): Promise<ServerError> {
  const error = await attempt.then(
    () => new Error('it worked'),
    (reason: unknown) => reason,
  )
  if (error instanceof ServerError) return error
  throw error
}

describe('a program', () => {
  for (const eras of [[], ['--legacy'], ['--modern']]) {
    it(`is started once, whatever it speaks ${eras.join()}`, async () => {
      const noted = notebook()
      const { connection } = await connectTo(program(fake, 'good', ...eras, '--pids', noted))
      expect(await started(noted)).toEqual([connection.pid])
      await connection.close()
      expect(runs((await started(noted))[0] ?? 0)).toBe(false)
      expect(await connection.ended).toEqual({ fault: null })
    })
  }

  it('that keeps no session is started for each call, which tells it the run (MiroFlow: TASK_ID), and is gone after it', async () => {
    const noted = notebook()
    const entry = program(fake, 'good', '--pids', noted)
    const { connection } = await connectTo(entry, { settings: { stateful: false } })
    const environmentOf = async (runId: string) => {
      const answer = await connection.callTool({ tool: 'env', args: {}, runId })
      const [content] = 'result' in answer ? answer.result.content : []
      return JSON.parse(content?.type === 'text' ? content.text : '{}')
    }
    const [one, two] = await Promise.all([environmentOf('run-1'), environmentOf('run-2')])
    expect([one.env.TASK_ID, two.env.TASK_ID]).toEqual(['run-1', 'run-2'])
    expect(one.pid).not.toBe(two.pid)
    expect(connection.pid).toBeNull()
    // One to be asked what it is, and one for each call.
    expect(await started(noted)).toHaveLength(3)
    await connection.close()
    await expect.poll(async () => (await started(noted)).filter(runs)).toEqual([])
  })

  it('that ends when it is asked for its era is started again and not asked', async () => {
    const noted = notebook()
    const { connection, heard } = await connectTo(program(touchy, '--pids', noted))
    expect(connection.protocolVersion).toBe('2025-06-18')
    expect(await started(noted)).toHaveLength(2)
    await connectTo(program(touchy, '--pids', noted), { era: heard.eras[0] ?? null })
    expect(await started(noted)).toHaveLength(3)
  })

  it('that answers nothing is named with its limit, and is gone then', async () => {
    const noted = notebook()
    const attempt = connectTo(program(fake, 'silent', '--pids', noted), { settings: { limits: { connectMs: 1_000 } } })
    const error = await faultOf(attempt)
    expect(error.code).toBe('timeout')
    expect(error.message).toBe('Fake was not ready within 1 s.')
    for (const pid of await started(noted)) expect(runs(pid)).toBe(false)
  })

  it('that starts slowly is waited for', async () => {
    const { connection } = await connectTo(program(fake, 'slow', '700'))
    expect((await connection.list()).tools).not.toHaveLength(0)
  })

  it('that is stopped while it starts is gone', async () => {
    const noted = notebook()
    const controller = new AbortController()
    const attempt = connectTo(program(fake, 'silent', '--pids', noted), { signal: controller.signal })
    await expect.poll(() => readFile(noted, 'utf8').catch(() => '')).not.toBe('')
    controller.abort(new Error('stopped'))
    await expect(attempt).rejects.toThrow('stopped')
    for (const pid of await started(noted)) expect(runs(pid)).toBe(false)
  })

  it('that ends tells so to the call that runs and to the connection, with its last words', async () => {
    const { connection } = await connectTo(program(fake, 'good'))
    const error = await faultOf(connection.callTool({ tool: 'crash', args: {} }))
    expect(error.code).toBe('exited')
    expect(error.fault.details.join('\n')).toContain('about to crash')
    expect(await connection.ended).toMatchObject({ fault: { code: 'exited' } })
    expect((await faultOf(connection.callTool({ tool: 'echo', args: {} }))).code).toBe('exited')
  })

  it('that is not there is named before anything else', async () => {
    const target = { ...program(fake), command: 'no-such-command-of-ours' }
    const error = await faultOf(connectTo(target))
    expect(error.code).toBe('command_missing')
  })

  it('is cancelled when the caller stops, and answers others meanwhile (row 40)', async () => {
    const { connection, heard } = await connectTo(program(fake, 'good'))
    const controller = new AbortController()
    const attempt = connection.callTool({
      tool: 'slow',
      args: { steps: 1000, stepMs: 20 },
      signal: controller.signal,
      onProgress: () => controller.abort(new Error('stop')),
    })
    await expect(attempt).rejects.toThrow('stop')
    await expect.poll(() => heard.log.some(({ text }) => text.includes('slow: cancelled'))).toBe(true)
    expect(await connection.callTool({ tool: 'echo', args: { text: 'x' } })).toMatchObject({
      result: { content: [{ text: 'x' }] },
    })
  })

  it('is refused an answer of 100 MB', async () => {
    const { connection } = await connectTo(program(fake, 'good'))
    const error = await faultOf(connection.callTool({ tool: 'big', args: { megabytes: 100 } }))
    expect(error.code).toBe('line_too_long')
  })

  it('with 250 tools on three pages is listed whole', async () => {
    const { connection } = await connectTo(program(fake, 'many'))
    expect((await connection.list()).tools).toHaveLength(250)
  })
})

describe('a program that dies at once', () => {
  it('is started twice the first time and once after that, so that a loop of crashes stays small', async () => {
    const noted = notebook()
    const target = program(broken, 'exits', '--pids', noted)
    const connect = connectWith()
    for (let n = 0; n < 3; n += 1) await connectTo(target, { connect }).catch(() => {})
    expect((await started(noted)).length).toBeLessThanOrEqual(4)
  })
})
