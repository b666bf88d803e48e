/**
 * Going on after the hub was killed in the middle of an answer (claude-code#69456, chatml#695, lobehub#19775): what
 * writes is never run again by itself, what was done is not done twice, and the answer is finished.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { AgentEvent } from '../../../src-main/agents/events.ts'
import type { Database } from '../../../src-main/db/database.ts'
import { openDatabase } from '../../../src-main/db/open.ts'
import { createLogger } from '../../../src-main/log/logger.ts'
import { type Brain, toolResults } from '../../fake-models/fake-answer.ts'
import { type BedOptions, type DeepBed, ofType, openDeepBed, textIn, warmUp } from '../../unit/deep/deep-bed.ts'

let db: Database
let dir: string
beforeAll(warmUp, 120_000)
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'resume-'))
  const log = createLogger({ dataDir: null, level: 'error' })
  db = await openDatabase({ config: { dataDir: join(dir, 'data'), databaseUrl: null }, log })
})
afterAll(async () => {
  await db.close()
  await rm(dir, { recursive: true, force: true })
})
const beds: DeepBed[] = []
afterEach(async () => {
  for (const bed of beds.splice(0)) await bed.close()
})
const open = async (brain: Brain, options: BedOptions) => {
  const bed = await openDeepBed(brain, { db, ...options })
  beds.push(bed)
  return bed
}

/** A run that is kept, as the chat stores it. */
async function startedRun(state = 'running'): Promise<string> {
  const id = randomUUID()
  await db.query(
    `insert into run (user_id, id, conversation_id, agent, state, started_at) values (1, $1, $2, 'deep', $3, now())`,
    [id, randomUUID(), state],
  )
  return id
}

const checkpoints = async (runId: string) =>
  (await db.query<{ n: number }>('select count(*)::int as n from checkpoint where thread_id = $1', [runId]))[0]?.n

/** What is left of a process that dies when `until` was told: its events so far, and nothing that comes later. */
async function killed(bed: DeepBed, runId: string, until: (event: AgentEvent) => boolean): Promise<AgentEvent[]> {
  const events: AgentEvent[] = []
  for await (const event of bed.ask('Do it', { runId })) {
    events.push(event)
    if (until(event)) break
  }
  return events
}

const steps: Brain = (question) =>
  toolResults(question).length > 0
    ? {
        text: `It said: ${toolResults(question)
          .map(({ text }) => text.slice(0, 60))
          .join(' | ')}`,
      }
    : {
        toolCalls: [
          { id: 'c-send', name: 'send', args: { to: 'doctor' } },
          { id: 'c-read', name: 'read', args: { q: 'pulse' } },
          { id: 'c-quick', name: 'quick', args: {} },
        ],
      }

it('does not send a second time what was being sent, reads again what was being read, and takes what was done', async () => {
  const runId = await startedRun()
  const hanging = () => new Promise(() => undefined)
  const before = await open(steps, {
    tools: [
      { name: 'send', isReadOnly: false, run: hanging },
      { name: 'read', run: hanging },
      { name: 'quick', isReadOnly: false, run: () => ({ saved: 1 }) },
    ],
  })
  let begun = 0
  const said = await killed(before, runId, (event) => {
    if (event.type === 'tool_result') begun++
    return begun === 1 && before.calls.length === 3
  })
  expect(await checkpoints(runId)).toBeGreaterThan(0)

  const after = await open(steps, {
    tools: ['send', 'read', 'quick'].map((name) => ({
      name,
      isReadOnly: name === 'read',
      run: () => ({ now: name }),
    })),
  })
  const events = await after.answer('Do it', { runId, resumed: said })
  expect(after.calls.map(({ tool }) => tool)).toEqual(['read'])
  expect(after.fake.questions).toHaveLength(1)
  const results = toolResults(after.fake.questions[0] ?? expect.fail())
  expect(results.map(({ id }) => id)).toEqual(['c-send', 'c-read', 'c-quick'])
  expect(results[0]?.text).toContain('outcome is unknown')
  expect(results[1]?.text).toBe('{"now":"read"}')
  expect(results[2]?.text).toBe('{"saved":1}')
  expect(ofType(events, 'tool_call')).toEqual([])
  expect(events.at(-1)).toEqual({ type: 'end', reason: 'done' })
  // A run that ended well leaves nothing behind.
  expect(await checkpoints(runId)).toBe(0)
})

it('asks again for what had only been waiting for the person', async () => {
  const runId = await startedRun()
  const before = await open([{ toolCalls: [{ id: 'c1', name: 'send', args: {} }] }, { text: 'Sent.' }], {
    tools: [
      {
        name: 'send',
        isReadOnly: false,
        run: (_args, call) => {
          // Stands for the question to the person, which the gate tells of.
          call.onProgress?.({ done: 0, total: null })
          return new Promise(() => undefined)
        },
      },
    ],
  })
  const said = await killed(before, runId, ({ type }) => type === 'tool_progress')
  const waiting: AgentEvent = { type: 'approval', id: 'a1', tool: 'send', args: {}, expires: '', callId: 'c1' }
  const after = await open([{ text: 'Sent.' }], {
    tools: [{ name: 'send', isReadOnly: false, run: () => ({ sent: true }) }],
  })
  const events = await after.answer('Do it', { runId, resumed: [...said, waiting] })
  expect(after.calls.map(({ tool }) => tool)).toEqual(['send'])
  expect(textIn(events)).toBe('Sent.')
})

it('goes on from the stored events where the checkpoint lacks the last step', async () => {
  const runId = await startedRun()
  const said: AgentEvent[] = [
    { type: 'text', text: 'I will send it.' },
    { type: 'tool_call', id: 'lost', tool: 'send', args: { to: 'doctor' } },
  ]
  const after = await open([{ text: 'I cannot say whether it was sent.' }], {
    tools: [{ name: 'send', isReadOnly: false, run: () => ({}) }],
  })
  const events = await after.answer('Do it', { runId, resumed: said })
  expect(after.calls).toEqual([])
  const sent = JSON.stringify(after.fake.questions[0]?.messages)
  expect(sent).toContain('I will send it.')
  expect(sent).toContain('it may have taken effect')
  expect(events.at(-1)).toEqual({ type: 'end', reason: 'done' })
})

it('removes checkpoints of runs that were stopped, once another question comes', async () => {
  const stopped = await startedRun()
  const bed = await open(
    (question) => (question.index === 0 ? { text: 'slow answer', tokenMs: 50 } : { text: 'Hi.' }),
    {},
  )
  const stop = new AbortController()
  for await (const event of bed.ask('One', { runId: stopped, signal: stop.signal }))
    if (event.type === 'text') stop.abort()
  await db.query(`update run set state = 'stopped' where id = $1`, [stopped])
  expect(await checkpoints(stopped)).toBeGreaterThan(0)
  const next = await startedRun()
  await bed.answer('Two', { runId: next })
  await expect.poll(() => checkpoints(stopped)).toBe(0)
  expect(await checkpoints(next)).toBe(0)
})
