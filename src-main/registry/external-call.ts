/** A call of an external server's tool: asked of the person where they want that, run, its result in our words. */
import type { CallToolResult } from '@modelcontextprotocol/client'
import type { ExternalTool, ExternalTools } from '../mcp-client/model/external-tools.ts'
import { resultText } from '../mcp-client/toolkit/result-text.ts'
import { unwrapResult } from '../mcp-client/toolkit/unwrap.ts'
import { type Answer, failed, saysFailure } from './call-answer.ts'
import { capText } from './text-content.ts'
import type { JsonSchema, ToolCall } from './types.ts'

/** Only what no server could take: it checks the rest itself, and knows its schema best. */
export function externalFaults(args: unknown, schema: JsonSchema): readonly string[] {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return ['The arguments must be a JSON object.']
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : []
  return required
    .filter((name): name is string => typeof name === 'string' && !Object.hasOwn(args, name))
    .map((name) => `Missing argument: ${name}.`)
}

export async function callExternal(
  tool: ExternalTool,
  args: Readonly<Record<string, unknown>>,
  call: ToolCall,
  external: ExternalTools,
): Promise<Answer> {
  const { user, actor, sessionId } = call.caller
  const { name } = tool.definition
  if (user === null) return failed('authorization_required', 'Authorization required.', '')
  // A run has asked at its gate already, where what it had read counted too.
  if (tool.policy === 'ask' && call.approved !== true && call.run === undefined) {
    const isAllowed = await external.approve(user.id, tool, args, actor, call.signal)
    if (call.signal?.aborted) return cancelled(name)
    if (!isAllowed)
      return failed(
        'not_approved',
        `The person did not allow this call of ${name}.`,
        'Do not repeat it; go on without it. It can be allowed when Mirohub asks, or on the page of its server.',
      )
  }
  const { signal, onProgress, client, timeoutMs } = call
  const answer = await external.call(user.id, tool, args, {
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined ? {} : { onProgress }),
    ...(client === undefined ? {} : { client }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(sessionId === undefined ? {} : { runId: sessionId }),
  })
  switch (answer.kind) {
    case 'cancelled':
      return cancelled(name)
    case 'failed':
      return failed(answer.isTimeout ? 'timeout' : 'server_failed', answer.message, answer.hint)
    case 'ask':
      return {
        ...failed('input_required', `${name} asks something before it can answer.`, 'Answer its questions.'),
        ...{ ask: answer.ask },
      }
    case 'result': {
      const { result, notice } = answer
      const value = unwrapResult(result)
      return {
        ok: true,
        result: value,
        text: capText(resultText(result), undefined, 'ask for less at once'),
        bytes: sizeOf(result),
        success: result.isError !== true && !saysFailure(value),
        ...(notice === undefined ? {} : { notice }),
        mcpResult: result,
      }
    }
  }
}

function cancelled(name: string): Answer {
  return failed('cancelled', `${name} was cancelled.`, 'What it did before that is not known here.')
}

/** Without writing a large result out once more. */
function sizeOf({ content, structuredContent }: CallToolResult): number {
  const sizes = content.map((block) => {
    if (block.type === 'text') return block.text.length
    if (block.type === 'image' || block.type === 'audio') return block.data.length
    if (block.type !== 'resource') return block.uri.length
    return 'text' in block.resource ? block.resource.text.length : block.resource.blob.length
  })
  const structured = structuredContent === undefined ? 0 : JSON.stringify(structuredContent).length
  return sizes.reduce((sum, size) => sum + size, structured)
}
