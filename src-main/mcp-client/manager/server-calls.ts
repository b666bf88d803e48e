/** Calls of one server: they wait for its start, take their turn, end by a limit or a signal, and never throw. */
import type { Connection, UpstreamRequest } from '../model/connection.ts'
import type { ServerEntry } from '../model/server-entry.ts'
import { ServerError, type ServerFault } from '../model/server-status.ts'
import { bounded, linkedAbort } from './bounded.ts'
import type { CallGate } from './call-gate.ts'
import { calmProgress } from './calm-progress.ts'
import type { Clock } from './clock.ts'
import { busy, callTimedOut, cancelled, endedMeanwhile, faultOf, withoutSecrets } from './faults.ts'

/** Waiting for the start, for a turn, and running. */
const MAX_TAKEN = 320
/** Over what a connection allows itself, so that its own words come first. */
const CAP_GRACE_MS = 10_000

/** What a call needs of the connection it goes over. */
export interface CallPath {
  readonly connection: Connection
  readonly gate: CallGate
  /** Aborted when the connection ends. */
  readonly ended: AbortSignal
  mask(text: string): string
  /** The server answered with a fault, or not in time. */
  onFault(fault: ServerFault): void
}

export interface ServerCalls {
  /** `work` gets a request whose signal is the call's and the connection's. Never rejects. */
  run<T>(
    request: UpstreamRequest,
    work: (connection: Connection, request: UpstreamRequest) => Promise<T>,
  ): Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: ServerFault }>
}

export interface ServerCallsOptions {
  readonly clock: Clock
  readonly entry: () => ServerEntry
  /** Starts the server where it may be started. Rejects with ServerError, or with the signal's reason. */
  readonly path: (signal: AbortSignal | undefined) => Promise<CallPath>
}

export function createServerCalls({ clock, entry, path }: ServerCallsOptions): ServerCalls {
  let taken = 0

  async function go<T>(
    { gate, connection, ended, onFault, mask }: CallPath,
    request: UpstreamRequest,
    work: (connection: Connection, request: UpstreamRequest) => Promise<T>,
  ): Promise<T> {
    const { name, settings } = entry()
    const { controller, unlink } = linkedAbort([request.signal, ended])
    const progress = calmProgress(request.onProgress, clock)
    let leave = () => {}
    try {
      leave = await gate.enter(controller.signal)
      const answer = work(connection, { ...request, signal: controller.signal, onProgress: progress.onProgress })
      return await bounded(answer, {
        clock,
        ms: settings.limits.hardCapMs + CAP_GRACE_MS,
        signal: controller.signal,
        onLimit: () => new ServerError(callTimedOut(name, settings.limits.hardCapMs)),
        onLimitReached: () => controller.abort(new Error('the hard cap of the call was reached')),
      })
    } catch (error) {
      if (request.signal?.aborted) throw error
      if (ended.aborted && !(error instanceof ServerError)) throw new ServerError(endedMeanwhile(name))
      const fault = withoutSecrets(faultOf(error, name), mask)
      if (!ended.aborted) onFault(fault)
      throw new ServerError(fault, { cause: error })
    } finally {
      leave()
      unlink()
      progress.end()
    }
  }

  return {
    async run(request, work) {
      if (taken >= MAX_TAKEN) return { ok: false, fault: busy(entry().name, MAX_TAKEN) }
      taken++
      try {
        request.signal?.throwIfAborted()
        return { ok: true, value: await go(await path(request.signal), request, work) }
      } catch (error) {
        return { ok: false, fault: request.signal?.aborted ? cancelled() : faultOf(error, entry().name) }
      } finally {
        taken--
      }
    },
  }
}
