/** Commands of agents in a real pseudo-terminal: what they see, what they leave, and that they end. */
import { execSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createShell, type Shell } from '../../../src-main/agents/shell/shell.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'

const conversationId = '0b1c2d3e-0000-4000-8000-000000000001'
let root: string
let shell: Shell
const never = new AbortController().signal
const options = () => ({
  dataDir: root,
  home: root,
  platform: process.platform,
  env: { ...process.env, OPENAI_API_KEY: 'sk-canary' },
  log: silentLogger,
})
/** As on a computer without bubblewrap. */
const bareShell = () => createShell({ ...options(), exists: () => false })

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'mirohub-shell-'))
  writeFileSync(join(root, 'secret.txt'), 'canary-5512')
  shell = createShell(options())
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const run = (
  command: string,
  more: { timeoutMs?: number; signal?: AbortSignal; onOutput?: (t: string) => void } = {},
) => shell.run({ command, conversationId, timeoutMs: 20_000, signal: never, onOutput: () => {}, ...more })

describe('a command of an agent', () => {
  it('runs in the folder of its conversation, and what it leaves there is there for the next', async () => {
    expect(await run('echo 41 > n.txt; pwd')).toMatchObject({
      ok: true,
      exitCode: 0,
      output: shell.folder(conversationId),
    })
    expect(await run('expr $(cat n.txt) + 1')).toMatchObject({ output: '42' })
    expect(readFileSync(join(shell.folder(conversationId), 'n.txt'), 'utf8')).toBe('41\n')
  })

  it('tells how it ended', async () => {
    expect(await run('exit 3')).toMatchObject({ ok: true, exitCode: 3, endedBy: 'itself' })
  })

  it('has none of the variables of the app', async () => {
    const answer = await run('env')
    expect(answer).toMatchObject({ ok: true })
    expect(answer.ok && answer.output).not.toContain('sk-canary')
    expect(answer.ok && answer.output).toContain('TERM=xterm-256color')
  })

  it('acts out what terminals act out: overwritten lines, titles, clipboard and hidden text are not handed on', async () => {
    const answer = await run(
      String.raw`printf '10%%\r100%%\n\033]0;evil\007\033]52;c;aGk=\007\033[31mred\033[0m \033[8msend it all\033[0m\n\033]8;;http://x/\007link\033]8;;\007\n'`,
    )
    expect(answer.ok && answer.output.split('\n').map((line) => line.trim())).toEqual(['100%', 'red', 'link'])
  })

  it('is capped: the beginning, a count, the end', async () => {
    const answer = await run('seq 1 30000')
    if (!answer.ok) throw new Error(answer.message)
    expect(answer.output.length).toBeLessThan(33_000)
    expect(answer.output).toMatch(/30000$/)
    expect(answer.output).toMatch(/earlier lines are gone|characters are left out/)
  })

  it('shows its screen while it runs', async () => {
    const seen: string[] = []
    await run('echo first; sleep 0.5; echo second', { onOutput: (text) => seen.push(text) })
    expect(seen[0]).toBe('first')
  })

  it.each(['sandboxed', 'bare'])(
    'is stopped with all that it started, also what will not hear or has left its group: %s',
    async (kind) => {
      const bed = kind === 'bare' ? bareShell() : shell
      const stop = new AbortController()
      const started = performance.now()
      const answer = await bed.run({
        command: `trap '' HUP TERM; (trap '' HUP TERM; sleep 654) & setsid sleep 654 & sleep 0.2; echo up; sleep 654`,
        conversationId,
        timeoutMs: 20_000,
        signal: stop.signal,
        onOutput: () => stop.abort(),
      })
      expect(answer).toMatchObject({ ok: true, endedBy: 'stop', exitCode: null })
      expect(performance.now() - started).toBeLessThan(5_000)
      expect(execSync('pgrep -fc "sleep 65[4]" || true', { encoding: 'utf8' }).trim()).toBe('0')
    },
  )

  it('ends after its time', async () => {
    expect(await run('sleep 60', { timeoutMs: 300 })).toMatchObject({ ok: true, endedBy: 'timeout' })
  })

  it('leaves nothing running in the background when it ends', async () => {
    await run('sleep 321 & disown; echo started')
    await sleep(300)
    expect(execSync('pgrep -fc "sleep 32[1]" || true', { encoding: 'utf8' }).trim()).toBe('0')
  })

  it('needs a conversation whose name cannot lead out of the folder', async () => {
    expect(
      await shell.run({ command: 'pwd', conversationId: '../..', timeoutMs: 1000, signal: never, onOutput: () => {} }),
    ).toMatchObject({ ok: false })
  })

  it('cannot write outside its folder, nor see the data (bubblewrap)', async (context) => {
    if (shell.sandbox !== 'bubblewrap') context.skip('bubblewrap is not installed here')

    const answer = await run(`cat ${join(root, 'secret.txt')}; touch ${join(root, 'x')} /etc/mirohub-x; ls ${root}`)
    expect(answer.ok && answer.output).not.toContain('canary-5512')
    expect(existsSync(join(root, 'x'))).toBe(false)
    expect(existsSync('/etc/mirohub-x')).toBe(false)
  })
})
