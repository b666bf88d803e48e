/**
 * Going on with a run that was broken off. The checkpoint has the conversation, the stored events say how far each call
 * had come: what may have taken effect is not done again.
 */
import { AIMessage, type BaseMessage, ToolMessage } from '@langchain/core/messages'
import type { AgentEvent } from '../../events.ts'
import { previewText } from '../history.ts'
import type { CarriedCall } from '../tools/tool-door.ts'

/** Calls of the last step that the checkpoint holds without a result, by id. */
export function carriedCalls(messages: readonly BaseMessage[], told: readonly AgentEvent[]): Map<string, CarriedCall> {
  const last = messages.findLast((message) => AIMessage.isInstance(message))
  const answered = new Set(
    messages.flatMap((message) => (ToolMessage.isInstance(message) ? [message.tool_call_id] : [])),
  )
  const open = (last !== undefined && AIMessage.isInstance(last) ? (last.tool_calls ?? []) : []).flatMap(({ id }) =>
    id === undefined || answered.has(id) ? [] : [id],
  )
  return new Map(open.map((id) => [id, carriedCall(id, told)]))
}

export function carriedCall(id: string, told: readonly AgentEvent[]): CarriedCall {
  const call = told.find((event) => event.type === 'tool_call' && event.id === id)
  const server = call?.type === 'tool_call' ? call.server : undefined
  const result = told.findLast((event) => event.type === 'tool_result' && event.id === id)
  const asked = told.findLast((event) => event.type === 'approval' && event.callId === id)
  const isAnswered =
    asked?.type === 'approval' && told.some((event) => event.type === 'approval_answer' && event.id === asked.id)
  return {
    isTold: call !== undefined,
    isWaiting: asked !== undefined && !isAnswered,
    result: result?.type === 'tool_result' ? { ok: result.ok, text: previewText(result, server, 64 * 1024) } : null,
  }
}

/**
 * Whether the checkpoint has every call that was told: it is written behind the run, so the last step may be missing.
 * Then the run is put together from its events instead.
 */
export function isCheckpointWhole(messages: readonly BaseMessage[], told: readonly AgentEvent[]): boolean {
  const known = new Set(
    messages.flatMap((message) =>
      AIMessage.isInstance(message) ? (message.tool_calls ?? []).map(({ id }) => id) : [],
    ),
  )
  return told.every((event) => event.type !== 'tool_call' || event.parent !== undefined || known.has(event.id))
}
