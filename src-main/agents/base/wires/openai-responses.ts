/** OpenAI Responses: the hub as an `mcp` tool that the provider calls, or functions that run here. */
import type OpenAI from 'openai'
import type { ResolvedModel } from '../../models/types.ts'
import { Transcript } from '../transcript.ts'
import { type OpenWire, type RemoteHub, WireError, type WireEvent, type WireTool } from '../wire.ts'
import { sendTolerant } from './unsupported.ts'

type Items = OpenAI.Responses.ResponseInputItem
type StreamEvent = OpenAI.Responses.ResponseStreamEvent
type Params = OpenAI.Responses.ResponseCreateParamsStreaming

/** How calls of the hub are labelled at the provider. */
const LABEL = 'mirohub'

export const openResponses: OpenWire = async ({ model, system, messages, tools, remote }) => {
  const { default: Client } = await import('openai')
  const client = new Client({
    apiKey: model.apiKey ?? 'none',
    baseURL: model.baseUrl,
    maxRetries: 0,
    ...(model.options.headers === undefined ? {} : { defaultHeaders: { ...model.options.headers } }),
  })
  const said = new Transcript<Items>(messages)
  const approvals: Items[] = []

  function input(): Items[] {
    const asked = said.messages.map(({ role, text }): Items => ({ role, content: text }))
    const since = said.since.flatMap((one): readonly Items[] =>
      one.kind === 'results'
        ? one.results.map(({ id, text }) => ({ type: 'function_call_output', call_id: id, output: text }))
        : one.items,
    )
    return [...asked, ...since]
  }

  return {
    async *step(signal) {
      if (approvals.length > 0) said.items(approvals.splice(0))
      const fixed: Params = {
        model: model.ref.model,
        instructions: system,
        input: input(),
        tools: remote === null ? tools.map(asFunction) : [asMcp(remote)],
        stream: true,
        store: false,
        ...(model.options.maxTokens === undefined ? {} : { max_output_tokens: model.options.maxTokens }),
      }
      const stream = await sendTolerant((withOptional) =>
        client.responses.create(withOptional ? { ...fixed, ...optional(model) } : fixed, { signal }),
      )
      const items: Items[] = []
      const names = new Map<string, string>()
      for await (const event of stream) yield* told(event, items, names)
      said.model(items)
    },
    answer: (results) => said.results(results),
    approve(id, isAllowed, reason) {
      approvals.push({
        type: 'mcp_approval_response',
        approval_request_id: id,
        approve: isAllowed,
        ...(reason === undefined ? {} : { reason }),
      })
    },
    shrink: () => said.shrink(),
  }
}

/** What only some models take; see unsupported.ts. */
function optional({ info, ref, options }: ResolvedModel): Partial<Params> {
  const reasons = info.reasons ?? /^(o\d|gpt-[5-9])/.test(ref.model)
  return {
    ...(options.temperature === undefined ? {} : { temperature: options.temperature }),
    ...(reasons
      ? {
          reasoning: {
            summary: 'auto' as const,
            ...(options.reasoningEffort === undefined ? {} : { effort: options.reasoningEffort }),
          },
          // Nothing is kept at the provider, so the model's own thoughts have to come back with each request.
          include: ['reasoning.encrypted_content' as const],
        }
      : {}),
  }
}

function asFunction({ name, description, schema }: WireTool): OpenAI.Responses.FunctionTool {
  return { type: 'function', name, description, parameters: { ...schema }, strict: false }
}

/** What it was told that it may call it calls without asking; anything else it has to ask for, and is refused here. */
function asMcp({ url, tools }: RemoteHub): OpenAI.Responses.Tool.Mcp {
  return {
    type: 'mcp',
    server_label: LABEL,
    server_url: url,
    allowed_tools: [...tools],
    require_approval: { never: { tool_names: [...tools] } },
  }
}

/** `names`: of calls whose arguments are still coming, by item. */
function* told(event: StreamEvent, items: Items[], names: Map<string, string>): Generator<WireEvent> {
  switch (event.type) {
    case 'response.output_text.delta':
    case 'response.refusal.delta':
      yield { type: 'text', text: event.delta }
      return
    case 'response.reasoning_summary_text.delta':
    case 'response.reasoning_text.delta':
      yield { type: 'reasoning', text: event.delta }
      return
    case 'response.reasoning_summary_part.done':
      yield { type: 'reasoning', text: '\n\n' }
      return
    case 'response.output_item.added':
      if (event.item.type === 'mcp_call') names.set(event.item.id, event.item.name)
      return
    case 'response.mcp_call_arguments.done': {
      const name = names.get(event.item_id)
      if (name !== undefined) yield { type: 'remote_call', id: event.item_id, name, args: event.arguments }
      return
    }
    case 'response.output_item.done':
      keep(event.item, items)
      yield* toldItem(event.item)
      return
    case 'response.mcp_list_tools.failed':
      yield { type: 'unlisted', message: '' }
      return
    case 'response.completed':
      yield usageOf(event.response)
      yield { type: 'stop', reason: 'done' }
      return
    case 'response.incomplete':
      yield usageOf(event.response)
      yield {
        type: 'stop',
        reason: event.response.incomplete_details?.reason === 'content_filter' ? 'refused' : 'length',
      }
      return
    case 'response.failed': {
      const { code, message } = event.response.error ?? { code: undefined, message: 'The response failed.' }
      throw new WireError(message, statusOf(code), code)
    }
    case 'error':
      throw new WireError(event.message, statusOf(event.code ?? undefined), event.code ?? undefined)
  }
}

function* toldItem(item: OpenAI.Responses.ResponseOutputItem): Generator<WireEvent> {
  switch (item.type) {
    case 'function_call':
      yield { type: 'call', id: item.call_id, name: item.name, args: item.arguments }
      return
    case 'mcp_call': {
      // Told once; this is for providers that send no event of their own for the arguments.
      yield remoteCall(item)
      const failure = item.error ?? null
      const text =
        failure === null ? (item.output ?? '') : typeof failure === 'string' ? failure : JSON.stringify(failure)
      yield { type: 'remote_result', id: item.id, ok: failure === null && item.status !== 'failed', text }
      return
    }
    case 'mcp_approval_request':
      yield { type: 'remote_approval', id: item.id, name: item.name, args: item.arguments }
      return
    case 'mcp_list_tools':
      if (item.error) yield { type: 'unlisted', message: item.error }
      return
  }
}

const remoteCall = (item: OpenAI.Responses.ResponseOutputItem.McpCall): WireEvent => ({
  type: 'remote_call',
  id: item.id,
  name: item.name,
  args: item.arguments,
})

/** What is said again with the next request. Ids of items that the provider does not keep would not be found. */
function keep(item: OpenAI.Responses.ResponseOutputItem, items: Items[]): void {
  switch (item.type) {
    case 'message': {
      const text = item.content.map((part) => (part.type === 'output_text' ? part.text : part.refusal)).join('')
      if (text !== '') items.push({ role: 'assistant', content: text })
      return
    }
    case 'function_call':
      items.push({ type: 'function_call', call_id: item.call_id, name: item.name, arguments: item.arguments })
      return
    case 'reasoning':
      // Without its sealed content the provider would look for it among what it keeps.
      if (item.encrypted_content) {
        items.push({ type: 'reasoning', id: item.id, summary: item.summary, encrypted_content: item.encrypted_content })
      }
      return
    case 'mcp_list_tools':
      if (!item.error) items.push(item)
      return
    case 'mcp_call':
    case 'mcp_approval_request':
      items.push(item)
      return
  }
}

function usageOf({ usage }: OpenAI.Responses.Response): WireEvent {
  return {
    type: 'usage',
    inputTokens: usage?.input_tokens ?? null,
    outputTokens: usage?.output_tokens ?? null,
    cachedTokens: usage?.input_tokens_details?.cached_tokens ?? null,
    reasoningTokens: usage?.output_tokens_details?.reasoning_tokens ?? null,
  }
}

/** The HTTP status that the same failure has before an answer begins. */
function statusOf(code: string | undefined): number {
  if (code === 'rate_limit_exceeded' || code === 'insufficient_quota') return 429
  if (code === 'server_error' || code === undefined) return 500
  if (code === 'server_is_overloaded' || code === 'slow_down') return 503
  return 400
}
