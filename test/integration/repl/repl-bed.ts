/** A REPL with a few tools, and the longest time that the loop of this process stood still. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createRepl } from '../../../src-main/agents/repl/repl-host.ts'
import type { ReplCall, ReplHost, ReplLimits, ReplOutcome, ReplSession } from '../../../src-main/agents/repl/types.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import type { ToolDefinition, ToolOutcome } from '../../../src-main/registry/types.ts'
import { loopStall } from '../files/loop-stall.ts'

export function readTool(name: string): ToolDefinition {
  return {
    name,
    title: name,
    description: '',
    inputSchema: {},
    origin: { kind: 'packaged', file: 'x.ts' },
    needsIdentity: false,
    annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false, idempotentHint: true },
    scope: 'mcp:read',
  }
}

const good = (result: unknown): ToolOutcome => ({ ok: true, result, text: '', success: true, durationMs: 0 })

export interface ReplBed {
  readonly host: ReplHost
  readonly calls: ReplCall[]
  open(thread: string | null, limits?: Partial<ReplLimits>, signal?: AbortSignal): ReplSession
  /** The evaluation, and the longest stall of this loop in ms meanwhile. */
  measured(session: ReplSession, code: string, signal?: AbortSignal): Promise<{ outcome: ReplOutcome; stallMs: number }>
}

export function openReplBed(): ReplBed {
  const host = createRepl({ log: silentLogger, now: () => new Date('2025-07-16T12:00:00Z') })
  const calls: ReplCall[] = []
  async function invoke(call: ReplCall): Promise<ToolOutcome> {
    calls.push(call)
    const args = Object(call.args)
    if (call.tool === 'get_value') {
      await sleep(20)
      return good({ n: args.n, v: args.n * 2 })
    }
    if (call.tool === 'slow') {
      await sleep(60_000, undefined, { signal: call.signal }).catch(() => {})
      return good('late')
    }
    if (call.tool === 'big') return good('x'.repeat(5_000_000))
    return {
      ok: false,
      error: { code: 'tool_failed', message: 'The database is down.', hint: 'Wait.' },
      durationMs: 1,
    }
  }
  return {
    host,
    calls,
    open: (thread, limits, signal = new AbortController().signal) =>
      host.open({ thread, tools: ['get_value', 'slow', 'boom', 'big'].map(readTool), invoke, signal, limits }),
    async measured(session, code, signal) {
      const { result, stallMs } = await loopStall(() => session.eval(code, { callId: 'c1', signal }))
      return { outcome: result, stallMs }
    },
  }
}
