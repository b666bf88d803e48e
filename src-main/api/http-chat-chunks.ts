/** An agent's events as the seed's chunks: objects with `type` and `content`. Pure. */
import type { AgentEvent, ChartSpec } from '../agents/events.ts'
import { type Bilingual, inLanguage } from '../config/bilingual.ts'
import type { ChatEvent } from './contract/chat.ts'

export interface Chunk {
  readonly type:
    | 'id'
    | 'reply'
    | 'thinking'
    | 'queryTitle'
    | 'queryArguments'
    | 'queryDetail'
    | 'costStatistics'
    | 'error'
    | 'heartbeat'
    | 'end'
  readonly content: unknown
  readonly [key: string]: unknown
}

export const heartbeat: Chunk = { type: 'heartbeat', content: '' }

const finish = { done: 'stop', declined: 'stop', stopped: 'cancelled', failed: 'error' } as const

/** In order; events that a client of the seed knows nothing of have none. `language` is the person's. */
export function chunksOf(event: ChatEvent, language: string): Chunk[] {
  switch (event.type) {
    case 'started':
      return [
        {
          type: 'id',
          content: event.messageId,
          conversation_id: event.conversationId,
          session_id: event.conversationId,
          question_id: event.userMessageId,
          run_id: event.runId,
          title: event.title,
        },
      ]
    case 'text':
      return [{ type: 'reply', content: event.text }]
    case 'reasoning':
      return [{ type: 'thinking', content: event.text }]
    case 'tool_call': {
      const call = {
        tool_id: event.id,
        tool: event.tool,
        ...(event.server === undefined ? {} : { server: event.server }),
      }
      return [
        { type: 'queryTitle', content: event.label ?? event.tool, ...call },
        { type: 'queryArguments', content: JSON.stringify(event.args ?? {}), tool_id: event.id },
      ]
    }
    case 'tool_result':
      return [detailOf(event)]
    case 'usage':
      return [{ type: 'costStatistics', content: costOf(event) }]
    case 'chart':
      return [{ type: 'reply', content: `\n\n\`\`\`vis-chart\n${JSON.stringify(visChart(event.spec))}\n\`\`\`\n` }]
    case 'notice': {
      const text = [event.text, ...(event.suggestions ?? [])].join('\n')
      return [{ type: event.code === 'declined' ? 'reply' : 'thinking', content: `${text}\n` }]
    }
    case 'approval':
      return [{ type: 'thinking', content: `${inLanguage(waits, language)(event)}\n`, approval_id: event.id }]
    case 'question':
      return [{ type: 'thinking', content: `${inLanguage(asks, language)(event)}\n`, approval_id: event.id }]
    case 'approval_answer':
      return [
        { type: 'thinking', content: `${inLanguage(answers, language)[event.decision]}\n`, approval_id: event.id },
      ]
    case 'error':
      return [{ type: 'error', content: `${event.message} ${event.hint}`.trim(), code: event.code }]
    case 'end':
      return [{ type: 'end', content: '', finish_reason: finish[event.reason] }]
    default:
      return []
  }
}

function detailOf(event: Extract<AgentEvent, { type: 'tool_result' }>): Chunk {
  const { id, ok, preview, error, truncated } = event
  const failed = error === undefined ? '' : `${error.message} ${error.hint}`.trim()
  return {
    type: 'queryDetail',
    content: failed !== '' ? failed : typeof preview === 'string' ? preview : (JSON.stringify(preview) ?? ''),
    tool_id: id,
    status: ok ? 'ok' : 'error',
    ...(error === undefined ? {} : { error_kind: error.code }),
    truncated: truncated ?? false,
  }
}

/** Tokens only; null is not known. */
function costOf(event: Extract<AgentEvent, { type: 'usage' }>) {
  const { model, inputTokens, outputTokens, cachedTokens = null, reasoningTokens = null } = event
  return {
    model,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens,
    thought_tokens: reasoningTokens,
    cache_read_tokens: cachedTokens,
  }
}

/** The seed's clients draw such blocks themselves. */
function visChart({ title, series }: ChartSpec) {
  const [first] = series
  return {
    type: first?.kind === 'bar' ? 'column' : first?.kind === 'points' ? 'scatter' : 'line',
    title,
    axisYTitle: first?.unit ?? '',
    data: series.flatMap(({ name, points }) =>
      points.flatMap(([time, value]) => (value === null ? [] : [{ time, value, group: name }])),
    ),
  }
}

type Approval = Extract<AgentEvent, { type: 'approval' }>
type Asked = Extract<AgentEvent, { type: 'question' }>

const whatOf = ({ server, tool }: Approval) => (server === undefined ? tool : `${server}: ${tool}`)

const waits: Bilingual<(event: Approval) => string> = {
  en: (event) =>
    event.provider === undefined
      ? `Waiting in Mirohub: ${whatOf(event)} needs your approval there, until ${event.expires}.`
      : `Waiting in Mirohub: allow ${event.provider.name} (${event.provider.host}) there, until ${event.expires}.`,
  zh: (event) =>
    event.provider === undefined
      ? `正在 Mirohub 中等待：请在 ${event.expires} 之前到那里确认 ${whatOf(event)}。`
      : `正在 Mirohub 中等待：请在 ${event.expires} 之前到那里允许 ${event.provider.name}（${event.provider.host}）。`,
}

const asks: Bilingual<(event: Asked) => string> = {
  en: ({ question, expires }) => `Waiting in Mirohub for your answer until ${expires}: ${question}`,
  zh: ({ question, expires }) => `正在 Mirohub 中等待您的回答（${expires} 之前）：${question}`,
}

const answers: Bilingual<Record<Extract<AgentEvent, { type: 'approval_answer' }>['decision'], string>> = {
  en: {
    once: 'Approved.',
    conversation: 'Approved.',
    always: 'Approved.',
    rejected: 'Not approved.',
    expired: 'Nobody answered in time, so it was not approved.',
    stopped: 'Stopped.',
  },
  zh: {
    once: '已批准。',
    conversation: '已批准。',
    always: '已批准。',
    rejected: '未批准。',
    expired: '超时无人答复，视为未批准。',
    stopped: '已停止。',
  },
}
