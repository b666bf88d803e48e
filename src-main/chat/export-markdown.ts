/**
 * A conversation as a document: each question, its answer, the charts as tables, the tool calls folded away under it,
 * and in small print who answered when. Pure.
 */
import type { AgentEvent, ChartSpec } from '../agents/events.ts'
import type { MessageView } from '../api/contract/chat.ts'
import { type Bilingual, inLanguage } from '../config/bilingual.ts'
import type { ExportedConversation } from './export.ts'

interface Words {
  readonly attached: string
  readonly calls: (count: number) => string
  readonly arguments: string
  readonly result: string
  readonly notRun: string
  readonly reasoning: string
  readonly agents: Readonly<Record<'quick' | 'deep' | 'base', string>>
  readonly states: Readonly<Record<Exclude<NonNullable<MessageView['state']>, 'done'>, string>>
  readonly date: string
  readonly cut: string
}

const words: Bilingual<Words> = {
  en: {
    attached: 'Attached',
    calls: (count) => (count === 1 ? '1 tool call' : `${count} tool calls`),
    arguments: 'Arguments',
    result: 'Result',
    notRun: 'It did not run',
    reasoning: 'Reasoning',
    agents: { quick: 'Quick answer, no AI model', deep: 'Deep agent', base: 'Base agent' },
    states: {
      running: 'still being written',
      declined: 'declined',
      stopped: 'stopped',
      failed: 'failed',
      interrupted: 'interrupted',
    },
    date: 'Date',
    cut: 'cut',
  },
  zh: {
    attached: '附件',
    calls: (count) => `${count} 次工具调用`,
    arguments: '参数',
    result: '结果',
    notRun: '未执行',
    reasoning: '思考过程',
    agents: { quick: '快速回答，未使用 AI 模型', deep: '深度代理', base: '基础代理' },
    states: { running: '仍在生成', declined: '未作答', stopped: '已停止', failed: '失败', interrupted: '已中断' },
    date: '日期',
    cut: '已截断',
  },
}

/** Characters of one result; the JSON export has it whole. */
const resultLimit = 4_000

export function conversationMarkdown(
  { conversation, messages }: ExportedConversation,
  { timeZone, language }: { readonly timeZone: string; readonly language: string },
): string {
  const said = inLanguage(words, language)
  const time = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
  const parts = messages.map((message) =>
    message.role === 'user' ? question(message, said) : answer(message, said, time),
  )
  return `${[`# ${oneLine(conversation.title)}`, ...parts].join('\n\n')}\n`
}

function question({ text, attachments }: MessageView, said: Words): string {
  const files = attachments.map(({ name }) => code(name)).join(', ')
  // A question keeps its lines, and none of them becomes a heading of this document.
  const quoted = text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
  return [quoted, ...(files === '' ? [] : [`> ${said.attached}: ${files}`])].join('\n>\n')
}

function answer(message: MessageView, said: Words, time: Intl.DateTimeFormat): string {
  const parts: string[] = []
  let text = ''
  const flush = () => {
    if (text.trim() !== '') parts.push(text.trim())
    text = ''
  }
  for (const event of message.events) {
    if (event.type === 'text') text += event.text
    else if (event.type === 'chart') {
      flush()
      parts.push(chart(event.spec, said))
    } else if (event.type === 'notice') {
      flush()
      parts.push(`*${oneLine(event.text)}*`)
    } else if (event.type === 'error') {
      flush()
      parts.push(`**${oneLine(event.message)}** ${oneLine(event.hint)}`.trim())
    }
  }
  flush()
  const calls = toolCalls(message.events, said)
  if (calls !== '') parts.push(calls)
  parts.push(`<sub>${smallPrint(message, said, time)}</sub>`)
  return parts.join('\n\n')
}

function smallPrint({ agent, model, createdAt, state }: MessageView, said: Words, time: Intl.DateTimeFormat): string {
  return [
    agent === null ? null : said.agents[agent],
    model === null ? null : `${model.model} (${model.provider})`,
    time.format(new Date(createdAt)),
    state === null || state === 'done' ? null : said.states[state],
  ]
    .filter((one) => one !== null)
    .map(escaped)
    .join(' · ')
}

function toolCalls(events: readonly AgentEvent[], said: Words): string {
  const results = new Map(events.flatMap((event) => (event.type === 'tool_result' ? [[event.id, event] as const] : [])))
  const calls = events.flatMap((event) => {
    if (event.type !== 'tool_call') return []
    const result = results.get(event.id)
    const head = `**${event.server === undefined ? '' : `${oneLine(event.server)} · `}${code(event.tool)}** ${oneLine(event.label ?? '')}`
    const outcome =
      result === undefined
        ? said.notRun
        : result.error === undefined
          ? `${said.result}:\n\n${fenced(result.preview, said)}`
          : `${oneLine(result.error.message)} ${oneLine(result.error.hint)}`
    return [`${head.trim()}\n\n${said.arguments}:\n\n${fenced(event.args, said)}\n\n${outcome.trim()}`]
  })
  if (calls.length === 0) return ''
  return `<details>\n<summary>${said.calls(calls.length)}</summary>\n\n${calls.join('\n\n')}\n\n</details>`
}

/** Every series a column; a point that was not recorded stays empty. */
function chart({ title, subtitle, series }: ChartSpec, said: Words): string {
  const rows = new Map<string, (number | null)[]>()
  for (const [column, { points }] of series.entries())
    for (const [x, value] of points) {
      const row = rows.get(x) ?? series.map(() => null)
      row[column] = value
      rows.set(x, row)
    }
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const head = [said.date, ...series.map(({ name, unit }) => (unit === '' ? name : `${name} (${unit})`))]
  return [
    `**${oneLine(title)}**${subtitle === undefined ? '' : `, ${oneLine(subtitle)}`}`,
    '',
    line(head.map(cell)),
    line(head.map(() => '---')),
    ...[...rows]
      .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([x, values]) => line([cell(x), ...values.map((value) => (value === null ? '' : String(value)))])),
  ].join('\n')
}

function fenced(value: unknown, said: Words): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
  const shown = text.length > resultLimit ? `${text.slice(0, resultLimit).toWellFormed()}… (${said.cut})` : text
  // Longer than any fence in it, so that it cannot end early.
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${typeof value === 'string' ? '' : 'json'}\n${shown}\n${fence}`
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const cell = (text: string) => oneLine(text).replaceAll('\\', '\\\\').replaceAll('|', '\\|')
const code = (text: string) => `\`${oneLine(text).replaceAll('`', "'")}\``
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
