/** Gemini Interactions: the hub as an MCP server that the provider connects to, or functions that run here. */
import type { Interactions } from '@google/genai'
import type { ResolvedModel } from '../../models/types.ts'
import { Transcript } from '../transcript.ts'
import { type OpenWire, type RemoteHub, type StopReason, WireError, type WireEvent } from '../wire.ts'
import { sendTolerant } from './unsupported.ts'

type Params = Interactions.InteractionCreateParams.CreateModelInteractionParamsStreaming
type Step = Interactions.Step
type Event = Interactions.InteractionSSEEvent
type McpServer = Extract<NonNullable<Params['tools']>[number], { type: 'mcp_server' }>

/** The API takes letters and underscores. */
const SERVER = 'mirohub'

export const openInteractions: OpenWire = async ({ model, system, messages, tools, remote }) => {
  const { GoogleGenAI } = await import('@google/genai')
  const client = new GoogleGenAI({
    apiKey: model.apiKey ?? 'none',
    httpOptions: {
      baseUrl: model.baseUrl.replace(/\/+$/, '').replace(/\/v1(beta|alpha)?$/, ''),
      ...(model.options.headers === undefined ? {} : { headers: { ...model.options.headers } }),
    },
  })
  const said = new Transcript<Step>(messages)

  function input(): Step[] {
    const asked = said.messages.map(
      ({ role, text }): Step => ({
        type: role === 'user' ? 'user_input' : 'model_output',
        content: [{ type: 'text', text }],
      }),
    )
    const since = said.since.flatMap((one): readonly Step[] =>
      one.kind === 'results'
        ? one.results.map(({ id, name, ok, text }) => ({
            type: 'function_result',
            call_id: id,
            name,
            result: text,
            is_error: !ok,
          }))
        : one.items,
    )
    return [...asked, ...since]
  }

  return {
    async *step(signal) {
      const request = (withOptional: boolean): Params => ({
        model: model.ref.model,
        input: input(),
        system_instruction: system,
        stream: true,
        store: false,
        tools: remote === null ? tools.map(asFunction) : [asMcp(remote)],
        generation_config: generation(model, withOptional),
      })
      const stream = await sendTolerant((withOptional) =>
        client.interactions.create(request(withOptional), { signal, retries: { strategy: 'none' } }),
      )
      const reader = createReader()
      for await (const event of stream) yield* reader.read(event)
      said.model(reader.steps())
    },
    answer: (results) => said.results(results),
    approve: () => {},
    shrink: () => said.shrink(),
  }
}

function asFunction({ name, description, schema }: { name: string; description: string; schema: object }) {
  return { type: 'function' as const, name, description, parameters: { ...schema } }
}

function asMcp({ url, tools }: RemoteHub): McpServer {
  return { type: 'mcp_server', name: SERVER, url, allowed_tools: [{ mode: 'auto', tools: [...tools] }] }
}

function generation({ options }: ResolvedModel, withOptional: boolean): NonNullable<Params['generation_config']> {
  const { maxTokens, temperature, reasoningEffort } = options
  return {
    ...(maxTokens === undefined ? {} : { max_output_tokens: maxTokens }),
    ...(withOptional ? { thinking_summaries: 'auto' as const } : {}),
    ...(withOptional && temperature !== undefined ? { temperature } : {}),
    ...(withOptional && reasoningEffort !== undefined ? { thinking_level: reasoningEffort } : {}),
  }
}

interface OpenStep {
  step: Step
  text: string
  json: string
}

/** Puts the steps of one answer together as they stream. */
function createReader() {
  const open = new Map<number, OpenStep>()
  const done: Step[] = []

  function* read(event: Event): Generator<WireEvent> {
    switch (event.event_type) {
      case 'step.start': {
        const text = textIn(event.step)
        open.set(event.index, { step: event.step, text, json: '' })
        if (text !== '') yield { type: 'text', text }
        return
      }
      case 'step.delta': {
        const one = open.get(event.index)
        if (one !== undefined) yield* grow(one, event.delta)
        return
      }
      case 'step.stop': {
        const one = open.get(event.index)
        open.delete(event.index)
        if (one !== undefined) yield* close(one)
        return
      }
      case 'interaction.completed': {
        const { usage, status } = event.interaction
        yield {
          type: 'usage',
          inputTokens: usage?.total_input_tokens ?? null,
          outputTokens: usage?.total_output_tokens ?? null,
          cachedTokens: usage?.total_cached_tokens ?? null,
          reasoningTokens: usage?.total_thought_tokens ?? null,
        }
        // The SDK goes on by itself where an answer is sent in several parts.
        if (status === 'requires_continuation') return
        if (status === 'failed' || status === 'cancelled')
          throw new WireError(`The interaction ended as ${status}.`, 500)
        yield { type: 'stop', reason: stopOf(status) }
        return
      }
      case 'error': {
        const { code, message } = event.error ?? {}
        const status = Number(code)
        throw new WireError(
          message ?? 'The interaction failed.',
          Number.isInteger(status) ? status : 500,
          String(code ?? ''),
        )
      }
    }
  }

  function* close({ step, text, json }: OpenStep): Generator<WireEvent> {
    switch (step.type) {
      case 'model_output':
        if (text !== '') done.push({ type: 'model_output', content: [{ type: 'text', text }] })
        return
      case 'function_call': {
        const args = json === '' ? JSON.stringify(step.arguments ?? {}) : json
        done.push({ ...step, arguments: parsed(args) })
        yield { type: 'call', id: step.id, name: step.name, args }
        return
      }
      case 'mcp_server_tool_call':
        done.push(step)
        yield { type: 'remote_call', id: step.id, name: step.name, args: JSON.stringify(step.arguments ?? {}) }
        return
      case 'mcp_server_tool_result': {
        done.push(step)
        const { isError, text: found } = resultOf(step.result)
        yield { type: 'remote_result', id: step.call_id, ok: !isError, text: found }
        return
      }
      case 'thought':
        if (step.signature !== undefined) done.push(step)
        return
    }
  }

  return { read, steps: () => done }
}

function* grow(one: OpenStep, delta: Interactions.StepDelta['delta']): Generator<WireEvent> {
  const { step } = one
  switch (delta.type) {
    case 'text':
      one.text += delta.text
      yield { type: 'text', text: delta.text }
      return
    case 'arguments_delta':
      one.json += delta.arguments ?? ''
      return
    case 'thought_summary':
      if (delta.content?.type === 'text') yield { type: 'reasoning', text: delta.content.text }
      return
    case 'thought_signature':
      if (step.type === 'thought') one.step = { ...step, ...(delta.signature ? { signature: delta.signature } : {}) }
      return
    case 'mcp_server_tool_call':
      if (step.type === 'mcp_server_tool_call')
        one.step = { ...step, name: delta.name || step.name, arguments: delta.arguments }
      return
    case 'mcp_server_tool_result':
      if (step.type === 'mcp_server_tool_result') one.step = { ...step, result: delta.result }
      return
  }
}

function textIn(step: Step): string {
  if (step.type !== 'model_output') return ''
  return (step.content ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('')
}

function resultOf(result: unknown): { readonly isError: boolean; readonly text: string } {
  if (typeof result === 'string') return { isError: false, text: result }
  if (Array.isArray(result)) {
    const texts = result.map((part: unknown) =>
      typeof part === 'object' && part !== null && 'text' in part ? String(part.text) : '',
    )
    return { isError: false, text: texts.join('\n') }
  }
  const isError = typeof result === 'object' && result !== null && 'isError' in result && result.isError === true
  return { isError, text: JSON.stringify(result ?? null) }
}

/** What does not parse cannot be said again as it was; the model is told what was wrong with it. */
function parsed(json: string): { [name: string]: unknown } {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}

function stopOf(status: string): StopReason {
  return status === 'incomplete' || status === 'budget_exceeded' ? 'length' : 'done'
}
