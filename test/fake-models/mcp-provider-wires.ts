/** What a provider streams, in the event format of each: shapes after the typings of their SDKs. */

export type Said =
  | { readonly kind: 'listed'; readonly names: readonly string[] }
  | { readonly kind: 'unlisted'; readonly message: string }
  /** A call that the provider made by itself. */
  | {
      readonly kind: 'remote'
      readonly id: string
      readonly name: string
      readonly args: unknown
      readonly ok: boolean
      readonly text: string
    }
  | { readonly kind: 'approval'; readonly id: string; readonly name: string; readonly args: unknown }
  /** A call that is wanted of us; `args` may be text that is no JSON. */
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly args: unknown }
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }

export type FakeWire = 'openai' | 'anthropic' | 'google' | 'chat'
type Event = Readonly<Record<string, unknown>>

const written = (args: unknown) => (typeof args === 'string' ? args : JSON.stringify(args))

/** Tokens that every answer tells: 10 in, 5 out. */
export function eventsOf(wire: FakeWire, said: readonly Said[]): Event[] {
  return { openai, anthropic, google, chat }[wire](said)
}

/** One line of each event's stream. */
export function frame(wire: FakeWire, event: Event): string {
  const name = wire === 'google' ? event.event_type : event.type
  return `${wire === 'chat' ? '' : `event: ${name}\n`}data: ${JSON.stringify(event)}\n\n`
}

export const isDone = (wire: FakeWire): string => (wire === 'chat' || wire === 'google' ? 'data: [DONE]\n\n' : '')

function openai(said: readonly Said[]): Event[] {
  let sequence = 0
  const events: Event[] = []
  const add = (event: Event) => events.push({ sequence_number: sequence++, ...event })
  add({ type: 'response.created', response: { id: 'resp_1', status: 'in_progress', output: [] } })
  for (const [output_index, one] of said.entries()) {
    const whole = (item: Event) => {
      add({ type: 'response.output_item.added', output_index, item })
      add({ type: 'response.output_item.done', output_index, item })
    }
    switch (one.kind) {
      case 'listed':
        add({ type: 'response.mcp_list_tools.in_progress', output_index, item_id: 'mcpl_1' })
        add({ type: 'response.mcp_list_tools.completed', output_index, item_id: 'mcpl_1' })
        whole({
          id: 'mcpl_1',
          type: 'mcp_list_tools',
          server_label: 'mirohub',
          tools: one.names.map((name) => ({ name, input_schema: {} })),
        })
        break
      case 'unlisted':
        add({ type: 'response.mcp_list_tools.failed', output_index, item_id: 'mcpl_1' })
        break
      case 'remote': {
        const { id, name } = one
        const base = { id, type: 'mcp_call', server_label: 'mirohub', name, approval_request_id: null }
        const item = { ...base, arguments: '', output: null, error: null, status: 'in_progress' }
        add({ type: 'response.output_item.added', output_index, item })
        add({ type: 'response.mcp_call.in_progress', output_index, item_id: id })
        add({ type: 'response.mcp_call_arguments.delta', output_index, item_id: id, delta: written(one.args) })
        add({ type: 'response.mcp_call_arguments.done', output_index, item_id: id, arguments: written(one.args) })
        add({ type: `response.mcp_call.${one.ok ? 'completed' : 'failed'}`, output_index, item_id: id })
        const end = one.ok
          ? { output: one.text, error: null, status: 'completed' }
          : {
              output: null,
              error: { type: 'mcp_tool_execution_error', content: [{ type: 'text', text: one.text }] },
              status: 'failed',
            }
        add({
          type: 'response.output_item.done',
          output_index,
          item: { ...base, arguments: written(one.args), ...end },
        })
        break
      }
      case 'approval':
        whole({
          id: one.id,
          type: 'mcp_approval_request',
          server_label: 'mirohub',
          name: one.name,
          arguments: written(one.args),
        })
        break
      case 'call':
        whole({
          id: `fc_${one.id}`,
          type: 'function_call',
          call_id: one.id,
          name: one.name,
          arguments: written(one.args),
        })
        break
      case 'reasoning':
        add({
          type: 'response.reasoning_summary_text.delta',
          output_index,
          item_id: 'rs_1',
          summary_index: 0,
          delta: one.text,
        })
        whole({ id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'sealed-thought' })
        break
      case 'text':
        for (const delta of halves(one.text))
          add({
            type: 'response.output_text.delta',
            output_index,
            item_id: 'msg_1',
            content_index: 0,
            delta,
            logprobs: [],
          })
        add({
          type: 'response.output_item.done',
          output_index,
          item: {
            id: 'msg_1',
            type: 'message',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: one.text, annotations: [] }],
          },
        })
    }
  }
  const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 }
  add({ type: 'response.completed', response: { id: 'resp_1', status: 'completed', output: [], usage } })
  return events
}

function anthropic(said: readonly Said[]): Event[] {
  const events: Event[] = [
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'claude-x',
        content: [],
        stop_reason: null,
        usage: { input_tokens: 10, output_tokens: 0 },
      },
    },
  ]
  let index = 0
  const block = (content_block: Event, deltas: readonly Event[] = []) => {
    events.push({ type: 'content_block_start', index, content_block })
    for (const delta of deltas) events.push({ type: 'content_block_delta', index, delta })
    events.push({ type: 'content_block_stop', index })
    index++
  }
  const json = (args: unknown) =>
    halves(written(args)).map((partial_json) => ({ type: 'input_json_delta', partial_json }))
  for (const one of said) {
    if (one.kind === 'remote') {
      const { id, name, ok } = one
      block({ type: 'mcp_tool_use', id, name, server_name: 'mirohub', input: {} }, json(one.args))
      block({ type: 'mcp_tool_result', tool_use_id: id, is_error: !ok, content: [{ type: 'text', text: one.text }] })
    } else if (one.kind === 'call') block({ type: 'tool_use', id: one.id, name: one.name, input: {} }, json(one.args))
    else if (one.kind === 'reasoning')
      block({ type: 'thinking', thinking: '', signature: '' }, [
        { type: 'thinking_delta', thinking: one.text },
        { type: 'signature_delta', signature: 'signed' },
      ])
    else if (one.kind === 'text')
      block(
        { type: 'text', text: '' },
        halves(one.text).map((text) => ({ type: 'text_delta', text })),
      )
  }
  const stop_reason = said.some(({ kind }) => kind === 'call') ? 'tool_use' : 'end_turn'
  events.push({ type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } })
  events.push({ type: 'message_stop' })
  return events
}

function google(said: readonly Said[]): Event[] {
  const events: Event[] = [{ event_type: 'interaction.created', interaction: { id: 'i1', status: 'in_progress' } }]
  let index = 0
  const step = (start: Event, deltas: readonly Event[] = []) => {
    events.push({ event_type: 'step.start', index, step: start })
    for (const delta of deltas) events.push({ event_type: 'step.delta', index, delta })
    events.push({ event_type: 'step.stop', index })
    index++
  }
  for (const one of said) {
    if (one.kind === 'remote') {
      const { id, name, args, ok, text } = one
      step({ type: 'mcp_server_tool_call', id, name, server_name: 'mirohub', arguments: args })
      const result = ok ? text : { isError: true, content: [{ type: 'text', text }] }
      step({ type: 'mcp_server_tool_result', call_id: id, name, server_name: 'mirohub', result })
    } else if (one.kind === 'call')
      step(
        { type: 'function_call', id: one.id, name: one.name, arguments: {} },
        halves(written(one.args)).map((text) => ({ type: 'arguments_delta', arguments: text })),
      )
    else if (one.kind === 'reasoning')
      step({ type: 'thought' }, [
        { type: 'thought_summary', content: { type: 'text', text: one.text } },
        { type: 'thought_signature', signature: 'signed' },
      ])
    else if (one.kind === 'text')
      step(
        { type: 'model_output' },
        halves(one.text).map((text) => ({ type: 'text', text })),
      )
  }
  const status = said.some(({ kind }) => kind === 'call') ? 'requires_action' : 'completed'
  const usage = { total_input_tokens: 10, total_output_tokens: 5, total_tokens: 15 }
  events.push({ event_type: 'interaction.completed', interaction: { id: 'i1', status, usage } })
  return events
}

function chat(said: readonly Said[]): Event[] {
  const chunk = (delta: Event, finish_reason: string | null = null): Event => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason }],
  })
  const events: Event[] = []
  let calls = 0
  for (const one of said) {
    if (one.kind === 'text') events.push(...halves(one.text).map((content) => chunk({ content })))
    else if (one.kind === 'reasoning') events.push(chunk({ reasoning_content: one.text }))
    else if (one.kind === 'call') {
      const index = calls++
      const [first = '', rest = ''] = halves(written(one.args))
      const tool = { index, id: one.id, type: 'function', function: { name: one.name, arguments: first } }
      events.push(chunk({ tool_calls: [tool] }))
      events.push(chunk({ tool_calls: [{ index, function: { arguments: rest } }] }))
    }
  }
  events.push(chunk({}, calls > 0 ? 'tool_calls' : 'stop'))
  events.push({ ...chunk({}), choices: [], usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } })
  return events
}

/** Cut mid-word, as tokens come. */
function halves(text: string): string[] {
  const middle = Math.ceil(text.length / 2)
  return [text.slice(0, middle), text.slice(middle)].filter((part) => part !== '')
}
