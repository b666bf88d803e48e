/** A registry with four small tools, for tests of the endpoints: what the endpoints do must not depend on real tools. */
import type { Caller, Registry, ToolCall, ToolDefinition, ToolOutcome } from '../../../src-main/registry/types.ts'

const readOnly = { readOnlyHint: true, destructiveHint: false, openWorldHint: false, idempotentHint: true }

function definition(name: string, needsIdentity: boolean): ToolDefinition {
  return {
    name,
    title: name,
    description: `The tool ${name}.`,
    inputSchema: { type: 'object', properties: { value: {} }, additionalProperties: false },
    origin: { kind: 'packaged', file: `${name}.ts` },
    needsIdentity,
    annotations: readOnly,
    scope: 'mcp:read',
  }
}

export interface FakeRegistry extends Registry {
  /** Every invoke, in order. */
  readonly calls: ToolCall[]
  readonly lists: Caller[]
  listChanged(): void
  /** Calls of `wait` whose signal fired. */
  readonly cancelled: unknown[]
  readonly listeners: number
  /** Calls of `wait` that have not ended. */
  readonly waiting: number
}

const success = (result: unknown): ToolOutcome => ({
  ok: true,
  result,
  text: JSON.stringify(result),
  success: true,
  durationMs: 0,
})

/**
 * `echo` answers its arguments and who called; `list` answers an array; `whoami` needs identity; `fail` answers
 * success: false; `wait` reports progress twice and ends after `value` ms or when it is cancelled.
 */
export function createFakeRegistry(): FakeRegistry {
  const tools = [
    definition('echo', false),
    definition('fail', false),
    definition('list', false),
    definition('wait', false),
    definition('whoami', true),
  ]
  const listeners = new Set<() => void>()
  const calls: ToolCall[] = []
  const lists: Caller[] = []
  const cancelled: unknown[] = []
  let waiting = 0

  async function run(call: ToolCall): Promise<ToolOutcome> {
    const { tool, args, caller, signal, onProgress } = call
    switch (tool) {
      case 'echo':
        return success({ success: true, args, user: caller.user?.publicId ?? null, actor: caller.actor })
      case 'list':
        return success([1, 2, 3])
      case 'fail':
        return {
          ok: true,
          result: { success: false, message: 'no' },
          text: '{"success":false}',
          success: false,
          durationMs: 0,
        }
      case 'whoami':
        if (caller.user === null) {
          const error = {
            code: 'authorization_required' as const,
            message: 'This tool needs a token.',
            hint: 'Run: mirohub token',
          }
          return { ok: false, error, durationMs: 0 }
        }
        return success({ success: true, user: caller.user.publicId })
      case 'wait': {
        const ms = Number((args as { value?: unknown }).value ?? 50)
        onProgress?.({ done: 1, total: 2, message: 'half' })
        // A step back must not reach a client: MCP wants progress that grows.
        onProgress?.({ done: 1, total: 2 })
        waiting++
        const stopped = await new Promise<boolean>((resolve) => {
          const timer = setTimeout(() => resolve(false), ms)
          signal?.addEventListener('abort', () => {
            clearTimeout(timer)
            resolve(true)
          })
        })
        waiting--
        if (stopped) {
          cancelled.push(args)
          return { ok: false, error: { code: 'cancelled', message: 'Cancelled.', hint: '' }, durationMs: ms }
        }
        onProgress?.({ done: 2, total: 2, message: 'done' })
        return success({ success: true, waited: ms })
      }
      default:
        return {
          ok: false,
          error: { code: 'unknown_tool', message: `There is no tool "${tool}".`, hint: '' },
          durationMs: 0,
        }
    }
  }

  return {
    calls,
    lists,
    cancelled,
    get listeners() {
      return listeners.size
    },
    get waiting() {
      return waiting
    },
    async list(caller) {
      lists.push(caller)
      return tools
    },
    async inspect() {
      return { tools: [], warnings: [] }
    },
    invoke(call) {
      calls.push(call)
      return run(call)
    },
    async setEnabled() {},
    onListChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh() {
      for (const listener of listeners) listener()
    },
    listChanged() {
      for (const listener of listeners) listener()
    },
    async close() {},
  }
}
