/** Which call of a tool is going on, for what is asked of the person far below it; calls run side by side. */
import { AsyncLocalStorage } from 'node:async_hooks'

const scope = new AsyncLocalStorage<string>()

export async function inCall<T>(callId: string, work: () => Promise<T>): Promise<T> {
  return scope.run(callId, work)
}

/** Null outside of any call. */
export function currentCallId(): string | null {
  return scope.getStore() ?? null
}
