/**
 * The life of one server as a machine: events in, the next state out, timers as data. Pure. What has to be done
 * (connect, close) follows from the difference of two states: see managed-server.ts.
 */
import type { ServerFault, ServerFaultCode, ServerState } from '../model/server-status.ts'
import { backoffMs } from './backoff.ts'
import { afterFailure, afterProbe, type Breaker, closedBreaker, forProbe } from './breaker.ts'

/** A server that has been ready for so long has recovered. */
const STABLE_MS = 60_000
/** A fault that time does not mend is not looked at again sooner, however many calls come. */
const LASTING_PAUSE_MS = 5_000

/** Whether the entry may run: it is on and approved; switched off; not approved as it is now; unreadable. */
export type Permission =
  | { readonly is: 'run' | 'off' | 'unapproved' }
  | { readonly is: 'damaged'; readonly fault: ServerFault }

export interface Life {
  readonly state: ServerState
  readonly fault: ServerFault | null
  readonly permission: Permission['is']
  /** Another number: another connection has to be made, and the one before ended. */
  readonly attempt: number
  readonly breaker: Breaker
  readonly failuresInRow: number
  /** Monotonic milliseconds, as all times here. */
  readonly failedAt: number | null
  /** It is tried again by itself. */
  readonly retryAt: number | null
  /** It counts as recovered. */
  readonly stableAt: number | null
}

export type LifeEvent =
  /** `isOther`: what is run is another than before. */
  | { readonly type: 'entry'; readonly permission: Permission; readonly isOther: boolean }
  | { readonly type: 'wanted'; readonly by: 'person' | 'call' | 'network' }
  | { readonly type: 'stop' }
  /** By a person. */
  | { readonly type: 'restart' }
  /** The connection is dead, and nobody is to blame: the computer slept, or the network is another. */
  | { readonly type: 'reconnect' }
  /** A handshake and a list. */
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly fault: ServerFault; readonly needsLogin: boolean }
  /** `wakeAt` has come. */
  | { readonly type: 'tick' }

/** Faults that another try does not mend; a person, or a call, may ask for one. */
const LASTING: ReadonlySet<ServerFaultCode> = new Set([
  'command_missing',
  'command_not_executable',
  'directory_missing',
  'refused_address',
  'certificate',
  'unauthorized',
  'login_failed',
  'values_missing',
  'values_sealed',
  'bad_entry',
  'name_taken',
])

export const unborn: Life = {
  state: 'stopped',
  fault: null,
  permission: 'off',
  attempt: 0,
  breaker: closedBreaker,
  failuresInRow: 0,
  failedAt: null,
  retryAt: null,
  stableAt: null,
}

/** `random` in [0, 1). The same object when nothing changes. */
export function nextLife(life: Life, event: LifeEvent, atMs: number, random: number): Life {
  switch (event.type) {
    case 'entry':
      return afterEntry(life, event.permission, event.isOther)
    case 'wanted':
      return afterWish(life, event.by, atMs)
    case 'stop':
      return life.permission === 'run' ? resting(life, 'stopped', null) : life
    case 'restart':
      return life.permission === 'run' ? starting(forPerson(life)) : life
    case 'reconnect':
      return isRunning(life) ? starting(life) : life
    case 'ready':
      if (life.state !== 'starting') return life
      return { ...life, state: 'ready', fault: null, failedAt: null, retryAt: null, stableAt: atMs + STABLE_MS }
    case 'failed':
      return isRunning(life) ? afterFault(life, event.fault, event.needsLogin, atMs, random) : life
    case 'tick':
      return afterTick(life, atMs)
  }
}

/** When the machine wants a tick; null: never. */
export function wakeAt(life: Life): number | null {
  return life.retryAt ?? life.stableAt
}

function afterEntry(life: Life, permission: Permission, isOther: boolean): Life {
  const known = { ...life, permission: permission.is }
  switch (permission.is) {
    case 'damaged':
      return resting(known, 'failed', permission.fault)
    case 'unapproved':
      return resting(known, 'needs-approval', null)
    case 'off':
      return resting(known, 'stopped', null)
    case 'run': {
      const fresh = { ...known, breaker: closedBreaker, failuresInRow: 0 }
      if (life.permission !== 'run') return starting(fresh)
      // A person who stopped it has not started it by editing it.
      return isOther && life.state !== 'stopped' ? starting(fresh) : life
    }
  }
}

function afterWish(life: Life, by: 'person' | 'call' | 'network', atMs: number): Life {
  if (life.permission !== 'run' || isRunning(life)) return life
  if (by === 'person') return starting(forPerson(life))
  if (by === 'network') {
    return life.state === 'failed' || life.state === 'parked'
      ? starting({ ...life, breaker: forProbe(life.breaker) })
      : life
  }
  // What a person stopped stays so until they start it.
  if (life.state !== 'failed') return life
  const isTooSoon = life.retryAt === null && life.failedAt !== null && atMs - life.failedAt < LASTING_PAUSE_MS
  return isTooSoon ? life : starting(life)
}

function afterFault(life: Life, fault: ServerFault, needsLogin: boolean, atMs: number, random: number): Life {
  const failed = { ...resting(life, 'failed', fault), failedAt: atMs }
  if (needsLogin) return { ...failed, state: 'needs-login' }
  if (LASTING.has(fault.code)) return failed
  const breaker = afterFailure(life.breaker, atMs)
  const failuresInRow = life.failuresInRow + 1
  if (breaker.state === 'open') return { ...failed, state: 'parked', breaker, failuresInRow }
  return { ...failed, breaker, failuresInRow, retryAt: atMs + backoffMs(failuresInRow, random) }
}

function afterTick(life: Life, atMs: number): Life {
  if (life.state === 'failed' && life.retryAt !== null && life.retryAt <= atMs) return starting(life)
  if (life.state === 'ready' && life.stableAt !== null && life.stableAt <= atMs) {
    return { ...life, breaker: afterProbe(life.breaker), failuresInRow: 0, stableAt: null }
  }
  return life
}

function forPerson(life: Life): Life {
  return { ...life, breaker: forProbe(life.breaker), failuresInRow: 0 }
}

/** The fault stays to be seen while it is tried again. */
function starting(life: Life): Life {
  return { ...life, state: 'starting', attempt: life.attempt + 1, retryAt: null, stableAt: null }
}

function resting(life: Life, state: ServerState, fault: ServerFault | null): Life {
  return { ...life, state, fault, failedAt: null, retryAt: null, stableAt: null }
}

function isRunning(life: Life): boolean {
  return life.state === 'starting' || life.state === 'ready'
}
