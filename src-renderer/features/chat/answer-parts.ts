/** An answer's events folded into what is shown, in their order: text joined, each call with its result. Pure. */
import type { AgentEvent, ChartSpec } from '../../../src-main/agents/events.ts'

type EventOf<Type extends AgentEvent['type']> = Extract<AgentEvent, { type: Type }>

export type AnswerPart =
  | { kind: 'text'; key: string; text: string }
  | { kind: 'reasoning'; key: string; text: string }
  | { kind: 'tool'; key: string; call: EventOf<'tool_call'>; result: EventOf<'tool_result'> | null }
  | { kind: 'chart'; key: string; spec: ChartSpec }
  | { kind: 'notice'; key: string; notice: EventOf<'notice'> }
  | { kind: 'error'; key: string; error: EventOf<'error'> }

/** Neighbouring pieces of text become one; a result goes to its call, and one without a call is left out. */
export function answerParts(events: readonly AgentEvent[]): AnswerPart[] {
  const parts: AnswerPart[] = []
  const calls = new Map<string, Extract<AnswerPart, { kind: 'tool' }>>()
  events.forEach((event, index) => {
    const key = `${event.type}-${index}`
    switch (event.type) {
      case 'text':
      case 'reasoning': {
        const last = parts.at(-1)
        if (last && last.kind === event.type) last.text += event.text
        else parts.push({ kind: event.type, key, text: event.text })
        break
      }
      case 'tool_call': {
        const part = { kind: 'tool' as const, key, call: event, result: null }
        calls.set(event.id, part)
        parts.push(part)
        break
      }
      case 'tool_result': {
        const part = calls.get(event.id)
        if (part) part.result = event
        break
      }
      case 'chart':
        parts.push({ kind: 'chart', key, spec: event.spec })
        break
      case 'notice':
        parts.push({ kind: 'notice', key, notice: event })
        break
      case 'error':
        parts.push({ kind: 'error', key, error: event })
        break
      case 'approval':
      case 'usage':
      case 'end':
        break
    }
  })
  return parts
}

/** Last lines that say who answered and from what: shown under the answer, in small. */
const smallPrintLine = /(?:^|\n+)((?:Quick answer, no AI model|快速回答，未使用 AI 模型)[^\n]*)\s*$/

/** A text without its last line of small print, and that line. */
export function splitSmallPrint(text: string): { body: string; smallPrint: string | null } {
  const match = smallPrintLine.exec(text)
  return match?.[1] ? { body: text.slice(0, match.index), smallPrint: match[1] } : { body: text, smallPrint: null }
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
