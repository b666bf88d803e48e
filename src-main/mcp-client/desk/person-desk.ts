/** Questions that wait for the person in the app. In memory: a question outlives neither the hub nor who asked it. */
import { randomUUID } from 'node:crypto'
import type { DeskAnswer, PendingQuestion, PersonDesk } from '../model/person-desk.ts'

/** How long a person may take; whoever calls has a limit of its own too. */
const PATIENCE_MS = 5 * 60_000
/** So that a server that asks without end fills no screen. */
const MAX_PENDING_PER_SERVER = 8

interface Waiting extends PendingQuestion {
  settle(answer: DeskAnswer | null): void
}

export interface PersonDeskOptions {
  /** Dates of what is shown. */
  readonly now: () => Date
  /** Whether anybody could answer: a window, or a page that is open. */
  readonly isAttended: (userId: number) => boolean
  readonly patienceMs?: number
}

export function createPersonDesk({ now, isAttended, patienceMs = PATIENCE_MS }: PersonDeskOptions): PersonDesk {
  const waiting = new Map<string, Waiting>()
  const listeners = new Set<() => void>()
  let closed = false
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const isFull = (userId: number, server: string) =>
    [...waiting.values()].filter((one) => one.userId === userId && one.question.server === server).length >=
    MAX_PENDING_PER_SERVER

  return {
    async ask(userId, question, signal) {
      if (closed || signal?.aborted || !isAttended(userId) || isFull(userId, question.server)) return null
      const id = randomUUID()
      const { promise, resolve } = Promise.withResolvers<DeskAnswer | null>()
      const askedAt = now()
      const expiresAt = new Date(askedAt.getTime() + patienceMs)
      waiting.set(id, {
        id,
        userId,
        question,
        askedAt: askedAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        settle: resolve,
      })
      const withdraw = () => resolve(null)
      const timer = setTimeout(withdraw, patienceMs)
      signal?.addEventListener('abort', withdraw, { once: true })
      changed()
      try {
        return await promise
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', withdraw)
        waiting.delete(id)
        changed()
      }
    },
    pending: (userId) =>
      [...waiting.values()].filter((one) => one.userId === userId).map(({ settle: _settle, ...pending }) => pending),
    answer(userId, id, answer) {
      const one = waiting.get(id)
      if (one === undefined || one.userId !== userId || answer.kind !== one.question.kind) return false
      one.settle(answer)
      return true
    },
    onChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      closed = true
      for (const one of waiting.values()) one.settle(null)
      listeners.clear()
    },
  }
}
