/**
 * What runs wait for: approvals and questions that a person has not answered yet. In memory; what waits neither outlives
 * the hub nor the run that asked.
 */
import { randomUUID } from 'node:crypto'
import type { ApprovalChoice, ApprovalReason, ProviderConsent } from './run-gate.ts'

/** As the run's stream tells it (agents/events.ts): the same shapes, so that nobody translates them. */
export type WaitingEvent =
  | {
      readonly type: 'approval'
      readonly id: string
      readonly tool: string
      readonly server?: string
      readonly args: unknown
      readonly expires: string
      readonly callId?: string
      readonly reason: ApprovalReason
      readonly choices: readonly ApprovalChoice[]
      readonly provider?: ProviderConsent
    }
  | {
      readonly type: 'question'
      readonly id: string
      readonly callId: string
      readonly question: string
      readonly options: readonly string[]
      readonly expires: string
    }

export interface Waiting {
  readonly conversationId: string | null
  readonly runId: string
  readonly title: string
  readonly event: WaitingEvent
}

/** How something stopped waiting. */
export type Settled =
  | { readonly kind: 'approved'; readonly choice: ApprovalChoice }
  | { readonly kind: 'rejected'; readonly reason?: string }
  | { readonly kind: 'answered'; readonly answer: string }
  | { readonly kind: 'expired' }
  | { readonly kind: 'stopped' }

interface Entry extends Waiting {
  readonly userId: number
  /** Which remembered answers cover it; none for what is asked each time. */
  readonly keys: readonly string[]
  readonly settle: (how: Settled) => void
}

type Asked<T = WaitingEvent> = T extends WaitingEvent ? Omit<T, 'id' | 'expires'> : never

export interface WaitingRoom {
  /** Puts it before the person; `onBegin` gets it with its id. Resolves when it is settled, never rejects. */
  wait(
    asked: {
      readonly userId: number
      readonly conversationId: string | null
      readonly runId: string
      readonly title: string
      readonly event: Asked
      readonly keys: readonly string[]
      readonly signals: readonly AbortSignal[]
    },
    onBegin: (event: WaitingEvent) => void,
  ): Promise<{ readonly id: string; readonly how: Settled }>
  pending(userId: number): Waiting[]
  /** False when no such approval waits. A choice that was not offered counts as `once`. */
  decide(userId: number, id: string, decision: ApprovalChoice | 'rejected', reason?: string): boolean
  answer(userId: number, id: string, answer: string): boolean
  /** What an answer that was just remembered covers as well. */
  release(userId: number, conversationId: string | null, key: string, choice: ApprovalChoice): void
  close(): void
}

export interface WaitingRoomOptions {
  readonly now: () => Date
  readonly patienceMs: number
  readonly onChanged: () => void
}

export function createWaitingRoom({ now, patienceMs, onChanged }: WaitingRoomOptions): WaitingRoom {
  const waiting = new Map<string, Entry>()
  let isClosed = false

  const find = (userId: number, id: string, type: WaitingEvent['type']): Entry | null => {
    const entry = waiting.get(id)
    return entry !== undefined && entry.userId === userId && entry.event.type === type ? entry : null
  }

  return {
    async wait({ userId, conversationId, runId, title, event: asked, keys, signals }, onBegin) {
      const id = randomUUID()
      if (isClosed || signals.some(({ aborted }) => aborted)) return { id, how: { kind: 'stopped' } }
      const expires = new Date(now().getTime() + patienceMs).toISOString()
      const event: WaitingEvent = { ...asked, id, expires }
      const { promise, resolve } = Promise.withResolvers<Settled>()
      const stop = () => resolve({ kind: 'stopped' })
      const timer = setTimeout(() => resolve({ kind: 'expired' }), patienceMs)
      for (const signal of signals) signal.addEventListener('abort', stop, { once: true })
      waiting.set(id, { userId, conversationId, runId, title, event, keys, settle: resolve })
      try {
        onBegin(event)
        onChanged()
        return { id, how: await promise }
      } finally {
        clearTimeout(timer)
        for (const signal of signals) signal.removeEventListener('abort', stop)
        waiting.delete(id)
        onChanged()
      }
    },
    pending: (userId) =>
      [...waiting.values()]
        .filter((entry) => entry.userId === userId)
        .map(({ conversationId, runId, title, event }) => ({ conversationId, runId, title, event })),
    decide(userId, id, decision, reason) {
      const entry = find(userId, id, 'approval')
      if (entry?.event.type !== 'approval') return false
      waiting.delete(id)
      if (decision === 'rejected') entry.settle({ kind: 'rejected', ...(reason ? { reason } : {}) })
      else entry.settle({ kind: 'approved', choice: entry.event.choices.includes(decision) ? decision : 'once' })
      return true
    },
    answer(userId, id, answer) {
      const entry = find(userId, id, 'question')
      if (entry === null) return false
      waiting.delete(id)
      entry.settle({ kind: 'answered', answer })
      return true
    },
    release(userId, conversationId, key, choice) {
      for (const entry of waiting.values()) {
        if (entry.userId !== userId || !entry.keys.includes(key)) continue
        if (conversationId !== null && entry.conversationId !== conversationId) continue
        entry.settle({ kind: 'approved', choice })
      }
    },
    close() {
      isClosed = true
      for (const entry of waiting.values()) entry.settle({ kind: 'stopped' })
    },
  }
}
