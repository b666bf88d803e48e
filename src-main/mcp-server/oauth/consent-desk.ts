/**
 * Questions of apps that wait for a person. Kept in memory: a question that outlives the process has nobody waiting.
 * Every question is answered once, in the app and nowhere else; the asking browser learns the answer once.
 *
 * Anybody may ask, so places are few and nobody keeps them: an asker's newer question takes the place of its oldest, and
 * when all are taken a new asker takes that of the oldest which has waited its minute.
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
  /** Null when all places are taken by others that have not had their minute. */
  ask(question: ConsentQuestion): ConsentTicket | null
  /** Whether a question of this client would be refused now. */
  isFull(clientId: string): boolean
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
/** Two: a person who tries again in another browser has one open in each. */
const MAX_PER_ASKER = 2
/** Answers that nobody has fetched yet, beside the questions. */
const MAX_ANSWERED = 24
const TTL_MS = 10 * 60_000
/** Long enough to find the window and read; shorter than a person waits before they give an app up. */
const UNDISTURBED_MS = 60_000

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

  const hadItsMinute = ({ createdAt }: ConsentTicket) => now() - createdAt.getTime() >= UNDISTURBED_MS

  /** Makes a place among those that wait; false where there is none. */
  function makePlace(question: ConsentQuestion): boolean {
    const all = waiting()
    const own = all.filter((ticket) => isSameAsker(ticket, question))
    if (own.length < MAX_PER_ASKER && all.length < MAX_PENDING) return true
    const ends = own[0] ?? all.find(hadItsMinute)
    return ends !== undefined && entries.delete(ends.id)
  }

  /** A person who says no to a flood must not fill the desk by it: denials go first, then the oldest answer. */
  function boundAnswers(): void {
    const answered = [...entries.values()].filter((entry) => entry.answer !== null)
    if (answered.length <= MAX_ANSWERED) return
    const ends = answered.find((entry) => entry.answer?.allow === false) ?? answered[0]
    if (ends !== undefined) entries.delete(ends.ticket.id)
  }

  return {
    ask(question) {
      if (!makePlace(question)) return null
      const createdAt = new Date(now())
      const expiresAt = new Date(now() + TTL_MS)
      const ticket = { ...question, id: randomBytes(24).toString('base64url'), code: newCode(), createdAt, expiresAt }
      entries.set(ticket.id, { ticket, answer: null })
      onChanged()
      return ticket
    },
    isFull(clientId) {
      const all = waiting()
      return all.length >= MAX_PENDING && !all.some((ticket) => ticket.client.id === clientId || hadItsMinute(ticket))
    },
    pending: waiting,
    get: (id) => alive(id)?.ticket ?? null,
    answer(id, answer) {
      const entry = alive(id)
      if (entry === null || entry.answer !== null) return false
      const { scopes: asked } = entry.ticket
      entry.answer = answer.allow ? { ...answer, scopes: answer.scopes.filter((s) => asked.includes(s)) } : answer
      boundAnswers()
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

/**
 * One client, or clients that are one asker all the same: a host may publish a document at each of its paths, and
 * a client may register as often as it likes for the same host. Programs on this computer share its loopback names, so
 * those say nothing.
 */
function isSameAsker(a: ConsentQuestion, b: ConsentQuestion): boolean {
  if (a.client.id === b.client.id) return true
  if (a.client.documentHost !== null && a.client.documentHost === b.client.documentHost) return true
  return !a.isLoopback && !b.isLoopback && a.redirectHost === b.redirectHost
}
