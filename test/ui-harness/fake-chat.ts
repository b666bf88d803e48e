/** Conversations and streamed answers of the made-up hub. */
import type { AgentEvent } from '../../src-main/agents/events.ts'
import type { ChatEvent, ConversationView, MessageView } from '../../src-main/api/contract/chat.ts'
import { asked } from './fake-answer.ts'
import { measuredStream } from './fake-answer-runs.ts'
import { sceneMessages } from './fake-answer-scenes.ts'
import { fakeIndicators, fakeSeries } from './fake-indicators.ts'
import { dailySeries } from './fake-series.ts'

const at = (date: string, time = '09:20') => `${date}T${time}:00.000Z`

const usual = { agent: 'quick' as const, model: null, subject: null, activity: null }
const goneModel = { agent: 'deep' as const, model: { provider: 'p-openai', model: 'gpt-5' } }
const deepModel = { agent: 'deep' as const, model: { provider: 'p-deepseek', model: 'deepseek-chat' } }

export const conversations: ConversationView[] = [
  ['c1', 'Resting heart rate since May', '2026-11-28'],
  ['c2', 'Should I take magnesium?', '2026-11-28'],
  ['c3', 'Sleep before and after the trip', '2026-11-27'],
  ['c4', '上周步数和前一周相比', '2026-11-27'],
  ['c5', 'Steps per day in July', '2026-11-24'],
  ['c6', 'Weight since the summer', '2026-10-30'],
  ['c7', 'rs4988235', '2026-10-02'],
].map(([id = '', title = '', date = '']) => ({
  ...usual,
  id,
  title,
  createdAt: at(date),
  updatedAt: at(date),
  // One that waits for the person and one that is being written, to look at.
  activity: asked('waiting') === null ? null : id === 'c3' ? 'waiting' : id === 'c4' ? 'running' : null,
  ...(asked('models') === 'gone' && id === 'c1' ? goneModel : {}),
  ...(asked('agent') === 'deep' && id === 'c1' ? deepModel : {}),
  ...(asked('household') !== null && id === 'c3' ? { subject: 'p2' } : {}),
}))

const wait = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

export function answerFor(question: string): AgentEvent[] {
  if (/should|why|应该|为什么/i.test(question)) {
    return [
      {
        type: 'notice',
        code: 'declined',
        text: 'That needs judgement, which I leave to you and your doctor. I can show what was recorded.',
        suggestions: ['Average resting heart rate last month', 'How did I sleep last week?', 'Weight since May'],
      },
      { type: 'end', reason: 'declined' },
    ]
  }
  if (/fail/i.test(question)) {
    return [
      {
        type: 'tool_call',
        id: 't1',
        tool: 'query_health_indicators',
        args: { keywords: ['pulse'] },
        label: 'Read pulse, all time',
      },
      {
        type: 'tool_result',
        id: 't1',
        ok: false,
        preview: null,
        durationMs: 12,
        error: { code: 'timeout', message: 'The tool took too long.', hint: 'Ask for a shorter time.' },
      },
      { type: 'error', code: 'tool_failed', message: 'The data could not be read.', hint: 'Ask again in a moment.' },
      { type: 'end', reason: 'failed' },
    ]
  }
  const key = /sleep|睡/.test(question) ? 'sleep_asleep' : /step|步/i.test(question) ? 'steps' : 'resting_heart_rate'
  const salt = fakeIndicators.findIndex((one) => one.key === key)
  const indicator = fakeIndicators[salt]
  if (!indicator) return [{ type: 'end', reason: 'failed' }]
  const points = dailySeries(indicator, 212, salt)
  const args = { indicators: [key], start_date: '2026-05-01', end_date: '2026-11-28', aggregate: 'day' }
  return [
    {
      type: 'tool_call',
      id: 't1',
      tool: 'query_health_indicators',
      args,
      label: `Read ${indicator.name.toLowerCase()}, 1 May to 28 Nov 2026, by day`,
    },
    {
      type: 'tool_result',
      id: 't1',
      ok: true,
      preview: fakeSeries({ key, aggregate: 'day', startDate: '2026-05-01' }),
      durationMs: 6.4,
    },
    {
      type: 'text',
      text: `Your ${indicator.name.toLowerCase()} averaged **${indicator.base} ${indicator.unitLabel}** from 1 May to 28 November 2026, over 206 days with data. `,
    },
    {
      type: 'text',
      text: 'The lowest was on 9 November and the highest on 17 September. [More about this](https://example.org/measure) and `code`.',
    },
    {
      type: 'chart',
      spec: {
        title: indicator.name,
        xKind: 'day',
        series: [
          {
            key,
            name: indicator.name,
            unit: indicator.unitLabel,
            kind: indicator.kind === 'cumulative' ? 'bar' : 'line',
            points,
          },
        ],
      },
    },
    { type: 'end', reason: 'done' },
  ]
}

const textOf = (events: readonly AgentEvent[]) =>
  events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('')

export function messagesOf(conversationId: string): MessageView[] {
  const scene = sceneMessages(conversationId)
  if (scene !== null) return scene
  const conversation = conversations.find((one) => one.id === conversationId)
  if (!conversation) throw Object.assign(new Error('There is no such chat.'), { code: 'not-found' })
  const question = conversationId === 'c1' ? 'How has my resting heart rate changed since May?' : conversation.title
  const events = answerFor(conversationId === 'c6' ? 'fail' : question)
  const common = {
    createdAt: conversation.createdAt,
    runId: null,
    parentId: null,
    versions: [],
    attachments: [],
    agent: null,
    model: null,
    canResume: false,
  }
  const isCut = conversationId === 'c5'
  return [
    { ...common, id: `${conversationId}-q`, role: 'user', text: question, events: [], state: null },
    {
      ...common,
      id: `${conversationId}-a`,
      role: 'assistant',
      text: textOf(events),
      events: isCut ? events.slice(0, 3) : events,
      state: isCut ? 'interrupted' : 'done',
    },
  ]
}

const stopped = new Set<string>()
export function stopRun(runId: string): void {
  stopped.add(runId)
}

let next = 1
export async function* streamAnswer(
  conversationId: string | null,
  question: string,
  signal?: AbortSignal,
): AsyncGenerator<ChatEvent> {
  const n = next++
  const id = conversationId ?? `new${n}`
  if (!conversationId) {
    const now = new Date().toISOString()
    conversations.unshift({ ...usual, id, title: question.slice(0, 60), createdAt: now, updatedAt: now })
  }
  const runId = `run${n}`
  yield { type: 'started', conversationId: id, userMessageId: `u${n}`, messageId: `m${n}`, runId, title: question }
  const measured = measuredStream(question)
  if (measured !== null) {
    yield* measured
    return
  }
  for (const event of answerFor(question)) {
    await wait(/slow/.test(question) ? 1_500 : 180, signal)
    if (stopped.has(runId)) {
      yield { type: 'end', reason: 'stopped' }
      return
    }
    yield event
  }
}
