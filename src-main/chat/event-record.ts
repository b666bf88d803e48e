/**
 * What an answer has said so far, kept small: neighbouring pieces of words become one, and what only replaces something
 * takes its place. An answer of thousands of pieces is a list of a few, and adding a piece costs the piece alone.
 */
import type { AgentEvent } from '../agents/events.ts'

export class EventRecord {
  readonly #events: AgentEvent[] = []
  /** Where the event that a later one of its kind replaces stands. */
  readonly #places = new Map<string, number>()

  constructor(events: readonly AgentEvent[] = []) {
    for (const event of events) this.add(event)
  }

  add(event: AgentEvent): void {
    const last = this.#events.at(-1)
    if ((event.type === 'text' || event.type === 'reasoning') && last?.type === event.type) {
      // Never changed in place: readers hold what they were given.
      this.#events[this.#events.length - 1] = { type: event.type, text: last.text + event.text }
      return
    }
    const key = replacedAs(event)
    const place = key === null ? undefined : this.#places.get(key)
    if (place !== undefined) {
      this.#events[place] = event
      return
    }
    if (key !== null) this.#places.set(key, this.#events.length)
    this.#events.push(event)
  }

  get isEmpty(): boolean {
    return this.#events.length === 0
  }

  /** As it is now; later pieces do not change it. */
  list(): AgentEvent[] {
    return [...this.#events]
  }
}

/** The same list in the shape in which it is stored. */
export function folded(events: readonly AgentEvent[]): AgentEvent[] {
  return new EventRecord(events).list()
}

function replacedAs(event: AgentEvent): string | null {
  switch (event.type) {
    case 'tool_output':
    case 'tool_progress':
      return `${event.type} ${event.id}`
    case 'todos':
      return event.type
    default:
      return null
  }
}
