/** What other agents' loops got wrong, each played through the deep agent on a scripted model server. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../src-main/agents/events.ts'
import { createRepl } from '../../src-main/agents/repl/repl-host.ts'
import { type Brain, systemText, toolResults } from '../fake-models/fake-answer.ts'
import { type BedOptions, type DeepBed, ofType, openDeepBed, silentLog, textIn, warmUp } from '../unit/deep/deep-bed.ts'

beforeAll(warmUp, 120_000)
let bed: DeepBed | null = null
afterEach(async () => {
  await bed?.close()
  bed = null
})
const open = async (brain: Brain, options: BedOptions = {}) => {
  bed = await openDeepBed(brain, options)
  return bed
}
const call = (name: string, args: unknown = {}, id = `c-${name}`) => ({ toolCalls: [{ id, name, args }] })

it('goose#9938: a tool does not run when Stop comes while the model is still naming it', async () => {
  const { ask, calls } = await open([{ text: 'I send.', ...call('send', { text: 'x'.repeat(200) }), tokenMs: 15 }], {
    tools: [{ name: 'send', isReadOnly: false, run: () => ({}) }],
  })
  const stop = new AbortController()
  const events: AgentEvent[] = []
  for await (const event of ask('Send', { signal: stop.signal })) {
    events.push(event)
    if (event.type === 'text') stop.abort()
  }
  expect(events.at(-1)).toEqual({ type: 'end', reason: 'stopped' })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(calls).toEqual([])
})

it('openai-agents-js#1521: Stop reaches the tool that runs', async () => {
  let reached: Promise<unknown> = Promise.reject(new Error('never called'))
  reached.catch(() => undefined)
  const { ask } = await open([call('slow')], {
    tools: [
      {
        name: 'slow',
        run: (_args, { signal }) => {
          reached = new Promise((resolve) => signal?.addEventListener('abort', () => resolve('stopped')))
          return reached
        },
      },
    ],
  })
  const stop = new AbortController()
  for await (const event of ask('Slow', { signal: stop.signal }))
    if (event.type === 'tool_call') setTimeout(() => stop.abort(), 50)
  expect(await reached).toBe('stopped')
})

it('vellum#42190, roxy#49: one cancelled call that changes something ends as unknown, and the turn goes on', async () => {
  const { ask, controls, fake } = await open([call('send'), { text: 'I do not know whether it was sent.' }], {
    tools: [{ name: 'send', isReadOnly: false, run: () => new Promise(() => undefined) }],
  })
  const events: AgentEvent[] = []
  for await (const event of ask('Send', { runId: 'r' })) {
    events.push(event)
    // The call begins a moment after it was told.
    if (event.type === 'tool_call') await expect.poll(() => controls.cancelCall('r', 'c-send')).toBe(true)
  }
  expect(toolResults(fake.questions[1] ?? expect.fail())[0]?.text).toContain('outcome is unknown')
  expect(ofType(events, 'tool_result')).toHaveLength(1)
  expect(events.at(-1)).toEqual({ type: 'end', reason: 'done' })
})

it('crush#2130, opencode#28596: a loop over two calls in turn is stopped too', async () => {
  const { answer, calls } = await open(
    (question) => call(question.index % 2 === 0 ? 'one' : 'two', {}, `c${question.index}`),
    { tools: ['one', 'two'].map((name) => ({ name, run: () => 'same' })) },
  )
  const events = await answer('Loop')
  expect(calls.length).toBeLessThanOrEqual(10)
  expect(textIn(events)).toContain('I stopped here')
})

it('open-webui#27599: a huge result is cut before it is kept, so that the next call of the model fits', async () => {
  const { answer, fake } = await open([call('dump'), { text: 'A lot.' }], {
    info: { contextWindow: 32_000 },
    tools: [{ name: 'dump', run: () => 'word '.repeat(100_000) }],
  })
  expect(textIn(await answer('Dump'))).toBe('A lot.')
  expect(JSON.stringify(fake.questions[1]?.body).length).toBeLessThan(60_000)
})

it('claude-code#29831, #2119: the conversation is shortened before it is full, and with results dropped where no summary comes', async () => {
  const history = Array.from({ length: 10 }, (_, at) => ({
    question: `Question ${at} ${'word '.repeat(1_200)}`,
    attachments: [],
    events: [{ type: 'text' as const, text: `Answer ${at}` }],
  }))
  const { answer, fake } = await open(
    (question) => (question.stream ? { text: 'Here.' } : { status: 500, body: { error: { message: 'no summary' } } }),
    { info: { contextWindow: 18_000 } },
  )
  const events = await answer('Now?', { history })
  expect(textIn(events)).toBe('Here.')
  expect(ofType(events, 'notice').map(({ code }) => code)).toContain('compacted')
  expect(fake.questions.filter(({ stream }) => stream)).toHaveLength(1)
})

it('block/buzz#3367: the provider’s words of an overflow never reach the person', async () => {
  const { answer } = await open([
    {
      status: 400,
      body: { error: { message: 'context_length_exceeded: 9000 > 8192', code: 'context_length_exceeded' } },
    },
  ])
  const events = await answer('Hi')
  expect(JSON.stringify(events)).not.toMatch(/8192|context_length_exceeded/)
  expect(ofType(events, 'error')[0]?.hint).toContain('new conversation')
})

it('langchainjs#9248, #2326: nothing but the model’s own server is reached, not even to count tokens', async () => {
  const { answer, fake } = await open([call('look'), { text: 'Done.' }], { tools: [{ name: 'look', run: () => 1 }] })
  const own = globalThis.fetch
  const hosts = new Set<string>()
  globalThis.fetch = (input, init) => {
    hosts.add(new URL(input instanceof Request ? input.url : input).host)
    return own(input, init)
  }
  try {
    expect(textIn(await answer('Look'))).toBe('Done.')
  } finally {
    globalThis.fetch = own
  }
  expect([...hosts]).toEqual([`127.0.0.1:${fake.port}`])
})

it('deepagents#5416, deepagentsjs#180: skills are read anew for every question', async () => {
  let names: string[] = ['sleep-review']
  const { answer, fake } = await open([{ text: 'Ok.' }], {
    skills: {
      usable: () =>
        Promise.resolve(names.map((id) => ({ id, name: id, description: id, path: `/skills/${id}/SKILL.md` }))),
      prompt: (skills) => skills.map(({ path }) => path).join(' '),
    },
  })
  await answer('One')
  names = ['blood-pressure-diary']
  await answer('Two')
  expect(fake.questions.map((question) => /\/skills\/[a-z-]+/.exec(systemText(question))?.[0])).toEqual([
    '/skills/sleep-review',
    '/skills/blood-pressure-diary',
  ])
})

it('langchainjs#10883: what DeepSeek thought before a call goes back with its result', async () => {
  const { answer, fake } = await open([{ reasoning: 'I should look.', ...call('look') }, { text: 'Done.' }], {
    tools: [{ name: 'look', run: () => 1 }],
  })
  await answer('Look')
  const assistant = fake.questions[1]?.messages.find(({ role }) => role === 'assistant')
  expect(assistant?.reasoning_content).toBe('I should look.')
})

describe('code that calls tools', () => {
  const repl = createRepl({ log: silentLog, now: () => new Date('2025-07-05T12:00:00Z') })
  it('langchainjs REPL: calls from inside of code pass the registry with the run’s gate, told inside of their eval', async () => {
    const { answer, calls, fake } = await open(
      [call('eval', { code: 'const a = await tools.look({ q: "x" }); JSON.stringify(a)' }), { text: 'Seven.' }],
      {
        repl,
        tools: [
          { name: 'look', run: () => ({ n: 7 }) },
          { name: 'send', isReadOnly: false, run: () => ({}) },
        ],
      },
    )
    const events = await answer('Compute')
    expect(calls.map(({ tool, run }) => [tool, run !== undefined])).toEqual([['look', true]])
    expect(ofType(events, 'tool_call').map(({ tool, parent }) => [tool, parent])).toEqual([
      ['eval', undefined],
      ['look', 'c-eval'],
    ])
    expect(toolResults(fake.questions[1] ?? expect.fail())[0]?.text).toContain('"n":7')
    await repl.close()
  })
})
