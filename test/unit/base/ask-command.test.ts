/** The `ask` command: the answer on stdout, the rest on stderr, and the exit that scripts rely on. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AgentEvent } from '../../../src-main/agents/events.ts'
import { ask } from '../../../src-main/cli/commands/ask.ts'
import type { HubClient } from '../../../src-main/cli/connection.ts'
import { CommandFailed } from '../../../src-main/cli/output.ts'

let out = ''
let err = ''
beforeEach(() => {
  out = ''
  err = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text)
    return true
  })
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += String(text)
    return true
  })
})
afterEach(() => vi.restoreAllMocks())

async function run(events: readonly AgentEvent[], json = false): Promise<'done' | 'failed'> {
  async function* stream() {
    yield* events
  }
  // The command asks one procedure of the whole client.
  const client = { local: { ask: async () => stream() } } as unknown as HubClient
  try {
    await ask(client, { question: 'x', agent: 'base', model: null, json })
    return 'done'
  } catch (error) {
    if (error instanceof CommandFailed) return 'failed'
    throw error
  }
}

it('prints the answer alone to stdout, and tells on stderr what happened on the way', async () => {
  const exit = await run([
    { type: 'notice', code: 'route', text: 'Tools run here.' },
    { type: 'reasoning', text: 'Hm.' },
    { type: 'text', text: 'Your steps' },
    { type: 'text', text: ': 9000.' },
    { type: 'end', reason: 'done' },
  ])
  expect([exit, out, err]).toEqual(['done', 'Your steps: 9000.\n', 'Tools run here.\n'])
})

it('says how to approve what was refused because nobody was there', async () => {
  const error = { code: 'not_approved', message: 'Not approved.', hint: 'Go on without it.' }
  await run([
    { type: 'tool_call', id: '1', tool: 'create_issue', server: 'GitHub', args: {} },
    { type: 'tool_result', id: '1', ok: false, preview: null, error },
    { type: 'text', text: 'I could not.' },
    { type: 'end', reason: 'done' },
  ])
  expect(err).toContain('GitHub: create_issue: Not approved.')
  expect(err).toContain('Mirohub window')
  expect(out).toBe('I could not.\n')
})

it.each([
  ['done', 'done'],
  ['declined', 'done'],
  ['failed', 'failed'],
  ['stopped', 'failed'],
] as const)('a run that ends as %s exits as %s, with or without --json', async (reason, exit) => {
  expect(await run([{ type: 'end', reason }])).toBe(exit)
  out = ''
  expect(await run([{ type: 'end', reason }], true)).toBe(exit)
  expect(out).toBe(`{"type":"end","reason":"${reason}"}\n`)
})

it('that breaks off without an end is a failure with a word', async () => {
  expect(await run([])).toBe('failed')
  expect(err).toContain('without an answer')
})
