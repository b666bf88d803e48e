/** An answer's events folded into what is shown, in their order: text joined, each call with all that belongs to it. Pure. */
import type { AgentEvent, ChartSpec } from '../../../src-main/agents/events.ts'

export type EventOf<Type extends AgentEvent['type']> = Extract<AgentEvent, { type: Type }>

/** A request for the person's permission, and what became of it; null while it waits. */
export interface Approval {
  readonly request: EventOf<'approval'>
  readonly answer: EventOf<'approval_answer'> | null
}

export interface ToolPart {
  readonly kind: 'tool'
  readonly key: string
  readonly call: EventOf<'tool_call'>
  readonly result: EventOf<'tool_result'> | null
  /** How many results came before its own; null without one. */
  readonly order: number | null
  readonly progress: EventOf<'tool_progress'> | null
  /** What a command has written so far. */
  readonly output: string | null
  readonly approvals: readonly Approval[]
  /** Calls made inside this one. */
  readonly children: readonly ToolPart[]
}

export type AnswerPart =
  | { readonly kind: 'text'; readonly key: string; readonly text: string; readonly before: number }
  | { readonly kind: 'reasoning'; readonly key: string; readonly text: string; readonly isOver: boolean }
  | ToolPart
  | { readonly kind: 'todos'; readonly key: string; readonly items: EventOf<'todos'>['items'] }
  | ({ readonly kind: 'approval'; readonly key: string } & Approval)
  | {
      readonly kind: 'question'
      readonly key: string
      readonly question: EventOf<'question'>
      readonly answer: EventOf<'question_answer'> | null
    }
  | { readonly kind: 'chart'; readonly key: string; readonly spec: ChartSpec }
  | { readonly kind: 'notice'; readonly key: string; readonly notice: EventOf<'notice'> }
  | { readonly kind: 'error'; readonly key: string; readonly error: EventOf<'error'> }

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }
interface Call extends Writable<Omit<ToolPart, 'approvals' | 'children'>> {
  approvals: Writable<Approval>[]
  children: Call[]
}
type Part = Call | Writable<Exclude<AnswerPart, ToolPart>>

/**
 * Neighbouring pieces of text become one; results, progress, output and approvals go to their call, a call made inside
 * another one to that, and what belongs to no call that is known is left out. `before` of a text: how many results stood
 * before its end.
 */
export function answerParts(events: readonly AgentEvent[]): AnswerPart[] {
  const parts: Part[] = []
  const calls = new Map<string, Call>()
  const approvals = new Map<string, Writable<Approval>>()
  const questions = new Map<string, Extract<Part, { kind: 'question' }>>()
  const asking = new Set(events.flatMap((event) => (event.type === 'question' ? [event.callId] : [])))
  const planning = planCalls(events)
  const counts = new Map<string, number>()
  let results = 0
  /** By kind and number, not by place in the list: what is stored may be cut into more pieces than what streamed. */
  const keyOf = (kind: string) => {
    const number = (counts.get(kind) ?? 0) + 1
    counts.set(kind, number)
    return `${kind}-${number}`
  }
  for (const event of events) {
    const last = parts.at(-1)
    if (last?.kind === 'reasoning' && event.type !== 'reasoning' && event.type !== 'usage') last.isOver = true
    switch (event.type) {
      case 'text':
        if (last?.kind === 'text') {
          last.text += event.text
          last.before = results
        } else parts.push({ kind: 'text', key: keyOf('text'), text: event.text, before: results })
        break
      case 'reasoning':
        if (last?.kind === 'reasoning') last.text += event.text
        else parts.push({ kind: 'reasoning', key: keyOf('reasoning'), text: event.text, isOver: false })
        break
      case 'tool_call': {
        if (calls.has(event.id)) break
        const key = `tool-${event.id}`
        const blank = { result: null, order: null, progress: null, output: null, approvals: [], children: [] }
        const call: Call = { kind: 'tool', key, call: event, ...blank }
        calls.set(event.id, call)
        const parent = event.parent === undefined ? undefined : calls.get(event.parent)
        if (parent !== undefined) parent.children.push(call)
        // A question and a plan are cards of their own; the calls that put them would say the same again.
        else if (!asking.has(event.id) && !planning.has(event.id)) parts.push(call)
        break
      }
      case 'tool_result': {
        const call = calls.get(event.id)
        if (call === undefined) break
        if (call.order === null) {
          call.order = results
          results += 1
        }
        call.result = event
        break
      }
      case 'tool_progress': {
        const call = calls.get(event.id)
        if (call !== undefined) call.progress = event
        break
      }
      case 'tool_output': {
        const call = calls.get(event.id)
        if (call !== undefined) call.output = event.text
        break
      }
      case 'approval': {
        const approval: Writable<Approval> = { request: event, answer: null }
        approvals.set(event.id, approval)
        const call = event.callId === undefined ? undefined : calls.get(event.callId)
        if (call !== undefined) call.approvals.push(approval)
        else {
          const part: Part = { kind: 'approval', key: `approval-${event.id}`, ...approval }
          approvals.set(event.id, part)
          parts.push(part)
        }
        break
      }
      case 'approval_answer': {
        const approval = approvals.get(event.id)
        if (approval !== undefined) approval.answer = event
        break
      }
      case 'question': {
        const part: Extract<Part, { kind: 'question' }> = {
          kind: 'question',
          key: `question-${event.id}`,
          question: event,
          answer: null,
        }
        questions.set(event.id, part)
        parts.push(part)
        break
      }
      case 'question_answer': {
        const question = questions.get(event.id)
        if (question !== undefined) question.answer = event
        break
      }
      case 'todos': {
        const plan = parts.find((part) => part.kind === 'todos')
        if (plan?.kind === 'todos') plan.items = event.items
        else parts.push({ kind: 'todos', key: 'todos', items: event.items })
        break
      }
      case 'chart':
        parts.push({ kind: 'chart', key: keyOf('chart'), spec: event.spec })
        break
      case 'notice':
        parts.push({ kind: 'notice', key: keyOf('notice'), notice: event })
        break
      case 'error':
        parts.push({ kind: 'error', key: keyOf('error'), error: event })
        break
      case 'usage':
      case 'end':
        break
    }
  }
  return parts
}

/** The same parts, with the earlier objects in the place of those that did not change, so that only the rest is drawn. */
export function keepUnchanged(before: readonly AnswerPart[], after: readonly AnswerPart[]): readonly AnswerPart[] {
  const known = new Map(before.map((part) => [part.key, part]))
  const kept = after.map((part) => keptPart(known.get(part.key), part))
  return kept.length === before.length && kept.every((part, index) => part === before[index]) ? before : kept
}

function keptPart<Part extends AnswerPart>(before: AnswerPart | undefined, after: Part): AnswerPart {
  if (before === undefined || before.kind !== after.kind) return after
  if (before.kind === 'tool' && after.kind === 'tool') {
    const children = keptCalls(before.children, after.children)
    const approvals = sameList(before.approvals, after.approvals, isSameShape) ? before.approvals : after.approvals
    const next = { ...after, children, approvals }
    return isSameShape(before, next) ? before : next
  }
  return isSameShape(before, after) ? before : after
}

function keptCalls(before: readonly ToolPart[], after: readonly ToolPart[]): readonly ToolPart[] {
  const kept = keepUnchanged(before, after)
  return kept === before ? before : kept.filter((part) => part.kind === 'tool')
}

const sameList = <T>(a: readonly T[], b: readonly T[], isSame: (one: T, other: T) => boolean) =>
  a.length === b.length && a.every((one, index) => b[index] !== undefined && isSame(one, b[index]))

function isSameShape(a: object, b: object): boolean {
  const keys = Object.keys(b)
  return keys.length === Object.keys(a).length && keys.every((key) => Reflect.get(a, key) === Reflect.get(b, key))
}

/** Whether something in these events still waits for the person. */
export function isWaiting(events: readonly AgentEvent[]): boolean {
  const answered = new Set(
    events.flatMap((event) => (event.type === 'approval_answer' || event.type === 'question_answer' ? [event.id] : [])),
  )
  return events.some((event) => (event.type === 'approval' || event.type === 'question') && !answered.has(event.id))
}

/** Every call of an answer in the order it was made, those inside others after the one they were made in. */
export function allCalls(parts: readonly AnswerPart[]): ToolPart[] {
  return parts.flatMap((part) => (part.kind === 'tool' ? [part, ...allCalls(part.children)] : []))
}

/** Last lines that say who answered and from what: shown under the answer, in small. */
const smallPrintLine = /(?:^|\n+)((?:Quick answer, no AI model|快速回答，未使用 AI 模型)[^\n]*)\s*$/

/** A text without its last line of small print, and that line. */
export function splitSmallPrint(text: string): { body: string; smallPrint: string | null } {
  // Only the end can hold it; a long answer is not searched for each piece that arrives.
  const end = text.slice(-400)
  const match = smallPrintLine.exec(end)
  if (!match?.[1] || (match.index === 0 && text.length > end.length)) return { body: text, smallPrint: null }
  return { body: text.slice(0, text.length - end.length + match.index), smallPrint: match[1] }
}

/** The answer's words alone, for the clipboard. */
export function answerText(events: readonly AgentEvent[]): string {
  return answerParts(events)
    .flatMap((part) => (part.kind === 'text' ? [part.text] : part.kind === 'notice' ? [part.notice.text] : []))
    .map((text) => text.trim())
    .filter(Boolean)
    .join('\n\n')
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Devices and apps that the answer's numbers came from, in the order they were first named. */
export function answerSources(events: readonly AgentEvent[]): string[] {
  const sources = new Set<string>()
  for (const event of events) {
    if (event.type !== 'tool_result' || !isRecord(event.preview) || !isRecord(event.preview.indicators)) continue
    for (const indicator of Object.values(event.preview.indicators)) {
      if (!isRecord(indicator) || !Array.isArray(indicator.sources)) continue
      for (const source of indicator.sources) if (typeof source === 'string') sources.add(source)
    }
  }
  return [...sources]
}

/** A call's label as its act and the rest: "Read resting heart rate, June 2025" → two pieces, split at the first comma. */
export function splitLabel(label: string): { act: string; rest: string } {
  const match = /[,，、(（]/.exec(label)
  if (!match || match.index === 0) return { act: label, rest: '' }
  return { act: label.slice(0, match.index), rest: label.slice(match.index) }
}

/** Calls that made or changed the plan; one that failed is shown like every other. */
function planCalls(events: readonly AgentEvent[]): ReadonlySet<string> {
  if (!events.some((event) => event.type === 'todos')) return new Set()
  const failed = new Set(events.flatMap((event) => (event.type === 'tool_result' && !event.ok ? [event.id] : [])))
  return new Set(
    events.flatMap((event) =>
      event.type === 'tool_call' && event.tool === 'write_todos' && !failed.has(event.id) ? [event.id] : [],
    ),
  )
}
