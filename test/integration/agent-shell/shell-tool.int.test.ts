/** The shell behind the registry's door: who has it, what the person sees before a command, and what a "no" means. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createShell } from '../../../src-main/agents/shell/shell.ts'
import { shellTool } from '../../../src-main/agents/shell/shell-tool.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import { createApprovals, type GateEvent } from '../../../src-main/registry/approval/approvals.ts'
import type { Caller } from '../../../src-main/registry/types.ts'
import { agent, me, openExternalBed } from '../registry/external-bed.ts'

const conversationId = '11111111-1111-4111-8111-111111111111'
const root = mkdtempSync(join(tmpdir(), 'mirohub-shell-tool-'))
const shell = createShell({
  dataDir: root,
  home: root,
  platform: process.platform,
  env: process.env,
  log: silentLogger,
})
const deep: Caller = { ...agent, agent: 'DEEP', sessionId: conversationId, abilities: ['shell'] }

let bed: Awaited<ReturnType<typeof openExternalBed>>
beforeAll(async () => {
  bed = await openExternalBed({ agentTools: [shellTool(shell)] })
})
afterAll(async () => {
  await bed.close()
  rmSync(root, { recursive: true, force: true })
})

type Asked = Extract<GateEvent, { type: 'approval' }>

function openRun(decision: 'once' | 'rejected') {
  const asked: Asked[] = []
  const approvals = createApprovals({ db: bed.db, now: () => new Date(), log: silentLogger })
  const run = approvals.openRun({
    userId: 1,
    runId: 'run-1',
    conversationId,
    title: '',
    isAttended: () => true,
    taint: { hasPrivate: false, untrusted: [] },
    signal: new AbortController().signal,
    saveTaint: async () => undefined,
    emit(event) {
      if (event.type !== 'approval') return
      asked.push(event)
      queueMicrotask(() => approvals.answer(1, event.id, decision, 'not now'))
    },
  })
  return { run, asked }
}
const names = async (caller: Caller) => (await bed.registry.list(caller)).map(({ name }) => name)

describe('the shell tool', () => {
  it('is there for an agent whose person turned it on, and for nobody else', async () => {
    expect(await names(deep)).toContain('run_command')
    for (const caller of [me, agent]) {
      expect(await names(caller)).not.toContain('run_command')
      const outcome = await bed.invoke('run_command', { command: 'echo hi' }, caller)
      expect(outcome.ok).toBe(false)
    }
  })

  it('shows the whole command and what is in it, runs it after a yes, and shows its screen meanwhile', async () => {
    const { run, asked } = openRun('once')
    const screens: string[] = []
    const outcome = await bed.invoke('run_command', { command: 'echo $(echo 42) > a.txt; cat a.txt' }, deep, {
      run,
      callId: 'c1',
      onOutput: (text: string) => screens.push(text),
    })
    expect(asked).toMatchObject([
      {
        tool: 'run_command',
        reason: 'shell',
        choices: ['once'],
        args: {
          command: 'echo $(echo 42) > a.txt; cat a.txt',
          folder: shell.folder(conversationId),
          programs: ['echo', 'echo', 'cat'],
          notes: ['substitution', 'redirect'],
        },
      },
    ])
    expect(outcome).toMatchObject({ ok: true, success: true, result: { exit_code: 0, output: '42' } })
  })

  it('asks again for the same command', async () => {
    const { run, asked } = openRun('once')
    for (const callId of ['c1', 'c2']) await bed.invoke('run_command', { command: 'true' }, deep, { run, callId })
    expect(asked).toHaveLength(2)
  })

  it('runs nothing after a no, and hands the reason on', async () => {
    const { run } = openRun('rejected')
    const outcome = await bed.invoke('run_command', { command: 'touch never.txt' }, deep, { run, callId: 'c1' })
    expect(outcome).toMatchObject({ ok: false, error: { code: 'not_approved' } })
    expect(outcome.ok ? '' : outcome.error.message).toContain('not now')
    expect(existsSync(join(shell.folder(conversationId), 'never.txt'))).toBe(false)
  })

  it('runs nothing without a run, since nobody was asked', async () => {
    const outcome = await bed.invoke('run_command', { command: 'touch unasked.txt' }, deep)
    expect(outcome).toMatchObject({ ok: true, success: false })
    expect(existsSync(join(shell.folder(conversationId), 'unasked.txt'))).toBe(false)
  })
})
