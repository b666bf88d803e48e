/** What goes back to an endpoint: what it thought, and nothing that it refuses. And what a profile says of agents. */
import { AIMessage, AIMessageChunk, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { describe, expect, test } from 'vitest'
import {
  keptDetails,
  reasoningOfTurn,
  withReasoning,
} from '../../../src-main/agents/models/chat-model/reasoning-round-trip.ts'
import { answerText, reasoningText } from '../../../src-main/agents/models/chat-model/reasoning-text.ts'
import { refusalIn, withoutRefused } from '../../../src-main/agents/models/chat-model/refused-fields.ts'
import { agentPreferences } from '../../../src-main/agents/models/preferences.ts'

const calling = (id: string, kwargs: Record<string, unknown>) =>
  new AIMessage({ content: '', tool_calls: [{ id, name: 'f', args: {} }], additional_kwargs: kwargs })

describe('what was thought goes back', () => {
  test('under the name it came by, for every round of this turn and none before', () => {
    const reasoning = reasoningOfTurn([
      new HumanMessage('one'),
      calling('old', { reasoning_content: 'long ago' }),
      new HumanMessage('two'),
      calling('a', { reasoning_content: 'first', reasoning_fields: ['reasoning'] }),
      new ToolMessage({ content: 'x', tool_call_id: 'a' }),
      calling('b', { reasoning_content: 'second' }),
    ])
    expect(Object.fromEntries(reasoning)).toEqual({
      a: { reasoning: 'first' },
      b: { reasoning_content: 'second' },
    })
    const sent = withReasoning([{ role: 'user' }, { role: 'assistant', tool_calls: [{ id: 'a' }] }], reasoning)
    expect(sent).toEqual([{ role: 'user' }, { role: 'assistant', tool_calls: [{ id: 'a' }], reasoning: 'first' }])
  })

  test('in signed parts, put together from the pieces of a stream as if they had come at once', () => {
    const pieces = [
      [{ type: 'reasoning.text', text: 'Let ', format: 'anthropic-claude-v1', index: 0 }],
      [{ type: 'reasoning.text', text: 'me see', format: 'anthropic-claude-v1', index: 0 }],
      [{ type: 'reasoning.text', signature: 'sig', format: 'anthropic-claude-v1', index: 0 }],
      [{ type: 'reasoning.encrypted', data: 'xyz', index: 1 }],
    ]
    const chunks = pieces.map(
      (details) => new AIMessageChunk({ content: '', additional_kwargs: { reasoning_details: keptDetails(details) } }),
    )
    const whole = chunks.reduce((left, right) => left.concat(right))
    const reasoning = reasoningOfTurn([new HumanMessage('q'), calling('a', whole.additional_kwargs)])
    expect(reasoning.get('a')).toEqual({
      reasoning_details: [
        { type: 'reasoning.text', text: 'Let me see', signature: 'sig', format: 'anthropic-claude-v1', index: 0 },
        { type: 'reasoning.encrypted', data: 'xyz', index: 1 },
      ],
    })
  })
})

describe('what an endpoint refuses', () => {
  const bad = (message: string, status = 400) => Object.assign(new Error(message), { status })
  test('is left out when it can be', () => {
    const request = { model: 'm', stream_options: {}, messages: [{ role: 'assistant', reasoning_content: 'x' }] }
    const first = refusalIn(bad('unknown field: stream_options'), request)
    const second = refusalIn(bad("property 'messages.0.reasoning_content' is unsupported", 422), request)
    expect(
      withoutRefused(
        request,
        [first, second].filter((refusal) => refusal !== null),
      ),
    ).toEqual({
      model: 'm',
      messages: [{ role: 'assistant' }],
    })
  })
  test('takes its other name', () => {
    const request = { model: 'm', max_tokens: 100 }
    const refusal = refusalIn(bad("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."), request)
    expect(refusal && withoutRefused(request, [refusal])).toEqual({ model: 'm', max_completion_tokens: 100 })
  })
  test.each([
    ['another status', bad('temperature', 500)],
    ['something that is not in the request', bad('unknown field: reasoning_effort')],
    ['something that is needed', bad('messages: at least one message is required')],
    ['no answer at all', new Error('temperature')],
  ])('%s is not explained away', (_name, error) => {
    expect(refusalIn(error, { model: 'm', temperature: 1, messages: [] })).toBeNull()
  })
})

test('thoughts that come as text are not said to the person', () => {
  const content = [
    { type: 'text', thought: true, text: 'Hmm.' },
    { type: 'text', text: 'Yes.' },
  ]
  expect(answerText({ content })).toBe('Yes.')
  expect(reasoningText({ content })).toBe('Hmm.')
})

test('a profile that says nothing, or nonsense, allows nothing', () => {
  const nothing = { localOnly: false, prompt: '', shell: false, subagents: false, defaults: { deep: null, base: null } }
  expect(agentPreferences({})).toEqual(nothing)
  expect(
    agentPreferences({
      'agents.shell': 'yes',
      'agents.prompt': 7,
      'agents.model.deep': { provider: 'p' },
      'agents.subagents': 1,
    }),
  ).toEqual(nothing)
  expect(
    agentPreferences({
      'agents.shell': true,
      'agents.localOnly': true,
      'agents.model.base': { provider: 'p', model: 'm' },
    }),
  ).toMatchObject({ shell: true, localOnly: true, defaults: { deep: null, base: { provider: 'p', model: 'm' } } })
})
