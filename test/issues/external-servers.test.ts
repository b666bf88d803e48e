/** What other desktop hubs got wrong with external servers, replayed through the whole hub: rows are of the issue bank. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHub } from '../../src-main/hub.ts'
import { silentLogger } from '../../src-main/log/logger.ts'
import { defaultSettings } from '../../src-main/mcp-client/model/server-entry.ts'
import { callerUser } from '../../src-main/profiles/caller-user.ts'
import { startFaultyHttpServer } from '../fake-servers/http-faulty.ts'
import { startGoodHttpServer } from '../fake-servers/http-good.ts'
import { fakeServer, isAlive, pidsIn } from '../integration/launch/launch-bed.ts'
import { openServerBed, type ServerBed } from '../integration/servers/hub-with-servers.ts'

let bed: ServerBed
let good: string
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mirohub-issues-'))
  bed = await openServerBed()
  good = await bed.addFake('Good', 'stdio-server.mjs', 'good')
  await bed.until(good, 'ready')
})
afterAll(async () => {
  await bed.close()
  rmSync(folder, { recursive: true, force: true })
})

const invoke = (tool: string, args: unknown = {}) =>
  bed.hub.registry.invoke({ tool, args, caller: { actor: 'window', user: { ...bed.person, language: 'en' } } })
const offered = async () =>
  (await bed.hub.registry.list({ actor: 'window', user: { ...bed.person, language: 'en' } })).map(({ name }) => name)
const goodAnswers = async () =>
  expect(await invoke('good__echo', { text: 'still here' })).toMatchObject({
    ok: true,
    text: expect.stringContaining('still here'),
  })
/** The first fault of a server, as the manager keeps it in both languages. */
async function faultOf(id: string) {
  const read = () => bed.hub.services.servers.manager.status(id).fault
  await expect.poll(read, { timeout: 20_000 }).not.toBeNull()
  const fault = read()
  if (fault === null) throw new Error('the fault went away')
  return fault
}
const remove = (...ids: string[]) => bed.page.servers.remove({ ids })
const alive = (file: string) => (existsSync(file) ? pidsIn(file).filter(isAlive) : [])

describe('A: starting', () => {
  it('A1, A3: what cannot be started stays in the list, and says which of three things is missing and where', async () => {
    const locked = join(folder, 'locked.sh')
    writeFileSync(locked, '#!/bin/sh\n', { mode: 0o600 })
    const ids = [
      await bed.addEntry('No command', { command: 'mirohub-no-such-command' }),
      await bed.addEntry('No folder', { command: process.execPath, cwd: join(folder, 'gone') }),
      await bed.addEntry('No right', { command: locked }),
    ]
    const [command, directory, right] = await Promise.all(ids.map((id) => faultOf(id)))
    expect(command).toMatchObject({ code: 'command_missing' })
    expect(command?.message.en).toContain('mirohub-no-such-command')
    // Where it was looked for: at least the path that this process has.
    expect(command?.details.join('\n')).toContain(process.env.PATH?.split(':')[0])
    expect(directory).toMatchObject({ code: 'directory_missing' })
    expect(`${directory?.message.en}${directory?.details}`).toContain(join(folder, 'gone'))
    expect(right).toMatchObject({ code: 'command_not_executable' })
    const { servers } = await bed.page.servers.list()
    for (const id of ids) expect(servers.find((row) => row.id === id)).toMatchObject({ state: 'failed', enabled: true })
    await remove(...ids)
  })

  it('A5, A6, X5: one variable in the entry costs no PATH and no HOME, and lets nothing of the hub in', async () => {
    process.env.MIROHUB_TEST_CANARY = 'canary-a6'
    process.env.OPENAI_API_KEY = 'canary-a6-key'
    try {
      const id = await bed.addEntry('Environment', {
        command: process.execPath,
        args: [fakeServer('stdio-server.mjs'), 'good'],
        env: { MINE: 'yes' },
      })
      await bed.until(id, 'ready')
      const seen = JSON.stringify(await invoke('environment__env'))
      expect(seen).toContain('MINE')
      expect(seen).toMatch(/\bPATH\b/)
      expect(seen).toMatch(/\bHOME\b/)
      for (const word of ['canary-a6', 'ELECTRON_RUN_AS_NODE', 'MIROHUB_SECRETS']) expect(seen).not.toContain(word)
      await remove(id)
    } finally {
      delete process.env.MIROHUB_TEST_CANARY
      delete process.env.OPENAI_API_KEY
    }
  })

  it('A9, A10: one that never answers and one that dies are never green, and the others answer meanwhile', async () => {
    const silent = await bed.addFake('Silent', 'stdio-server.mjs', 'silent')
    const dying = await bed.addFake('Dying', 'stdio-broken.mjs', 'exits')
    const fault = await faultOf(dying)
    expect(fault.code).toBe('exited')
    expect(fault.details.join('\n')).toContain('no key: set API_KEY')
    await goodAnswers()
    const { servers } = await bed.page.servers.list()
    for (const id of [silent, dying]) {
      const row = servers.find((one) => one.id === id)
      expect(row?.state).not.toBe('ready')
      expect(row).toMatchObject({ lastAnswerAt: null, tools: { total: 0 } })
    }
    await remove(silent, dying)
  })

  it('A11: a stalled initialize delays neither the start of the hub nor its answers', async () => {
    const own = await openServerBed()
    const stalled = await own.addFake('Stalled', 'stdio-server.mjs', 'silent')
    const kept = await own.addFake('Kept', 'stdio-server.mjs', 'good')
    await own.until(kept, 'ready')
    await own.hub.stop()
    const began = performance.now()
    const hub = await createHub(own.hub.config, { host: 'node', page: true, log: silentLogger })
    try {
      await hub.listen(0)
      const page = hub.client(own.person, 'window')
      const { servers } = await page.servers.list()
      // The handshake alone may take 20 s; a generous bound, for a slow computer.
      expect(performance.now() - began).toBeLessThan(10_000)
      expect(servers.map(({ name }) => name)).toEqual(['Stalled', 'Kept'])
      await expect.poll(async () => (await page.servers.get({ id: kept })).state, { timeout: 15_000 }).toBe('ready')
      expect((await page.servers.get({ id: stalled })).state).toBe('starting')
    } finally {
      await hub.stop()
      await own.close()
    }
  })

  it('A12: behind a shell, with a child that ignores SIGTERM, stop leaves nothing, also while it starts', async () => {
    const [first, second] = [join(folder, 'shell-pids'), join(folder, 'starting-pids')]
    const behindShell = (file: string, mode: string) => ({
      command: '/bin/sh',
      args: ['-c', `"${process.execPath}" "${fakeServer('stdio-server.mjs')}" ${mode} --pids "${file}"; true`],
    })
    const ready = await bed.addEntry('Behind a shell', behindShell(first, 'grandchild'))
    const starting = await bed.addEntry('Still starting', behindShell(second, 'silent'))
    await bed.until(ready, 'ready')
    await expect.poll(() => [alive(first).length, alive(second).length], { timeout: 10_000 }).toEqual([2, 1])
    const [one, two] = await Promise.all([ready, starting].map((id) => bed.page.servers.stop({ id })))
    expect([one?.state, two?.state]).toEqual(['stopped', 'stopped'])
    // A child that was ended by SIGKILL may take a moment to be gone.
    await expect.poll(() => [...alive(first), ...alive(second)], { timeout: 2_000 }).toEqual([])
    await remove(ready, starting)
  })

  it('X8, X9: whatever is on its stdout, it is told in both languages or read past, and costs nobody else anything', async () => {
    const wrong = {
      leaves: 'exited',
      killed: 'exited',
      noise: 'not_mcp',
      'no-newline 64': 'line_too_long',
      // In the newer era its first answer has no type.
      'answers-twice': 'protocol',
    }
    const right = ['half-utf8', 'oddities']
    const bad = await Promise.all(
      Object.entries(wrong).map(async ([words, code]) => {
        const [mode = '', ...rest] = words.split(' ')
        return { code, name: `Bad ${mode}`, id: await bed.addFake(`Bad ${mode}`, 'stdio-broken.mjs', mode, ...rest) }
      }),
    )
    const fine = await Promise.all(right.map((mode) => bed.addFake(`Odd ${mode}`, 'stdio-broken.mjs', mode)))
    for (const { id, code, name } of bad) {
      const fault = await faultOf(id)
      expect({ name, code: fault.code }).toEqual({ name, code })
      for (const language of ['en', 'zh'] as const) expect(fault.hint[language]).not.toBe('')
      expect(fault.message.zh).toMatch(/\p{Script=Han}/u)
      expect(`${fault.message.en} ${fault.details.join(' ')}`).not.toMatch(/undefined|\[object/)
    }
    for (const id of fine) await bed.until(id, 'ready')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    await goodAnswers()
    await remove(...fine, ...bad.map(({ id }) => id))
  })
})

describe('C: what is shown of a server', () => {
  it('C24: a remote server that lost its sessions answers the next call', async () => {
    const server = await startGoodHttpServer({ eras: 'legacy', sessions: true })
    try {
      const id = await bed.addEntry('Forgetful', { type: 'http', url: server.url })
      await bed.until(id, 'ready')
      server.forgetSessions()
      expect(await invoke('forgetful__echo', { text: 'again' })).toMatchObject({ ok: true })
      expect((await bed.page.servers.get({ id })).state).toBe('ready')
      expect(server.heard.filter((method) => method === 'initialize')).toHaveLength(2)
      await remove(id)
    } finally {
      await server.close()
    }
  })

  it('C26: a value that was filled in later brings the tools, without a restart of anything', async () => {
    const server = await startFaultyHttpServer({ kind: 'wants-header', name: 'x-key', value: 'the-right-one' })
    try {
      const id = await bed.addEntry('Keyed', { type: 'http', url: server.url, headers: { 'X-Key': 'a-wrong-one' } })
      expect(await faultOf(id)).toMatchObject({ code: 'http_status' })
      expect(await offered()).not.toContain('keyed__echo')
      await bed.page.servers.setValues({ id, headers: { 'X-Key': 'the-right-one' } })
      const detail = await bed.until(id, 'ready')
      expect(detail.toolList.map(({ name }) => name)).toContain('echo')
      expect(await offered()).toContain('keyed__echo')
      await remove(id)
    } finally {
      await server.close()
    }
  })

  it('C27: the number of tools is of a list that was asked for, and says when; an old one is told as old', async () => {
    const began = Date.now()
    const id = await bed.addFake('Mortal', 'stdio-server.mjs', 'good')
    const first = await bed.until(id, 'ready')
    expect(Date.parse(first.listedAt ?? '')).toBeGreaterThanOrEqual(began)
    expect(first).toMatchObject({ stale: false })
    await bed.page.servers.refresh({ id })
    const second = await bed.page.servers.get({ id })
    expect(Date.parse(second.listedAt ?? '')).toBeGreaterThan(Date.parse(first.listedAt ?? ''))
    await bed.page.servers.stop({ id })
    const stopped = await bed.page.servers.get({ id })
    expect(stopped).toMatchObject({ state: 'stopped', stale: true, listedAt: second.listedAt })
    expect(stopped.tools.total).toBe(second.tools.total)
    await remove(id)
  })
})

describe('what is called', () => {
  it('E39: the limit is of the server; progress goes past it, and not past the hard cap', async () => {
    const id = await bed.addFake('Limited', 'stdio-server.mjs', 'good')
    const limits = { ...defaultSettings.limits, requestMs: 1_000, hardCapMs: 2_500 }
    await bed.page.servers.update({ id, settings: { limits } })
    await bed.until(id, 'ready')
    const [hung, slow, endless] = await Promise.all([
      invoke('limited__hang'),
      invoke('limited__slow', { steps: 5, stepMs: 300 }),
      invoke('limited__slow', { steps: 100, stepMs: 300 }),
    ])
    expect(slow).toMatchObject({ ok: true })
    for (const outcome of [hung, endless]) {
      expect(outcome).toMatchObject({ ok: false, error: { message: expect.stringContaining('Limited') } })
    }
    // One at its second without a sign of life, the other at the cap.
    expect(hung.durationMs).toBeLessThan(endless.durationMs)
    expect(await invoke('limited__echo', { text: 'hi' })).toMatchObject({ ok: true })
    await remove(id)
  })

  it('X3: a tool that became another is nobody’s until the person has seen the difference', async () => {
    const id = await bed.addFake('Changing', 'stdio-server.mjs', 'schema-change', '1')
    await bed.until(id, 'ready')
    expect(await invoke('changing__echo', { text: 'before' })).toMatchObject({ ok: true })
    const shown = (await bed.page.servers.refresh({ id })).toolList.find(({ name }) => name === 'echo')
    expect(shown).toMatchObject({
      trust: 'changed',
      description: 'Read a file.',
      approved: { description: 'Gives the text back.' },
    })
    expect(await offered()).not.toContain('changing__echo')
    expect(await invoke('changing__echo', { text: 'x', path: '/etc/passwd' })).toMatchObject({
      // And not at `good`, whose tool has the same name.
      ok: false,
      error: { code: 'not_allowed', message: expect.stringContaining('approved') },
    })
    // Nor for an app, to which the other server is shared.
    const others = (await bed.page.servers.list()).servers.filter((one) => one.id !== id)
    for (const one of others) await bed.page.servers.update({ id: one.id, settings: { shared: true } })
    const user = callerUser(bed.person)
    const app = { actor: 'mcp:app', user, isClient: true }
    expect((await bed.hub.registry.list(app)).some(({ name }) => name.endsWith('__echo'))).toBe(true)
    expect(await bed.hub.registry.invoke({ tool: 'changing__echo', args: { text: 'x' }, caller: app })).toMatchObject({
      ok: false,
      error: { code: 'unknown_tool' },
    })
    const agree = (fingerprint: string) => bed.page.servers.approveTools({ id, tools: [{ name: 'echo', fingerprint }] })
    await expect(agree('0'.repeat(64))).rejects.toThrow(/another now/)
    expect(await offered()).not.toContain('changing__echo')
    await agree(shown?.fingerprint ?? '')
    expect(await offered()).toContain('changing__echo')
    await remove(id)
  })

  it('X4: two servers with the same name and tool have names of their own, and a call reaches the chosen one', async () => {
    const ids = [
      await bed.addEntry('Twin', { command: process.execPath, args: [fakeServer('stdio-server.mjs'), 'good', '--1'] }),
      await bed.addEntry('Twin', { command: process.execPath, args: [fakeServer('stdio-server.mjs'), 'good', '--2'] }),
    ]
    for (const id of ids) await bed.until(id, 'ready')
    expect(JSON.stringify(await invoke('twin__env'))).toMatch(/--1/)
    const second = JSON.stringify(await invoke('twin-2__env'))
    expect(second).toMatch(/--2/)
    expect(second).not.toMatch(/--1/)
    await bed.page.servers.stop({ id: ids[1] ?? '' })
    expect(await invoke('twin-2__env')).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/stopped/) },
    })
    // With one like it left, it is not that one either.
    await remove(ids[0] ?? '')
    expect(await invoke('twin-2__env')).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/stopped/) },
    })
    await remove(...ids)
  })
})
