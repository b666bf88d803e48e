/** The registry's tools and outcomes in MCP's words. Pure. */
import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import type { ToolDefinition, ToolOutcome } from '../registry/types.ts'
import { isObject } from './json-rpc.ts'

/** Definitions do not change while they are held, and a list of them is asked for far more often than it changes. */
const wired = new WeakMap<ToolDefinition, Tool>()

/** A definition as `tools/list` shows it; the same object for the same definition. */
export function wireTool(definition: ToolDefinition): Tool {
  let tool = wired.get(definition)
  if (tool === undefined) {
    tool = toolOf(definition)
    wired.set(definition, tool)
  }
  return tool
}

function toolOf({ name, title, description, inputSchema, outputSchema, annotations, view }: ToolDefinition): Tool {
  return {
    name,
    title,
    description,
    inputSchema: { ...inputSchema, type: 'object' },
    ...(outputSchema === undefined ? {} : { outputSchema: { ...outputSchema, type: 'object' } }),
    annotations: { title, ...annotations },
    // MCP Apps (io.modelcontextprotocol/ui): the flat key is the one that older hosts read.
    ...(view === undefined ? {} : { _meta: { ui: { resourceUri: view }, 'ui/resourceUri': view } }),
  }
}

/**
 * An outcome as `tools/call` answers it. `isError` is the opposite of the tool's own `success`; a failure outside the
 * tool carries its code, message and way out, for a model to read as text and for a program as an object.
 */
export function wireResult(outcome: ToolOutcome): CallToolResult {
  if (!outcome.ok) {
    const { code, message, hint } = outcome.error
    return {
      content: [{ type: 'text', text: failureText(outcome.error) }],
      structuredContent: { success: false, message, error: { code, message, hint } },
      isError: true,
    }
  }
  const content: CallToolResult['content'] = [{ type: 'text', text: outcome.text }]
  if (outcome.notice !== undefined) content.push({ type: 'text', text: outcome.notice })
  const structured = structuredContent(outcome.result)
  return { content, ...(structured === null ? {} : { structuredContent: structured }), isError: !outcome.success }
}

/** The seed's way to ask for a login: a result like any other, as text and as an object. */
export function loginPrompt(result: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result, isError: false }
}

/** "What happened. What to do." */
export function failureText({ message, hint }: { message: string; hint: string }): string {
  return hint === '' ? message : `${message} ${hint}`
}

/** Objects go as they are, lists as `{ data }`; a bare number or text is in the text content alone. */
function structuredContent(result: unknown): Record<string, unknown> | null {
  if (Array.isArray(result)) return { data: result }
  return isObject(result) ? result : null
}
