/** The registry's tools and those of external servers, as the deep agent offers them. Every call passes the one door. */
import type { ToolDefinition, ToolOutcome } from '../../../registry/types.ts'
import type { AgentTools } from '../../agent-tools.ts'
import { resultPreview } from '../../quick/direct-result.ts'
import type { OfferedTool, ToolReply, ToolRunning } from './offered-tool.ts'

export function registryTool(definition: ToolDefinition, tools: Pick<AgentTools, 'invoke'>): OfferedTool {
  const { name, description, inputSchema, origin, annotations } = definition
  const server = origin.kind === 'server' ? origin.server : undefined
  return {
    name,
    description,
    inputSchema,
    ...(server === undefined ? {} : { server }),
    isReadOnly: annotations.readOnlyHint,
    async run(args, running) {
      const outcome = await tools.invoke({
        tool: name,
        args,
        callId: running.callId,
        signal: running.signal,
        onProgress: (progress) => running.emit({ type: 'tool_progress', id: running.callId, ...progress }),
        onOutput: (text) => running.emit({ type: 'tool_output', id: running.callId, text }),
      })
      return replyOf(outcome, { source: server ?? null, isOpen: annotations.openWorldHint, name }, running)
    },
  }
}

/** What a model and a page are told of an outcome. What came from outside is marked with where it came from. */
export function replyOf(
  outcome: ToolOutcome,
  from: { readonly source: string | null; readonly isOpen: boolean; readonly name: string },
  running: Pick<ToolRunning, 'emit'>,
): ToolReply {
  const isForeign = from.source !== null || from.isOpen
  const source = from.source ?? from.name
  const ofStranger = isForeign ? { source } : {}
  // A server's own words of a failure are a stranger's words too.
  if (!outcome.ok) return { ok: false, error: outcome.error, ...ofStranger }
  if (outcome.notice !== undefined) running.emit({ type: 'notice', code: 'corrected', text: outcome.notice })
  const { preview, truncated } = resultPreview(outcome)
  if (!outcome.success)
    return {
      ok: false,
      preview,
      error: { code: 'tool_failed', message: words(outcome.result), hint: '' },
      ...ofStranger,
    }
  // The registry has put a border around what strangers may have written.
  return { ok: true, text: outcome.text, preview, ...(truncated ? { truncated } : {}) }
}

const FAILURE_CHARS = 4_000

/** What a tool said of its failure, without the border that its text has for models: the page shows it too. */
function words(result: unknown): string {
  const text = typeof result === 'string' ? result : (JSON.stringify(result) ?? '')
  return text.length <= FAILURE_CHARS ? text : `${text.slice(0, FAILURE_CHARS).toWellFormed()}…`
}
