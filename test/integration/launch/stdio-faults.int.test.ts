/** Programs that misbehave: each is told as what it is, and none harms the hub. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ServerError } from '../../../src-main/mcp-client/model/server-status.ts'
import { createBed, isAlive, pidsIn, targetOf, until } from './launch-bed.ts'

const bed = createBed()
afterAll(() => bed.close())

async function endOf(mode: string, ...args: string[]) {
  const { transport, log } = bed.launch(targetOf('stdio-broken.mjs', [mode, ...args]))
  await transport.start()
  const fault = await transport.ended
  return { fault, log, transport }
}

async function refusedStart(...of: Parameters<typeof bed.launch>) {
  const { transport } = bed.launch(...of)
  const error: unknown = await transport.start().then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ServerError)) throw new Error('it was started')
  // The same reason for whoever waits for the end.
  expect(await transport.ended).toEqual(error.fault)
  await transport.close()
  return error.fault
}

describe('programs that end', () => {
  test('status and the last words are in the fault', async () => {
    const { fault, transport } = await endOf('exits')
    expect(fault?.code).toBe('exited')
    expect(fault?.message.en).toMatch(/ended before it answered \(exit status 1\)\. It said: no key: set API_KEY$/)
    expect(fault?.details).toContain('stderr: warming up')
    expect(fault?.details).toContain(`working directory: ${bed.folder}`)
    expect(transport.exit).toEqual({ status: 1, signal: null })
    expect(transport.pid).toBeNull()
  })

  test('a signal is told as one', async () => {
    const { fault } = await endOf('killed')
    expect(fault?.message.en).toContain('signal SIGKILL')
  })

  test('status 0 without a word is no success', async () => {
    expect((await endOf('leaves')).fault?.code).toBe('exited')
  })

  test('a crash in a call: what is sent afterwards is refused with the reason (EPIPE does not reach anybody)', async () => {
    const { transport, talk } = bed.launch(targetOf('stdio-server.mjs', ['good']))
    await transport.start()
    await talk.ask('ping')
    await expect(talk.call('crash')).rejects.toThrow('exited')
    expect(transport.fault?.message.en).toContain('ended by itself (exit status 70). It said: about to crash')
    await expect(transport.send({ jsonrpc: '2.0', method: 'notifications/x' })).rejects.toBeInstanceOf(ServerError)
  })

  test('one that closes its output and lives on is ended', async () => {
    const { transport } = bed.launch(targetOf('stdio-broken.mjs', ['closes-stdout', '10']))
    await transport.start()
    const fault = await transport.ended
    expect(fault?.message.en).toContain('closed its output')
  })

  test('a secret that it repeats is in no fault and no line', async () => {
    const command = '/bin/sh'
    const target = targetOf('', [], { command, args: ['-c', 'echo "bad key $KEY" >&2; exit 2'], envNames: ['KEY'] })
    const { transport, log } = bed.launch(target, { env: { KEY: 'canary-0123' } })
    await transport.start()
    const fault = await transport.ended
    expect(fault?.message.en).toContain('bad key [KEY]')
    expect(JSON.stringify([fault, log])).not.toContain('canary-0123')
  })
})

describe('programs that break the framing', () => {
  test('endless noise is no MCP server', async () => {
    const { fault, log } = await endOf('noise')
    expect(fault).toMatchObject({ code: 'not_mcp' })
    expect(fault?.details).toContain('stdout: tick')
    // Twenty lines, and how many there were; not a flood.
    expect(log.filter(({ from, level }) => from === 'stdout' && level === 'warn')).toHaveLength(21)
  })

  test('X8: 1 GB without a line feed costs at most 32 MiB, and the server its life', async () => {
    const pids = bed.pidFile()
    const { transport } = bed.launch(targetOf('stdio-broken.mjs', ['no-newline', '1024', '--pids', pids]))
    let before = process.memoryUsage.rss()
    let most = 0
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss() - before)
    }, 5)
    before = process.memoryUsage.rss()
    await transport.start()
    const fault = await transport.ended
    clearInterval(timer)
    expect(fault?.code).toBe('line_too_long')
    expect(fault?.message.en).toContain('more than 8 MiB')
    expect(most).toBeLessThan(32 * 1024 * 1024)
    expect(pidsIn(pids).filter(isAlive)).toEqual([])
  })

  test('X8: the same in the answer to a call, and a result of 7 MB passes', async () => {
    const { transport, talk } = bed.launch(targetOf('stdio-server.mjs', ['good']))
    await transport.start()
    expect(JSON.stringify(await talk.call('big', { megabytes: 7 })).length).toBeGreaterThan(7_000_000)
    await expect(talk.call('big', { megabytes: 100 })).rejects.toThrow('line_too_long')
  })

  test('banners and bars between answers are skipped and logged as warnings', async () => {
    const { transport, log, talk } = bed.launch(targetOf('stdio-server.mjs', ['banner']))
    await transport.start()
    expect(await talk.ask('tools/list')).toHaveProperty('result.tools.length', 10)
    const noise = log.filter(({ from }) => from === 'stdout')
    expect(noise.map(({ text }) => text)).toEqual([
      'Welcome to the server',
      '{ not json }',
      '[=====>    ] 50%',
      'undefined',
    ])
    expect(new Set(noise.map(({ level }) => level))).toEqual(new Set(['warn']))
    await transport.close()
  })

  test.each([
    ['half-utf8', 2],
    ['oddities', 11],
  ])('X9: %s: the odd lines are skipped and the server goes on', async (mode, odd) => {
    const { transport, log, talk } = bed.launch(targetOf('stdio-broken.mjs', [mode]))
    await transport.start()
    expect(await talk.ask('tools/list')).toHaveProperty('result.tools')
    expect(await talk.ask('tools/list')).toHaveProperty('result.tools')
    expect(transport.fault).toBeNull()
    // Twice listed: what comes before each list comes twice.
    expect(log.filter(({ from }) => from === 'stdout').length).toBeGreaterThanOrEqual(odd)
    await transport.close()
    expect(await transport.ended).toBeNull()
  })

  test('ten thousand lines on stderr do not drown the log or hold up the answer', async () => {
    const { transport, log, talk } = bed.launch(targetOf('stdio-server.mjs', ['stderr-flood', '10000']))
    await transport.start()
    await talk.ask('ping')
    const last = () => transport.stderrTail().at(-1) ?? ''
    await until(() => last().startsWith('line 10000: '), 30_000, 'the last line')
    await transport.close()
    expect(log.filter(({ from }) => from === 'stderr').length).toBeLessThan(10_000)
    const told = log.flatMap(({ text }) => /^(\d+) more lines/.exec(text)?.[1] ?? []).map(Number)
    const shown = log.filter(({ from }) => from === 'stderr').length
    expect(told.reduce((a, b) => a + b, 0) + shown).toBe(10_000)
  })
})

describe('row A3: programs that cannot be started', () => {
  test('a command that is not there', async () => {
    const fault = await refusedStart(targetOf('', [], { command: 'no-such-program-here', args: [] }))
    expect(fault.code).toBe('command_missing')
    expect(fault.details).toContain('command: no-such-program-here')
    expect(fault.details.some((line) => line.startsWith('looked in: /'))).toBe(true)
  })

  test('a working directory that is not there', async () => {
    const cwd = join(bed.folder, 'gone')
    const fault = await refusedStart(targetOf('stdio-server.mjs', [], { cwd }))
    expect(fault).toMatchObject({ code: 'directory_missing', details: [`working directory: ${cwd}`] })
  })

  test('a file without the right to run it', async () => {
    const command = join(bed.folder, 'not-executable')
    writeFileSync(command, 'x', { mode: 0o644 })
    expect((await refusedStart(targetOf('', [], { command, args: [] }))).code).toBe('command_not_executable')
  })

  test('a script whose interpreter is not there is not told as missing itself', async () => {
    const command = join(bed.folder, 'script')
    writeFileSync(command, '#!/opt/python9/bin/python\n')
    chmodSync(command, 0o755)
    const fault = await refusedStart(targetOf('', [], { command, args: [] }))
    expect(fault.code).toBe('command_missing')
    expect(fault.message.en).toContain('is to be run by /opt/python9/bin/python')
    expect(fault.hint.en).toContain('Install Python')
  })

  test('a NUL in an argument, an unknown encoding: a bad entry, without the value', async () => {
    const nul = await refusedStart(targetOf('stdio-server.mjs', ['a\0b']))
    expect(nul.code).toBe('bad_entry')
    const secret = await refusedStart(targetOf('stdio-server.mjs', []), { env: { KEY: 'canary\0' } })
    expect(secret.code).toBe('bad_entry')
    expect(JSON.stringify(secret)).not.toContain('canary')
    expect((await refusedStart(targetOf('stdio-server.mjs', [], { encoding: 'klingon' }))).code).toBe('bad_entry')
  })
})

describe('what a child gets', () => {
  test('X5: its environment is the list, the entry and the run, and nothing of ours', async () => {
    process.env.CANARY_TOKEN = 'canary'
    const cwd = join(bed.folder, 'work')
    mkdirSync(cwd)
    const target = targetOf('stdio-server.mjs', ['good'], { cwd, envNames: ['API_KEY'] })
    const { transport, talk } = bed.launch(target, { env: { API_KEY: 'abcdefgh' }, run: { MIROHUB_RUN_ID: 'r1' } })
    await transport.start()
    const answer = JSON.stringify(await talk.call('env'))
    const said: { env: Record<string, string>; cwd: string } = JSON.parse(JSON.parse(answer).result.content[0].text)
    await transport.close()
    expect(said.cwd).toBe(cwd)
    expect(said.env).toMatchObject({ API_KEY: 'abcdefgh', MIROHUB_RUN_ID: 'r1', LANG: expect.any(String) })
    const allowed =
      /^(HOME|LANG|LANGUAGE|LC_\w+|LOGNAME|PATH|SHELL|TERM|TMPDIR|TZ|USER|XDG_\w+|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|API_KEY|MIROHUB_RUN_ID|MIROHUB_LAUNCH)$/
    expect(Object.keys(said.env).filter((name) => !allowed.test(name))).toEqual([])
    delete process.env.CANARY_TOKEN
  })

  test('X2: arguments go as they are; no shell reads them', async () => {
    const odd = ['--', '; touch made', '$(id)', '`id`', '%PATH%', 'a "b" \'c\' \\', '', '\n', '✓']
    const { transport, talk } = bed.launch(targetOf('stdio-server.mjs', ['good', ...odd]))
    await transport.start()
    const answer = JSON.stringify(await talk.call('env'))
    await transport.close()
    expect(JSON.parse(JSON.parse(answer).result.content[0].text).argv.slice(3)).toEqual(odd)
  })
})
