/** One connection of one server, from its place in the start pool to the end of its process. */
import { setMaxListeners } from 'node:events'
import type { Connect, ConnectHooks, Connection } from '../model/connection.ts'
import type { ServerEntry, ServerValues } from '../model/server-entry.ts'
import { ServerError, type ServerFault, type ServerListing } from '../model/server-status.ts'
import type { ServerStore } from '../model/server-store.ts'
import { bounded } from './bounded.ts'
import type { Clock } from './clock.ts'
import { missingValues, secretMask, valuesDigest } from './entry-values.ts'
import { faultOf, startTimedOut, valuesMissing, valuesOutOfReach, withoutSecrets } from './faults.ts'
import type { StartPool, StartPriority } from './start-pool.ts'

/** A keychain that waits for its person must not hold a start for ever. */
const VALUES_LIMIT_MS = 60_000
/** Over what a connection allows itself, so that its own words come first. It includes the end of a child. */
const CONNECT_GRACE_MS = 10_000
const MIN_LIST_MS = 20_000
/** stdin 2 s, SIGTERM 3 s, SIGKILL, and time to spare. After this the rest of the hub does not wait any longer. */
const CLOSE_LIMIT_MS = 12_000

export interface RunOptions {
  readonly entry: ServerEntry
  readonly connect: Connect
  readonly store: Pick<ServerStore, 'values' | 'era'>
  readonly pool: StartPool
  readonly clock: Clock
  readonly priority: StartPriority
  readonly hooks: ConnectHooks
  /** The end of the run before: two processes of one server never run side by side. */
  readonly after: Promise<unknown>
  readonly onReady: (connection: Connection, listing: ServerListing) => void
  /** At most once, before or after onReady; not after `end`. */
  readonly onFailed: (fault: ServerFault) => void
}

export interface Run {
  /** Aborted when the run ends, for whatever reason. */
  readonly signal: AbortSignal
  /** Of the values it was started with; null before they were read. */
  valuesDigest(): string | null
  mask(text: string): string
  /** A person, or a call, waits for the start. */
  raise(): void
  /** Idempotent; resolves when nothing is left, or after twelve seconds. */
  end(): Promise<void>
}

export function startRun(options: RunOptions): Run {
  const { entry, clock, hooks } = options
  const { limits } = entry.settings
  const controller = new AbortController()
  const { signal } = controller
  // Each call that runs listens to it.
  setMaxListeners(0, signal)
  let held: Connection | null = null
  let digest: string | null = null
  let mask = (text: string): string => text
  let ending: Promise<void> | null = null
  let isAwaited = options.priority === 'awaited'
  let raise = () => {}

  const checkedHooks: ConnectHooks = {
    onListChanged: (what) => ifAlive(() => hooks.onListChanged(what)),
    onResourceUpdated: (uri) => ifAlive(() => hooks.onResourceUpdated(uri)),
    onAnswer: () => ifAlive(() => hooks.onAnswer()),
    onEra: (verdict) => ifAlive(() => hooks.onEra(verdict)),
    // The last words of a process that ends are the ones that matter.
    onLog: (line) => hooks.onLog({ ...line, text: mask(line.text) }),
    askPerson: (question, asking) => hooks.askPerson(question, asking),
  }
  function ifAlive(work: () => void): void {
    if (!signal.aborted) work()
  }

  async function readValues(): Promise<ServerValues> {
    const onLimit = () => new ServerError(valuesOutOfReach(entry.name))
    const values = await bounded(options.store.values(entry), { clock, ms: VALUES_LIMIT_MS, signal, onLimit })
    const missing = missingValues(entry, values)
    if (missing.length > 0) throw new ServerError(valuesMissing(entry.name, missing))
    mask = secretMask(values)
    digest = valuesDigest(values)
    return values
  }

  async function connect(values: ServerValues): Promise<Connection> {
    // What negotiation found out last is a help, not a need.
    const era = await options.store.era(entry).catch(() => null)
    signal.throwIfAborted()
    const attempt = new AbortController()
    const abandon = () => attempt.abort(signal.reason)
    signal.addEventListener('abort', abandon, { once: true })
    const opening = options.connect({ entry, values, hooks: checkedHooks, era, signal: attempt.signal })
    let isLate = false
    opening.then(
      (late) => {
        if (isLate) void late.close()
      },
      () => {},
    )
    try {
      const ms = limits.connectMs + CONNECT_GRACE_MS
      const onLimit = () => new ServerError(startTimedOut(entry.name, 'connect', limits.connectMs))
      // Not given up with the signal: `connect` ends its child first, and the next run waits for that.
      return await bounded(opening, { clock, ms, onLimit, onLimitReached: () => attempt.abort() })
    } catch (error) {
      isLate = true
      throw error
    } finally {
      signal.removeEventListener('abort', abandon)
    }
  }

  async function list(connection: Connection): Promise<ServerListing> {
    const ms = Math.max(MIN_LIST_MS, limits.connectMs)
    const onLimit = () => new ServerError(startTimedOut(entry.name, 'list', ms))
    const gone = connection.ended.then(({ fault }) => {
      throw fault === null ? signal.reason : new ServerError(fault)
    })
    return bounded(Promise.race([connection.list(signal), gone]), { clock, ms, signal, onLimit })
  }

  async function start(): Promise<void> {
    let leave = () => {}
    try {
      await options.after
      const ticket = options.pool.enter(isAwaited ? 'awaited' : options.priority, signal)
      raise = ticket.raise
      leave = ticket.leave
      await ticket.entered
      held = await connect(await readValues())
      signal.throwIfAborted()
      const listing = await list(held)
      signal.throwIfAborted()
      options.onReady(held, listing)
      void watch(held)
    } catch (error) {
      fail(error)
    } finally {
      leave()
    }
  }

  async function watch(connection: Connection): Promise<void> {
    const { fault } = await connection.ended
    fail(fault === null ? new Error('the connection was closed by itself') : new ServerError(fault))
  }

  function fail(error: unknown): void {
    if (signal.aborted) return
    const fault = withoutSecrets(faultOf(error, entry.name), mask)
    // Calls that run end with what ended the server.
    void end(new ServerError(fault))
    options.onFailed(fault)
  }

  function end(reason: Error): Promise<void> {
    ending ??= close(reason)
    return ending
  }

  async function close(reason: Error): Promise<void> {
    controller.abort(reason)
    const closed = started.then(() => held?.close())
    const onLimit = () => new Error('not closed in time')
    await bounded(closed, { clock, ms: CLOSE_LIMIT_MS, onLimit }).catch(() => {
      const seconds = CLOSE_LIMIT_MS / 1_000
      hooks.onLog({ from: 'hub', level: 'warn', text: `It did not end within ${seconds} s; it is left behind.` })
    })
  }

  const started = start()
  return {
    signal,
    valuesDigest: () => digest,
    mask: (text) => mask(text),
    raise() {
      isAwaited = true
      raise()
    },
    end: () => end(new Error(`${entry.name} was ended`)),
  }
}
