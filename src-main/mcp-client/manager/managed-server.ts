/** One server under management: its life, its connection, its list, its log, and the calls that go over it. */
import type { Logger } from '../../log/logger.ts'
import type { Connect, ConnectHooks, Connection, PersonQuestion } from '../model/connection.ts'
import type { ServerEntry } from '../model/server-entry.ts'
import { ServerError, type ServerFault, type ServerListing, type ServerStatus } from '../model/server-status.ts'
import type { ServerStore } from '../model/server-store.ts'
import { fingerprintOf } from '../trust/fingerprint.ts'
import { bounded } from './bounded.ts'
import { type CallGate, createCallGate } from './call-gate.ts'
import type { Clock } from './clock.ts'
import { valuesDigest } from './entry-values.ts'
import { callTimedOut, needsLogin, notReady, silent } from './faults.ts'
import { type HealthWatch, watchHealth } from './health-watch.ts'
import { createListingKeeper } from './listing-keeper.ts'
import { createLogRing, type LogRing } from './log-ring.ts'
import { createRefresher, type Refresher } from './refresher.ts'
import { type CallPath, createServerCalls, type ServerCalls } from './server-calls.ts'
import { type Life, type LifeEvent, nextLife, type Permission, unborn, wakeAt } from './server-life.ts'
import { type Run, startRun } from './server-run.ts'
import type { StartPool, StartPriority } from './start-pool.ts'

/** How long calls that run may go on when their server is stopped or replaced. */
const DRAIN_MS = 2_000
const LIST_LIMIT_MS = 20_000
/** How often "last answer" is told while a server answers all the time. */
const ANSWER_STEP_MS = 10_000
/** After the computer woke: servers are asked one after the other over this time. */
const SPREAD_MS = 5_000
const WAKE_PING_MS = 5_000

export interface ManagedServerDeps {
  readonly connect: Connect
  readonly store: Pick<ServerStore, 'values' | 'era' | 'setEra' | 'listing' | 'setListing'>
  readonly askPerson: (entry: ServerEntry, question: PersonQuestion, signal: AbortSignal) => Promise<unknown>
  readonly pool: StartPool
  readonly clock: Clock
  /** In [0, 1). */
  readonly random: () => number
  readonly log: Logger
  readonly onChanged: (what: 'status' | 'listing') => void
  readonly onResourceUpdated: (uri: string) => void
}

export interface ManagedServer {
  readonly log: LogRing
  readonly calls: ServerCalls
  entryChanged(entry: ServerEntry): void
  /** The last list, from the store. */
  load(): Promise<void>
  start(): Promise<ServerStatus>
  stop(): Promise<ServerStatus>
  restart(): Promise<ServerStatus>
  refresh(): Promise<ServerStatus>
  status(): ServerStatus
  listing(): { readonly listing: ServerListing; readonly stale: boolean } | null
  /** The computer woke, or the network is another. */
  reconnect(): void
  /** Ends it for good. Never rejects. */
  close(): Promise<void>
}

/** What is there while the server is ready. */
interface Ready {
  readonly run: Run
  readonly connection: Connection
  readonly refresher: Refresher
  readonly health: HealthWatch
}

export function createManagedServer(first: ServerEntry, deps: ManagedServerDeps): ManagedServer {
  const { clock, random, store } = deps
  const log = createLogRing(clock.now, clock.monotonicMs)
  const keeper = createListingKeeper(store, deps.log)
  let entry = first
  let life: Life = unborn
  let since = clock.now()
  let retryAt: Date | null = null
  let run: Run | null = null
  let gate: CallGate = createCallGate()
  let ready: Ready | null = null
  /** Of all runs before the one that is. */
  let ended: Promise<unknown> = Promise.resolve()
  let isRefreshFailed = false
  /** The first list may have been read before the change. */
  let isChangedInStart = false
  let answeredAt: Date | null = null
  let answeredAtMs = Number.NEGATIVE_INFINITY
  let isClosed = false
  const timers = new Map<'tick' | 'answer' | 'wake', () => void>()
  const settlers: (() => void)[] = []

  function arm(name: 'tick' | 'answer' | 'wake', ms: number | null, work: () => void): void {
    timers.get(name)?.()
    timers.delete(name)
    if (ms === null || isClosed) return
    const stop = clock.after(Math.max(0, ms), () => {
      timers.delete(name)
      work()
    })
    timers.set(name, stop)
  }

  function apply(event: LifeEvent, priority: StartPriority = 'retry'): void {
    if (isClosed) return
    const before = life
    life = nextLife(before, event, clock.monotonicMs(), random())
    if (life === before) return
    const isOther = life.state !== before.state || life.attempt !== before.attempt
    if (isOther) since = clock.now()
    const wakeMs = wakeAt(life)
    const inMs = wakeMs === null ? null : wakeMs - clock.monotonicMs()
    retryAt = life.retryAt === null || inMs === null ? null : new Date(clock.now().getTime() + inMs)
    arm('tick', inMs, () => apply({ type: 'tick' }))
    if (life.attempt !== before.attempt) {
      leaveRun()
      beginRun(priority)
    } else if (life.state !== 'starting' && life.state !== 'ready') leaveRun()
    if (isOther) note(before)
    if (isOther || life.fault !== before.fault || life.retryAt !== before.retryAt) deps.onChanged('status')
    if ((life.state === 'ready') !== (before.state === 'ready') && keeper.current() !== null) deps.onChanged('listing')
    if (life.state !== 'starting') for (const tell of settlers.splice(0)) tell()
  }

  function note(before: Life): void {
    if (life.state === 'starting') log.add({ from: 'hub', level: 'info', text: 'Starting.' })
    else if (life.state === 'ready') {
      log.add({ from: 'hub', level: 'info', text: `Ready, ${keeper.current()?.tools.length ?? 0} tools.` })
    } else if (life.fault !== null) {
      const { code, message } = life.fault
      log.add({ from: 'hub', level: 'warn', text: `${life.state}: ${message.en}` })
      deps.log.warn('an external server is not ready', { server: entry.slug, state: life.state, code })
    } else if (before.attempt > 0) log.add({ from: 'hub', level: 'info', text: `${life.state}.` })
  }

  function beginRun(priority: StartPriority): void {
    const mine: Run = startRun({
      entry,
      connect: deps.connect,
      store,
      pool: deps.pool,
      clock,
      priority,
      hooks: hooksOf(entry, () => run === mine),
      after: ended,
      onReady(connection, listing) {
        if (run === mine) becameReady(mine, connection, listing)
      },
      onFailed(fault) {
        if (run === mine) apply({ type: 'failed', fault, needsLogin: needsLogin(entry, fault) })
      },
    })
    run = mine
    gate = createCallGate()
    isChangedInStart = false
  }

  /** The run goes on by itself until its calls have had a moment to end. */
  function leaveRun(): void {
    ready?.refresher.stop()
    ready?.health.stop()
    ready = null
    const leaving = run
    run = null
    if (leaving === null) return
    const drained = leaving.signal.aborted ? Promise.resolve() : drain(gate)
    ended = Promise.all([ended, drained.then(() => leaving.end())])
  }

  async function drain(calls: CallGate): Promise<void> {
    const onLimit = () => new Error('drained')
    await bounded(calls.idle(), { clock, ms: DRAIN_MS, onLimit }).catch(() => {})
  }

  function hooksOf(own: ServerEntry, isCurrent: () => boolean): ConnectHooks {
    return {
      onListChanged() {
        if (!isCurrent()) return
        if (ready === null) isChangedInStart = true
        else ready.refresher.changed()
      },
      onResourceUpdated: (uri) => isCurrent() && deps.onResourceUpdated(uri),
      onAnswer: answered,
      onLog: (line) => log.add(line),
      onEra: (verdict) =>
        void store.setEra(own, verdict).catch((error: unknown) => {
          deps.log.warn('what was negotiated with a server was not kept', { server: own.slug, error: String(error) })
        }),
      askPerson: (question, signal) => deps.askPerson(own, question, signal),
    }
  }

  function answered(): void {
    answeredAt = clock.now()
    answeredAtMs = clock.monotonicMs()
    if (!timers.has('answer')) arm('answer', ANSWER_STEP_MS, () => deps.onChanged('status'))
  }

  function becameReady(mine: Run, connection: Connection, listing: ServerListing): void {
    answered()
    accept(listing)
    const dead = (error: unknown) => {
      const fault = error instanceof ServerError ? error.fault : silent(entry.name)
      if (ready?.run === mine) apply({ type: 'failed', fault, needsLogin: needsLogin(entry, fault) })
    }
    const { kind } = entry.target
    ready = {
      run: mine,
      connection,
      refresher: createRefresher({
        clock,
        list: () => listAgain(mine, connection),
        onFailed: (error) => refreshFailed(mine, error),
      }),
      health: watchHealth({
        clock,
        answeredAtMs: () => answeredAtMs,
        isQuiet: () => gate.running === 0,
        afterSilence: kind !== 'stdio' && entry.settings.stateful,
        ping: (limitMs) => ping(mine, connection, limitMs),
        onDead: dead,
      }),
    }
    apply({ type: 'ready' })
    if (isChangedInStart) ready?.refresher.changed()
  }

  async function ping(mine: Run, connection: Connection, ms: number): Promise<void> {
    const stop = new AbortController()
    const onLimit = () => new ServerError(silent(entry.name))
    const answer = connection.ping(stop.signal)
    await bounded(answer, { clock, ms, signal: mine.signal, onLimit, onLimitReached: () => stop.abort() })
    answered()
  }

  async function listAgain(mine: Run, connection: Connection): Promise<void> {
    const stop = new AbortController()
    const ms = Math.max(LIST_LIMIT_MS, entry.settings.limits.connectMs)
    const onLimit = () => new ServerError(callTimedOut(entry.name, ms))
    const listing = await bounded(connection.list(stop.signal), {
      clock,
      ms,
      signal: mine.signal,
      onLimit,
      onLimitReached: () => stop.abort(),
    })
    if (run !== mine) return
    accept(listing)
  }

  function accept(listing: ServerListing): void {
    const wasStale = isRefreshFailed
    isRefreshFailed = false
    if (keeper.accept(entry, listing) || wasStale) deps.onChanged('listing')
  }

  function refreshFailed(mine: Run, error: unknown): void {
    if (ready?.run !== mine) return
    log.add({ from: 'hub', level: 'warn', text: `Its lists could not be asked for again: ${mine.mask(String(error))}` })
    checkUnlessBusy(ready, 0)
    if (isRefreshFailed) return
    isRefreshFailed = true
    deps.onChanged('listing')
  }

  async function settled(signal?: AbortSignal): Promise<void> {
    if (life.state !== 'starting') return
    const { promise, resolve } = Promise.withResolvers<void>()
    settlers.push(resolve)
    const ms = entry.settings.limits.requestMs
    await bounded(promise, { clock, ms, signal, onLimit: () => new ServerError(callTimedOut(entry.name, ms)) })
  }

  async function path(signal: AbortSignal | undefined): Promise<CallPath> {
    if (life.state !== 'ready') {
      apply({ type: 'wanted', by: 'call' }, 'awaited')
      run?.raise()
      await settled(signal)
    }
    const now = ready
    if (now === null) throw new ServerError(notReady(entry.name, life.state, life.fault))
    const calls = gate
    return {
      connection: now.connection,
      gate: calls,
      ended: now.run.signal,
      mask: now.run.mask,
      onFault(fault) {
        if (ready?.run !== now.run) return
        if (needsLogin(entry, fault)) apply({ type: 'failed', fault, needsLogin: true })
        else if (isDoubtful(fault)) checkUnlessBusy(now, 1)
      },
    }
  }

  /** A program that answers one thing after the other is not dead because a call takes long. */
  function checkUnlessBusy(now: Ready, own: number): void {
    if (entry.target.kind !== 'stdio' || gate.running <= own) now.health.check()
  }

  async function compareValues(mine: Run): Promise<void> {
    try {
      const digest = valuesDigest(await store.values(entry))
      const used = mine.valuesDigest()
      if (run !== mine || used === null || used === digest) return
    } catch {
      // They cannot be read now; the next start says so.
      return
    }
    apply({ type: 'entry', permission: permissionOf(entry), isOther: true }, 'awaited')
  }

  return {
    log,
    calls: createServerCalls({ clock, entry: () => entry, path }),
    entryChanged(next) {
      const isFirst = life === unborn
      const isTouched = next.changedAt.getTime() !== entry.changedAt.getTime()
      const isOther = connectionKey(next) !== connectionKey(entry)
      const isOtherTarget = fingerprintOf(next.target) !== fingerprintOf(entry.target)
      entry = next
      if (isOtherTarget && keeper.current() !== null) {
        keeper.forget()
        deps.onChanged('listing')
      }
      const mayHelp = isTouched && life.state !== 'ready' && life.state !== 'starting'
      const priority = isFirst ? 'first' : 'awaited'
      const before = life.attempt
      apply({ type: 'entry', permission: permissionOf(entry), isOther: isOther || mayHelp }, priority)
      if (isTouched && run !== null && life.attempt === before) void compareValues(run)
    },
    async load() {
      if (!(await keeper.load(entry))) return
      const listedAt = keeper.current()?.listedAt
      if (answeredAt === null && listedAt !== undefined) answeredAt = new Date(listedAt)
      deps.onChanged('listing')
    },
    async start() {
      apply({ type: 'wanted', by: 'person' }, 'awaited')
      run?.raise()
      await untilSettled()
      return status()
    },
    async stop() {
      apply({ type: 'stop' })
      await ended
      return status()
    },
    async restart() {
      apply({ type: 'stop' })
      apply({ type: 'wanted', by: 'person' }, 'awaited')
      await untilSettled()
      return status()
    },
    async refresh() {
      if (ready !== null) await ready.refresher.now()
      else if (life.state !== 'stopped') {
        apply({ type: 'wanted', by: 'person' }, 'awaited')
        await untilSettled()
      }
      return status()
    },
    status,
    listing() {
      const listing = keeper.current()
      return listing === null ? null : { listing, stale: life.state !== 'ready' || isRefreshFailed }
    },
    reconnect() {
      if (entry.target.kind === 'stdio') return
      arm('wake', random() * SPREAD_MS, () => {
        if (ready !== null && entry.settings.stateful) void checkAwake(ready)
        else if (life.fault !== null && isDoubtful(life.fault)) apply({ type: 'wanted', by: 'network' }, 'first')
      })
    },
    async close() {
      apply({ type: 'entry', permission: { is: 'off' }, isOther: false })
      isClosed = true
      for (const name of [...timers.keys()]) arm(name, null, () => {})
      await ended
    },
  }

  async function checkAwake(now: Ready): Promise<void> {
    try {
      await ping(now.run, now.connection, WAKE_PING_MS)
    } catch {
      if (ready === now) apply({ type: 'reconnect' }, 'first')
    }
  }

  /** An attempt has deadlines of its own, so that this ends. */
  async function untilSettled(): Promise<void> {
    if (life.state !== 'starting') return
    const { promise, resolve } = Promise.withResolvers<void>()
    settlers.push(resolve)
    await promise
  }

  function status(): ServerStatus {
    return {
      state: life.state,
      since: since.toISOString(),
      lastAnswerAt: answeredAt?.toISOString() ?? null,
      fault: life.fault,
      era: ready?.connection.era ?? null,
      protocolVersion: ready?.connection.protocolVersion ?? null,
      retryAt: retryAt?.toISOString() ?? null,
      pid: ready?.connection.pid ?? null,
    }
  }
}

/** Whether the server is still there is not known after it. */
function isDoubtful(fault: ServerFault): boolean {
  return fault.code === 'timeout' || fault.code === 'unreachable' || fault.code === 'http_status'
}

function permissionOf(entry: ServerEntry): Permission {
  if (entry.damage !== undefined) return { is: 'damaged', fault: entry.damage }
  if (entry.approved?.fingerprint !== fingerprintOf(entry.target)) return { is: 'unapproved' }
  return { is: entry.enabled ? 'run' : 'off' }
}

/** Everything that a connection is made from, but the values. */
function connectionKey({ target, settings }: ServerEntry): string {
  const { stateful, limits, asks, roots, proxy, caFile } = settings
  return JSON.stringify([fingerprintOf(target), stateful, limits, asks, roots, proxy, caFile])
}
