/** The chat's store against a hub that answers late, breaks off, goes away, or is written to by another window. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChatEvent, MessageView } from '../../../src-main/api/contract/chat.ts'
import { localMessage } from '../../../src-renderer/stores/chat-thread.ts'
import { fedStream } from './fed-stream.ts'

const hub = vi.hoisted(() => ({
  send: vi.fn(),
  follow: vi.fn(),
  regenerate: vi.fn(),
  resume: vi.fn(),
  stop: vi.fn(),
  cancelCall: vi.fn(),
  messages: vi.fn(),
  conversations: vi.fn(),
  configure: vi.fn(),
  decide: vi.fn(),
}))
vi.mock('../../../src-renderer/rpc/client.ts', () => ({ client: { chat: hub } }))

const { newThread, useChat } = await import('../../../src-renderer/stores/chat.ts')
const { useChoice } = await import('../../../src-renderer/stores/chat-choice.ts')
const { useQueue } = await import('../../../src-renderer/stores/chat-queue.ts')
const { useConversations } = await import('../../../src-renderer/stores/conversations.ts')

const started = (conversationId: string, n = 1, question = n): ChatEvent => ({
  type: 'started',
  conversationId,
  userMessageId: `u${question}`,
  messageId: `m${n}`,
  runId: `r${n}`,
  title: 'Pulse',
})
const text = (words: string): ChatEvent => ({ type: 'text', text: words })
const done: ChatEvent = { type: 'end', reason: 'done' }

/** Lets everything that is due happen, a frame and a little more. */
const frame = () => vi.advanceTimersByTimeAsync(40)
const last = (key: string): MessageView | undefined => useChat.getState().threads[key]?.messages?.at(-1)
const run = (key: string) => useChat.getState().threads[key]?.run
const stored = (patch: Partial<MessageView>) => localMessage('assistant', { id: 'm1', runId: 'r1', ...patch })

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetAllMocks()
  useChat.setState({ threads: {}, suggestions: null })
  useQueue.setState({ queues: {} })
  useChoice.setState({ fresh: { agent: 'quick', model: null, subject: null } })
  useConversations.setState({ items: null, known: {} })
  hub.conversations.mockResolvedValue([])
  hub.stop.mockResolvedValue({ stopped: true })
})
afterEach(() => vi.useRealTimers())

describe('a question', () => {
  it('in a new chat moves to its conversation, with its words and what comes after', async () => {
    const answer = fedStream<ChatEvent>()
    hub.send.mockResolvedValue(answer.stream)
    const onStarted = vi.fn()
    useChat.getState().ask(null, 'Pulse?', {}, onStarted)
    expect(last(newThread)?.state).toBe('running')
    answer.push(started('c1'), text('It was '), text('57.'))
    await frame()
    expect(onStarted).toHaveBeenCalledWith('c1')
    expect(useChat.getState().threads[newThread]).toBeUndefined()
    const messages = useChat.getState().threads.c1?.messages
    expect(messages?.map((message) => [message.id, message.text])).toEqual([
      ['u1', 'Pulse?'],
      ['m1', 'It was 57.'],
    ])
    answer.push(done)
    answer.end()
    await frame()
    expect(last('c1')?.state).toBe('done')
    expect(run('c1')).toBeNull()
  })

  it('goes to the agent and model that the conversation has, not to the default', async () => {
    hub.send.mockResolvedValue(fedStream<ChatEvent>().stream)
    const model = { provider: 'p1', model: 'big' }
    const view = { id: 'c1', title: '', agent: 'deep' as const, model, subject: 'ben', activity: null }
    useConversations.setState({ known: { c1: { ...view, createdAt: '', updatedAt: '' } } })
    useChat.getState().ask('c1', 'Pulse?')
    await frame()
    expect(hub.send.mock.calls[0]?.[0]).toEqual({
      conversationId: 'c1',
      question: 'Pulse?',
      agent: 'deep',
      model,
      subject: 'ben',
      attachments: [],
    })
  })

  it('keeps pieces of words as one event, however many there are, and costs no more at the end than at the start', async () => {
    const answer = fedStream<ChatEvent>()
    hub.send.mockResolvedValue(answer.stream)
    useChat.getState().ask('c1', 'Long?')
    answer.push(started('c1'), ...Array.from({ length: 9_000 }, () => text('ab ')))
    await frame()
    expect(last('c1')?.text.length).toBe(27_000)
    expect(last('c1')?.events).toHaveLength(1)
  })

  it('is shown a frame at a time: the first piece at once, those right after it together', async () => {
    const answer = fedStream<ChatEvent>()
    hub.send.mockResolvedValue(answer.stream)
    useChat.getState().ask('c1', 'Pulse?')
    answer.push(started('c1'))
    await frame()
    let changes = 0
    const end = useChat.subscribe(() => changes++)
    answer.push(text('a'), text('b'), text('c'), text('d'))
    await vi.advanceTimersByTimeAsync(1)
    expect(last('c1')?.text).toBe('a')
    await frame()
    expect(last('c1')?.text).toBe('abcd')
    expect(changes).toBe(2)
    end()
  })

  it('asked in the place of an earlier one takes what came after it off the page', async () => {
    hub.send.mockResolvedValue(fedStream<ChatEvent>().stream)
    const question = localMessage('user', { id: 'u1', text: 'Pulse?', parentId: null, versions: ['u1'] })
    useChat.setState({ threads: { c1: { messages: [question, stored({ state: 'done' })], error: null, run: null } } })
    useChat.getState().editAndAsk('c1', 'u1', 'Sleep?')
    await frame()
    expect(useChat.getState().threads.c1?.messages?.map((message) => message.text)).toEqual(['Sleep?', ''])
    expect(hub.send.mock.calls[0]?.[0]).toMatchObject({ question: 'Sleep?', parentId: null })
  })
})

describe('a stream that breaks', () => {
  const away = Object.assign(new Error('away'), { code: 'hub-away', hint: 'Wait.' })

  it('is taken up where it was, without a word lost or said twice', async () => {
    const first = fedStream<ChatEvent>()
    const second = fedStream<ChatEvent>()
    hub.send.mockResolvedValue(first.stream)
    hub.follow.mockResolvedValue(second.stream)
    useChat.getState().ask('c1', 'Pulse?')
    first.push(started('c1'), text('It was '))
    await frame()
    first.fail(away)
    second.push(text('It '))
    await frame()
    // The replay has not come as far yet: what was said stays on the page.
    expect(last('c1')?.text).toBe('It was ')
    expect(run('c1')).not.toBeNull()
    second.push(text('was '), text('57.'), done)
    second.end()
    await frame()
    expect(hub.follow.mock.calls[0]?.[0]).toEqual({ runId: 'r1' })
    expect(last('c1')).toMatchObject({ text: 'It was 57.', state: 'done' })
    expect(run('c1')).toBeNull()
  })

  it('for good keeps what was said, says that it was interrupted, and is not running for ever', async () => {
    const answer = fedStream<ChatEvent>()
    hub.send.mockResolvedValue(answer.stream)
    hub.follow.mockRejectedValue(away)
    hub.messages.mockRejectedValue(away)
    useChat.getState().ask('c1', 'Pulse?')
    answer.push(started('c1'), text('It was'))
    await frame()
    answer.fail(away)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(last('c1')).toMatchObject({ text: 'It was', state: 'interrupted' })
    expect(last('c1')?.events.at(-1)).toEqual({ type: 'error', code: 'hub-away', message: 'away', hint: 'Wait.' })
    expect(run('c1')).toBeNull()
  })

  it('without an end is what the hub has stored of it, not done', async () => {
    const answer = fedStream<ChatEvent>()
    hub.send.mockResolvedValue(answer.stream)
    hub.follow.mockRejectedValue(Object.assign(new Error('gone'), { code: 'NOT_FOUND' }))
    hub.messages.mockResolvedValue([stored({ text: 'It was', state: 'interrupted', canResume: true })])
    useChat.getState().ask('c1', 'Pulse?')
    answer.push(started('c1'))
    answer.end()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(last('c1')).toMatchObject({ state: 'interrupted', canResume: true, text: 'It was' })
    expect(run('c1')).toBeNull()
  })

  it('before the run had a name says why nothing was asked', async () => {
    hub.send.mockRejectedValue(away)
    useChat.getState().ask('c1', 'Pulse?')
    await frame()
    expect(last('c1')?.state).toBe('interrupted')
    expect(last('c1')?.events.at(-1)).toMatchObject({ type: 'error', code: 'hub-away' })
  })
})

describe('stop', () => {
  it('frees the page at once, tells the hub, and takes no later words', async () => {
    const answer = fedStream<ChatEvent>()
    hub.send.mockResolvedValue(answer.stream)
    // A hub that never answers the stop must not hold the page.
    hub.stop.mockReturnValue(new Promise(() => {}))
    useChat.getState().ask('c1', 'Pulse?')
    answer.push(started('c1'), text('It'))
    await frame()
    useChat.getState().stop('c1')
    expect(run('c1')).toBeNull()
    expect(last('c1')?.state).toBe('stopped')
    expect(hub.stop).toHaveBeenCalledWith({ runId: 'r1' })
    answer.push(text(' was 57.'), done)
    await frame()
    expect(last('c1')).toMatchObject({ text: 'It', state: 'stopped' })
  })

  it('before the hub has named the run ends it as soon as it has', async () => {
    const answer = fedStream<ChatEvent>()
    hub.send.mockResolvedValue(answer.stream)
    hub.messages.mockResolvedValue([stored({ state: 'stopped' })])
    useChat.getState().ask(null, 'Pulse?')
    await frame()
    useChat.getState().stop(null)
    expect(last(newThread)?.state).toBe('stopped')
    answer.push(started('c1'), text('It'))
    await frame()
    expect(hub.stop).toHaveBeenCalledWith({ runId: 'r1' })
    expect(run('c1')).toBeNull()
    expect(last('c1')?.state).toBe('stopped')
  })

  it('leaves a request that the hub never answers', async () => {
    hub.send.mockReturnValue(new Promise(() => {}))
    useChat.getState().ask(null, 'Pulse?')
    await frame()
    const signal: unknown = hub.send.mock.calls[0]?.[1]?.signal
    useChat.getState().stop(null)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(signal instanceof AbortSignal && signal.aborted).toBe(true)
    expect(hub.stop).not.toHaveBeenCalled()
  })

  it('is not taken back by a copy of the hub that is older', async () => {
    const answer = fedStream<ChatEvent>()
    hub.send.mockResolvedValue(answer.stream)
    hub.messages.mockResolvedValue([stored({ state: 'running', text: 'It' })])
    useChat.getState().ask('c1', 'Pulse?')
    answer.push(started('c1'), text('It'))
    await frame()
    useChat.getState().stop('c1')
    await frame()
    expect(last('c1')?.state).toBe('stopped')
    expect(hub.follow).not.toHaveBeenCalled()
  })
})

describe('the queue', () => {
  it('sends what waits in order, each when the answer before it is done', async () => {
    const answers = [1, 2, 3].map(() => fedStream<ChatEvent>())
    for (const answer of answers) hub.send.mockResolvedValueOnce(answer.stream)
    useChat.getState().ask('c1', 'One')
    useChat.getState().ask('c1', 'Two', { agent: 'deep' })
    useChat.getState().ask('c1', 'Three')
    await frame()
    expect(hub.send).toHaveBeenCalledTimes(1)
    expect(useQueue.getState().queues.c1?.map((item) => item.question)).toEqual(['Two', 'Three'])
    for (const [index, answer] of answers.entries()) {
      answer.push(started('c1', index + 1), done)
      answer.end()
      await frame()
    }
    expect(hub.send.mock.calls.map(([input]) => [input.question, input.agent])).toEqual([
      ['One', 'quick'],
      ['Two', 'deep'],
      ['Three', 'quick'],
    ])
    expect(useQueue.getState().queues.c1).toBeUndefined()
  })

  it('of a new chat moves along when it gets its conversation', async () => {
    const answer = fedStream<ChatEvent>()
    hub.send.mockResolvedValue(answer.stream)
    useChat.getState().ask(null, 'One')
    useChat.getState().ask(null, 'Two')
    answer.push(started('c1'))
    await frame()
    expect(useQueue.getState().queues.c1?.map((item) => item.question)).toEqual(['Two'])
  })

  it('waits for the person after a stop', async () => {
    const answer = fedStream<ChatEvent>()
    hub.send.mockResolvedValue(answer.stream)
    hub.messages.mockResolvedValue([stored({ state: 'stopped' })])
    useChat.getState().ask('c1', 'One')
    useChat.getState().ask('c1', 'Two')
    answer.push(started('c1'))
    await frame()
    useChat.getState().stop('c1')
    await frame()
    expect(hub.send).toHaveBeenCalledTimes(1)
    hub.send.mockResolvedValueOnce(fedStream<ChatEvent>().stream)
    useChat.getState().sendQueued('c1')
    expect(hub.send.mock.calls[1]?.[0].question).toBe('Two')
  })
})

describe('reading a chat', () => {
  it('does not replace an answer that is being written with an older copy', async () => {
    hub.send.mockResolvedValue(fedStream<ChatEvent>().stream)
    let deliver = (_: MessageView[]) => {}
    hub.messages.mockReturnValue(
      new Promise<MessageView[]>((resolve) => {
        deliver = resolve
      }),
    )
    const reading = useChat.getState().open('c1')
    useChat.getState().ask('c1', 'Pulse?')
    deliver([])
    await reading
    expect(last('c1')?.state).toBe('running')
  })

  it('follows an answer that another window started, to its end', async () => {
    const answer = fedStream<ChatEvent>()
    hub.messages.mockResolvedValueOnce([stored({ runId: 'r8', state: 'running', text: 'It ' })])
    hub.follow.mockResolvedValue(answer.stream)
    await useChat.getState().open('c1')
    expect(run('c1')?.runId).toBe('r8')
    answer.push(text('It '), text('was 57.'), done)
    answer.end()
    await frame()
    expect(last('c1')).toMatchObject({ text: 'It was 57.', state: 'done' })
    expect(run('c1')).toBeNull()
    expect(hub.messages).toHaveBeenCalledTimes(1)
  })

  it('lets an answer that another window started be stopped here', async () => {
    hub.messages.mockResolvedValue([stored({ runId: 'r9', state: 'running' })])
    hub.follow.mockResolvedValue(fedStream<ChatEvent>().stream)
    await useChat.getState().open('c1')
    await frame()
    useChat.getState().stop('c1')
    await frame()
    expect(hub.stop).toHaveBeenCalledWith({ runId: 'r9' })
    expect(last('c1')?.state).toBe('stopped')
  })
})

describe('another answer', () => {
  it('takes the place of the first and counts it among its versions', async () => {
    const answer = fedStream<ChatEvent>()
    hub.regenerate.mockResolvedValue(answer.stream)
    hub.messages.mockResolvedValue([stored({ id: 'm2', state: 'done', text: 'New', versions: ['m1', 'm2'] })])
    const question = localMessage('user', { id: 'u1', text: 'Pulse?' })
    const old = stored({ state: 'done', text: 'Old', versions: ['m1'], parentId: 'u1' })
    useChat.setState({ threads: { c1: { messages: [question, old], error: null, run: null } } })
    useChat.getState().regenerate('c1', 'm1', { agent: 'deep' })
    answer.push(started('c1', 2, 1), text('New'))
    await frame()
    expect(hub.regenerate.mock.calls[0]?.[0]).toEqual({ conversationId: 'c1', messageId: 'm1', agent: 'deep' })
    expect(useChat.getState().threads.c1?.messages?.map((message) => message.id)).toEqual(['u1', 'm2'])
    expect(last('c1')).toMatchObject({ text: 'New', versions: ['m1', 'm2'], parentId: 'u1', agent: 'deep' })
  })
})
