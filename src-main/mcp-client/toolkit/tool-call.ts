/** One call of a server's tool: what we fill in is filled in, the wait is bounded, the result goes through processors. */
import type { CallToolResult } from '@modelcontextprotocol/client'
import type { ExternalAnswer, ExternalCall } from '../model/external-tools.ts'
import { objectOf } from '../model/json-value.ts'
import type { Answered, ServerManager } from '../model/server-manager.ts'
import { blockedAddress } from './blocked-addresses.ts'
import { processResult } from './processors.ts'

export interface ToolCallTarget {
  readonly serverId: string
  readonly serverName: string
  /** As the server calls it. */
  readonly tool: string
  /** Counts more than what the caller gives. */
  readonly preset: Readonly<Record<string, unknown>>
  /** Ids of result processors. */
  readonly processors: readonly string[]
  /** Sites that no tool may be sent to (BLOCKED_SITES). */
  readonly blockedSites: readonly string[]
}

/** Never rejects. An answer that comes after the end is dropped. */
export async function callTool(
  manager: Pick<ServerManager, 'call'>,
  target: ToolCallTarget,
  args: Readonly<Record<string, unknown>>,
  { signal, timeoutMs, ...request }: ExternalCall,
): Promise<ExternalAnswer> {
  if (signal?.aborted) return { kind: 'cancelled' }
  const blocked = blockedAddress(args, target.blockedSites)
  if (blocked !== null)
    return {
      kind: 'failed',
      message: `${target.tool} was not sent to ${blocked.address.slice(0, 200)}: ${blocked.site} is on the list of blocked sites.`,
      hint: 'Look for another source.',
      isTimeout: false,
    }
  const limit = timeoutMs === undefined ? null : AbortSignal.timeout(Math.min(timeoutMs, 2 ** 31 - 1))
  const ends = [signal, limit].filter((one): one is AbortSignal => one !== null && one !== undefined)
  const end = ends.length > 1 ? AbortSignal.any(ends) : ends[0]
  const answered = await untilAborted(
    manager.call(target.serverId, {
      ...request,
      tool: target.tool,
      args: objectOf([...Object.entries(args), ...Object.entries(target.preset)]),
      ...(end === undefined ? {} : { signal: end }),
    }),
    end,
  )
  if (signal?.aborted) return { kind: 'cancelled' }
  if (limit?.aborted || answered === null) return timedOut(target, timeoutMs ?? 0)
  if (!answered.ok) {
    const { code, message, hint } = answered.fault
    return { kind: 'failed', message: message.en, hint: hint.en, isTimeout: code === 'timeout' }
  }
  if ('ask' in answered.answer) return { kind: 'ask', ask: answered.answer.ask }
  const { result, notices } = await processResult(answered.answer.result, target.processors)
  return { kind: 'result', result, ...(notices.length > 0 ? { notice: notices.join(' ') } : {}) }
}

/** Null when the signal was first. */
async function untilAborted(
  running: Promise<Answered<CallToolResult>>,
  signal: AbortSignal | undefined,
): Promise<Answered<CallToolResult> | null> {
  if (signal === undefined) return running
  const { promise, resolve } = Promise.withResolvers<null>()
  const give = () => resolve(null)
  signal.addEventListener('abort', give, { once: true })
  try {
    return await Promise.race([running, promise])
  } finally {
    signal.removeEventListener('abort', give)
  }
}

function timedOut({ serverName, tool }: ToolCallTarget, limitMs: number): ExternalAnswer {
  return {
    kind: 'failed',
    message: `${tool} of the server ${serverName} gave no answer within ${Math.round(limitMs / 100) / 10} s.`,
    hint: 'Ask for less at once, or allow it more time.',
    isTimeout: true,
  }
}
