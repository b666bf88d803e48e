/** Scripted model servers against the deep agent: each ends in an answer or a plain explanation, never in silence. */
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Brain } from '../../fake-models/fake-answer.ts'
import { lastQuestion, toolResults } from '../../fake-models/fake-answer.ts'
import { type BedOptions, type DeepBed, failure, ofType, openDeepBed, textIn, warmUp } from './deep-bed.ts'

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

it('streams an answer as it comes, counts its tokens as the provider does, and ends', async () => {
  const { answer, fake } = await open([{ text: 'Your pulse was 58.', reasoning: 'Let me see.', tokenChars: 3 }])
  const events = await answer('How is my pulse?')
  expect(textIn(events)).toBe('Your pulse was 58.')
  expect(ofType(events, 'text').length).toBeGreaterThan(3)
  expect(
    ofType(events, 'reasoning')
      .map((event) => event.text)
      .join(''),
  ).toBe('Let me see.')
  expect(ofType(events, 'usage')).toEqual([
    expect.objectContaining({ provider: 'fake', model: 'fake-model', inputTokens: 11, outputTokens: 7 }),
  ])
  expect(events.at(-1)).toEqual({ type: 'end', reason: 'done' })
  expect(lastQuestion(fake.questions[0] ?? expect.fail())).toContain('How is my pulse?')
})

it('leaves tokens unknown where the provider counts none', async () => {
  const { answer } = await open([{ text: 'Hello.', usage: null }])
  expect(ofType(await answer('Hi'), 'usage')).toEqual([
    expect.objectContaining({ inputTokens: null, outputTokens: null }),
  ])
})

it('says that the answer broke off when the stream is cut mid-word, and keeps what was said', async () => {
  const { answer, fake } = await open([{ text: 'Your pulse was fifty-eight.', tokenChars: 5, cutAfter: 4 }])
  const events = await answer('How is my pulse?')
  expect(textIn(events)).toMatch(/^Your pulse was/)
  expect(ofType(events, 'error')).toEqual([expect.objectContaining({ code: 'broken_answer' })])
  expect(events.at(-1)).toEqual({ type: 'end', reason: 'failed' })
  expect(fake.questions).toHaveLength(1)
})

it('tries again after 429, waits as long as the server asks, and says so', async () => {
  const waits: number[] = []
  const { answer, fake } = await open(
    [{ status: 429, headers: { 'retry-after': '7' }, body: { error: { message: 'slow down' } } }, { text: 'There.' }],
    { sleep: (ms) => Promise.resolve(void waits.push(ms)) },
  )
  const events = await answer('Hi')
  expect(textIn(events)).toBe('There.')
  expect(waits).toEqual([7_000])
  expect(ofType(events, 'notice')).toEqual([expect.objectContaining({ code: 'retry' })])
  expect(fake.questions).toHaveLength(2)
})

it('gives up after three tries with the provider’s trouble in plain words', async () => {
  const waits: number[] = []
  const { answer, fake } = await open([{ status: 503, body: { error: { message: 'overloaded' } } }], {
    sleep: (ms) => Promise.resolve(void waits.push(ms)),
  })
  const events = await answer('Hi')
  expect(fake.questions).toHaveLength(4)
  // 1, 2 and 4 seconds, a quarter more or less.
  expect(waits).toHaveLength(3)
  for (const [n, ms] of waits.entries()) expect(Math.abs(ms - 1_000 * 2 ** n)).toBeLessThanOrEqual(250 * 2 ** n)
  expect(ofType(events, 'error')).toEqual([expect.objectContaining({ code: 'overloaded' })])
  expect(events.at(-1)).toEqual({ type: 'end', reason: 'failed' })
})

it('does not try again with a key that is refused, and never shows it', async () => {
  const { answer, fake } = await open([
    { status: 401, body: { error: { message: 'Incorrect API key provided: sk-secret-of-the-test' } } },
  ])
  const events = await answer('Hi')
  expect(fake.questions).toHaveLength(1)
  expect(ofType(events, 'error')).toEqual([expect.objectContaining({ code: 'bad_key' })])
  expect(JSON.stringify(events)).not.toContain('sk-secret')
})

it('mends arguments that are almost JSON', async () => {
  const { answer, calls } = await open(
    [{ toolCalls: [{ name: 'look', args: '{"q": None, "day": 2025-06-01, "all": True,}' }] }, { text: 'Done.' }],
    { tools: [{ name: 'look', run: () => ({ fine: true }) }] },
  )
  expect(textIn(await answer('Look'))).toBe('Done.')
  expect(calls.map((call) => call.args)).toEqual([{ q: null, day: '2025-06-01', all: true }])
})

it('sends arguments that break off back to the model, and runs nothing', async () => {
  const { answer, calls, fake } = await open(
    [{ toolCalls: [{ name: 'look', args: '{"q": "pulse", "from": "2025-0' }] }, { text: 'I could not look.' }],
    { tools: [{ name: 'look', run: () => ({}) }] },
  )
  const events = await answer('Look')
  expect(calls).toEqual([])
  expect(textIn(events)).toBe('I could not look.')
  expect(toolResults(fake.questions[1] ?? expect.fail())[0]?.text).toContain('not valid JSON')
  expect(ofType(events, 'tool_result')).toEqual([expect.objectContaining({ ok: false })])
})

it('ends with an explanation when the calls stay unreadable', async () => {
  const { answer, fake } = await open([{ toolCalls: [{ name: 'look', args: '{"q": ' }] }], {
    tools: [{ name: 'look', run: () => ({}) }],
  })
  const events = await answer('Look')
  expect(fake.questions).toHaveLength(3)
  expect(ofType(events, 'error')).toEqual([expect.objectContaining({ code: 'unreadable_calls' })])
  expect(events.at(-1)).toEqual({ type: 'end', reason: 'failed' })
})

it('tells a model that calls an unknown tool which there are', async () => {
  const { answer, fake } = await open([{ toolCalls: [{ name: 'nope', args: {} }] }, { text: 'Sorry.' }], {
    tools: [{ name: 'look', run: () => ({}) }],
  })
  expect(textIn(await answer('Look'))).toBe('Sorry.')
  expect(toolResults(fake.questions[1] ?? expect.fail())[0]?.text).toMatch(/no tool nope[\s\S]*look/)
})

it('takes a name with exactly one candidate for that tool, and says so', async () => {
  const { answer, calls } = await open([{ toolCalls: [{ name: 'Get-Weather', args: {} }] }, { text: 'Sunny.' }], {
    tools: [{ name: 'sky__get_weather', server: 'Sky', run: () => ({ sun: true }) }],
  })
  const events = await answer('Weather?')
  expect(calls.map((call) => call.tool)).toEqual(['sky__get_weather'])
  expect(ofType(events, 'notice')).toEqual([expect.objectContaining({ code: 'corrected' })])
})

it('runs parallel calls beside each other: one rejected, one throws, one hangs and is cancelled, one works', async () => {
  const { ask, fake, controls } = await open(
    (question) =>
      toolResults(question).length > 0
        ? { text: 'Three of four failed.' }
        : { toolCalls: ['no', 'bang', 'hang', 'good'].map((name) => ({ id: `c-${name}`, name, args: {} })) },
    {
      tools: [
        { name: 'no', isReadOnly: false, run: () => failure('not_approved', 'The person said no: not today.') },
        { name: 'bang', run: () => Promise.reject(new Error('db down')) },
        { name: 'hang', run: () => new Promise(() => undefined) },
        { name: 'good', run: () => ({ pulse: 58 }) },
      ],
    },
  )
  const events = []
  for await (const event of ask('All', { runId: 'r' })) {
    events.push(event)
    const isOthersDone = ofType(events, 'tool_result').length === 3
    if (event.type === 'tool_result' && isOthersDone) expect(controls.cancelCall('r', 'c-hang')).toBe(true)
  }
  const results = ofType(events, 'tool_result').map(({ id, ok, error }) => [id, ok, error?.code ?? null])
  expect(results.sort()).toEqual([
    ['c-bang', false, 'tool_failed'],
    ['c-good', true, null],
    ['c-hang', false, 'cancelled'],
    ['c-no', false, 'not_approved'],
  ])
  // In the order in which they were called, whatever order they ended in.
  expect(toolResults(fake.questions[1] ?? expect.fail()).map(({ id, text }) => [id, text.slice(0, 26)])).toEqual([
    ['c-no', 'Error (not_approved): The '],
    ['c-bang', 'Error (tool_failed): The to'.slice(0, 26)],
    ['c-hang', 'Error (cancelled): The per'],
    ['c-good', '{"pulse":58}'],
  ])
  expect(textIn(events)).toBe('Three of four failed.')
})

it('stops a model that calls the same thing for ever, and says why', async () => {
  const { answer, calls, fake } = await open([{ toolCalls: [{ name: 'look', args: { q: 'pulse' } }], text: '' }], {
    tools: [{ name: 'look', run: () => ({ same: 1 }) }],
  })
  const events = await answer('Loop')
  // Five real runs, two that are refused, then last words instead of a further call.
  expect(calls).toHaveLength(5)
  expect(fake.questions).toHaveLength(8)
  expect(toolResults(fake.questions[3] ?? expect.fail()).at(-1)?.text).toContain('Do not make it again')
  expect(textIn(events)).toContain('I stopped here')
  expect(events.at(-1)).toEqual({ type: 'end', reason: 'done' })
})

it('names the limit when it is reached, and never ends with an empty answer', async () => {
  let n = 0
  const { answer, fake } = await open(() => ({ toolCalls: [{ name: 'look', args: { q: String(++n) } }] }), {
    tools: [{ name: 'look', run: (args) => args }],
    modelCallLimit: 4,
  })
  const events = await answer('On and on')
  expect(fake.questions).toHaveLength(5)
  expect(textIn(events)).toContain('at most 4 calls')
  expect(ofType(events, 'notice')).toEqual([expect.objectContaining({ code: 'limit' })])
})

it('does not call again alike what failed for good, and what failed twice', async () => {
  const { answer, calls, fake } = await open(
    (question) =>
      question.index < 5
        ? { toolCalls: [{ name: question.index < 2 ? 'closed' : 'flaky', args: { q: 'a' } }] }
        : { text: 'No.' },
    {
      tools: [
        { name: 'closed', run: () => failure('not_shared', 'Not shared.') },
        { name: 'flaky', run: () => failure('timeout', 'Too slow.') },
      ],
    },
  )
  await answer('Try')
  expect(calls.map((call) => call.tool)).toEqual(['closed', 'flaky', 'flaky'])
  expect(toolResults(fake.questions[2] ?? expect.fail()).at(-1)?.text).toContain('cannot succeed')
  expect(toolResults(fake.questions[5] ?? expect.fail()).at(-1)?.text).toContain('failed each time')
})

it('nudges an empty answer once, then explains', async () => {
  const good = await open([{ text: '' }, { text: 'Here I am.' }])
  expect(textIn(await good.answer('Hi'))).toBe('Here I am.')
  expect(good.fake.questions).toHaveLength(2)
  await good.close()
  const { answer, fake } = await open([{ text: '  ', reasoning: 'hm' }])
  const events = await answer('Hi')
  expect(fake.questions).toHaveLength(2)
  expect(ofType(events, 'error')).toEqual([expect.objectContaining({ code: 'empty_answer' })])
})

it('shortens the conversation when the model says it is too long, and tries once more', async () => {
  const overflow = {
    status: 400,
    body: {
      error: { message: "This model's maximum context length is 8192 tokens.", code: 'context_length_exceeded' },
    },
  }
  const history = Array.from({ length: 8 }, (_, at) => ({
    question: `Old question ${at} ${'word '.repeat(300)}`,
    attachments: [],
    events: [{ type: 'text' as const, text: `Old answer ${at}` }],
  }))
  // The summary meets a busy provider, as any other request may.
  let isBusy = true
  const { answer, fake } = await open(
    (question) => {
      if (question.index === 0) return overflow
      if (question.stream) return { text: 'Short now.' }
      if (!isBusy) return { text: 'They spoke of words.' }
      isBusy = false
      return { status: 503, body: { error: { message: 'overloaded' } } }
    },
    { info: { contextWindow: 20_000 } },
  )
  const events = await answer('And now?', { history })
  expect(textIn(events)).toBe('Short now.')
  expect(ofType(events, 'notice').map(({ code }) => code)).toEqual(['retry', 'compacted'])
  const sent = JSON.stringify(fake.questions.at(-1)?.messages)
  expect(sent).toContain('They spoke of words.')
  expect(sent).not.toContain('Old question 0')
  expect(sent).toContain('And now?')
})

it('explains when even the shortened conversation is too long', async () => {
  const { answer } = await open([
    {
      status: 400,
      body: { error: { message: 'maximum context length is 10 tokens', code: 'context_length_exceeded' } },
    },
  ])
  const events = await answer('Hi')
  expect(ofType(events, 'error')).toEqual([expect.objectContaining({ code: 'context_overflow' })])
})

it('stops everything within a second, keeps what was said, and hangs up at the provider', async () => {
  const { ask, fake } = await open([{ text: 'One two three four five six seven.', tokenChars: 4, tokenMs: 40 }])
  const stop = new AbortController()
  const events = []
  let at = 0
  for await (const event of ask('Count', { signal: stop.signal })) {
    events.push(event)
    if (event.type === 'text' && at === 0) {
      at = performance.now()
      stop.abort()
    }
  }
  expect(performance.now() - at).toBeLessThan(1_000)
  expect(textIn(events)).toMatch(/^One/)
  expect(events.at(-1)).toEqual({ type: 'end', reason: 'stopped' })
  expect(await fake.requests[0]?.ended).toBe('aborted')
})

it('stops while a tool hangs that does not heed the signal', async () => {
  const { ask } = await open([{ toolCalls: [{ name: 'hang', args: {} }] }], {
    tools: [{ name: 'hang', run: () => new Promise(() => undefined) }],
  })
  const stop = new AbortController()
  const events = []
  for await (const event of ask('Hang', { signal: stop.signal })) {
    events.push(event)
    if (event.type === 'tool_call') stop.abort()
  }
  expect(events.at(-1)).toEqual({ type: 'end', reason: 'stopped' })
})

it('sends nothing when the person does not allow the provider', async () => {
  const { answer, fake } = await open([{ text: 'Never.' }], {
    model: { isLocal: false },
    gate: { consent: () => Promise.resolve({ isAllowed: false, why: 'rejected' }) },
  })
  const events = await answer('Hi')
  expect(fake.requests).toEqual([])
  expect(ofType(events, 'notice')).toEqual([expect.objectContaining({ code: 'declined' })])
  expect(events.at(-1)).toEqual({ type: 'end', reason: 'declined' })
})
