/**
 * Cancelling one call of a run while the run goes on: a page's cancel button reaches the call through here. One of these
 * a hub, shared by every agent and by the runner (`chat.cancelCall`).
 */

export interface CallControl {
  /** Hand it to `AgentTools.invoke` (or whatever runs the call) as the call's own signal. */
  readonly signal: AbortSignal
  /** True when the person cancelled this very call, which is not the same as the run being stopped. */
  readonly isCancelled: boolean
  /** Call it when the call has ended, however it ended; idempotent. */
  end(): void
}

export interface CallControls {
  /** Begins a call. `runId` null (a run that nothing keeps) gives a signal that nobody can abort from outside. */
  begin(runId: string | null, callId: string): CallControl
  /** Cancels a call that is going on. False when there is no such call now. */
  cancelCall(runId: string, callId: string): boolean
}

/** The reason of the aborted signal. */
export class CallCancelled extends Error {
  override readonly name = 'CallCancelled'
  constructor() {
    super('The person cancelled this call.')
  }
}

export function createCallControls(): CallControls {
  const going = new Map<string, Set<AbortController>>()
  const keyOf = (runId: string, callId: string) => JSON.stringify([runId, callId])

  return {
    begin(runId, callId) {
      const abort = new AbortController()
      const key = runId === null ? null : keyOf(runId, callId)
      if (key !== null) {
        // An id is used again where a model repeats one: then both are that call.
        const same = going.get(key) ?? new Set()
        same.add(abort)
        going.set(key, same)
      }
      return {
        signal: abort.signal,
        get isCancelled() {
          return abort.signal.aborted
        },
        end() {
          if (key === null) return
          const same = going.get(key)
          same?.delete(abort)
          if (same?.size === 0) going.delete(key)
        },
      }
    },
    cancelCall(runId, callId) {
      const same = going.get(keyOf(runId, callId))
      if (same === undefined) return false
      for (const abort of [...same]) abort.abort(new CallCancelled())
      return true
    },
  }
}
