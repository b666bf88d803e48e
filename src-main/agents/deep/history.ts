/**
 * The conversation before a question, as a model is told it: made from what was stored of each answer, so that it
 * follows whichever branch is shown. Pure.
 */

import { isObject } from '../../mcp-client/model/json-value.ts'
import { textContent } from '../../registry/text-content.ts'
import type { AgentEvent, Turn } from '../events.ts'
import type { NativePart } from './tools/offered-tool.ts'
import { untrusted } from './tools/untrusted-text.ts'

/** A message without a library's form. */
export type PlainMessage =
  | { readonly role: 'user'; readonly text: string; readonly native?: readonly NativePart[] }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly PlainCall[] }
  | {
      readonly role: 'tool'
      readonly callId: string
      readonly name: string
      readonly text: string
      readonly ok: boolean
    }

export interface PlainCall {
  readonly id: string
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

export const historyLimits = {
  /** Answers that keep their tool calls; of older ones the words are enough. */
  fullTurns: 6,
  /** Of one result. */
  resultBytes: 4_000,
}

/** Call ids are made anew: those of another provider may have a form that this one refuses. */
export function historyMessages(history: readonly Turn[]): PlainMessage[] {
  const fullFrom = history.length - historyLimits.fullTurns
  return history.flatMap((turn, at) => {
    const files = turn.attachments.map(({ name }) => `/uploads/${name}`)
    const question = files.length === 0 ? turn.question : `${turn.question}\n\n[Attached: ${files.join(', ')}]`
    const answer = answerMessages(turn.events, { prefix: `h${at}_`, keepsCalls: at >= fullFrom })
    // Two questions in a row are refused by some providers; and the model should know that it did not answer.
    return [
      { role: 'user', text: question },
      ...(answer.length > 0 ? answer : [{ role: 'assistant' as const, text: '[No answer was given.]', calls: [] }]),
    ]
  })
}

/** What one answer said and did, in order. Ends with words of the assistant where it ended with a result. */
export function answerMessages(
  events: readonly AgentEvent[],
  { prefix, keepsCalls }: { readonly prefix: string; readonly keepsCalls: boolean },
): PlainMessage[] {
  const out: PlainMessage[] = []
  const inner = new Set(events.flatMap((event) => (event.type === 'tool_call' && event.parent ? [event.id] : [])))
  const results = new Map(events.flatMap((event) => (event.type === 'tool_result' ? [[event.id, event]] : [])))
  let text = ''
  let calls: { readonly call: PlainCall; readonly server: string | undefined; readonly id: string }[] = []
  let hasResult = false
  let count = 0

  const flush = () => {
    if (text.trim() !== '' || calls.length > 0)
      out.push({ role: 'assistant', text: text.trim(), calls: calls.map(({ call }) => call) })
    for (const { call, server, id } of calls) out.push(resultMessage(call, server, results.get(id)))
    text = ''
    calls = []
    hasResult = false
  }
  for (const event of events) {
    if (event.type === 'text') {
      if (hasResult) flush()
      text += event.text
    } else if (event.type === 'tool_call' && keepsCalls && !inner.has(event.id)) {
      if (hasResult) flush()
      const args = isObject(event.args) ? event.args : {}
      calls.push({ call: { id: `${prefix}${++count}`, name: event.tool, args }, server: event.server, id: event.id })
    } else if (event.type === 'tool_result' && calls.some(({ id }) => id === event.id)) hasResult = true
  }
  flush()
  if (out.at(-1)?.role === 'tool') out.push({ role: 'assistant', text: '[The answer ended here.]', calls: [] })
  return out
}

type Result = Extract<AgentEvent, { type: 'tool_result' }>

function resultMessage({ id, name }: PlainCall, server: string | undefined, result: Result | undefined): PlainMessage {
  if (result === undefined) return { role: 'tool', callId: id, name, ok: false, text: '[It had no result.]' }
  return { role: 'tool', callId: id, name, ok: result.ok, text: previewText(result, server) }
}

/** A stored result as a model reads it. */
export function previewText(
  result: Result,
  server: string | undefined,
  limitBytes = historyLimits.resultBytes,
): string {
  if (result.error !== undefined) return `Error (${result.error.code}): ${result.error.message}`
  const said = textContent(contentText(result.preview) ?? result.preview, limitBytes)
  return server === undefined ? said : untrusted(server, said)
}

/** The texts of what an MCP server answered. */
function contentText(preview: unknown): string | null {
  if (!isObject(preview) || !Array.isArray(preview.content)) return null
  const texts = preview.content.flatMap((block: unknown) =>
    isObject(block) && typeof block.text === 'string' ? [block.text] : [],
  )
  return texts.join('\n')
}
