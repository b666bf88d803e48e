/** What is kept up while a server is ready: its lists are asked for again, and whether it is still there. */
import type { Connection } from '../model/connection.ts'
import type { ServerEntry } from '../model/server-entry.ts'
import { ServerError, type ServerFault, type ServerListing } from '../model/server-status.ts'
import type { AnswerTimes } from './answer-times.ts'
import { bounded } from './bounded.ts'
import type { CallGate } from './call-gate.ts'
import type { Clock } from './clock.ts'
import { callTimedOut, faultOf, silent } from './faults.ts'
import { watchHealth } from './health-watch.ts'
import { createRefresher } from './refresher.ts'

const MIN_LIST_MS = 20_000

export interface ServerWatch {
  readonly connection: Connection
  readonly gate: CallGate
  /** The server said that a list is another now. */
  listChanged(): void
  /** Resolves when it is over, however it went. */
  refresh(): Promise<void>
  /** After something that leaves it open whether the server is there; `own` of the calls that run are the asker's. */
  doubt(own: number): void
  /** Rejects when there is no answer. */
  ping(limitMs: number): Promise<void>
  stop(): void
}

export interface ServerWatchOptions {
  readonly clock: Clock
  readonly entry: ServerEntry
  readonly connection: Connection
  readonly gate: CallGate
  readonly answers: AnswerTimes
  /** Aborted when the connection ends. */
  readonly ended: AbortSignal
  readonly onListing: (listing: ServerListing) => void
  readonly onRefreshFailed: (fault: ServerFault) => void
  readonly onDead: (fault: ServerFault) => void
}

export function watchServer(options: ServerWatchOptions): ServerWatch {
  const { clock, entry, connection, gate, answers, ended } = options
  const isChild = entry.target.kind === 'stdio'

  async function within<T>(ms: number, fault: ServerFault, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const stop = new AbortController()
    const onLimit = () => new ServerError(fault)
    return bounded(work(stop.signal), { clock, ms, signal: ended, onLimit, onLimitReached: () => stop.abort() })
  }

  async function ping(limitMs: number): Promise<void> {
    await within(limitMs, silent(entry.name), (signal) => connection.ping(signal))
    answers.note()
  }

  const health = watchHealth({
    clock,
    answeredAtMs: answers.atMs,
    answers: answers.count,
    isQuiet: () => gate.running === 0,
    // The end of a child is seen; one session a call has nothing to lose.
    afterSilence: !isChild && entry.settings.stateful,
    ping,
    onDead: (error) => options.onDead(error instanceof ServerError ? error.fault : silent(entry.name)),
  })

  function doubt(own: number): void {
    // A program that answers one thing after the other is not dead because a call takes long.
    if (!isChild || gate.running <= own) health.check()
  }

  const refresher = createRefresher({
    clock,
    async list() {
      const ms = Math.max(MIN_LIST_MS, entry.settings.limits.connectMs)
      const listing = await within(ms, callTimedOut(entry.name, ms), (signal) => connection.list(signal))
      options.onListing(listing)
    },
    onFailed(error) {
      options.onRefreshFailed(faultOf(error, entry.name))
      doubt(0)
    },
  })

  return {
    connection,
    gate,
    listChanged: refresher.changed,
    refresh: refresher.now,
    doubt,
    ping,
    stop() {
      refresher.stop()
      health.stop()
    },
  }
}
