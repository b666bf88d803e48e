/** Threads and their runs. A run goes on when its page is left; the store keeps what arrives. */
import { create } from 'zustand'
import type { AgentEvent } from '../../src-main/agents/events.ts'
import type { ChatEvent, MessageView } from '../../src-main/api/contract/chat.ts'
import { client } from '../rpc/client.ts'
import { useConversations } from './conversations.ts'

export interface Thread {
  /** Null until read. */
  messages: readonly MessageView[] | null
  error: unknown
  /** The answer being written by this window. `runId` is null until the hub has told it. */
  run: { runId: string | null; messageId: string; abort: AbortController } | null
}

/** Key of the thread that has no conversation yet. */
export const newThread = 'new'

interface ChatStore {
  threads: Readonly<Record<string, Thread>>
  suggestions: string[] | null
  /** Reads a conversation, unless this window is in the middle of writing it. */
  open: (conversationId: string) => Promise<void>
  /** Asks in a conversation, or in a new one with null; `onStarted` tells the id of the new one. */
  ask: (conversationId: string | null, question: string, onStarted?: (conversationId: string) => void) => void
  /** Ends the answer: the page is free at once, the hub is told. */
  stop: (conversationId: string | null) => void
  /** Reads the open threads again, e.g. after the hub was away. */
  reload: () => Promise<void>
  loadSuggestions: () => Promise<void>
  /** An empty thread for a new conversation; a new one that is being written moves on by itself. */
  startNew: () => void
}

const emptyThread: Thread = { messages: null, error: null, run: null }

let nextLocalId = 1
const localId = () => `local-${nextLocalId++}`

/** The state of a message after its run's end event. */
const endState = { done: 'done', declined: 'declined', stopped: 'stopped', failed: 'failed' } as const

export const useChat = create<ChatStore>()((set, get) => {
  const change = (key: string, patch: (thread: Thread) => Partial<Thread>) =>
    set((state) => {
      const thread = state.threads[key] ?? emptyThread
      return { threads: { ...state.threads, [key]: { ...thread, ...patch(thread) } } }
    })

  const changeMessage = (key: string, id: string, patch: (message: MessageView) => Partial<MessageView>) =>
    change(key, (thread) => ({
      messages:
        thread.messages?.map((message) => (message.id === id ? { ...message, ...patch(message) } : message)) ?? null,
    }))

  const read = async (key: string) => {
    try {
      const messages = await client.chat.messages({ conversationId: key })
      // A run that began meanwhile knows better than this answer.
      if (!get().threads[key]?.run) change(key, () => ({ messages, error: null }))
    } catch (error) {
      change(key, () => ({ error }))
    }
  }

  const moveNewTo = (conversationId: string) =>
    set((state) => {
      const { [newThread]: thread, ...rest } = state.threads
      return thread ? { threads: { ...rest, [conversationId]: thread } } : state
    })

  const follow = async (
    start: { key: string; question: string; messageId: string; abort: AbortController },
    onStarted?: (conversationId: string) => void,
  ) => {
    const { question, abort } = start
    let { key, messageId } = start
    const isMine = () => get().threads[key]?.run?.abort === abort
    const take = (event: ChatEvent) => {
      if (event.type === 'started') {
        if (key === newThread) {
          moveNewTo(event.conversationId)
          key = event.conversationId
        }
        change(key, (thread) => ({
          run: { runId: event.runId, messageId: event.messageId, abort },
          messages:
            thread.messages?.map((message, index, all) =>
              message.id === messageId
                ? { ...message, id: event.messageId }
                : index === all.length - 2
                  ? { ...message, id: event.userMessageId }
                  : message,
            ) ?? null,
        }))
        messageId = event.messageId
        onStarted?.(event.conversationId)
        void useConversations.getState().load()
        return
      }
      addEvent(key, messageId, event)
    }
    try {
      const stream = await client.chat.send(
        { conversationId: key === newThread ? null : key, question, agent: 'quick' },
        { signal: abort.signal },
      )
      for await (const event of stream) {
        if (!isMine()) return
        take(event)
      }
      if (isMine())
        changeMessage(key, messageId, (message) => (message.state === 'running' ? { state: 'interrupted' } : {}))
    } catch (error) {
      if (!isMine()) return
      changeMessage(key, messageId, (message) => ({
        state: 'interrupted',
        events: [...message.events, failure(error)],
      }))
    } finally {
      if (isMine()) change(key, () => ({ run: null }))
    }
  }

  const addEvent = (key: string, messageId: string, event: AgentEvent) =>
    changeMessage(key, messageId, (message) => ({
      events: [...message.events, event],
      ...(event.type === 'text' ? { text: message.text + event.text } : {}),
      ...(event.type === 'end' ? { state: endState[event.reason] } : {}),
    }))

  return {
    threads: {},
    suggestions: null,
    open: async (conversationId) => {
      if (get().threads[conversationId]?.run) return
      await read(conversationId)
    },
    ask: (conversationId, question, onStarted) => {
      const key = conversationId ?? newThread
      if (get().threads[key]?.run) return
      const abort = new AbortController()
      const messageId = localId()
      const createdAt = new Date().toISOString()
      const blank = { text: '', events: [], createdAt }
      change(key, (thread) => ({
        error: null,
        run: { runId: null, messageId, abort },
        messages: [
          ...((conversationId && thread.messages) || []),
          { ...blank, id: localId(), role: 'user', text: question, state: null },
          { ...blank, id: messageId, role: 'assistant', state: 'running' },
        ],
      }))
      void follow({ key, question, messageId, abort }, onStarted)
    },
    stop: (conversationId) => {
      const key = conversationId ?? newThread
      const run = get().threads[key]?.run
      if (!run) return
      change(key, () => ({ run: null }))
      changeMessage(key, run.messageId, () => ({ state: 'stopped' }))
      if (run.runId === null) {
        run.abort.abort()
        return
      }
      const { runId } = run
      void client.chat
        .stop({ runId })
        .catch(() => {})
        .finally(() => {
          run.abort.abort()
          if (key !== newThread) void read(key)
        })
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

function failure(error: unknown): AgentEvent {
  const words = errorFields(error)
  return { type: 'error', ...words }
}

function errorFields(error: unknown): { code: string; message: string; hint: string } {
  const text = (key: string) => {
    const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined
    return typeof value === 'string' ? value : ''
  }
  return { code: text('code') || 'failed', message: text('message') || String(error), hint: text('hint') }
}
