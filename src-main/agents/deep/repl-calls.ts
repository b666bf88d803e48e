/** Calls of tools from inside of running code: the same door as everybody's, told as calls within the `eval` call. */
import type { ToolOutcome } from '../../registry/types.ts'
import type { AgentTools } from '../agent-tools.ts'
import type { AgentEvent } from '../events.ts'
import { resultPreview } from '../quick/direct-result.ts'
import type { ReplCall } from '../repl/types.ts'

export function replInvoke(options: {
  readonly tools: Pick<AgentTools, 'invoke'>
  readonly emit: (event: AgentEvent) => void
  readonly label: (call: { tool: string; args: unknown }) => string
  readonly now: () => Date
}): (call: ReplCall) => Promise<ToolOutcome> {
  const { tools, emit, label, now } = options
  return async (call) => {
    const { callId: id, tool, args, parent } = call
    emit({ type: 'tool_call', id, tool, args, label: label({ tool, args }), parent, at: now().toISOString() })
    const outcome = await tools.invoke(call)
    const { durationMs } = outcome
    if (!outcome.ok) emit({ type: 'tool_result', id, ok: false, preview: null, durationMs, error: outcome.error })
    else {
      const { preview, truncated } = resultPreview(outcome)
      emit({ type: 'tool_result', id, ok: outcome.success, preview, ...(truncated ? { truncated } : {}), durationMs })
    }
    return outcome
  }
}
