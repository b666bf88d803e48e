/** A run and its person: what waits, who follows, what is stopped, and what goes on after the hub was away. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCallControls } from '../../../src-main/agents/call-controls.ts'
import type { Agent, AgentEvent, AgentInput } from '../../../src-main/agents/events.ts'
import type { ChatEvent } from '../../../src-main/api/contract/chat.ts'
import type { ApprovalRequest } from '../../../src-main/registry/approval/run-gate.ts'
import { all, ask, done, openRunBed, type RunBed, says, started, user } from './run-bed.ts'

let bed: RunBed
beforeAll(async () => {
  bed = await openRunBed()
})
afterAll(() => bed?.close())

const say = (text: string): AgentEvent => ({ type: 'text', text })
const request: ApprovalRequest = {
  callId: 'call-1',
  tool: 'notes__add',
  args: { text: 'x' },
  reason: 'writes',
  choices: ['once', 'conversation', 'always'],
  toolHash: 'h',
}
/** Asks before it says whether it may. */
const careful: Agent['run'] = async function* ({ gate, signal }) {
  yield say('May I? ')
  const decision = await gate.approve(request, signal)
  gate.mark({ untrusted: 'server notes' })
  yield say(decision.isAllowed ? 'I may.' : `I may not: ${decision.why}.`)
  yield done
}

/** Reads on in the background; `events` fills up. */
function read(stream: AsyncIterable<ChatEvent>) {
  const events: ChatEvent[] = []
  const over = (async () => {
    for await (const event of stream) events.push(event)
  })()
  const has = (type: ChatEvent['type']) => expect.poll(() => events.find((event) => event.type === type)).toBeDefined()
  return { events, over, has }
}
const deferred = () => Promise.withResolvers<void>()

describe('a run that waits for its person', () => {
  it('says so in its stream, is listed as waiting, goes on with the answer, and stores all of it', async () => {
    const approvals = bed.approvals()
    const r = bed.runner(careful, { approvals })
    const { events, over, has } = read(r.send(ask(30, 'q')))
    await has('approval')
    const { conversationId } = started(events)
    expect(r.activity(30).get(conversationId)).toBe('waiting')
    expect(r.activity(31).size).toBe(0)
    const [pending] = approvals.pending(30)
    expect(pending).toMatchObject({ conversationId, title: 'q' })
    approvals.answer(30, pending?.event.id ?? '', 'once')
    await over
    expect(events.map(({ type }) => type)).toEqual(['started', 'text', 'approval', 'approval_answer', 'text', 'end'])
    const [, message] = await bed.chat.messages(30, conversationId)
    expect(message).toMatchObject({ text: 'May I? I may.', state: 'done' })
    expect(message?.events.map(({ type }) => type)).toEqual(['text', 'approval', 'approval_answer', 'text', 'end'])
    expect(r.activity(30).size).toBe(0)
    // What was read stays with the conversation.
    const next = await bed.chat.begin({ userId: 30, conversationId, text: 'on', agent: 'quick' })
    expect(next && (await bed.chat.task(next)).taint.untrusted).toEqual(['server notes'])
  })
  it('stopped meanwhile, tells the approval as stopped before its end, and keeps what it said', async () => {
    const approvals = bed.approvals()
    const r = bed.runner(careful, { approvals })
    const { events, over, has } = read(r.send(ask(32, 'q')))
    await has('approval')
    const before = performance.now()
    expect(await r.stop(99, started(events).runId)).toBe(false)
    expect(await r.stop(32, started(events).runId)).toBe(true)
    expect(performance.now() - before).toBeLessThan(1000)
    await over
    expect(events.slice(-2)).toMatchObject([
      { type: 'approval_answer', decision: 'stopped' },
      { type: 'end', reason: 'stopped' },
    ])
    expect(approvals.pending(32)).toEqual([])
    const [, message] = await bed.chat.messages(32, started(events).conversationId)
    expect(message).toMatchObject({ text: 'May I? ', state: 'stopped' })
  })
  it('has nobody to ask where nobody is there', async () => {
    const r = bed.runner(careful, { isAttended: () => false })
    const events = await all(r.ask(ask(33, 'q')))
    expect(events).toEqual([say('May I? '), say('I may not: unattended.'), done])
    // A page that asks is there to be asked.
    const { over, has, events: seen } = read(r.send(ask(33, 'q', { isAttended: true })))
    await has('approval')
    await r.stop(33, started(seen).runId)
    await over
  })
  it('of a hub that closes is interrupted, and an answer that comes too late is none', async () => {
    const approvals = bed.approvals()
    const r = bed.runner(careful, { approvals })
    const { events, has } = read(r.send(ask(34, 'q')))
    await has('approval')
    const [pending] = approvals.pending(34)
    await r.close()
    expect(approvals.answer(34, pending?.event.id ?? '', 'once')).toBe(false)
    expect((await bed.chat.messages(34, started(events).conversationId))[1]?.state).toBe('interrupted')
  })
})

describe('a second question', () => {
  it('in the same conversation is refused while the first is answered, and nothing of it is stored', async () => {
    const gate = deferred()
    const r = bed.runner(async function* () {
      yield say('one')
      await gate.promise
      yield done
    })
    const first = read(r.send(ask(35, 'first')))
    await first.has('text')
    const { conversationId } = started(first.events)
    const second = await all(r.send(ask(35, 'second', { conversationId })))
    expect(second).toMatchObject([
      { type: 'error', code: 'busy' },
      { type: 'end', reason: 'failed' },
    ])
    const at = { user: user(35), conversationId, messageId: started(first.events).messageId }
    expect(await all(r.regenerate(at))).toMatchObject([{ code: 'busy' }, { type: 'end' }])
    gate.resolve()
    await first.over
    expect(await bed.chat.messages(35, conversationId)).toHaveLength(2)
    expect((await all(r.send(ask(35, 'second', { conversationId })))).at(-1)).toEqual(done)
  })
  it('at the very same moment is refused too', async () => {
    const r = bed.runner(says(say('x'), done))
    const { conversationId } = started(await all(r.send(ask(36, 'first'))))
    const both = await Promise.all(['a', 'b'].map((question) => all(r.send(ask(36, question, { conversationId })))))
    expect(both.map((events) => events[0]?.type).toSorted()).toEqual(['error', 'started'])
    expect(await bed.chat.messages(36, conversationId)).toHaveLength(4)
  })
  it('in another conversation is answered beside it', async () => {
    const gate = deferred()
    const r = bed.runner(async function* ({ question }) {
      if (question === 'slow') await gate.promise
      yield say(question)
      yield done
    })
    const slow = read(r.send(ask(37, 'slow')))
    expect((await all(r.send(ask(37, 'quick')))).at(-1)).toEqual(done)
    gate.resolve()
    await slow.over
    expect(slow.events.at(-1)).toEqual(done)
  })
})

describe('those who follow', () => {
  it('get what was said and what comes, each for themself, however late they come', async () => {
    const [half, end] = [deferred(), deferred()]
    const r = bed.runner(async function* () {
      yield say('a')
      yield say('b')
      await half.promise
      yield say('c')
      await end.promise
      yield done
    })
    const sender = read(r.send(ask(40, 'q')))
    await expect.poll(() => sender.events.length).toBe(3)
    const { runId } = started(sender.events)
    expect(await all(r.follow(41, runId))).toEqual([])
    const early = read(r.follow(40, runId))
    half.resolve()
    await expect.poll(() => sender.events.length).toBe(4)
    const late = read(r.follow(40, runId))
    for await (const _event of r.follow(40, runId)) break
    end.resolve()
    await Promise.all([sender.over, early.over, late.over])
    expect(early.events).toEqual([sender.events[0], say('ab'), say('c'), done])
    expect(late.events).toEqual([sender.events[0], say('abc'), done])
    expect(await all(r.follow(40, runId))).toEqual([])
  })
})

describe('an answer that broke off', () => {
  it('goes on where it was: the agent is told what it had said, and the page gets only what is new', async () => {
    let told: AgentInput | null = null
    const r1 = bed.runner(async function* () {
      yield say('half ')
      await new Promise(() => {})
    })
    const first = read(r1.send(ask(42, 'q', { agent: 'deep' })))
    await first.has('text')
    const { conversationId, messageId, runId } = started(first.events)
    await r1.close()
    await bed.db.query(
      `insert into checkpoint (user_id, thread_id, ns, id, type, checkpoint, metadata, created_at)
       values (42, $1, '', '1', 'json', '', '', now())`,
      [runId],
    )
    const r2 = bed.runner(async function* (input) {
      told = input
      yield say('and whole')
      yield done
    })
    const events = await all(r2.resume({ user: user(42), conversationId, messageId }))
    expect(events).toEqual([started(first.events), say('and whole'), done])
    expect(told).toMatchObject({ runId, question: 'q', resumed: [say('half ')] })
    const [, message] = await bed.chat.messages(42, conversationId)
    expect(message).toMatchObject({ state: 'done', events: [say('half and whole'), done] })
    expect(await all(r2.resume({ user: user(42), conversationId, messageId }))).toMatchObject([
      { code: 'cannot_resume' },
      { type: 'end' },
    ])
  })
})

describe('whom a question is about', () => {
  it('reaches the agent with what is shared, and is refused without a share before anything is stored', async () => {
    let told: AgentInput | null = null
    const r = bed.runner(async function* (input) {
      told = input
      yield done
    })
    const { conversationId } = started(await all(r.send(ask(1, 'how is she', { subject: 'p-99' }))))
    expect(told).toMatchObject({ user: { id: 1 }, subject: { user: { id: 99 }, dataClasses: ['health'] } })
    await all(r.send(ask(1, 'and I', { conversationId, subject: null })))
    expect(told).toMatchObject({ subject: { user: { id: 1 }, dataClasses: null } })
    expect(await all(r.send(ask(50, 'q', { subject: 'p-99' })))).toMatchObject([
      { code: 'not_shared' },
      { type: 'end' },
    ])
    expect(await bed.chat.conversations(50)).toEqual([])
    expect(await all(r.ask(ask(50, 'q', { subject: 'p-99' })))).toMatchObject([{ code: 'not_shared' }, { type: 'end' }])
  })
  it('is asked for again at another answer: a share that was taken back counts', async () => {
    const r = bed.runner(says(say('x'), done))
    const { conversationId, messageId } = started(await all(r.send(ask(1, 'q', { subject: 'p-99' }))))
    const later = bed.runner(says(say('x'), done), {
      subjects: { subjectFor: async () => null, subjectOf: async () => null, list: async () => [] },
    })
    const events = await all(later.regenerate({ user: user(1), conversationId, messageId }))
    expect(events).toMatchObject([{ type: 'started' }, { code: 'not_shared' }, { type: 'end', reason: 'failed' }])
  })
})

describe('one call of a run', () => {
  it('is cancelled while the run goes on, by its owner alone', async () => {
    const calls = createCallControls()
    const r = bed.runner(
      async function* ({ runId }) {
        const call = calls.begin(runId, 'call-1')
        yield { type: 'tool_call', id: 'call-1', tool: 'slow', args: {} }
        await new Promise<void>((resolve) => call.signal.addEventListener('abort', () => resolve()))
        call.end()
        yield say('went on')
        yield done
      },
      { calls },
    )
    const { events, over, has } = read(r.send(ask(60, 'q')))
    await has('tool_call')
    const { runId } = started(events)
    expect(r.cancelCall(61, runId, 'call-1')).toBe(false)
    expect(r.cancelCall(60, runId, 'call-2')).toBe(false)
    expect(r.cancelCall(60, runId, 'call-1')).toBe(true)
    await over
    expect(events.slice(-2)).toEqual([say('went on'), done])
    expect(r.cancelCall(60, runId, 'call-1')).toBe(false)
  })
})

describe('what an agent does badly', () => {
  it('ends once: events after the end, a second end, and a stream that breaks after a stop are nobody’s', async () => {
    const rejections: unknown[] = []
    const note = (reason: unknown) => rejections.push(reason)
    process.on('unhandledRejection', note)
    const r = bed.runner(async function* ({ signal }) {
      yield say('a')
      if (!signal.aborted) await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      throw new Error('broke after the stop')
    })
    const { events, over, has } = read(r.send(ask(62, 'q')))
    await has('text')
    await r.stop(62, started(events).runId)
    await over
    expect(events.slice(1)).toEqual([say('a'), { type: 'end', reason: 'stopped' }])
    const chatty = await all(bed.runner(says(say('a'), done, say('b'), done)).send(ask(62, 'q')))
    expect(chatty.slice(1)).toEqual([say('a'), done])
    const silent = await all(bed.runner(says(say('a'))).send(ask(62, 'q')))
    expect(silent.slice(1)).toEqual([say('a'), done])
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', note)
    expect(rejections).toEqual([])
  })
})
