/**
 * One tool called by name from the chat: a line that begins with `/` and the name, then its arguments as JSON or as
 * words (`/memory__search_nodes query="knee pain"`). For tools that no question of the quick agent leads to.
 */
import type { Registry, ToolDefinition, ToolOutcome } from '../../registry/types.ts'
import { agentTools } from '../agent-tools.ts'
import type { CallControls } from '../call-controls.ts'
import type { AgentEvent, AgentInput } from '../events.ts'
import { argumentsIn } from './direct-arguments.ts'
import { resultPreview, resultWords } from './direct-result.ts'

export interface DirectCall {
  /** As it was written. */
  readonly tool: string
  /** What stands behind it. */
  readonly rest: string
}

/** Null for every other question; a lone `/` is one. */
export function directCallIn(question: string): DirectCall | null {
  const match = /^\/([\p{L}\p{N}_][\p{L}\p{N}_./:-]*)(?:\s+([\s\S]*))?$/u.exec(question.trim())
  return match?.[1] === undefined ? null : { tool: match[1], rest: (match[2] ?? '').trim() }
}

/** Ends with `end`. What goes wrong is told as an event; only a cancelled call throws nothing and says `stopped`. */
export async function* runDirectCall(
  registry: Pick<Registry, 'invoke' | 'list'>,
  input: AgentInput,
  { tool, rest }: DirectCall,
  calls?: Pick<CallControls, 'begin'>,
): AsyncGenerator<AgentEvent> {
  const { user, runId, signal } = input
  const tools = agentTools(registry, input, 'QUICK')
  const language = user.language.toLowerCase().startsWith('zh') ? 'zh' : 'en'
  const definition = (await tools.list()).find(({ name }) => name === tool)
  const args = argumentsIn(rest, definition)
  if (args === null) {
    const words = notArguments[language]
    yield { type: 'error', code: 'invalid_arguments', message: words.message, hint: words.hint(tool, definition) }
    yield { type: 'end', reason: 'failed' }
    return
  }
  const id = 'call-1'
  const server = definition?.origin.kind === 'server' ? { server: definition.origin.server } : {}
  yield { type: 'tool_call', id, tool, ...server, args }
  const control = calls?.begin(runId, id)
  const outcome = await tools.invoke({
    tool,
    args,
    callId: id,
    ...(control === undefined ? {} : { signal: control.signal }),
    // The person typed it, name and arguments.
    approved: true,
  })
  control?.end()
  yield told(id, outcome)
  if (!outcome.ok) {
    if (outcome.error.code === 'cancelled' || signal.aborted) {
      yield { type: 'end', reason: 'stopped' }
      return
    }
    yield { type: 'error', ...outcome.error }
    yield { type: 'end', reason: 'failed' }
    return
  }
  if (outcome.notice !== undefined) yield { type: 'notice', code: 'corrected', text: outcome.notice }
  yield { type: 'text', text: resultWords(outcome, language) }
  yield { type: 'end', reason: 'done' }
}

function told(id: string, outcome: ToolOutcome): AgentEvent {
  const { durationMs } = outcome
  if (!outcome.ok) return { type: 'tool_result', id, ok: false, preview: null, durationMs, error: { ...outcome.error } }
  const { preview, truncated } = resultPreview(outcome)
  return { type: 'tool_result', id, ok: outcome.success, preview, ...(truncated ? { truncated } : {}), durationMs }
}

const notArguments = {
  en: {
    message: 'What stands behind the name of the tool are no arguments.',
    hint: (tool: string, definition: ToolDefinition | undefined) =>
      `Write them like this: ${example(tool, definition)}`,
  },
  zh: {
    message: '工具名称后面的内容不是参数。',
    hint: (tool: string, definition: ToolDefinition | undefined) => `请这样写：${example(tool, definition)}`,
  },
} as const

function example(tool: string, definition: ToolDefinition | undefined): string {
  const names = Object.keys(definition?.inputSchema.properties ?? {}).slice(0, 3)
  return `/${tool} ${(names.length > 0 ? names : ['name']).map((name) => `${name}="…"`).join(' ')}`
}
