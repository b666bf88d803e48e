/** Threads and their runs. A run goes on when its page is left; the store keeps what arrives and follows it to its end. */
import { create } from 'zustand'
import type { AgentEvent, ApprovalChoice } from '../../src-main/agents/events.ts'
import type { ChatEvent, MessageView } from '../../src-main/api/contract/chat.ts'
import { client } from '../rpc/client.ts'
import { readInBatches } from './chat-batches.ts'
import { choiceOf, useChoice } from './chat-choice.ts'
import { type AskOptions, useQueue } from './chat-queue.ts'
import {
  addEvents,
  branchUpTo,
  emptyThread,
  failureEvent,
  hasCaughtUp,
  localMessage,
  newThread,
  type Thread,
} from './chat-thread.ts'
import { useConversations } from './conversations.ts'
import { useWaiting } from './waiting.ts'

export type { Thread }
export { newThread }

interface ChatStore {
  threads: Readonly<Record<string, Thread>>
  suggestions: string[] | null
  /** Reads a conversation unless it is being written, and follows an answer that another window started. */
  open: (conversationId: string) => Promise<void>
  /**
   * Asks in a conversation, or in a new one with null; `onStarted` tells the id of the new one. While an answer is being
   * written the question waits in the queue.
   */
  ask: (
    conversationId: string | null,
    question: string,
    options?: AskOptions,
    onStarted?: (conversationId: string) => void,
  ) => void
  /** Another answer to the same question. */
  regenerate: (conversationId: string, messageId: string, options?: Pick<AskOptions, 'agent' | 'model'>) => void
  /** Goes on with an interrupted answer. */
  resume: (conversationId: string, messageId: string) => void
  /** Asks something else in the place of a question; the first one stays as a version. */
  editAndAsk: (conversationId: string, messageId: string, question: string) => void
  /** Shows the branch that leads to another version. Throws what the hub threw. */
  showVersion: (conversationId: string, messageId: string) => Promise<void>
  /** A new conversation up to this message; resolves with its id. Throws what the hub threw. */
  branch: (conversationId: string, messageId: string) => Promise<string>
  /** Ends one call of the run; resolves with whether it still ran. Throws what the hub threw. */
  cancelCall: (conversationId: string, callId: string) => Promise<boolean>
  /** Answers an approval; resolves with whether it still waited. Throws what the hub threw. */
  decide: (approvalId: string, decision: ApprovalChoice | 'rejected', reason?: string) => Promise<boolean>
  /** Answers a question of an agent; resolves with whether it still waited. Throws what the hub threw. */
  answerQuestion: (questionId: string, answer: string) => Promise<boolean>
  /** Ends the answer: the page is free at once, the hub is told. */
  stop: (conversationId: string | null) => void
  /** Sends the first of the questions that wait, or the named one, when nothing is being written. */
  sendQueued: (conversationId: string | null, id?: string) => void
  /** Reads the open threads again, e.g. after the hub was away. */
  reload: () => Promise<void>
  loadSuggestions: () => Promise<void>
  /** An empty thread for a new conversation; a new one that is being written moves on by itself. */
  startNew: () => void
}

/** One answer on its way to this window. */
interface Live {
  key: string
  messageId: string
  /** The local id of the question that came with it. */
  questionId: string | null
  readonly abort: AbortController
  /** Versions and branches may be others afterwards: the thread is read again. */
  readonly changesBranch: boolean
  /** Stopped before the hub had named the run: it is told as soon as it does. */
  isStopWanted?: boolean
}

type ChatStream = AsyncIterable<ChatEvent>

/** Pauses before each try to take up an answer whose stream broke. */
const retryAfterMs = [0, 500, 1_000, 2_000, 4_000]

/** How long a run that was stopped before it had a name is waited for, so that it can be told to end. */
const nameWithinMs = 10_000

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const isUrgent = ({ type }: ChatEvent): boolean =>
  type === 'started' || type === 'end' || type === 'approval' || type === 'question' || type === 'error'

export const useChat = create<ChatStore>()((set, get) => {
  /** Runs that this window stopped: an answer of the hub that is older than the stop does not bring them back. */
  const stopped = new Set<string>()
  /** By what aborts them. */
  const lives = new WeakMap<AbortController, Live>()

  const change = (key: string, patch: (thread: Thread) => Partial<Thread>) =>
    set((state) => {
      const thread = state.threads[key] ?? emptyThread
      return { threads: { ...state.threads, [key]: { ...thread, ...patch(thread) } } }
    })

  const changeMessage = (key: string, id: string, patch: (message: MessageView) => MessageView) =>
    change(key, (thread) => {
      // Nearly always the last one: what came before is not looked at for each piece of an answer.
      const at = thread.messages?.findLastIndex((message) => message.id === id) ?? -1
      const message = thread.messages?.[at]
      return message ? { messages: thread.messages?.with(at, patch(message)) ?? null } : {}
    })

  const messageOf = ({ key, messageId }: Pick<Live, 'key' | 'messageId'>) =>
    get().threads[key]?.messages?.findLast((message) => message.id === messageId)

  const isMine = (live: Live) => get().threads[live.key]?.run?.abort === live.abort

  const read = async (key: string) => {
    try {
      const messages = (await client.chat.messages({ conversationId: key })).map(withoutStopped)
      // A run that began meanwhile knows better than this answer.
      if (get().threads[key]?.run) return
      change(key, () => ({ messages, error: null }))
      const running = messages.findLast((message) => message.state === 'running')
      if (running?.runId) follow(key, running)
    } catch (error) {
      change(key, () => ({ error }))
    }
  }

  const withoutStopped = (message: MessageView): MessageView =>
    message.state === 'running' && message.runId !== null && stopped.has(message.runId)
      ? { ...message, state: 'stopped' }
      : message

  const moveNewTo = (conversationId: string) => {
    useQueue.getState().move(newThread, conversationId)
    set((state) => {
      const { [newThread]: thread, ...rest } = state.threads
      return thread ? { threads: { ...rest, [conversationId]: thread } } : state
    })
  }

  const takeStart = (live: Live, event: Extract<ChatEvent, { type: 'started' }>) => {
    if (live.key === newThread) {
      moveNewTo(event.conversationId)
      live.key = event.conversationId
      useChoice.getState().startNew()
    }
    const { messageId, questionId } = live
    change(live.key, (thread) => ({
      run: { runId: event.runId, messageId: event.messageId, abort: live.abort },
      messages:
        thread.messages?.map((message) => {
          if (message.id === messageId)
            return { ...message, ...named(message, event.messageId), runId: event.runId, parentId: event.userMessageId }
          return message.id === questionId ? { ...message, ...named(message, event.userMessageId) } : message
        }) ?? null,
    }))
    live.messageId = event.messageId
    void useConversations.getState().load()
  }

  /** The hub has named a run that was to stop before it had a name. */
  const stopLate = (live: Live, batch: readonly ChatEvent[], onStarted?: (conversationId: string) => void) => {
    const event = batch.find((one) => one.type === 'started')
    if (event?.type !== 'started') return
    if (get().threads[live.key]?.run) {
      // Something else was asked meanwhile: the thread is its.
      tellToStop(newThread, event.runId, live.abort)
      return
    }
    takeStart(live, event)
    const { key } = live
    change(key, () => ({ run: null }))
    onStarted?.(event.conversationId)
    tellToStop(key, event.runId, live.abort)
  }

  const tellToStop = (key: string, runId: string, abort: AbortController) => {
    stopped.add(runId)
    void client.chat
      .stop({ runId })
      .catch(() => {
        // The hub is away; what it has stored is read when it is back.
      })
      .finally(() => {
        abort.abort()
        if (key !== newThread) void read(key)
      })
  }

  /** Puts an answer of the hub's stream into the thread; false once this window no longer writes it. */
  const takeBatch = (live: Live, batch: readonly ChatEvent[], onStarted?: (conversationId: string) => void) => {
    if (!isMine(live)) {
      if (live.isStopWanted) stopLate(live, batch, onStarted)
      return false
    }
    let events: AgentEvent[] = []
    const put = () => {
      if (events.length > 0) changeMessage(live.key, live.messageId, (message) => addEvents(message, events))
      events = []
    }
    for (const event of batch) {
      if (event.type !== 'started') events.push(event)
      else {
        put()
        takeStart(live, event)
        onStarted?.(event.conversationId)
      }
    }
    put()
    return true
  }

  /** Takes up an answer from its beginning, showing it once it has come as far as what is shown already. */
  const replay = async (live: Live, runId: string) => {
    const stream = await client.chat.follow({ runId }, { signal: live.abort.signal })
    const shown = messageOf(live)
    if (!shown) return
    let fresh: MessageView = { ...shown, text: '', events: [], state: 'running' }
    let isCaughtUp = false
    await readInBatches<ChatEvent>(stream, {
      isUrgent,
      take: (batch) => {
        if (!isMine(live)) return false
        fresh = addEvents(
          fresh,
          batch.filter((event) => event.type !== 'started'),
        )
        isCaughtUp ||= hasCaughtUp(fresh, shown)
        if (isCaughtUp) changeMessage(live.key, live.messageId, () => fresh)
        return true
      },
    })
  }

  /** What the hub has stored of an answer whose stream is over. True once that is an end. */
  const readEnd = async (live: Live): Promise<boolean> => {
    const messages = (await client.chat.messages({ conversationId: live.key })).map(withoutStopped)
    if (!isMine(live)) return true
    const stored = messages.find((message) => message.id === live.messageId)
    if (stored?.state === 'running') return false
    change(live.key, () => ({ messages, error: null }))
    return true
  }

  /** The stream ended or broke before the answer did: takes it up again, and never waits for ever. */
  const recover = async (live: Live, failure: unknown) => {
    let why = failure
    const runId = get().threads[live.key]?.run?.runId ?? null
    if (runId !== null && live.key !== newThread) {
      for (const ms of retryAfterMs) {
        await pause(ms)
        if (!isMine(live)) return
        try {
          await replay(live, runId)
          if (!isMine(live) || messageOf(live)?.state !== 'running') return
          why = null
        } catch (error) {
          why = error
        }
        try {
          if (!isMine(live) || (await readEnd(live))) return
        } catch (error) {
          why = error
        }
      }
    }
    if (!isMine(live)) return
    changeMessage(live.key, live.messageId, (message) => {
      const told = why === null ? message : addEvents(message, [failureEvent(why)])
      return { ...told, state: 'interrupted' }
    })
  }

  /** Reads one answer to its end, whatever happens to the stream; then the next question of the queue goes out. */
  const write = async (
    live: Live,
    open: (signal: AbortSignal) => Promise<ChatStream>,
    onStarted?: (conversationId: string) => void,
  ) => {
    let failure: unknown = null
    try {
      const stream = await open(live.abort.signal)
      await readInBatches(stream, { isUrgent, take: (batch) => takeBatch(live, batch, onStarted) })
    } catch (error) {
      failure = error
    }
    await settle(live, failure)
  }

  const settle = async (live: Live, failure: unknown) => {
    if (!isMine(live)) return
    if (messageOf(live)?.state === 'running') await recover(live, failure)
    if (!isMine(live)) return
    const end = messageOf(live)?.state
    change(live.key, () => ({ run: null }))
    if (live.key === newThread) return
    void useConversations.getState().load()
    // After a stop or a failure a person decides themself whether the rest is still wanted.
    const goesOn = end === 'done' || end === 'declined'
    if (live.changesBranch) await read(live.key)
    if (goesOn) get().sendQueued(live.key)
  }

  const begin = (live: Live, messages: readonly MessageView[]) => {
    lives.set(live.abort, live)
    change(live.key, () => ({
      error: null,
      run: { runId: null, messageId: live.messageId, abort: live.abort },
      messages,
    }))
  }

  /** An answer that another window, or this one before it was loaded anew, has started. */
  const follow = (key: string, message: MessageView) => {
    const live: Live = {
      key,
      messageId: message.id,
      questionId: null,
      abort: new AbortController(),
      changesBranch: false,
    }
    change(key, () => ({ run: { runId: message.runId, messageId: message.id, abort: live.abort } }))
    void settle(live, null)
  }

  return {
    threads: {},
    suggestions: null,
    open: async (conversationId) => {
      if (get().threads[conversationId]?.run) return
      await read(conversationId)
    },
    ask: (conversationId, question, options = {}, onStarted) => {
      const key = conversationId ?? newThread
      const asked = { ...choiceOf(conversationId), ...options }
      const thread = get().threads[key]
      if (thread?.run) {
        useQueue.getState().add(key, question, asked)
        return
      }
      const { agent, model, subject, attachments = [], parentId } = asked
      const shown = (conversationId !== null && thread?.messages) || []
      const before = parentId === undefined ? shown : branchUpTo(shown, parentId)
      const replaced = shown[before.length]
      const asking = localMessage('user', {
        text: question,
        attachments: [...attachments],
        parentId: before.at(-1)?.id ?? null,
        versions: replaced ? [...replaced.versions] : [],
      })
      const answer = localMessage('assistant', { agent, model })
      const live: Live = {
        key,
        messageId: answer.id,
        questionId: asking.id,
        abort: new AbortController(),
        changesBranch: parentId !== undefined,
      }
      begin(live, [...before, asking, answer])
      const input = {
        conversationId,
        question,
        agent,
        model,
        subject,
        attachments: attachments.map((one) => one.id),
        ...(parentId === undefined ? {} : { parentId }),
      }
      void write(live, (signal) => client.chat.send(input, { signal }), onStarted)
    },
    regenerate: (conversationId, messageId, options = {}) => {
      const thread = get().threads[conversationId]
      const old = thread?.messages?.find((message) => message.id === messageId)
      if (!thread?.messages || thread.run || !old) return
      const answer = localMessage('assistant', {
        agent: options.agent ?? old.agent,
        model: options.model === undefined ? old.model : options.model,
        parentId: old.parentId,
        versions: [...old.versions],
      })
      const abort = new AbortController()
      const live: Live = { key: conversationId, messageId: answer.id, questionId: null, abort, changesBranch: true }
      begin(live, [...thread.messages.slice(0, thread.messages.indexOf(old)), answer])
      void write(live, (signal) => client.chat.regenerate({ conversationId, messageId, ...options }, { signal }))
    },
    resume: (conversationId, messageId) => {
      const thread = get().threads[conversationId]
      if (!thread?.messages || thread.run) return
      const runId = thread.messages.find((message) => message.id === messageId)?.runId
      if (runId) stopped.delete(runId)
      const abort = new AbortController()
      const live: Live = { key: conversationId, messageId, questionId: null, abort, changesBranch: true }
      begin(
        live,
        thread.messages.map((message) => (message.id === messageId ? goingOn(message) : message)),
      )
      void write(live, (signal) => client.chat.resume({ conversationId, messageId }, { signal }))
    },
    editAndAsk: (conversationId, messageId, question) => {
      const old = get().threads[conversationId]?.messages?.find((message) => message.id === messageId)
      if (!old) return
      get().ask(conversationId, question, { parentId: old.parentId, attachments: old.attachments })
    },
    showVersion: async (conversationId, messageId) => {
      const messages = await client.chat.showVersion({ conversationId, messageId })
      change(conversationId, (thread) => (thread.run ? {} : { messages: messages.map(withoutStopped), error: null }))
    },
    branch: async (conversationId, messageId) => {
      const made = await client.chat.branch({ conversationId, messageId })
      await useConversations.getState().load()
      return made.id
    },
    cancelCall: async (conversationId, callId) => {
      const runId = get().threads[conversationId]?.run?.runId
      if (!runId) return false
      return (await client.chat.cancelCall({ runId, callId })).cancelled
    },
    decide: async (id, decision, reason) => {
      const { taken } = await client.chat.decide({ id, decision, ...(reason ? { reason } : {}) })
      useWaiting.getState().forget(id)
      return taken
    },
    answerQuestion: async (id, answer) => {
      const { taken } = await client.chat.answerQuestion({ id, answer })
      useWaiting.getState().forget(id)
      return taken
    },
    stop: (conversationId) => {
      const key = conversationId ?? newThread
      const run = get().threads[key]?.run
      if (!run) return
      change(key, () => ({ run: null }))
      changeMessage(key, run.messageId, (message) => ({ ...message, state: 'stopped' }))
      if (run.runId !== null) {
        tellToStop(key, run.runId, run.abort)
        return
      }
      // Leaving the stream would leave the run: it is waited for until the hub has named it.
      const live = lives.get(run.abort)
      if (live) live.isStopWanted = true
      setTimeout(() => run.abort.abort(), nameWithinMs)
    },
    sendQueued: (conversationId, id) => {
      const key = conversationId ?? newThread
      if (get().threads[key]?.run) return
      const next = useQueue.getState().take(key, id)
      if (next) get().ask(conversationId, next.question, next.options)
    },
    reload: async () => {
      const keys = Object.keys(get().threads).filter((key) => key !== newThread)
      await Promise.all(keys.map((key) => (get().threads[key]?.run ? undefined : read(key))))
    },
    loadSuggestions: async () => {
      // None yet, and new data may bring some: show that they are coming instead of nothing.
      if (get().suggestions?.length === 0) set({ suggestions: null })
      try {
        set({ suggestions: await client.chat.suggestions() })
      } catch {
        // Without suggestions the composer still works.
        set((state) => ({ suggestions: state.suggestions ?? [] }))
      }
    },
    startNew: () =>
      set((state) => {
        if (state.threads[newThread]?.run) return state
        const { [newThread]: _gone, ...rest } = state.threads
        return { threads: rest }
      }),
  }
})

/** An interrupted answer that is taken up: without the end it had, and without what only this window said of it. */
function goingOn(message: MessageView): MessageView {
  const events = message.events.filter((event) => event.type !== 'end' && event.type !== 'error')
  return { ...message, events, state: 'running', canResume: false }
}

/** A local message under the id that the hub gave it, itself among its versions. */
function named(message: MessageView, id: string): Pick<MessageView, 'id' | 'versions'> {
  return { id, versions: message.versions.includes(id) ? message.versions : [...message.versions, id] }
}
