/** What goes wrong while agents answer, through the whole hub: models that fail in each way, calls that fail, and Stop at every moment. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../../src-main/agents/events.ts'
import { type FakeAnswer, lastQuestion, toolResults } from '../../fake-models/fake-answer.ts'
import { openAiError } from '../../fake-models/fake-model.ts'
import { type AgentBed, type Answer, openAgentBed, type Started } from './agent-bed.ts'

const TOOLS = `
/** Reads something.
 * @readonly */
export function read_it() { return { word: 'pulse' } }
/** Counts up, another number each time.
 * @readonly */
export function count_it(n = 0) { return { n } }
/** Throws.
 * @readonly */
export function break_it() { throw new Error('pipe burst') }
/** Waits until it is cancelled.
 * @readonly */
export async function hang_it(context) {
  globalThis.hungByTest = (globalThis.hungByTest ?? 0) + 1
  await new Promise((resolve, reject) => context.signal.addEventListener('abort', () => reject(context.signal.reason)))
}
/** Keeps something.
 * @write
 * @param {string} text What. */
export function keep_it(text) { (globalThis.keptByTest ??= []).push(text); return { kept: text } }
`
let bed: AgentBed
beforeAll(async () => {
  bed = await openAgentBed({ MODEL_CALL_LIMIT: '6' })
  await bed.toolFile('tools.js', TOOLS, 'keep_it')
}, 60_000)
afterAll(() => bed?.close())

const call = (name: string, args: unknown = {}, id?: string) => ({ ...(id === undefined ? {} : { id }), name, args })
const kept = (): unknown => Reflect.get(globalThis, 'keptByTest') ?? []
const stored = async ({ started }: Pick<Answer, 'started'>) =>
  (await bed.page.chat.messages({ conversationId: started.conversationId })).at(-1)
const errorOf = ({ events }: Answer) => events.find((event) => event.type === 'error')
const notices = ({ events }: Answer) =>
  events.flatMap((event) => (event.type === 'notice' && event.code !== undefined ? [event.code] : []))

describe.each(['deep', 'base'] as const)('calls beside each other, by the %s agent', (agent) => {
  it('one rejected, one that throws, one that is cancelled, one that is well: each has its own end, and the run an answer', async () => {
    bed.play((question) => {
      const results = toolResults(question)
      if (results.length > 0) return { text: results.map(({ text }) => text).join(' | ') }
      return {
        toolCalls: [
          call('keep_it', { text: 'no' }),
          call('break_it'),
          call('hang_it', {}, `hang-${agent}`),
          call('read_it'),
        ],
      }
    })
    const answer = await bed.ask('Do all', {
      agent,
      onEvent(event, { runId }) {
        if (event.type === 'tool_call' && event.tool === 'hang_it')
          setTimeout(() => void bed.page.chat.cancelCall({ runId, callId: event.id }), 100)
      },
    })
    expect([...answer.calls].sort()).toEqual([
      'break_it → tool_failed',
      'hang_it → cancelled',
      'keep_it → not_approved',
      'read_it → ok',
    ])
    expect(answer.text).toContain('I do not want that.')
    expect(answer.text).toContain('"word":"pulse"')
    // What an exception says may hold data; it stays in the log.
    expect(JSON.stringify(answer.events)).not.toContain('pipe burst')
    expect(answer.end).toBe('done')
    expect(kept()).toEqual([])
  })
})

describe.each(['deep', 'base'] as const)('Stop, before the %s agent', (agent) => {
  /** Stops at the first event that `when` names, and tells how long it took. */
  async function stopped(when: (event: { readonly type: string }) => boolean, afterMs = 0) {
    let took = Number.POSITIVE_INFINITY
    let stopping: Promise<void> | null = null
    const stop = async ({ runId }: Started) => {
      await new Promise((done) => setTimeout(done, afterMs))
      const at = performance.now()
      await bed.page.chat.stop({ runId })
      took = performance.now() - at
    }
    const answer = await bed.ask('Go', {
      agent,
      decide: () => null,
      onEvent(event, started) {
        if (when(event)) stopping ??= stop(started)
      },
    })
    await (stopping ?? expect.fail('it never came to that'))
    return { answer, took }
  }
  const rest = async (answer: Answer, questions: number) => {
    const message = await stored(answer)
    expect(message?.state).toBe('stopped')
    expect(answer.end).toBe('stopped')
    expect(await bed.page.chat.waiting()).toEqual([])
    await new Promise((done) => setTimeout(done, 150))
    expect(bed.model.questions).toHaveLength(questions)
    expect(kept()).toEqual([])
    // The place is free for the next question at once.
    bed.play(() => ({ text: 'Here again.' }))
    const next = await bed.ask('And now', { agent, conversationId: answer.started.conversationId })
    expect(next.text).toContain('Here again.')
    return message
  }

  it('while a tool runs: it is over within a second, and nothing runs after', async () => {
    const before = bed.model.questions.length
    bed.play((question) =>
      toolResults(question).length > 0
        ? { toolCalls: [call('keep_it', { text: 'late' })] }
        : { text: 'I look.', toolCalls: [call('hang_it')] },
    )
    const { answer, took } = await stopped(({ type }) => type === 'tool_call', 50)
    expect(took).toBeLessThan(1_000)
    expect((await rest(answer, before + 1))?.text).toContain('I look.')
  })

  it('while it speaks: what was said is kept', async () => {
    const before = bed.model.questions.length
    bed.play(() => ({
      text: 'So far so good and then much more',
      tokenMs: 40,
      toolCalls: [call('keep_it', { text: 'x' })],
    }))
    const { answer, took } = await stopped(({ type }) => type === 'text', 100)
    expect(took).toBeLessThan(1_000)
    const message = await rest(answer, before + 1)
    expect(message?.text).toMatch(/^So f/)
    expect(message?.text).not.toContain('much more')
  })

  it('while the person is asked: the question goes, and a late yes is not taken', async () => {
    const before = bed.model.questions.length
    bed.play(() => ({ text: 'I keep it.', toolCalls: [call('keep_it', { text: 'asked' }), call('read_it')] }))
    const { answer, took } = await stopped(({ type }) => type === 'approval')
    expect(took).toBeLessThan(1_000)
    const [approval] = answer.approvals
    expect(await bed.page.chat.decide({ id: approval?.id ?? '', decision: 'once' })).toEqual({ taken: false })
    const answered = answer.events.find((event) => event.type === 'approval_answer')
    expect(answered).toMatchObject({ id: approval?.id, decision: 'stopped' })
    await rest(answer, before + 1)
  })

  it('while the model is silent', async () => {
    const before = bed.model.questions.length
    bed.play(() => ({ isSilent: true }))
    const { answer, took } = await stopped(({ type }) => type === 'started', 300)
    expect(took).toBeLessThan(1_000)
    await rest(answer, before + 1)
  })
})

describe.each(['deep', 'base'] as const)('a model that fails, before the %s agent', (agent) => {
  const inTurn = (...answers: FakeAnswer[]) => {
    const from = bed.model.questions.length
    bed.play(({ index }) => answers[Math.min(index - from, answers.length - 1)] ?? expect.fail())
  }
  const busy: FakeAnswer = {
    status: 429,
    headers: { 'retry-after': '0' },
    body: openAiError('Rate limit reached', 'rate_limit_error', 'rate_limit_exceeded'),
  }

  it('is asked again where it is busy, which is told', async () => {
    inTurn(busy, busy, { text: 'Now.' })
    const answer = await bed.ask('Hi', { agent })
    expect(answer.text).toContain('Now.')
    expect(notices(answer).filter((code) => code === 'retry')).toHaveLength(2)
    expect(answer.end).toBe('done')
  })

  it('refuses the key: plain words and what to do, and not tried again', async () => {
    const [provider] = await bed.page.models.providers()
    await bed.page.models.setKey({ id: provider?.id ?? '', key: 'sk-of-the-person' })
    inTurn({ status: 401, body: openAiError('Incorrect API key provided: sk-12345', 'invalid_request_error') })
    const before = bed.model.questions.length
    const answer = await bed.ask('Hi', { agent })
    expect(errorOf(answer)).toMatchObject({ code: 'bad_key', message: expect.stringContaining('Scripted') })
    expect(JSON.stringify(answer.events)).not.toMatch(/sk-|401|invalid_request/)
    expect(answer.end).toBe('failed')
    expect(bed.model.questions.length - before).toBe(1)
    expect(await stored(answer)).toMatchObject({ state: 'failed' })
  })

  it('says that the conversation is too long, whatever is done about it: an explanation in plain words', async () => {
    inTurn({
      status: 400,
      body: openAiError(
        "This model's maximum context length is 8192 tokens.",
        'invalid_request_error',
        'context_length_exceeded',
      ),
    })
    const answer = await bed.ask('Hi', { agent })
    expect(answer.end).toBe('failed')
    const error = errorOf(answer)
    expect(error).toMatchObject({
      message: expect.stringMatching(/too long|can take/i),
      hint: expect.stringMatching(/\S/),
    })
    expect(JSON.stringify(error)).not.toContain('maximum context length is')
  })

  it('answers with nothing', async () => {
    inTurn({ text: '' })
    const answer = await bed.ask('Hi', { agent })
    expect(answer.end).toBe('failed')
    expect(errorOf(answer)).toMatchObject({ message: expect.stringMatching(/empty|nothing/i) })
  })

  it('breaks off in the middle: what was said stays, and why it ends is said', async () => {
    inTurn({ text: 'Your pulse was sixty and then it', cutAfter: 5 })
    const answer = await bed.ask('Hi', { agent })
    expect(answer.end).toBe('failed')
    expect(errorOf(answer)).toMatchObject({ message: expect.stringMatching(/broke|ended|cut/i) })
    expect((await stored(answer))?.text).toContain('Your pulse was')
  })

  it('ends its stream as if all were said, in the middle of a call: that call is not run', async () => {
    inTurn(
      { toolCalls: [call('keep_it', { text: 'a long text that is cut off' })], cutAfter: 5, isCutQuietly: true },
      { text: 'Sorry.' },
    )
    const answer = await bed.ask('Hi', { agent, decide: () => 'once' })
    expect(kept()).toEqual([])
    expect(answer.text !== '' || errorOf(answer) !== undefined).toBe(true)
  })

  it('writes arguments that are no JSON: it reads so, and mends them', async () => {
    bed.play((question) => {
      const results = toolResults(question)
      if (results.length === 0) return { toolCalls: [call('count_it', '{"n": 3, oops')] }
      return results.length === 1 ? { toolCalls: [call('count_it', { n: 3 })] } : { text: results[0]?.text ?? '' }
    })
    const answer = await bed.ask('Hi', { agent })
    expect(answer.calls).toEqual(['count_it → invalid_arguments', 'count_it → ok'])
    expect(answer.text).toMatch(/JSON/)
  })

  it('names a tool that is not there: it reads which ones there are', async () => {
    bed.play((question) => {
      const results = toolResults(question)
      return results.length === 0 ? { toolCalls: [call('launch_rocket')] } : { text: results[0]?.text ?? '' }
    })
    const answer = await bed.ask('Hi', { agent })
    expect(answer.calls).toEqual(['launch_rocket → unknown_tool'])
    expect(answer.text).toContain('read_it')
  })

  it('goes on for ever: it is ended with words that say so', async () => {
    let n = 0
    bed.play(() => ({ toolCalls: [call('count_it', { n: n++ })] }))
    const answer = await bed.ask('Count', { agent })
    expect(answer.text).toMatch(/I stopped (here|after)/)
    expect(notices(answer)).toContain('limit')
    expect(n).toBeLessThan(40)
    expect((await stored(answer))?.state).toBe('done')
  })
})

describe('two conversations at once', () => {
  it('do not mix, are shown as what runs, and of two questions in one the second is refused', async () => {
    bed.play(async (question) => {
      const [who] = lastQuestion(question).match(/Ada|Bob/) ?? []
      return toolResults(question).length === 0
        ? { toolCalls: [call('read_it'), call('hang_it', {}, `hang-${who}`)] }
        : { text: `This is for ${who}.` }
    })
    const runs: Started[] = []
    const begun = Promise.withResolvers<void>()
    const onEvent = (event: { readonly type: string; readonly tool?: string }, started: Started) => {
      if (event.type === 'tool_call' && event.tool === 'hang_it') runs.push(started)
      if (runs.length === 2) begun.resolve()
    }
    const both = ['Ada', 'Bob'].map((who) => bed.ask(`I am ${who}`, { onEvent }))
    await begun.promise
    const list = await bed.page.chat.conversations({})
    expect(list.filter(({ activity }) => activity === 'running')).toHaveLength(2)
    const refused: AgentEvent[] = []
    const conversationId = runs[0]?.conversationId ?? ''
    for await (const event of await bed.page.chat.send({ conversationId, question: 'And?', agent: 'deep' }))
      if (event.type !== 'started') refused.push(event)
    expect(refused).toMatchObject([
      { type: 'error', code: 'busy' },
      { type: 'end', reason: 'failed' },
    ])
    for (const { runId } of runs)
      for (const who of ['Ada', 'Bob']) await bed.page.chat.cancelCall({ runId, callId: `hang-${who}` })
    const [ada, bob] = await Promise.all(both)
    expect(ada?.text).toBe('This is for Ada.')
    expect(bob?.text).toBe('This is for Bob.')
  })
})
