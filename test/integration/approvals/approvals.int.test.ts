/** Gates and remembered answers on a real database: who is asked, what is kept, and what an answer covers. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listConsents, revokeConsent } from '../../../src-main/agents/models/provider-consents.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import {
  type Approvals,
  type ApprovalsOptions,
  createApprovals,
  type GateEvent,
  type RunOpening,
} from '../../../src-main/registry/approval/approvals.ts'
import type { ApprovalRequest, ProviderConsent, Taint } from '../../../src-main/registry/approval/run-gate.ts'
import { openRunBed, type RunBed } from '../chat/run-bed.ts'

const day = 24 * 60 * 60 * 1000
const chat1 = '11111111-1111-4111-8111-111111111111'
const chat2 = '22222222-2222-4222-8222-222222222222'

let bed: RunBed
let clock: number
beforeAll(async () => {
  bed = await openRunBed()
})
beforeEach(async () => {
  clock = Date.parse('2026-01-01T00:00:00Z')
  await bed.db.query('delete from approval_grant')
  await bed.db.query('delete from provider_consent')
})
afterAll(() => bed?.close())

const open = (options: Partial<ApprovalsOptions> = {}) =>
  createApprovals({ db: bed.db, now: () => new Date(clock), log: silentLogger, ...options })

function gate(approvals: Approvals, more: Partial<RunOpening> = {}) {
  const events: GateEvent[] = []
  const abort = new AbortController()
  const run = approvals.openRun({
    userId: 1,
    runId: 'run-1',
    conversationId: chat1,
    title: 'Sleep',
    isAttended: () => true,
    taint: { hasPrivate: false, untrusted: [] },
    emit: (event) => events.push(event),
    signal: abort.signal,
    saveTaint: async () => undefined,
    ...more,
  })
  return { run, events, abort }
}

const request = (more: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  callId: 'call-1',
  tool: 'mail__send',
  server: 'Mail',
  args: { to: 'a@b.example', text: 'hello' },
  reason: 'writes',
  choices: ['once', 'conversation', 'always'],
  toolHash: 'hash-1',
  ...more,
})

/** Resolves once so many things wait. */
async function waiting(approvals: Approvals, count = 1, userId = 1) {
  await expect.poll(() => approvals.pending(userId).length).toBe(count)
  return approvals.pending(userId).map(({ event }) => event)
}
async function firstId(approvals: Approvals, userId = 1): Promise<string> {
  const [event] = await waiting(approvals, 1, userId)
  return event?.id ?? ''
}

describe('an approval', () => {
  it('shows the server, the tool and the whole arguments, and tells the answer', async () => {
    const approvals = open()
    const { run, events } = gate(approvals)
    const decision = run.approve(request())
    const id = await firstId(approvals)
    expect(approvals.pending(1)).toEqual([
      {
        conversationId: chat1,
        runId: 'run-1',
        title: 'Sleep',
        event: {
          type: 'approval',
          id,
          callId: 'call-1',
          tool: 'mail__send',
          server: 'Mail',
          args: { to: 'a@b.example', text: 'hello' },
          reason: 'writes',
          choices: ['once', 'conversation', 'always'],
          // Ten minutes.
          expires: '2026-01-01T00:10:00.000Z',
        },
      },
    ])
    expect(approvals.answer(1, id, 'once')).toBe(true)
    expect(await decision).toEqual({ isAllowed: true, choice: 'once' })
    expect(events.map(({ type }) => type)).toEqual(['approval', 'approval_answer'])
    expect(events[1]).toEqual({ type: 'approval_answer', id, decision: 'once' })
    expect(approvals.pending(1)).toEqual([])
    expect(approvals.answer(1, id, 'once')).toBe(false)
    expect(await approvals.grants(1)).toEqual([])
  })

  it('is another person’s neither to see nor to answer', async () => {
    const approvals = open()
    const decision = gate(approvals).run.approve(request())
    const id = await firstId(approvals)
    expect(approvals.pending(2)).toEqual([])
    expect(approvals.answer(2, id, 'once')).toBe(false)
    expect(approvals.answerQuestion(1, id, 'yes')).toBe(false)
    approvals.answer(1, id, 'rejected', 'not this one')
    expect(await decision).toEqual({ isAllowed: false, why: 'rejected', reason: 'not this one' })
  })

  it('rejected, leaves those beside it waiting', async () => {
    const approvals = open()
    const { run } = gate(approvals)
    const [one, two] = [run.approve(request()), run.approve(request({ callId: 'call-2', tool: 'x', toolHash: 'h2' }))]
    const ids = (await waiting(approvals, 2)).map(({ id }) => id)
    approvals.answer(1, ids[0] ?? '', 'rejected')
    expect(await one).toMatchObject({ why: 'rejected' })
    expect(await waiting(approvals, 1)).toMatchObject([{ id: ids[1] }])
    approvals.answer(1, ids[1] ?? '', 'once')
    expect(await two).toMatchObject({ isAllowed: true })
  })

  it('that nobody answers counts as not approved, and an answer after that is none', async () => {
    const approvals = open({ patienceMs: 20 })
    const { run, events } = gate(approvals)
    expect(await run.approve(request())).toEqual({ isAllowed: false, why: 'expired' })
    expect(events.at(-1)).toMatchObject({ type: 'approval_answer', decision: 'expired' })
    expect(approvals.answer(1, events[0]?.id ?? '', 'once')).toBe(false)
  })

  it('ends with the run, with the call, and with the hub', async () => {
    const approvals = open()
    const stopped = gate(approvals)
    const [whole, single, closed] = [stopped.run.approve(request()), new AbortController(), gate(approvals)]
    const own = closed.run.approve(request(), single.signal)
    await waiting(approvals, 2)
    single.abort()
    expect(await own).toEqual({ isAllowed: false, why: 'stopped' })
    stopped.abort.abort()
    expect(await whole).toEqual({ isAllowed: false, why: 'stopped' })
    expect(stopped.events.at(-1)).toMatchObject({ decision: 'stopped' })
    // Nothing is asked after a stop, whatever was remembered.
    expect(await stopped.run.approve(request())).toEqual({ isAllowed: false, why: 'stopped' })
    const last = closed.run.approve(request())
    await waiting(approvals, 1)
    approvals.close()
    expect(await last).toMatchObject({ why: 'stopped' })
    expect(await gate(approvals).run.approve(request())).toMatchObject({ why: 'stopped' })
  })

  it('is told as stopped before the run is closed off, even when an answer is on its way', async () => {
    const approvals = open()
    const { run, events } = gate(approvals)
    const decision = run.approve(request())
    const id = await firstId(approvals)
    approvals.answer(1, id, 'always')
    run.close()
    expect(events.at(-1)).toEqual({ type: 'approval_answer', id, decision: 'stopped' })
    expect(await decision).toEqual({ isAllowed: false, why: 'stopped' })
    expect(await approvals.grants(1)).toEqual([])
  })

  it('is refused at once where nobody is there to be asked', async () => {
    const { run, events } = gate(open(), { isAttended: () => false })
    expect(await run.approve(request())).toEqual({ isAllowed: false, why: 'unattended' })
    expect(events).toEqual([])
  })

  it('does not outlive the hub', async () => {
    const before = open()
    void gate(before).run.approve(request())
    const id = await firstId(before)
    const after = open()
    expect(after.pending(1)).toEqual([])
    expect(after.answer(1, id, 'once')).toBe(false)
    before.close()
  })
})

describe('a remembered answer', () => {
  async function remember(choice: 'conversation' | 'always', more: Partial<ApprovalRequest> = {}) {
    const approvals = open()
    const decision = gate(approvals).run.approve(request(more))
    approvals.answer(1, await firstId(approvals), choice)
    expect(await decision).toEqual({ isAllowed: true, choice })
    return approvals
  }
  /** What another run is told, without anybody being asked. */
  async function asked(conversationId: string | null, more: Partial<ApprovalRequest> = {}, userId = 1) {
    const { run, events } = gate(open({ patienceMs: 1 }), { conversationId, userId })
    const decision = await run.approve(request(more))
    return events.length > 0 ? 'asks' : decision.isAllowed ? decision.choice : decision.why
  }

  it('counts in its conversation, or everywhere, for other arguments too, and for nobody else', async () => {
    await remember('conversation')
    expect(await asked(chat1, { args: { to: 'c@d.example' } })).toBe('conversation')
    expect(await asked(chat2)).toBe('asks')
    expect(await asked(null)).toBe('asks')
    await remember('always', { tool: 'files__read', toolHash: 'hash-f' })
    expect(await asked(chat2, { tool: 'files__read', toolHash: 'hash-f' })).toBe('always')
    expect(await asked(null, { tool: 'files__read', toolHash: 'hash-f' })).toBe('always')
    expect(await asked(chat1, { tool: 'files__read', toolHash: 'hash-f' }, 2)).toBe('asks')
  })
  it('ends when the tool has another name or is another', async () => {
    await remember('always')
    expect(await asked(chat1)).toBe('always')
    expect(await asked(chat1, { toolHash: 'hash-2' })).toBe('asks')
    expect(await asked(chat1, { tool: 'mail__post' })).toBe('asks')
  })
  it('covers nothing that is asked each time', async () => {
    await remember('always')
    expect(await asked(chat1, { reason: 'private_and_untrusted', choices: ['once'] })).toBe('asks')
    expect(await asked(chat1, { reason: 'shell', choices: ['once'] })).toBe('asks')
  })
  it('to "it changes something" does not let private data out', async () => {
    await remember('always')
    expect(await asked(chat1, { reason: 'outward' })).toBe('asks')
    await remember('always', { reason: 'outward' })
    expect(await asked(chat1, { reason: 'outward' })).toBe('always')
  })
  it('ends after 90 days', async () => {
    await remember('always')
    clock += 90 * day - 1
    expect(await asked(chat1)).toBe('always')
    clock += 1
    expect(await asked(chat1)).toBe('asks')
    expect(await open().grants(1)).toEqual([])
  })
  it('is listed with its conversation, and can be taken back by its owner alone', async () => {
    const { id } = await bed.db
      .query<{ id: string }>(
        `insert into conversation (user_id, id, title, agent, created_at, updated_at)
         values (1, $1, 'Sleep', 'deep', now(), now()) returning id`,
        [chat1],
      )
      .then(([row]) => row ?? { id: '' })
    const approvals = await remember('conversation')
    const [grant] = await approvals.grants(1)
    expect(grant).toMatchObject({
      tool: 'mail__send',
      server: 'Mail',
      conversation: 'Sleep',
      grantedAt: '2026-01-01T00:00:00.000Z',
      expiresAt: '2026-04-01T00:00:00.000Z',
    })
    expect(await approvals.revoke(2, grant?.id ?? '')).toBe(false)
    expect(await approvals.revoke(1, 'no-id')).toBe(false)
    expect(await approvals.revoke(1, grant?.id ?? '')).toBe(true)
    expect(await asked(chat1)).toBe('asks')
    // With its conversation it goes as well.
    await remember('conversation')
    expect(await bed.chat.remove(1, id)).toBe(true)
    expect(await approvals.grants(1)).toEqual([])
  })
  it('lets through what waits for the same', async () => {
    const approvals = open()
    const { run } = gate(approvals)
    const [one, two, three] = [
      run.approve(request()),
      run.approve(request({ callId: 'call-2', args: { to: 'x' } })),
      run.approve(request({ callId: 'call-3', tool: 'other', toolHash: 'other' })),
    ]
    const events = await waiting(approvals, 3)
    const first = events.find((event) => event.type === 'approval' && event.callId === 'call-1')
    approvals.answer(1, first?.id ?? '', 'conversation')
    expect(await one).toMatchObject({ choice: 'conversation' })
    expect(await two).toMatchObject({ choice: 'conversation' })
    expect(await waiting(approvals, 1)).toMatchObject([{ callId: 'call-3' }])
    run.close()
    expect(await three).toMatchObject({ why: 'stopped' })
  })
  it('is not offered for the conversation where there is none, and what was not offered is once', async () => {
    const approvals = open()
    const decision = gate(approvals, { conversationId: null, runId: null }).run.approve(request())
    const [event] = await waiting(approvals)
    expect(event).toMatchObject({ choices: ['once', 'always'] })
    approvals.answer(1, event?.id ?? '', 'conversation')
    expect(await decision).toEqual({ isAllowed: true, choice: 'once' })
    expect(await approvals.grants(1)).toEqual([])
  })
})

describe('a provider', () => {
  const provider: ProviderConsent = {
    id: 'openai',
    name: 'OpenAI',
    host: 'api.openai.example',
    model: 'm',
    way: 'sends',
    tools: [],
  }
  async function consents(choice: 'once' | 'always', given = provider) {
    const approvals = open()
    const { run } = gate(approvals)
    const decision = run.consent(given)
    const [event] = await waiting(approvals)
    expect(event).toMatchObject({ reason: 'provider', provider: given })
    approvals.answer(1, event?.id ?? '', choice)
    expect(await decision).toMatchObject({ isAllowed: true, choice })
    return { run }
  }
  const isAsked = async (given: ProviderConsent, userId = 1) => {
    const { run, events } = gate(open({ patienceMs: 1 }), { userId })
    await run.consent(given)
    return events.length > 0
  }

  it('is asked for once, for one host and one way, for 90 days', async () => {
    await consents('always')
    expect(await isAsked({ ...provider, model: 'another model' })).toBe(false)
    expect(await isAsked({ ...provider, host: 'api.else.example' })).toBe(true)
    expect(await isAsked({ ...provider, way: 'fetches' })).toBe(true)
    expect(await isAsked(provider, 2)).toBe(true)
    clock += 90 * day - 1
    expect(await isAsked(provider)).toBe(false)
    clock += 1
    expect(await isAsked(provider)).toBe(true)
    expect(await listConsents(bed.db, 1, new Date(clock))).toEqual([])
  })
  it('allowed once, is allowed for this run', async () => {
    const { run } = await consents('once')
    expect(await run.consent(provider)).toMatchObject({ isAllowed: true })
    expect(await isAsked(provider)).toBe(true)
  })
  it('is listed, and asked for again once it was taken back', async () => {
    await consents('always')
    const [given] = await listConsents(bed.db, 1, new Date(clock))
    expect(given).toMatchObject({ provider: 'openai', host: 'api.openai.example', way: 'sends' })
    if (given === undefined) throw new Error('not listed')
    expect(await revokeConsent(bed.db, 2, given)).toBe(false)
    expect(await revokeConsent(bed.db, 1, given)).toBe(true)
    expect(await isAsked(provider)).toBe(true)
  })
})

describe('a question of the agent', () => {
  it('waits for words, and is null when nobody has any', async () => {
    const approvals = open()
    const { run, events } = gate(approvals)
    const answer = run.question({ callId: 'call-1', question: 'Which year?', options: ['2024', '2025'] })
    const id = await firstId(approvals)
    expect(approvals.answer(1, id, 'once')).toBe(false)
    expect(approvals.answerQuestion(1, id, '2025, please')).toBe(true)
    expect(await answer).toBe('2025, please')
    expect(events.at(-1)).toEqual({ type: 'question_answer', id, answer: '2025, please' })
    const hasty = gate(open({ patienceMs: 1 }))
    expect(await hasty.run.question({ callId: 'c', question: '?', options: [] })).toBeNull()
    expect(hasty.events.at(-1)).toMatchObject({ type: 'question_answer', answer: null })
    const alone = gate(open(), { isAttended: () => false })
    expect(await alone.run.question({ callId: 'c', question: '?', options: [] })).toBeNull()
  })
})

describe('what has been read', () => {
  it('counts at once, is stored in order, and only when it is news', async () => {
    const saved: Taint[] = []
    const { run } = gate(open(), {
      saveTaint: async (taint) => {
        await Promise.resolve()
        saved.push(taint)
      },
    })
    run.mark({ hasPrivate: true })
    expect(run.taint()).toEqual({ hasPrivate: true, untrusted: [] })
    run.mark({ hasPrivate: true })
    run.mark({ untrusted: 'server Web' })
    run.mark({ untrusted: 'server Web' })
    await run.settled()
    expect(saved).toEqual([
      { hasPrivate: true, untrusted: [] },
      { hasPrivate: true, untrusted: ['server Web'] },
    ])
  })
  it('counts although it could not be stored', async () => {
    const { run } = gate(open(), { saveTaint: () => Promise.reject(new Error('disk full')) })
    run.mark({ hasPrivate: true })
    await run.settled()
    expect(run.taint().hasPrivate).toBe(true)
  })
})
