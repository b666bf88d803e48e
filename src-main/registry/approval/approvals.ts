/** The gates of runs: what they have read, whom they ask, and which answers are remembered. */
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'
import { errorTrace } from '../../log/error-trace.ts'
import type { Logger } from '../../log/logger.ts'
import { type ApprovalGrant, type ConsentKey, coveringKeys, createGrants, grantKey } from './grants.ts'
import type { ApprovalChoice, ApprovalDecision, ApprovalRequest, ProviderConsent, RunGate, Taint } from './run-gate.ts'
import { createWaitingRoom, type Settled, type Waiting, type WaitingEvent } from './waiting-room.ts'

const tenMinutesMs = 10 * 60_000

/** What a gate puts into the stream of its run. */
export type GateEvent =
  | WaitingEvent
  | {
      readonly type: 'approval_answer'
      readonly id: string
      readonly decision: ApprovalChoice | 'rejected' | 'expired' | 'stopped'
      readonly reason?: string
    }
  | { readonly type: 'question_answer'; readonly id: string; readonly answer: string | null }

export interface RunOpening {
  readonly userId: number
  /** Null for a run that nothing keeps. */
  readonly runId: string | null
  readonly conversationId: string | null
  /** Shown where what waits is listed. */
  readonly title: string
  /** Whether anybody could answer now; asked at each question. */
  readonly isAttended: () => boolean
  /** What the conversation had read before. */
  readonly taint: Taint
  readonly emit: (event: GateEvent) => void
  readonly signal: AbortSignal
  readonly saveTaint: (taint: Taint) => Promise<void>
}

export interface OpenGate extends RunGate {
  settled(): Promise<void>
  /** Everything that waits counts as stopped, and is told so before this returns. Idempotent. */
  close(): void
}

export interface Approvals {
  openRun(opening: RunOpening): OpenGate
  /** False when it does not wait any more, or is another person's. */
  answer(userId: number, id: string, decision: ApprovalChoice | 'rejected', reason?: string): boolean
  answerQuestion(userId: number, id: string, answer: string): boolean
  pending(userId: number): Waiting[]
  grants(userId: number): Promise<ApprovalGrant[]>
  revoke(userId: number, id: string): Promise<boolean>
  /** Nobody is asked any more; what waits counts as stopped. */
  close(): void
}

export interface ApprovalsOptions {
  readonly db: Queryable
  readonly now: () => Date
  readonly log: Logger
  /** How long a person may take. */
  readonly patienceMs?: number
  /** Something waits, or has stopped waiting. */
  readonly onChanged?: () => void
}

export function createApprovals(options: ApprovalsOptions): Approvals {
  const { db, now, log, patienceMs = tenMinutesMs, onChanged = () => {} } = options
  const grants = createGrants(db, now)
  const room = createWaitingRoom({ now, patienceMs, onChanged })

  /** What fails to be remembered is asked again; the call that it was given for runs. */
  async function keep(work: Promise<void>, what: string): Promise<void> {
    try {
      await work
    } catch (error) {
      log.error(`${what} could not be remembered`, { error: errorTrace(error) })
    }
  }
  /** A remembered answer that cannot be read is none. */
  async function known<T>(work: Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work
    } catch (error) {
      log.error('remembered answers could not be read', { error: errorTrace(error) })
      return otherwise
    }
  }

  function openRun(opening: RunOpening): OpenGate {
    const { userId, conversationId, title } = opening
    const runId = opening.runId ?? randomUUID()
    const closed = new AbortController()
    const allowedHere = new Set<string>()
    let taint: Taint = { hasPrivate: opening.taint.hasPrivate, untrusted: [...opening.taint.untrusted] }
    let saving: Promise<void> = Promise.resolve()
    /** Told when it is closed, since those who wait for an answer hear of it a moment later. */
    const open = new Map<string, WaitingEvent['type']>()

    const isOver = (signal?: AbortSignal) => closed.signal.aborted || opening.signal.aborted || signal?.aborted === true
    const signalsOf = (signal?: AbortSignal) => [
      closed.signal,
      opening.signal,
      ...(signal === undefined ? [] : [signal]),
    ]

    function tell(id: string, how: Settled): void {
      const type = open.get(id)
      if (type === undefined) return
      open.delete(id)
      if (type === 'question') {
        opening.emit({ type: 'question_answer', id, answer: how.kind === 'answered' ? how.answer : null })
        return
      }
      opening.emit({
        type: 'approval_answer',
        id,
        decision: how.kind === 'approved' ? how.choice : how.kind === 'answered' ? 'stopped' : how.kind,
        ...(how.kind === 'rejected' && how.reason !== undefined ? { reason: how.reason } : {}),
      })
    }

    async function ask(
      event: Parameters<typeof room.wait>[0]['event'],
      keys: readonly string[],
      signal?: AbortSignal,
    ): Promise<Settled> {
      const { id, how } = await room.wait(
        { userId, conversationId, runId, title, event, keys, signals: signalsOf(signal) },
        (begun) => {
          open.set(begun.id, begun.type)
          opening.emit(begun)
        },
      )
      tell(id, how)
      return how
    }

    async function approve(request: ApprovalRequest, signal?: AbortSignal): Promise<ApprovalDecision> {
      if (isOver(signal)) return { isAllowed: false, why: 'stopped' }
      const choices = request.choices.filter((choice) => choice !== 'conversation' || conversationId !== null)
      const isRemembered = choices.some((choice) => choice !== 'once')
      if (isRemembered) {
        const choice = await known(grants.covering(userId, conversationId, request), null)
        if (isOver(signal)) return { isAllowed: false, why: 'stopped' }
        if (choice !== null) return { isAllowed: true, choice, isRemembered: true }
      }
      if (!opening.isAttended()) return { isAllowed: false, why: 'unattended' }
      const { toolHash: _hash, ...shown } = request
      const how = await ask({ type: 'approval', ...shown, choices }, isRemembered ? coveringKeys(request) : [], signal)
      if (how.kind !== 'approved') return refused(how)
      // Stopped while the answer was on its way: nothing begins after a stop.
      if (isOver(signal)) return { isAllowed: false, why: 'stopped' }
      if (how.choice !== 'once') {
        const where = how.choice === 'always' ? null : conversationId
        await keep(grants.remember(userId, where, request), 'an approval')
        room.release(userId, where, grantKey(request), how.choice)
      }
      return { isAllowed: true, choice: how.choice }
    }

    async function consent(provider: ProviderConsent, signal?: AbortSignal): Promise<ApprovalDecision> {
      if (isOver(signal)) return { isAllowed: false, why: 'stopped' }
      const key: ConsentKey = { provider: provider.id, host: provider.host, way: provider.way }
      const name = JSON.stringify([key.provider, key.host, key.way])
      if (allowedHere.has(name)) return { isAllowed: true, choice: 'once', isRemembered: true }
      if (await known(grants.hasConsent(userId, key), false))
        return { isAllowed: true, choice: 'always', isRemembered: true }
      if (isOver(signal)) return { isAllowed: false, why: 'stopped' }
      if (!opening.isAttended()) return { isAllowed: false, why: 'unattended' }
      const choices: readonly ApprovalChoice[] = ['once', 'always']
      const how = await ask(
        { type: 'approval', tool: provider.name, args: {}, reason: 'provider', choices, provider },
        [],
        signal,
      )
      if (how.kind !== 'approved') return refused(how)
      allowedHere.add(name)
      if (how.choice === 'always') await keep(grants.giveConsent(userId, key), 'a consent')
      return { isAllowed: true, choice: how.choice }
    }

    return {
      runId: opening.runId,
      conversationId,
      taint: () => taint,
      mark({ hasPrivate, untrusted }) {
        const isNews =
          (hasPrivate === true && !taint.hasPrivate) ||
          (untrusted !== undefined && !taint.untrusted.includes(untrusted))
        if (!isNews) return
        taint = {
          hasPrivate: taint.hasPrivate || hasPrivate === true,
          untrusted:
            untrusted === undefined || taint.untrusted.includes(untrusted)
              ? taint.untrusted
              : [...taint.untrusted, untrusted],
        }
        const now = taint
        saving = saving.then(() => keep(opening.saveTaint(now), 'what a conversation has read'))
      },
      settled: () => saving,
      approve,
      consent,
      async question({ callId, question, options: answers }, signal) {
        if (isOver(signal) || !opening.isAttended()) return null
        const how = await ask({ type: 'question', callId, question, options: answers }, [], signal)
        return how.kind === 'answered' ? how.answer : null
      },
      close() {
        for (const id of [...open.keys()]) tell(id, { kind: 'stopped' })
        closed.abort()
      },
    }
  }

  return {
    openRun,
    answer: room.decide,
    answerQuestion: room.answer,
    pending: room.pending,
    grants: grants.list,
    revoke: grants.revoke,
    close: room.close,
  }
}

function refused(how: Exclude<Settled, { kind: 'approved' }>): ApprovalDecision {
  if (how.kind === 'rejected')
    return { isAllowed: false, why: 'rejected', ...(how.reason === undefined ? {} : { reason: how.reason }) }
  return { isAllowed: false, why: how.kind === 'expired' ? 'expired' : 'stopped' }
}
