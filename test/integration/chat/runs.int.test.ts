/** Conversations and runs on a real database: what is said is kept, whatever becomes of the run or its reader. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Agent } from '../../../src-main/agents/events.ts'
import type { ChatEvent } from '../../../src-main/api/contract/chat.ts'
import type { ChatStore } from '../../../src-main/chat/chat-types.ts'
import { all, ask, done, openRunBed, type RunBed, says, started } from './run-bed.ts'

let bed: RunBed
let chat: ChatStore

beforeAll(async () => {
  bed = await openRunBed()
  chat = bed.chat
})
afterAll(() => bed?.close())

const runner = (run: Agent['run']) => bed.runner(run)

describe('a run', () => {
  it('streams the ids, then the events, and keeps both messages in order', async () => {
    const r = runner(says({ type: 'text', text: 'Sixty ' }, { type: 'text', text: 'bpm.' }, done))
    const events = await all(r.send(ask(1, 'How   is it?\nNow')))
    expect(events.map((e) => e.type)).toEqual(['started', 'text', 'text', 'end'])
    const { conversationId, title } = started(events)
    expect(title).toBe('How is it? Now')
    const again = await all(r.send(ask(1, 'And then?', { conversationId })))
    expect(started(again).conversationId).toBe(conversationId)
    const messages = await chat.messages(1, conversationId)
    expect(messages.map((m) => [m.role, m.text, m.state])).toEqual([
      ['user', 'How   is it?\nNow', null],
      ['assistant', 'Sixty bpm.', 'done'],
      ['user', 'And then?', null],
      ['assistant', 'Sixty bpm.', 'done'],
    ])
    expect(messages[1]?.events.at(-1)).toEqual(done)
  })

  it('goes on when the reader leaves, and is stored whole', async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    const slow: Agent['run'] = async function* () {
      yield { type: 'text', text: 'one ' }
      await gate
      yield { type: 'text', text: 'two' }
      yield done
    }
    const r = runner(slow)
    let conversationId = ''
    for await (const event of r.send(ask(2, 'q'))) {
      if (event.type === 'started') conversationId = event.conversationId
      if (event.type === 'text') break
    }
    expect((await chat.messages(2, conversationId))[1]?.state).toBe('running')
    release()
    await expect
      .poll(async () => (await chat.messages(2, conversationId))[1])
      .toMatchObject({ text: 'one two', state: 'done' })
  })

  it('stops an agent that does not heed its signal, and keeps what it said', async () => {
    const deaf: Agent['run'] = async function* () {
      yield { type: 'text', text: 'so far' }
      await new Promise(() => {})
    }
    const r = runner(deaf)
    const events: ChatEvent[] = []
    for await (const event of r.send(ask(3, 'q'))) {
      events.push(event)
      if (event.type === 'text') void r.stop(3, started(events).runId)
    }
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'stopped' })
    expect((await chat.messages(3, started(events).conversationId))[1]).toMatchObject({
      text: 'so far',
      state: 'stopped',
    })
    expect(await r.stop(3, started(events).runId)).toBe(false)
  })

  it('ends as failed, with words, when an agent throws or does not exist', async () => {
    // biome-ignore lint/correctness/useYield: it throws before its first event.
    const broken: Agent['run'] = async function* () {
      throw new Error('secret detail')
    }
    const events = await all(runner(broken).send(ask(4, 'q')))
    expect(events.slice(1)).toMatchObject([
      { type: 'error', code: 'agent_failed' },
      { type: 'end', reason: 'failed' },
    ])
    expect(JSON.stringify(events)).not.toContain('secret detail')
    const none = await all(runner(broken).send(ask(4, 'q', { agent: 'base' })))
    expect(none.slice(1)).toMatchObject([{ code: 'unknown_agent' }, { reason: 'failed' }])
  })

  it('refuses a conversation that is gone or somebody else’s', async () => {
    const r = runner(says(done))
    const mine = started(await all(r.send(ask(5, 'mine'))))
    for (const [id, who] of [
      [mine.conversationId, 6],
      ['no-uuid', 5],
    ] as const) {
      const events = await all(r.send(ask(who, 'x', { conversationId: id })))
      expect(events).toMatchObject([{ code: 'unknown_conversation' }, { type: 'end', reason: 'failed' }])
    }
    expect(await chat.messages(6, mine.conversationId)).toEqual([])
  })

  it('keeps texts that a database cannot hold as they are', async () => {
    const r = runner(says({ type: 'text', text: 'a\u0000b\ud800c' }, done))
    const events = await all(r.send(ask(7, 'x\u0000y \\u0000')))
    const messages = await chat.messages(7, started(events).conversationId)
    expect(messages.map((m) => m.text)).toEqual(['xy \\u0000', 'ab\ufffdc'])
  })

  it('is interrupted by closing, and by a process that died', async () => {
    const waiting: Agent['run'] = async function* () {
      yield { type: 'text', text: 'half' }
      await new Promise(() => {})
    }
    const r = runner(waiting)
    const stream = r.send(ask(8, 'q'))[Symbol.asyncIterator]()
    const first = (await stream.next()).value as ChatEvent
    await stream.next()
    await r.close()
    expect((await chat.messages(8, started([first]).conversationId))[1]).toMatchObject({
      state: 'interrupted',
      text: 'half',
    })

    const place = await chat.begin({ userId: 9, conversationId: null, text: 'q', agent: 'quick' })
    const reopened = await bed.reopen()
    expect((await reopened.messages(9, place?.conversationId ?? ''))[1]?.state).toBe('interrupted')
  })
})

describe('conversations', () => {
  it('are listed newest first, searched as written, renamed and removed', async () => {
    const r = runner(says({ type: 'text', text: 'Your weight was 72.3 kg, 100 % sure_thing' }, done))
    const idOf = async (question: string) => started(await all(r.send(ask(20, question)))).conversationId
    const first = await idOf('体重是多少')
    const second = await idOf('steps?')
    expect((await chat.conversations(20)).map((c) => c.id)).toEqual([second, first])
    const found = await chat.conversations(20, '体重')
    expect(found.map((c) => c.id)).toEqual([first])
    expect(found[0]?.snippet).toBe('体重是多少')
    // % and _ are characters and not wildcards.
    expect(await chat.conversations(20, '100 % sure_')).toHaveLength(2)
    expect(await chat.conversations(20, '1%0')).toHaveLength(0)
    expect(await chat.conversations(20, 'sure-thing')).toHaveLength(0)
    expect(await chat.conversations(21, '体重')).toHaveLength(0)
    expect(await chat.rename(20, first, ' Weight ')).toMatchObject({ title: 'Weight' })
    expect(await chat.rename(21, first, 'x')).toBeNull()
    expect(await chat.remove(21, first)).toBe(false)
    expect(await chat.remove(20, first)).toBe(true)
    expect(await chat.messages(20, first)).toEqual([])
    expect(await chat.remove(20, first)).toBe(false)
  })
  it('takes a title from the first question, cut at a word', async () => {
    const long = 'What was my average resting heart rate over the whole of the last three months please'
    const place = await chat.begin({ userId: 22, conversationId: null, text: long, agent: 'quick' })
    expect(place?.title).toBe('What was my average resting heart rate over the whole of…')
  })
})
