/** A conversation as a window holds it, and how events change it: pure, and as much work as there are new events. */
import type { AgentEvent } from '../../src-main/agents/events.ts'
import type { MessageView } from '../../src-main/api/contract/chat.ts'

export interface Thread {
  /** The shown branch; null until read. */
  messages: readonly MessageView[] | null
  error: unknown
  /** The answer being written, by this window or another. `runId` is null until the hub has told it. */
  run: { runId: string | null; messageId: string; abort: AbortController } | null
}

export const emptyThread: Thread = { messages: null, error: null, run: null }

/** Key of the thread that has no conversation yet. */
export const newThread = 'new'

/** The state of a message after its run's end event. */
const endState = { done: 'done', declined: 'declined', stopped: 'stopped', failed: 'failed' } as const

/** A message of this window that the hub has not named yet. */
export function localMessage(role: MessageView['role'], patch: Partial<MessageView> = {}): MessageView {
  return {
    id: localId(),
    role,
    text: '',
    events: [],
    createdAt: new Date().toISOString(),
    state: role === 'assistant' ? 'running' : null,
    runId: null,
    parentId: null,
    versions: [],
    attachments: [],
    agent: null,
    model: null,
    canResume: false,
    ...patch,
  }
}

let nextLocalId = 1
const localId = () => `local-${nextLocalId++}`

/** Events that each replace the one before of the same call; without a call, of the same kind. */
function replacedBy(event: AgentEvent, earlier: AgentEvent): boolean {
  if (event.type === 'todos') return earlier.type === 'todos'
  if (event.type === 'tool_output' || event.type === 'tool_progress') {
    return earlier.type === event.type && earlier.id === event.id
  }
  return false
}

/**
 * The message after these events. Neighbouring pieces of words become one event, and what only replaces something
 * takes its place, so that an answer of thousands of pieces stays a list of a few.
 */
export function addEvents(message: MessageView, added: readonly AgentEvent[]): MessageView {
  const events = [...message.events]
  let { text, state } = message
  for (const event of added) {
    const last = events.at(-1)
    if (event.type === 'text' || event.type === 'reasoning') {
      if (event.type === 'text') text += event.text
      if (last?.type === event.type) events[events.length - 1] = { type: event.type, text: last.text + event.text }
      else events.push(event)
      continue
    }
    if (event.type === 'end') state = endState[event.reason]
    const place = isReplacing(event) ? events.findLastIndex((earlier) => replacedBy(event, earlier)) : -1
    if (place === -1) events.push(event)
    else events[place] = event
  }
  return { ...message, events, text, state }
}

const isReplacing = (event: AgentEvent): boolean =>
  event.type === 'todos' || event.type === 'tool_output' || event.type === 'tool_progress'

/** Whether a replayed answer has come at least as far as what is shown already, so that taking it loses no word. */
export function hasCaughtUp(replayed: MessageView, shown: MessageView): boolean {
  if (replayed.state !== 'running') return true
  const others = (message: MessageView) => message.events.filter((event) => event.type === 'tool_result').length
  return replayed.text.length >= shown.text.length && others(replayed) >= others(shown)
}

/** The messages up to and including one; all before the first for null. */
export function branchUpTo(messages: readonly MessageView[], id: string | null): readonly MessageView[] {
  if (id === null) return []
  const at = messages.findIndex((message) => message.id === id)
  return at === -1 ? messages : messages.slice(0, at + 1)
}

/** A thrown thing as the event that tells it. */
export function failureEvent(error: unknown): AgentEvent {
  const field = (key: string) => {
    const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined
    return typeof value === 'string' ? value : ''
  }
  const data: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'data') : undefined
  const hint = typeof data === 'object' && data !== null ? Reflect.get(data, 'hint') : undefined
  return {
    type: 'error',
    code: field('code') || 'failed',
    message: field('message') || String(error),
    hint: field('hint') || (typeof hint === 'string' ? hint : ''),
  }
}
