/** Anthropic Messages: the hub as an MCP server that the provider connects to, or tools that run here. */
import type Anthropic from '@anthropic-ai/sdk'
import type { ResolvedModel } from '../../models/types.ts'
import { Transcript } from '../transcript.ts'
import type { OpenWire, RemoteHub, StopReason, WireEvent } from '../wire.ts'
import { sendTolerant } from './unsupported.ts'

type Beta = Anthropic.Beta.Messages.MessageCreateParamsStreaming
type Items = Anthropic.Beta.Messages.BetaContentBlockParam
type Event = Anthropic.Beta.Messages.BetaRawMessageStreamEvent
type Block = Anthropic.Beta.Messages.BetaContentBlock

const MCP_BETA = 'mcp-client-2025-11-20'
const SERVER = 'mirohub'
/** The API wants a number; long enough for a table and its explanation. */
const MAX_TOKENS = 8_192
/** Tokens of thought, by how hard the model is to think. */
const THINKING = { low: 2_048, medium: 6_144, high: 16_384 } as const

export const openMessages: OpenWire = async ({ model, system, messages, tools, remote }) => {
  const { default: Client } = await import('@anthropic-ai/sdk')
  const client = new Client({
    apiKey: model.apiKey ?? 'none',
    authToken: null,
    baseURL: model.baseUrl.replace(/\/+$/, '').replace(/\/v1$/, ''),
    maxRetries: 0,
    ...(model.options.headers === undefined ? {} : { defaultHeaders: { ...model.options.headers } }),
  })
  const said = new Transcript<Items>(messages)

  function conversation(): Beta['messages'] {
    const asked = said.messages.map(({ role, text }) => ({ role, content: text }))
    const since = said.since.map((one): Beta['messages'][number] =>
      one.kind === 'results'
        ? {
            role: 'user',
            content: one.results.map(({ id, ok, text }) => ({
              type: 'tool_result',
              tool_use_id: id,
              content: text,
              is_error: !ok,
            })),
          }
        : { role: 'assistant', content: [...one.items] },
    )
    return [...asked, ...since]
  }

  return {
    async *step(signal) {
      const maxTokens = model.options.maxTokens ?? MAX_TOKENS
      const fixed: Beta = {
        model: model.ref.model,
        max_tokens: maxTokens,
        system,
        messages: conversation(),
        stream: true,
        ...(remote === null
          ? {
              tools: tools.map(({ name, description, schema }) => ({
                name,
                description,
                input_schema: asRoot(schema),
              })),
            }
          : handedOver(remote)),
      }
      const stream = await sendTolerant((withOptional) =>
        client.beta.messages.create(withOptional ? { ...fixed, ...optional(model, maxTokens) } : fixed, { signal }),
      )
      const reader = createReader()
      for await (const event of stream) yield* reader.read(event)
      said.model(reader.blocks())
    },
    answer: (results) => said.results(results),
    approve: () => {},
    shrink: () => said.shrink(),
  }
}

function handedOver({ url, tools }: RemoteHub): Pick<Beta, 'betas' | 'mcp_servers' | 'tools'> {
  return {
    betas: [MCP_BETA],
    mcp_servers: [{ type: 'url', name: SERVER, url }],
    tools: [
      {
        type: 'mcp_toolset',
        mcp_server_name: SERVER,
        default_config: { enabled: false },
        configs: Object.fromEntries(tools.map((name) => [name, { enabled: true }])),
      },
    ],
  }
}

/** The SDK's version of this API knows no temperature any more. */
function optional({ options }: ResolvedModel, maxTokens: number): Partial<Beta> {
  if (options.reasoningEffort === undefined) return {}
  const budget = THINKING[options.reasoningEffort]
  // Thought counts as output.
  return { max_tokens: maxTokens + budget, thinking: { type: 'enabled', budget_tokens: budget } }
}

function asRoot(schema: Readonly<Record<string, unknown>>): Anthropic.Beta.Messages.BetaTool.InputSchema {
  return { ...schema, type: 'object' }
}

/** Puts the blocks of one answer together as they stream. */
function createReader() {
  const open = new Map<number, { block: Block; json: string }>()
  const done: Items[] = []
  let input: number | null = null
  let cached: number | null = null

  function* read(event: Event): Generator<WireEvent> {
    switch (event.type) {
      case 'message_start': {
        const {
          input_tokens: fresh,
          cache_read_input_tokens: read,
          cache_creation_input_tokens: made,
        } = event.message.usage
        cached = read ?? null
        // The API counts what came from its cache apart from the rest.
        input = fresh + (read ?? 0) + (made ?? 0)
        return
      }
      case 'content_block_start': {
        const { content_block: block } = event
        open.set(event.index, { block, json: '' })
        if (block.type === 'text' && block.text !== '') yield { type: 'text', text: block.text }
        if (block.type === 'mcp_tool_result') {
          yield { type: 'remote_result', id: block.tool_use_id, ok: !block.is_error, text: resultText(block.content) }
        }
        return
      }
      case 'content_block_delta': {
        const one = open.get(event.index)
        if (one !== undefined) yield* grow(one, event.delta)
        return
      }
      case 'content_block_stop': {
        const one = open.get(event.index)
        open.delete(event.index)
        if (one !== undefined) yield* close(one)
        return
      }
      case 'message_delta':
        yield {
          type: 'usage',
          inputTokens: input,
          outputTokens: event.usage.output_tokens ?? null,
          cachedTokens: cached,
          reasoningTokens: null,
        }
        yield { type: 'stop', reason: stopOf(event.delta.stop_reason) }
        return
    }
  }

  function* close({ block, json }: { block: Block; json: string }): Generator<WireEvent> {
    switch (block.type) {
      case 'text':
        // The API refuses an empty text when it is said again.
        if (block.text.trim() !== '') done.push({ type: 'text', text: block.text })
        return
      case 'thinking':
        done.push({ type: 'thinking', thinking: block.thinking, signature: block.signature })
        return
      case 'redacted_thinking':
        done.push(block)
        return
      case 'tool_use': {
        const args = json === '' ? JSON.stringify(block.input ?? {}) : json
        done.push({ type: 'tool_use', id: block.id, name: block.name, input: parsed(args) })
        yield { type: 'call', id: block.id, name: block.name, args }
        return
      }
      case 'mcp_tool_use': {
        const { id, name, server_name } = block
        const args = json === '' ? JSON.stringify(block.input ?? {}) : json
        done.push({ type: 'mcp_tool_use', id, name, server_name, input: parsed(args) })
        yield { type: 'remote_call', id, name, args }
        return
      }
      case 'mcp_tool_result': {
        const { tool_use_id, is_error } = block
        const content =
          typeof block.content === 'string'
            ? block.content
            : block.content.map(({ text }) => ({ type: 'text' as const, text }))
        done.push({ type: 'mcp_tool_result', tool_use_id, is_error, content })
        return
      }
    }
  }

  return { read, blocks: () => done }
}

function* grow(
  one: { block: Block; json: string },
  delta: Anthropic.Beta.Messages.BetaRawContentBlockDelta,
): Generator<WireEvent> {
  const { block } = one
  if (delta.type === 'text_delta' && block.type === 'text') {
    one.block = { ...block, text: block.text + delta.text }
    yield { type: 'text', text: delta.text }
  } else if (delta.type === 'thinking_delta' && block.type === 'thinking') {
    one.block = { ...block, thinking: block.thinking + delta.thinking }
    yield { type: 'reasoning', text: delta.thinking }
  } else if (delta.type === 'signature_delta' && block.type === 'thinking') {
    one.block = { ...block, signature: delta.signature }
  } else if (delta.type === 'input_json_delta') one.json += delta.partial_json
}

function resultText(content: string | readonly { readonly text: string }[]): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('\n')
}

/** What does not parse cannot be said again as it was; the model is told what was wrong with it. */
function parsed(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  } catch {
    return {}
  }
}

function stopOf(reason: string | null): StopReason {
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') return 'length'
  if (reason === 'refusal') return 'refused'
  return reason === 'pause_turn' ? 'more' : 'done'
}
