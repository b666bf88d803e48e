/** Conversations as trees on a real database: other questions at the same place, other answers, and ways that part. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AgentEvent, Attachment } from '../../../src-main/agents/events.ts'
import { createChatStore } from '../../../src-main/chat/chat-store.ts'
import type { ChatStore, ConversationFiles, RunPlace } from '../../../src-main/chat/chat-types.ts'
import type { Queryable } from '../../../src-main/db/database.ts'
import { migrations } from '../../../src-main/db/migrations/all.ts'
import { openRunBed, type RunBed } from './run-bed.ts'

let bed: RunBed
let chat: ChatStore
/** What the files of agents were told to do. */
const told: unknown[] = []
const bytesOf = (id: string): Attachment => ({ id, name: `${id}.pdf`, mime: 'application/pdf', bytes: 3 })
const files: ConversationFiles = {
  bind: async (_tx, userId, ids, conversationId) => {
    told.push(['bind', userId, ids, conversationId])
    return ids.map(bytesOf)
  },
  copyConversation: async (_tx, userId, from, to, ids) => {
    told.push(['copy', userId, from, to, ids])
    return new Map(ids.map((id) => [id, `${id}-copy`]))
  },
  removeConversation: async (_tx, userId, conversationId) => {
    told.push(['remove', userId, conversationId])
  },
}

beforeAll(async () => {
  bed = await openRunBed()
  let clock = Date.parse('2025-07-16T12:00:00Z')
  chat = await createChatStore({ db: bed.db, now: () => new Date(clock++), files })
})
afterAll(() => bed?.close())

const say = (text: string): AgentEvent => ({ type: 'text', text })
const model = { provider: 'openai', model: 'm-1' }

async function asked(
  userId: number,
  text: string,
  more: Partial<Parameters<ChatStore['begin']>[0]> = {},
  state: 'done' | 'interrupted' = 'done',
): Promise<RunPlace> {
  const place = await chat.begin({ userId, conversationId: null, text, agent: 'deep', ...more })
  if (place === null) throw new Error('not begun')
  await chat.finish(place, [say(`answer to ${text}`), { type: 'end', reason: 'done' }], state)
  return place
}
const shown = async (userId: number, conversationId: string) =>
  (await chat.messages(userId, conversationId)).map(({ text }) => text)

describe('a question asked anew', () => {
  it('stands beside the first, each with its own way on', async () => {
    const first = await asked(1, 'one')
    const { conversationId } = first
    const second = await asked(1, 'two', { conversationId })
    const edited = await asked(1, 'two, said better', { conversationId, parentId: first.messageId })
    expect(await shown(1, conversationId)).toEqual([
      'one',
      'answer to one',
      'two, said better',
      'answer to two, said better',
    ])
    const [, , question, answer] = await chat.messages(1, conversationId)
    expect(question).toMatchObject({
      parentId: first.messageId,
      versions: [second.userMessageId, edited.userMessageId],
    })
    expect(answer).toMatchObject({ parentId: edited.userMessageId, versions: [edited.messageId] })
    // Back to the first, and on from there.
    const back = await chat.showVersion({ userId: 1, conversationId, messageId: second.userMessageId })
    expect(back?.map(({ text }) => text)).toEqual(['one', 'answer to one', 'two', 'answer to two'])
    await asked(1, 'three', { conversationId })
    expect((await shown(1, conversationId)).slice(2)).toEqual(['two', 'answer to two', 'three', 'answer to three'])
    // What an agent is told is the branch and nothing beside it.
    const place = await chat.begin({ userId: 1, conversationId, text: 'four', agent: 'deep', model })
    const task = place && (await chat.task(place))
    expect(task?.history.map(({ question: text }) => text)).toEqual(['one', 'two', 'three'])
    expect(task?.history[0]?.events[0]).toEqual(say('answer to one'))
    expect(task).toMatchObject({ question: 'four', agent: 'deep', model, subjectId: null, said: [] })
    // At the very beginning there is no history.
    const anew = await chat.begin({ userId: 1, conversationId, text: 'none', agent: 'quick', parentId: null })
    expect(anew && (await chat.task(anew)).history).toEqual([])
  })
  it('is refused at a message that is not there, or in another’s conversation', async () => {
    const mine = await asked(2, 'mine')
    const theirs = await asked(3, 'theirs')
    for (const parentId of [theirs.messageId, 'no-uuid'])
      expect(
        await chat.begin({ userId: 2, conversationId: mine.conversationId, text: 'x', agent: 'quick', parentId }),
      ).toBeNull()
    const { conversationId, messageId } = theirs
    expect(await chat.showVersion({ userId: 2, conversationId, messageId })).toBeNull()
    expect(await chat.branch({ userId: 2, conversationId, messageId })).toBeNull()
    expect(await chat.beginAgain({ userId: 2, conversationId, messageId }, {})).toBeNull()
  })
})

describe('another answer', () => {
  it('is a version of the first, by another agent and model where these are named', async () => {
    const first = await asked(4, 'q', { model })
    const at = { userId: 4, conversationId: first.conversationId, messageId: first.messageId }
    const same = await chat.beginAgain(at, {})
    expect(same && (await chat.task(same))).toMatchObject({ question: 'q', agent: 'deep', model, history: [] })
    if (same) await chat.finish(same, [say('again')], 'done')
    const other = await chat.beginAgain({ ...at, messageId: first.userMessageId }, { agent: 'base', model: null })
    expect(other && (await chat.task(other))).toMatchObject({ question: 'q', agent: 'base', model: null })
    if (other) await chat.finish(other, [say('once more')], 'done')
    const [, answer] = await chat.messages(4, first.conversationId)
    expect(answer).toMatchObject({
      text: 'once more',
      agent: 'base',
      model: null,
      versions: [first.messageId, same?.messageId, other?.messageId],
    })
    expect(await chat.conversations(4, 'again')).toHaveLength(1)
  })
})

describe('a branch', () => {
  it('takes the messages, their files and what had been read, and leaves the rest', async () => {
    const first = await asked(5, 'one', { attachments: ['a', 'b'], model, subjectId: 9 })
    const { conversationId } = first
    await asked(5, 'two', { conversationId })
    await chat.saveTaint(5, conversationId, { hasPrivate: true, untrusted: ['server web'] })
    told.length = 0
    const made = await chat.branch({ userId: 5, conversationId, messageId: first.messageId })
    expect(made).toMatchObject({ title: 'one', agent: 'deep' })
    const id = made?.id ?? ''
    expect(told).toEqual([['copy', 5, conversationId, id, ['a', 'b']]])
    const messages = await chat.messages(5, id)
    expect(messages.map(({ text, state }) => [text, state])).toEqual([
      ['one', null],
      ['answer to one', 'done'],
    ])
    expect(messages[0]?.attachments.map((one) => one.id)).toEqual(['a-copy', 'b-copy'])
    expect(messages[1]?.parentId).toBe(messages[0]?.id)
    const next = await chat.begin({ userId: 5, conversationId: id, text: 'on', agent: 'deep' })
    expect(next && (await chat.task(next)).taint).toEqual({ hasPrivate: true, untrusted: ['server web'] })
    expect(await shown(5, conversationId)).toHaveLength(4)
  })
  it('of an answer that is still written holds what there is, as one that broke off', async () => {
    const place = await chat.begin({ userId: 6, conversationId: null, text: 'q', agent: 'deep' })
    if (place === null) throw new Error('not begun')
    await chat.append(place, 0, [say('so ')])
    await chat.append(place, 1, [say('far')])
    const made = await chat.branch({ userId: 6, conversationId: place.conversationId, messageId: place.messageId })
    expect((await chat.messages(6, made?.id ?? ''))[1]).toMatchObject({
      text: 'so far',
      events: [say('so far')],
      state: 'interrupted',
      canResume: false,
    })
  })
})

describe('the choice of a conversation', () => {
  it('is what the next question says, and what is configured in between', async () => {
    const { conversationId } = await asked(7, 'q', { model })
    expect(await chat.configure(7, conversationId, { agent: 'base' })).toMatchObject({ agent: 'base', model })
    expect(await chat.configure(7, conversationId, { model: null, subjectId: 9 })).toMatchObject({ model: null })
    expect(await chat.configure(8, conversationId, { agent: 'quick' })).toBeNull()
    await asked(7, 'q2', { conversationId, agent: 'quick', model })
    expect(await chat.conversation(7, conversationId)).toMatchObject({ agent: 'quick', model, activity: null })
  })
})

describe('a conversation that is removed', () => {
  it('takes its runs, pieces, checkpoints and files with it', async () => {
    const place = await chat.begin({ userId: 10, conversationId: null, text: 'q', agent: 'deep' })
    if (place === null) throw new Error('not begun')
    await chat.append(place, 0, [say('x')])
    await checkpoint(10, place.runId)
    told.length = 0
    expect(await chat.remove(10, place.conversationId)).toBe(true)
    expect(told).toEqual([['remove', 10, place.conversationId]])
    for (const table of ['message', 'run', 'run_chunk', 'checkpoint', 'conversation'])
      expect(await bed.db.query(`select 1 from ${table} where user_id = 10`)).toEqual([])
  })
})

const checkpoint = (userId: number, runId: string) =>
  bed.db.query(
    `insert into checkpoint (user_id, thread_id, ns, id, type, checkpoint, metadata, created_at)
     values ($1, $2, '', '1', 'json', '', '', now())`,
    [userId, runId],
  )

describe('an interrupted answer', () => {
  it('can go on when its agent left a checkpoint, and only then', async () => {
    const place = await asked(11, 'q', {}, 'interrupted')
    const at = { userId: 11, conversationId: place.conversationId, messageId: place.messageId }
    expect((await chat.messages(11, place.conversationId))[1]?.canResume).toBe(false)
    expect(await chat.beginResume(at)).toBeNull()
    await checkpoint(11, place.runId)
    expect((await chat.messages(11, place.conversationId))[1]?.canResume).toBe(true)
    expect(await chat.beginResume({ ...at, userId: 12 })).toBeNull()
    const again = await chat.beginResume(at)
    expect(again).toEqual(place)
    // It runs now: a second time is none.
    expect(await chat.beginResume(at)).toBeNull()
    const [, message] = await chat.messages(11, place.conversationId)
    expect(message).toMatchObject({ state: 'running', canResume: false, events: [say('answer to q')] })
    const quick = await asked(11, 'q', { agent: 'quick' }, 'interrupted')
    await checkpoint(11, quick.runId)
    expect((await chat.messages(11, quick.conversationId))[1]?.canResume).toBe(false)
  })
  it('holds what was stored piece by piece before the process died', async () => {
    const place = await chat.begin({ userId: 13, conversationId: null, text: 'q', agent: 'deep' })
    if (place === null) throw new Error('not begun')
    await chat.append(place, 0, [say('ha'), { type: 'tool_output', id: '1', text: 'a' }])
    await chat.append(place, 1, [{ type: 'tool_output', id: '1', text: 'ab' }, say('lf')])
    expect((await chat.messages(13, place.conversationId))[1]).toMatchObject({ state: 'running', text: 'half' })
    const reopened = await bed.reopen()
    const events = [say('ha'), { type: 'tool_output', id: '1', text: 'ab' }, say('lf')]
    expect((await reopened.messages(13, place.conversationId))[1]).toMatchObject({ state: 'interrupted', events })
    expect(await bed.db.query('select 1 from run_chunk')).toEqual([])
    expect(await reopened.conversations(13, 'half')).toHaveLength(1)
  })
})

describe('conversations of version 3', () => {
  it('become one branch each, in their order', async () => {
    const c = '33333333-3333-4333-8333-333333333333'
    const id = (n: number) => `44444444-4444-4444-8444-44444444444${n}`
    // In a schema of its own, made by the first three migrations and filled as that version filled it.
    await bed.db.transaction(async (tx) => {
      await tx.query('create schema version_3')
      await tx.query('set local search_path to version_3')
      for (const { sql } of migrations.filter((one) => one.id <= 3)) await tx.query(sql)
      await tx.query(
        `insert into conversation (user_id, id, title, agent, created_at, updated_at) values (1, $1, 't', 'quick', now(), now())`,
        [c],
      )
      for (const [n, role] of (['user', 'assistant', 'user', 'assistant'] as const).entries())
        await tx.query(
          `insert into message (user_id, conversation_id, id, seq, role, text, events, run_id, created_at)
           values (1, $1, $2, $3, $4, $5, '[]', null, now())`,
          [c, id(n), n + 1, role, `m${n}`],
        )
      for (const { sql } of migrations.filter((one) => one.id > 3)) await tx.query(sql)
      const old = await createChatStore({
        db: { query: tx.query.bind(tx), transaction: (work) => work(tx) },
        now: () => new Date(),
      })
      const messages = await old.messages(1, c)
      expect(messages.map(({ text, parentId }) => [text, parentId])).toEqual([
        ['m0', null],
        ['m1', id(0)],
        ['m2', id(1)],
        ['m3', id(2)],
      ])
      expect(messages[3]).toMatchObject({ versions: [id(3)], attachments: [], agent: null, model: null })
      expect(await old.begin({ userId: 1, conversationId: c, text: 'on', agent: 'quick' })).not.toBeNull()
      expect((await old.messages(1, c)).map(({ text }) => text)).toEqual(['m0', 'm1', 'm2', 'm3', 'on', ''])
      await dropAgain(tx)
    })
  })
})

const dropAgain = async (tx: Queryable) => {
  await tx.query('set local search_path to public')
  await tx.query('drop schema version_3 cascade')
}
