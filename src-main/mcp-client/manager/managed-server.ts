/** One server under management: its life, its connection, its list, its log, and the calls that go over it. */
import type { Logger } from '../../log/logger.ts'
import type { Connect, ConnectHooks, Connection, PersonQuestion } from '../model/connection.ts'
import type { ServerEntry } from '../model/server-entry.ts'
import { ServerError, type ServerFault, type ServerListing, type ServerStatus } from '../model/server-status.ts'
import type { ServerStore } from '../model/server-store.ts'
import { fingerprintOf } from '../trust/fingerprint.ts'
import { createAnswerTimes } from './answer-times.ts'
import { bounded } from './bounded.ts'
import { type CallGate, createCallGate } from './call-gate.ts'
import type { Clock } from './clock.ts'
import { connectionKey, permissionOf } from './entry-permission.ts'
import { valuesDigest } from './entry-values.ts'
import { callTimedOut, needsLogin, notReady } from './faults.ts'
import { createListingKeeper } from './listing-keeper.ts'
import { createLogRing, type LogRing } from './log-ring.ts'
import { createNamedTimers } from './named-timers.ts'
import { type CallPath, createServerCalls, type ServerCalls } from './server-calls.ts'
import { type Life, type LifeEvent, nextLife, unborn, wakeAt } from './server-life.ts'
import { type Run, startRun } from './server-run.ts'
import { type ServerWatch, watchServer } from './server-watch.ts'
import type { StartPool, StartPriority } from './start-pool.ts'

/** How long calls that run may go on when their server is stopped or replaced. */
const DRAIN_MS = 2_000
/** How often "last answer" is told while a server answers all the time. */
const ANSWER_STEP_MS = 10_000
/** After the computer woke, servers are asked over this time. */
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

export function createManagedServer(first: ServerEntry, deps: ManagedServerDeps): ManagedServer {
  const { clock, store } = deps
  const log = createLogRing(clock.now, clock.monotonicMs)
  const keeper = createListingKeeper(store, deps.log)
  const answers = createAnswerTimes(clock)
  const timers = createNamedTimers<'tick' | 'answer' | 'wake'>(clock)
  const settlers: (() => void)[] = []
  let entry = first
  let life: Life = unborn
  let since = clock.now()
  let retryAt: Date | null = null
  let run: Run | null = null
  let gate: CallGate = createCallGate()
  /** While it is ready. */
  let watch: ServerWatch | null = null
  /** Of all runs before the one that is. */
  let ended: Promise<unknown> = Promise.resolve()
  let isRefreshFailed = false
  /** The first list may have been read before the change. */
  let isChangedInStart = false
  let isClosed = false

  function apply(event: LifeEvent, priority: StartPriority = 'retry'): void {
    if (isClosed) return
    const before = life
    life = nextLife(before, event, clock.monotonicMs(), deps.random())
    if (life === before) return
    const isOther = life.state !== before.state || life.attempt !== before.attempt
    if (isOther) since = clock.now()
    armTick()
    if (life.attempt !== before.attempt) {
      leaveRun()
      beginRun(priority)
    } else if (life.state !== 'starting' && life.state !== 'ready') leaveRun()
    if (isOther) note(before)
    if (isOther || life.fault !== before.fault || life.retryAt !== before.retryAt) deps.onChanged('status')
    if ((life.state === 'ready') !== (before.state === 'ready') && keeper.current() !== null) deps.onChanged('listing')
    if (life.state !== 'starting') for (const tell of settlers.splice(0)) tell()
  }

  function armTick(): void {
    const wakeMs = wakeAt(life)
    const inMs = wakeMs === null ? null : wakeMs - clock.monotonicMs()
    retryAt = life.retryAt === null || inMs === null ? null : new Date(clock.now().getTime() + inMs)
    timers.arm('tick', inMs, () => {
      // Timers of node may be a millisecond early.
      if (wakeMs !== null && clock.monotonicMs() < wakeMs) armTick()
      else apply({ type: 'tick' })
    })
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
        if (run === mine) failed(fault)
      },
    })
    run = mine
    gate = createCallGate()
    isChangedInStart = false
  }

  function failed(fault: ServerFault): void {
    apply({ type: 'failed', fault, needsLogin: needsLogin(entry, fault) })
  }

  /** The run goes on by itself until its calls have had a moment to end. */
  function leaveRun(): void {
    watch?.stop()
    watch = null
    const leaving = run
    run = null
    if (leaving === null) return
    const drained = leaving.signal.aborted ? Promise.resolve() : drain(gate)
    ended = Promise.all([ended, drained.then(() => leaving.end())])
  }

  async function drain(calls: CallGate): Promise<void> {
    await bounded(calls.idle(), { clock, ms: DRAIN_MS, onLimit: () => new Error('drained') }).catch(() => {})
  }

  function hooksOf(own: ServerEntry, isCurrent: () => boolean): ConnectHooks {
    return {
      onListChanged() {
        if (!isCurrent()) return
        if (watch === null) isChangedInStart = true
        else watch.listChanged()
      },
      onResourceUpdated(uri) {
        if (isCurrent()) deps.onResourceUpdated(uri)
      },
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
    answers.note()
    if (!timers.isArmed('answer')) timers.arm('answer', ANSWER_STEP_MS, () => deps.onChanged('status'))
  }

  function becameReady(mine: Run, connection: Connection, listing: ServerListing): void {
    answered()
    isRefreshFailed = false
    keeper.accept(entry, listing)
    watch = watchServer({
      clock,
      entry,
      connection,
      gate,
      answers,
      ended: mine.signal,
      onListing(fresh) {
        if (run === mine) relisted(fresh)
      },
      onRefreshFailed(fault) {
        if (run === mine) refreshFailed(mine.mask(fault.message.en))
      },
      onDead(fault) {
        if (run === mine) failed(fault)
      },
    })
    apply({ type: 'ready' })
    if (isChangedInStart) watch?.listChanged()
  }

  function relisted(listing: ServerListing): void {
    const wasStale = isRefreshFailed
    isRefreshFailed = false
    if (keeper.accept(entry, listing) || wasStale) deps.onChanged('listing')
  }

  function refreshFailed(reason: string): void {
    log.add({ from: 'hub', level: 'warn', text: `Its lists could not be asked for again: ${reason}` })
    if (isRefreshFailed) return
    isRefreshFailed = true
    deps.onChanged('listing')
  }

  /** An attempt has deadlines of its own, so that this ends. */
  async function settled(): Promise<void> {
    if (life.state !== 'starting') return
    const { promise, resolve } = Promise.withResolvers<void>()
    settlers.push(resolve)
    await promise
  }

  async function path(signal: AbortSignal | undefined): Promise<CallPath> {
    if (life.state !== 'ready') {
      apply({ type: 'wanted', by: 'call' }, 'awaited')
      run?.raise()
      const ms = entry.settings.limits.requestMs
      await bounded(settled(), { clock, ms, signal, onLimit: () => new ServerError(callTimedOut(entry.name, ms)) })
    }
    const [now, mine] = [watch, run]
    if (now === null || mine === null) throw new ServerError(notReady(entry.name, life.state, life.fault))
    return {
      connection: now.connection,
      gate: now.gate,
      ended: mine.signal,
      mask: mine.mask,
      onFault(fault) {
        if (run !== mine) return
        if (needsLogin(entry, fault)) failed(fault)
        else if (isDoubtful(fault)) now.doubt(1)
      },
    }
  }

  /** Another value with the same name is another start. */
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

  async function checkAwake(now: ServerWatch): Promise<void> {
    try {
      await now.ping(WAKE_PING_MS)
    } catch {
      if (watch === now) apply({ type: 'reconnect' }, 'first')
    }
  }

  function status(): ServerStatus {
    return {
      state: life.state,
      since: since.toISOString(),
      lastAnswerAt: answers.at()?.toISOString() ?? null,
      fault: life.fault,
      era: watch?.connection.era ?? null,
      protocolVersion: watch?.connection.protocolVersion ?? null,
      retryAt: retryAt?.toISOString() ?? null,
      pid: watch?.connection.pid ?? null,
    }
  }

  async function wanted(event: LifeEvent): Promise<ServerStatus> {
    apply(event, 'awaited')
    run?.raise()
    await settled()
    return status()
  }

  return {
    log,
    calls: createServerCalls({ clock, entry: () => entry, path }),
    entryChanged(next) {
      const before = entry
      entry = next
      if (fingerprintOf(next.target) !== fingerprintOf(before.target) && keeper.current() !== null) {
        keeper.forget()
        deps.onChanged('listing')
      }
      const isTouched = next.changedAt.getTime() !== before.changedAt.getTime()
      const isIdle = life.state !== 'ready' && life.state !== 'starting'
      const isOther = connectionKey(next) !== connectionKey(before) || (isTouched && isIdle)
      const { attempt } = life
      apply({ type: 'entry', permission: permissionOf(next), isOther }, life === unborn ? 'first' : 'awaited')
      if (isTouched && run !== null && life.attempt === attempt) void compareValues(run)
    },
    async load() {
      if (!(await keeper.load(entry))) return
      const listing = keeper.current()
      if (listing !== null) answers.remember(listing.listedAt)
      deps.onChanged('listing')
    },
    start: () => wanted({ type: 'wanted', by: 'person' }),
    restart: () => wanted({ type: 'restart' }),
    async stop() {
      apply({ type: 'stop' })
      await ended
      return status()
    },
    async refresh() {
      if (watch !== null) await watch.refresh()
      else if (life.state !== 'stopped') return wanted({ type: 'wanted', by: 'person' })
      return status()
    },
    status,
    listing() {
      const listing = keeper.current()
      return listing === null ? null : { listing, stale: life.state !== 'ready' || isRefreshFailed }
    },
    reconnect() {
      if (entry.target.kind === 'stdio') return
      timers.arm('wake', deps.random() * SPREAD_MS, () => {
        if (watch !== null && entry.settings.stateful) void checkAwake(watch)
        else if (life.fault !== null && isDoubtful(life.fault)) apply({ type: 'wanted', by: 'network' }, 'first')
      })
    },
    async close() {
      apply({ type: 'entry', permission: { is: 'off' }, isOther: false })
      isClosed = true
      timers.close()
      await ended
    },
  }
}

/** Whether the server is still there is not known after it. */
function isDoubtful(fault: ServerFault): boolean {
  return fault.code === 'timeout' || fault.code === 'unreachable' || fault.code === 'http_status'
}
