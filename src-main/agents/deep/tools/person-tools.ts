/** What the agent shows and asks the person: its plan, and a question. */

import { isObject } from '../../../mcp-client/model/json-value.ts'
import type { RunGate } from '../../../registry/approval/run-gate.ts'
import type { AgentEvent } from '../../events.ts'
import { listArgument, textArgument, textList } from './arguments.ts'
import { failed, type OfferedTool } from './offered-tool.ts'

type TodoState = Extract<AgentEvent, { type: 'todos' }>['items'][number]['state']

const MAX_TODOS = 30
const MAX_OPTIONS = 6

export const todosTool: OfferedTool = {
  name: 'write_todos',
  description:
    'Shows the person your plan. Only for work of several steps; send the whole list each time, with exactly one step in progress.',
  inputSchema: {
    type: 'object',
    properties: {
      todos: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            content: { type: 'string', description: 'One step, in the language of the person.' },
            status: { type: 'string', enum: ['pending', 'in_progress', 'completed'] },
          },
          required: ['content', 'status'],
        },
      },
    },
    required: ['todos'],
    additionalProperties: false,
  },
  isReadOnly: true,
  async run(args, { emit }) {
    const items = listArgument(args, 'todos')
      .flatMap((one) => (typeof one === 'string' ? [{ text: one, state: 'pending' as const }] : todoOf(one)))
      .slice(0, MAX_TODOS)
    if (items.length === 0) return failed('invalid_arguments', 'todos is empty.', 'Send a list of {content, status}.')
    emit({ type: 'todos', items })
    return { ok: true, text: 'The plan is shown.', preview: { items } }
  },
}

function todoOf(value: unknown): { text: string; state: TodoState }[] {
  if (!isObject(value)) return []
  const text = textArgument(value, 'content', 'text', 'title')?.trim() ?? ''
  const status = textArgument(value, 'status', 'state')
  const state: TodoState = status === 'in_progress' || status === 'completed' ? status : 'pending'
  return text === '' ? [] : [{ text: text.slice(0, 300), state }]
}

export function askTool(gate: Pick<RunGate, 'question'>): OfferedTool {
  return {
    name: 'ask_user',
    description:
      'Asks the person one short question and waits for the answer. Only where you cannot go on without it; else say what you assumed.',
    inputSchema: {
      type: 'object',
      properties: {
        question: { type: 'string' },
        options: { type: 'array', items: { type: 'string' }, description: 'Answers to choose from; may be left out.' },
      },
      required: ['question'],
      additionalProperties: false,
    },
    isReadOnly: true,
    async run(args, { callId, signal }) {
      const question = textArgument(args, 'question')?.trim() ?? ''
      if (question === '') return failed('invalid_arguments', 'question is missing.')
      const options = textList(args, 'options').slice(0, MAX_OPTIONS)
      const answer = await gate.question({ callId, question, options }, signal)
      return answer === null
        ? failed('no_answer', 'The person did not answer.', 'Go on without, and say what you assumed.', true)
        : { ok: true, text: `The person answered: ${answer}`, preview: { answer } }
    },
  }
}
