/** One run of a tool's function: arguments put in place, services injected, a limit on time. */
import { servicesFor } from './data-classes.ts'
import type { CatalogTool } from './tool-catalog.ts'
import type { ToolCall, ToolContext, UserInfo } from './types.ts'

export const defaultTimeoutMs = 900_000

export type RunOutcome =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'timeout'; readonly limitMs: number }
  | { readonly kind: 'cancelled' }

/**
 * Runs a tool and waits for it at most `timeoutMs`. On a timeout or a cancel the signal in `context` fires and the
 * promise is left behind: a tool that ignores the signal may go on, but nobody waits for it.
 */
export async function runTool(
  tool: CatalogTool,
  args: Readonly<Record<string, unknown>>,
  call: ToolCall,
  services: Pick<ToolContext, 'health' | 'genetics' | 'vocabulary' | 'now'>,
): Promise<RunOutcome> {
  const limitMs = call.timeoutMs ?? defaultTimeoutMs
  const ended = new AbortController()
  const signal = call.signal ? AbortSignal.any([call.signal, ended.signal]) : ended.signal
  if (call.signal?.aborted) return { kind: 'cancelled' }
  let timer: NodeJS.Timeout | undefined
  let onAbort: (() => void) | undefined
  const limit = new Promise<RunOutcome>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'timeout', limitMs }), Math.min(limitMs, 2 ** 31 - 1))
    onAbort = () => resolve({ kind: 'cancelled' })
    call.signal?.addEventListener('abort', onAbort, { once: true })
  })
  const running = start(tool, args, call, { ...services, signal })
  try {
    return await Promise.race([running, limit])
  } finally {
    clearTimeout(timer)
    if (onAbort) call.signal?.removeEventListener('abort', onAbort)
    ended.abort()
  }
}

async function start(
  tool: CatalogTool,
  args: Readonly<Record<string, unknown>>,
  call: ToolCall,
  services: Pick<ToolContext, 'health' | 'genetics' | 'vocabulary' | 'now' | 'signal'>,
): Promise<RunOutcome> {
  try {
    const positional: unknown[] = []
    for (const parameter of tool.order) {
      const value =
        parameter.name === 'user_info'
          ? userInfo(call)
          : parameter.name === 'context'
            ? context(call, services)
            : args[parameter.name]
      if (parameter.rest && Array.isArray(value)) positional.push(...value)
      else positional.push(value)
    }
    return { kind: 'returned', value: await tool.run(positional) }
  } catch (error) {
    return { kind: 'threw', error }
  }
}

function userInfo(call: ToolCall): UserInfo | undefined {
  const { user, sessionId } = call.caller
  if (!user) return undefined
  return { success: true, user_id: user.publicId, ...(sessionId ? { session_id: sessionId } : {}) }
}

function context(
  call: ToolCall,
  services: Pick<ToolContext, 'health' | 'genetics' | 'vocabulary' | 'now' | 'signal'>,
): ToolContext {
  return {
    ...services,
    ...servicesFor(call.caller, services),
    user: call.caller.user,
    progress: (done, total, message) =>
      call.onProgress?.({ done, total, ...(message === undefined ? {} : { message }) }),
  }
}
