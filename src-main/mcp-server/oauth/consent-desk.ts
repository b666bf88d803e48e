/**
 * Questions of apps that wait for a person. Kept in memory: a question that outlives the process has nobody waiting.
 * Every question is answered once, in the app and nowhere else; the asking browser learns the answer once.
 */
import { randomBytes, randomInt } from 'node:crypto'
import type { Scope } from './scopes.ts'

export interface ConsentQuestion {
  /** oauth: the full flow; login: the polling login of MCP_LOGIN_RESULT. */
  readonly kind: 'oauth' | 'login'
  readonly client: {
    readonly id: string
    readonly name: string
    readonly kind: 'registered' | 'document' | 'own'
    readonly documentHost: string | null
  }
  readonly redirectHost: string
  readonly isLoopback: boolean
  readonly scopes: readonly Scope[]
}

export interface ConsentTicket extends ConsentQuestion {
  readonly id: string
  /** Two pairs of digits, "47 13": shown here and in the browser that asked. */
  readonly code: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

export type ConsentAnswer =
  | { readonly allow: false }
  | {
      readonly allow: true
      /** Whose data. */
      readonly userId: number
      readonly publicId: string
      /** Who answered. */
      readonly grantedBy: number
      readonly scopes: readonly Scope[]
    }

export type ConsentState = 'pending' | 'answered' | 'gone'

export interface ConsentDesk {
  /** Null when too many wait already. */
  ask(question: ConsentQuestion): ConsentTicket | null
  /** Whether `ask` would be refused now. */
  isFull(): boolean
  /** Oldest first. */
  pending(): ConsentTicket[]
  get(id: string): ConsentTicket | null
  /** The first answer counts; false for a later one, and for a question that is gone. Never widens the scopes. */
  answer(id: string, answer: ConsentAnswer): boolean
  stateOf(id: string): ConsentState
  /** Hands the answer out once. Null while there is none, and ever after. */
  take(id: string): ConsentAnswer | null
  /** The asker gave up. */
  withdraw(id: string): void
}

export const MAX_PENDING = 8
const TTL_MS = 10 * 60_000

interface Entry {
  readonly ticket: ConsentTicket
  answer: ConsentAnswer | null
}

export function createConsentDesk({ now, onChanged }: { now: () => number; onChanged: () => void }): ConsentDesk {
  const entries = new Map<string, Entry>()

  function sweep(): void {
    for (const [id, { ticket }] of entries) {
      if (now() >= ticket.expiresAt.getTime()) entries.delete(id)
    }
  }
  const waiting = () => {
    sweep()
    return [...entries.values()].filter((entry) => entry.answer === null).map((entry) => entry.ticket)
  }
  const alive = (id: string) => {
    sweep()
    return entries.get(id) ?? null
  }
  /** No two that wait look alike: the code is how a person tells them apart. */
  function newCode(): string {
    const taken = new Set(waiting().map((ticket) => ticket.code))
    for (;;) {
      const digits = String(randomInt(10_000)).padStart(4, '0')
      const code = `${digits.slice(0, 2)} ${digits.slice(2)}`
      if (!taken.has(code)) return code
    }
  }

  return {
    ask(question) {
      // Answers that nobody fetches count too: they live no longer than questions.
      sweep()
      if (waiting().length >= MAX_PENDING || entries.size >= 4 * MAX_PENDING) return null
      const createdAt = new Date(now())
      const expiresAt = new Date(now() + TTL_MS)
      const ticket = { ...question, id: randomBytes(24).toString('base64url'), code: newCode(), createdAt, expiresAt }
      entries.set(ticket.id, { ticket, answer: null })
      onChanged()
      return ticket
    },
    isFull: () => waiting().length >= MAX_PENDING || entries.size >= 4 * MAX_PENDING,
    pending: waiting,
    get: (id) => alive(id)?.ticket ?? null,
    answer(id, answer) {
      const entry = alive(id)
      if (entry === null || entry.answer !== null) return false
      const { scopes: asked } = entry.ticket
      entry.answer = answer.allow ? { ...answer, scopes: answer.scopes.filter((s) => asked.includes(s)) } : answer
      onChanged()
      return true
    },
    stateOf(id) {
      const entry = alive(id)
      if (entry === null) return 'gone'
      return entry.answer === null ? 'pending' : 'answered'
    },
    take(id) {
      const answer = alive(id)?.answer ?? null
      if (answer !== null) entries.delete(id)
      return answer
    },
    withdraw(id) {
      if (entries.get(id)?.answer === null && entries.delete(id)) onChanged()
    },
  }
}
