/** Stores against a hub that answers late, breaks off or goes away. */
import { AsyncIteratorClass } from '@orpc/client'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChatEvent, ConversationView, MessageView } from '../../../src-main/api/contract/chat.ts'
import type { ImportProgressView } from '../../../src-main/api/contract/imports.ts'

const hub = vi.hoisted(() => ({
  send: vi.fn(),
  stop: vi.fn(),
  messages: vi.fn(),
  conversations: vi.fn(),
  jobs: vi.fn(),
  start: vi.fn(),
  follow: vi.fn(),
}))
vi.mock('../../../src-renderer/rpc/client.ts', () => ({
  client: {
    chat: { send: hub.send, stop: hub.stop, messages: hub.messages, conversations: hub.conversations },
    imports: { jobs: hub.jobs, start: hub.start, follow: hub.follow },
  },
}))

const { newThread, useChat } = await import('../../../src-renderer/stores/chat.ts')
const { useConversations } = await import('../../../src-renderer/stores/conversations.ts')
const { useImports } = await import('../../../src-renderer/stores/imports.ts')

/** A stream that the test feeds by hand. */
function feed<T>() {
  const waiting: T[] = []
  let isDone = false
  let failure: unknown = null
  let wake = () => {}
  const stream = new AsyncIteratorClass<T, unknown, void>(
    async () => {
      for (;;) {
        const value = waiting.shift()
        if (value !== undefined) return { done: false, value }
        if (failure !== null) throw failure
        if (isDone) return { done: true, value: undefined }
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    async () => {},
  )
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 5))
  return {
    stream,
    push: async (...values: T[]) => {
      waiting.push(...values)
      wake()
      await settle()
    },
    end: async () => {
      isDone = true
      wake()
      await settle()
    },
    fail: async (error: unknown) => {
      failure = error
      wake()
      await settle()
    },
  }
}

const started = (conversationId: string): ChatEvent => ({
  type: 'started',
  conversationId,
  userMessageId: 'u1',
  messageId: 'm1',
  runId: 'r1',
  title: 'Pulse',
})

const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 5))
const last = (key: string): MessageView | undefined => useChat.getState().threads[key]?.messages?.at(-1)

beforeEach(() => {
  vi.resetAllMocks()
  useChat.setState({ threads: {}, suggestions: null })
  hub.conversations.mockResolvedValue([])
})

describe('a question', () => {
  it('in a new chat moves to its conversation, with its words and what comes after', async () => {
    const answer = feed<ChatEvent>()
    hub.send.mockResolvedValue(answer.stream)
    const onStarted = vi.fn()
    useChat.getState().ask(null, 'Pulse?', onStarted)
    expect(last(newThread)?.state).toBe('running')
    await answer.push(started('c1'), { type: 'text', text: 'It was ' }, { type: 'text', text: '57.' })
    expect(onStarted).toHaveBeenCalledWith('c1')
    expect(useChat.getState().threads[newThread]).toBeUndefined()
    expect(useChat.getState().threads.c1?.messages?.map((message) => [message.id, message.text])).toEqual([
      ['u1', 'Pulse?'],
      ['m1', 'It was 57.'],
    ])
    await answer.push({ type: 'end', reason: 'done' })
    await answer.end()
    expect(last('c1')?.state).toBe('done')
    expect(useChat.getState().threads.c1?.run).toBeNull()
  })

  it('is not asked twice by a second Enter while it runs', () => {
    hub.send.mockResolvedValue(feed<ChatEvent>().stream)
    useChat.getState().ask('c1', 'One')
    useChat.getState().ask('c1', 'Two')
    expect(hub.send).toHaveBeenCalledTimes(1)
  })

  it('keeps what was said when the hub goes away in the middle, and says that it was interrupted', async () => {
    const answer = feed<ChatEvent>()
    hub.send.mockResolvedValue(answer.stream)
    useChat.getState().ask('c1', 'Pulse?')
    await answer.push(started('c1'), { type: 'text', text: 'It was' })
    await answer.fail(Object.assign(new Error('away'), { code: 'hub-away', hint: 'Wait.' }))
    expect(last('c1')?.state).toBe('interrupted')
    expect(last('c1')?.text).toBe('It was')
    expect(last('c1')?.events.at(-1)).toEqual({ type: 'error', code: 'hub-away', message: 'away', hint: 'Wait.' })
    expect(useChat.getState().threads.c1?.run).toBeNull()
  })

  it('is interrupted, not done, when the stream ends without an end', async () => {
    const answer = feed<ChatEvent>()
    hub.send.mockResolvedValue(answer.stream)
    useChat.getState().ask('c1', 'Pulse?')
    await answer.push(started('c1'))
    await answer.end()
    expect(last('c1')?.state).toBe('interrupted')
  })
})

describe('stop', () => {
  it('frees the page at once, tells the hub, and takes no later words', async () => {
    const answer = feed<ChatEvent>()
    hub.send.mockResolvedValue(answer.stream)
    // A hub that never answers the stop must not hold the page.
    hub.stop.mockReturnValue(new Promise(() => {}))
    useChat.getState().ask('c1', 'Pulse?')
    await answer.push(started('c1'), { type: 'text', text: 'It' })
    useChat.getState().stop('c1')
    expect(useChat.getState().threads.c1?.run).toBeNull()
    expect(last('c1')?.state).toBe('stopped')
    expect(hub.stop).toHaveBeenCalledWith({ runId: 'r1' })
    await answer.push({ type: 'text', text: ' was 57.' }, { type: 'end', reason: 'done' })
    expect(last('c1')?.text).toBe('It')
    expect(last('c1')?.state).toBe('stopped')
  })

  it('before the hub has named the run aborts the request itself', async () => {
    hub.send.mockReturnValue(new Promise(() => {}))
    useChat.getState().ask(null, 'Pulse?')
    await settle()
    const signal: unknown = hub.send.mock.calls[0]?.[1]?.signal
    useChat.getState().stop(null)
    expect(signal instanceof AbortSignal && signal.aborted).toBe(true)
    expect(hub.stop).not.toHaveBeenCalled()
  })
})

describe('reading a chat', () => {
  it('does not replace an answer that is being written with an older copy', async () => {
    const answer = feed<ChatEvent>()
    hub.send.mockResolvedValue(answer.stream)
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
})

describe('the list of chats', () => {
  const item = (id: string): ConversationView => ({ id, title: id, agent: 'quick', createdAt: '', updatedAt: '' })

  it('shows the answer to the last search, however late the one before comes', async () => {
    let slow = (_: ConversationView[]) => {}
    hub.conversations.mockReturnValueOnce(
      new Promise<ConversationView[]>((resolve) => {
        slow = resolve
      }),
    )
    hub.conversations.mockResolvedValueOnce([item('pulse')])
    useConversations.getState().setSearch('p')
    useConversations.getState().setSearch('pulse')
    await settle()
    slow([item('paris')])
    await settle()
    expect(useConversations.getState().items?.map((one) => one.id)).toEqual(['pulse'])
  })
})

describe('imports', () => {
  const job = (patch: Partial<ImportProgressView> = {}): ImportProgressView => ({
    jobId: 'j1',
    path: '/x/export.zip',
    phase: 'reading',
    title: null,
    part: null,
    bytesRead: 1,
    bytesTotal: 10,
    records: 1,
    startedAt: '2026-11-28T00:00:00Z',
    ...patch,
  })

  it('that run when the window opens are followed to their end, once each', async () => {
    const progress = feed<ImportProgressView>()
    hub.jobs.mockResolvedValue([job()])
    hub.follow.mockResolvedValue(progress.stream)
    await useImports.getState().load()
    await useImports.getState().load()
    expect(hub.follow).toHaveBeenCalledTimes(1)
    await progress.push(job({ bytesRead: 5 }), job({ phase: 'done', files: [] }))
    await progress.end()
    expect(useImports.getState().jobs.map((one) => one.phase)).toEqual(['done'])
  })

  it('that were taken off the sheet do not come back with the next reading', async () => {
    hub.jobs.mockResolvedValue([job({ jobId: 'j2', phase: 'failed' })])
    await useImports.getState().load()
    useImports.getState().dismiss('j2')
    await useImports.getState().load()
    expect(useImports.getState().jobs).toEqual([])
  })
})
