/** Chat completions, the wire of every OpenAI-compatible endpoint (DeepSeek, Qwen, OpenRouter, LM Studio, Ollama). */
import type OpenAI from 'openai'
import type { ResolvedModel } from '../../models/types.ts'
import { Transcript } from '../transcript.ts'
import type { OpenWire, StopReason, WireEvent } from '../wire.ts'
import { sendTolerant } from './unsupported.ts'

type Items = OpenAI.Chat.ChatCompletionMessageParam
type Params = OpenAI.Chat.ChatCompletionCreateParamsStreaming
type Delta = OpenAI.Chat.ChatCompletionChunk.Choice.Delta

/** Where servers put a model's reasoning; DeepSeek refuses a tool round that does not bring it back. */
const REASONING = ['reasoning_content', 'reasoning'] as const

interface WrittenCall {
  id: string
  name: string
  args: string
}

export const openChatCompletions: OpenWire = async ({ model, system, messages, tools }) => {
  const { default: Client } = await import('openai')
  const client = new Client({
    apiKey: model.apiKey ?? 'none',
    baseURL: compatibleAddress(model),
    maxRetries: 0,
    ...(model.options.headers === undefined ? {} : { defaultHeaders: { ...model.options.headers } }),
  })
  const said = new Transcript<Items>(messages)
  let calls = 0

  function request(): Params {
    const asked = said.messages.map(({ role, text }): Items => ({ role, content: text }))
    const since = said.since.flatMap((one): readonly Items[] =>
      one.kind === 'results'
        ? one.results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }))
        : one.items,
    )
    return {
      model: model.ref.model,
      messages: [{ role: 'system', content: system }, ...asked, ...since],
      stream: true,
      ...(tools.length === 0
        ? {}
        : {
            tools: tools.map(({ name, description, schema }) => ({
              type: 'function' as const,
              function: { name, description, parameters: { ...schema } },
            })),
          }),
      ...(model.options.maxTokens === undefined ? {} : { max_tokens: model.options.maxTokens }),
    }
  }

  return {
    async *step(signal) {
      const fixed = request()
      const { temperature } = model.options
      const optional = {
        stream_options: { include_usage: true },
        ...(temperature === undefined ? {} : { temperature }),
      }
      const stream = await sendTolerant((withOptional) =>
        client.chat.completions.create(withOptional ? { ...fixed, ...optional } : fixed, { signal }),
      )
      let text = ''
      const reasoning: { field: (typeof REASONING)[number] | null; text: string } = { field: null, text: '' }
      const written = new Map<number, WrittenCall>()
      let stop: StopReason | null = null
      let usage: OpenAI.CompletionUsage | null = null
      for await (const chunk of stream) {
        usage = chunk.usage ?? usage
        const [choice] = chunk.choices ?? []
        if (choice === undefined) continue
        const { delta, finish_reason: reason } = choice
        for (const field of REASONING) {
          const thought = textOf(delta, field)
          if (thought === '') continue
          reasoning.field = field
          reasoning.text += thought
          yield { type: 'reasoning', text: thought }
          break
        }
        if (typeof delta?.content === 'string' && delta.content !== '') {
          text += delta.content
          yield { type: 'text', text: delta.content }
        }
        for (const part of delta?.tool_calls ?? []) write(part, written)
        if (reason) stop = reason === 'length' ? 'length' : reason === 'content_filter' ? 'refused' : 'done'
      }
      // Calls of an answer that broke off may be half written: none of them is run.
      const made =
        stop === null ? [] : [...written.values()].map((call) => ({ ...call, id: call.id || `call-${++calls}` }))
      said.model([assistant(text, made, reasoning)].flatMap((item) => item ?? []))
      for (const { id, name, args } of made) yield { type: 'call', id, name, args }
      if (usage !== null || stop !== null) yield usageOf(usage)
      if (stop !== null) yield { type: 'stop', reason: stop }
    },
    answer: (results) => said.results(results),
    approve: () => {},
    shrink: () => said.shrink(),
  }
}

function compatibleAddress({ wire, baseUrl }: Pick<ResolvedModel, 'wire' | 'baseUrl'>): string {
  const address = baseUrl.replace(/\/+$/, '')
  return wire === 'ollama' && !address.endsWith('/v1') ? `${address}/v1` : address
}

function textOf(delta: Delta | undefined, field: string): string {
  const value = delta === undefined ? undefined : Object.entries(delta).find(([name]) => name === field)?.[1]
  return typeof value === 'string' ? value : ''
}

/** Servers number parts by `index`; some leave it out and send each call whole. */
function write(part: OpenAI.Chat.ChatCompletionChunk.Choice.Delta.ToolCall, calls: Map<number, WrittenCall>): void {
  const at = typeof part.index === 'number' ? part.index : calls.size
  const call = calls.get(at) ?? { id: '', name: '', args: '' }
  const args: unknown = part.function?.arguments
  calls.set(at, {
    id: part.id || call.id,
    name: call.name + (part.function?.name ?? ''),
    args:
      call.args + (typeof args === 'string' ? args : args === undefined || args === null ? '' : JSON.stringify(args)),
  })
}

function assistant(
  text: string,
  calls: readonly WrittenCall[],
  reasoning: { readonly field: string | null; readonly text: string },
): Items | null {
  if (text === '' && calls.length === 0) return null
  return {
    role: 'assistant',
    content: text,
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map(({ id, name, args }) => ({
            id,
            type: 'function' as const,
            // What does not parse is refused by some servers before their model sees that it was wrong.
            function: { name, arguments: isJson(args) ? args : '{}' },
          })),
        }),
    ...(reasoning.field === null || calls.length === 0 ? {} : { [reasoning.field]: reasoning.text }),
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function usageOf(usage: OpenAI.CompletionUsage | null): WireEvent {
  return {
    type: 'usage',
    inputTokens: usage?.prompt_tokens ?? null,
    outputTokens: usage?.completion_tokens ?? null,
    cachedTokens: usage?.prompt_tokens_details?.cached_tokens ?? null,
    reasoningTokens: usage?.completion_tokens_details?.reasoning_tokens ?? null,
  }
}
