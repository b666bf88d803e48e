/**
 * Making a conversation fit into the model's window: what lies back is told in a summary, and where that is not enough
 * old results of tools go. The question, and the step that is going on, always stay. Pure.
 */
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { estimatedMessageTokens } from '../../models/token-estimate.ts'

/** Messages before `upTo` are told by `summary`. Messages of a run are only ever added, so the place stays right. */
export interface Compaction {
  readonly summary: string
  readonly upTo: number
}

const DROPPED = '[This result was dropped to save room. Call the tool again if it is needed.]'
const SUMMARY_TOKENS = 1_200
/** Characters that a summary is given of one message. */
const TRANSCRIPT_CHARS = 2_000

/** What the model is sent, given what was told in a summary. */
export function compacted(messages: readonly BaseMessage[], compaction: Compaction | null): BaseMessage[] {
  if (compaction === null) return [...messages]
  const { summary, upTo } = compaction
  const question = questionAt(messages)
  const rest = messages.slice(upTo)
  const note = `[Summary of the conversation before this, made to save room:\n${summary}\n]`
  const first = upTo > question ? messages[question] : rest.shift()
  return [withNote(first, note), ...rest]
}

/**
 * Where to cut so that what stays has at most `room` tokens; null where there is nothing to cut before. Cuts never part
 * a call from its result.
 */
export function cutFor(messages: readonly BaseMessage[], room: number): number | null {
  const question = questionAt(messages)
  const places = messages.flatMap((message, at) =>
    (at > 0 && at <= question && HumanMessage.isInstance(message)) ||
    (at > question + 1 && AIMessage.isInstance(message))
      ? [at]
      : [],
  )
  const asked = messages[question]
  const fits = places.find((at) => {
    const kept = at > question && asked !== undefined ? [asked, ...messages.slice(at)] : messages.slice(at)
    return estimatedMessageTokens(kept) + SUMMARY_TOKENS <= room
  })
  return fits ?? places.at(-1) ?? null
}

/** For the model that writes the summary. */
export function transcript(messages: readonly BaseMessage[], before: Compaction | null, upTo: number): string {
  const parts = messages.slice(before?.upTo ?? 0, upTo).map((message) => {
    const text = message.text.slice(0, TRANSCRIPT_CHARS)
    if (HumanMessage.isInstance(message)) return `Person: ${text}`
    if (ToolMessage.isInstance(message)) return `Result of ${message.name ?? 'a tool'}: ${text}`
    const calls = AIMessage.isInstance(message) ? (message.tool_calls ?? []) : []
    const called = calls.map(({ name, args }) => `\nCalled ${name} ${JSON.stringify(args).slice(0, 500)}`).join('')
    return `Assistant: ${text}${called}`
  })
  return [...(before === null ? [] : [`Earlier summary: ${before.summary}`]), ...parts].join('\n\n')
}

/** Without the results of steps before the last one, oldest first, until `room` is enough; then without the heads of the last. */
export function withoutOldResults(messages: readonly BaseMessage[], room: number): BaseMessage[] {
  const out = [...messages]
  const lastStep = out.findLastIndex(
    (message) => AIMessage.isInstance(message) && (message.tool_calls ?? []).length > 0,
  )
  for (const [at, message] of out.entries()) {
    if (estimatedMessageTokens(out) <= room) return out
    if (at >= lastStep) break
    if (ToolMessage.isInstance(message) && message.text.length > DROPPED.length) out[at] = resultOf(message, DROPPED)
  }
  const open: readonly BaseMessage[] = out.slice(lastStep).filter((message) => ToolMessage.isInstance(message))
  if (estimatedMessageTokens(out) <= room || open.length === 0) return out
  const others = estimatedMessageTokens(out.filter((message) => !open.includes(message)))
  const chars = Math.max(400, Math.floor(((room - others) / open.length) * 2))
  return out.map((message) =>
    ToolMessage.isInstance(message) && open.includes(message) && message.text.length > chars
      ? resultOf(
          message,
          `${message.text.slice(0, chars).replace(/[\ud800-\udbff]$/, '')}\n[The rest was cut to save room.]`,
        )
      : message,
  )
}

function resultOf(message: ToolMessage, content: string): ToolMessage {
  return new ToolMessage({
    content,
    tool_call_id: message.tool_call_id,
    ...(message.name === undefined ? {} : { name: message.name }),
    ...(message.status === undefined ? {} : { status: message.status }),
  })
}

function withNote(message: BaseMessage | undefined, note: string): BaseMessage {
  if (message === undefined || !HumanMessage.isInstance(message)) return new HumanMessage(note)
  if (typeof message.content === 'string') return new HumanMessage(`${note}\n\n${message.content}`)
  return new HumanMessage({ content: [{ type: 'text', text: note }, ...message.content] })
}

/** The question that is being answered. */
function questionAt(messages: readonly BaseMessage[]): number {
  return Math.max(
    0,
    messages.findLastIndex((message) => HumanMessage.isInstance(message)),
  )
}
