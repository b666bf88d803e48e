/** Questions that wait until an answer is done: in order, each with what it is asked with. One list a conversation. */
import { create } from 'zustand'
import type { AgentId, AttachmentView } from '../../src-main/api/contract/chat.ts'
import { actingPerson } from '../rpc/acting-person.ts'

/** What a question is asked with; what is left out is the conversation's own. */
export interface AskOptions {
  agent?: AgentId
  model?: { provider: string; model: string } | null
  /** Public id of the person it is about; null is oneself. */
  subject?: string | null
  attachments?: readonly AttachmentView[]
  /** Asks at another place of the conversation; null before everything. */
  parentId?: string | null
}

export interface QueuedQuestion {
  readonly id: string
  readonly question: string
  readonly options: AskOptions
}

interface QueueStore {
  /** By conversation, or the key of the new thread. */
  queues: Readonly<Record<string, readonly QueuedQuestion[]>>
  add: (key: string, question: string, options: AskOptions) => void
  change: (key: string, id: string, question: string) => void
  remove: (key: string, id: string) => void
  /** Takes the first, or the named one, off the list. */
  take: (key: string, id?: string) => QueuedQuestion | null
  /** What waited in the new thread waits in its conversation now. */
  move: (from: string, to: string) => void
}

/** One window's, over a reload of its page; two windows must not both send them. */
const storageKey = `mirohub.queue.${actingPerson() ?? ''}`

function isQueued(value: unknown): value is QueuedQuestion {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    'question' in value &&
    typeof value.question === 'string' &&
    'options' in value &&
    typeof value.options === 'object'
  )
}

function remembered(): Record<string, readonly QueuedQuestion[]> {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    if (typeof read !== 'object' || read === null) return {}
    return Object.fromEntries(
      Object.entries(read).flatMap(([key, list]) => (Array.isArray(list) ? [[key, list.filter(isQueued)]] : [])),
    )
  } catch {
    return {}
  }
}

export const useQueue = create<QueueStore>()((set, get) => {
  const put = (key: string, list: readonly QueuedQuestion[]) => {
    const { [key]: _before, ...others } = get().queues
    const queues = list.length === 0 ? others : { ...others, [key]: list }
    set({ queues })
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(queues))
    } catch {
      // Storage refused: the list lives as long as the page.
    }
  }
  const listOf = (key: string) => get().queues[key] ?? []
  return {
    queues: remembered(),
    add: (key, question, options) => put(key, [...listOf(key), { id: crypto.randomUUID(), question, options }]),
    change: (key, id, question) =>
      put(
        key,
        listOf(key).map((item) => (item.id === id ? { ...item, question } : item)),
      ),
    remove: (key, id) =>
      put(
        key,
        listOf(key).filter((item) => item.id !== id),
      ),
    take: (key, id) => {
      const list = listOf(key)
      const item = id === undefined ? list[0] : list.find((one) => one.id === id)
      if (!item) return null
      put(
        key,
        list.filter((one) => one !== item),
      )
      return item
    },
    move: (from, to) => {
      const moved = listOf(from)
      if (moved.length === 0) return
      put(from, [])
      put(to, [...listOf(to), ...moved])
    },
  }
})
