/** A conversation as a file: read by people, and by programs. */
import { describe, expect, it } from 'vitest'
import type { MessageView } from '../../../src-main/api/contract/chat.ts'
import { exportConversation } from '../../../src-main/chat/export.ts'

const conversation = {
  id: 'c-1',
  title: 'Pulse: how / is it?',
  agent: 'deep' as const,
  model: { provider: 'openai', model: 'm-1' },
  subject: null,
  createdAt: '2026-01-01T10:00:00.000Z',
  updatedAt: '2026-01-01T10:01:00.000Z',
  activity: null,
}
const message = (more: Partial<MessageView>): MessageView => ({
  id: 'm',
  role: 'assistant',
  text: '',
  events: [],
  createdAt: '2026-01-01T10:00:30.000Z',
  state: 'done',
  runId: null,
  parentId: null,
  versions: [],
  attachments: [],
  agent: 'deep',
  model: { provider: 'openai', model: 'm-1' },
  canResume: false,
  ...more,
})
const messages: MessageView[] = [
  message({
    role: 'user',
    state: null,
    agent: null,
    model: null,
    text: 'How was it?\n# not a heading',
    attachments: [{ id: 'a', name: 'lab.pdf', mime: 'application/pdf', bytes: 3 }],
  }),
  message({
    events: [
      { type: 'reasoning', text: 'secret thoughts' },
      { type: 'tool_call', id: '1', tool: 'query', args: { key: 'pulse' }, label: 'Read pulse' },
      { type: 'tool_result', id: '1', ok: true, preview: 'a ``` fence' },
      { type: 'tool_call', id: '2', tool: 'send', server: 'Mail', args: {} },
      {
        type: 'tool_result',
        id: '2',
        ok: false,
        preview: null,
        error: { code: 'x', message: 'Not allowed.', hint: 'Go on.' },
      },
      { type: 'text', text: 'It was ' },
      { type: 'text', text: '**60**.' },
      {
        type: 'chart',
        spec: {
          title: 'Pulse',
          xKind: 'day',
          series: [
            {
              key: 'a',
              name: 'rest|ing',
              unit: 'bpm',
              kind: 'line',
              points: [
                ['2026-01-02', 61],
                ['2026-01-01', 60],
              ],
            },
            {
              key: 'b',
              name: 'max',
              unit: '',
              kind: 'line',
              points: [
                ['2026-01-02', null],
                ['2026-01-03', 150.5],
              ],
            },
          ],
        },
      },
      { type: 'end', reason: 'stopped' },
    ],
    state: 'stopped',
  }),
]
const options = { timeZone: 'Asia/Shanghai', language: 'en', at: new Date('2026-02-01T00:00:00Z') } as const

describe('as Markdown', () => {
  it('is the question, the answer, charts as tables, calls folded away, and the small print', () => {
    const { text, fileName, mime } = exportConversation({ conversation, messages }, { ...options, format: 'markdown' })
    expect(fileName).toBe('Pulse how is it.md')
    expect(mime).toBe('text/markdown')
    expect(text).toBe(`# Pulse: how / is it?

> How was it?
> # not a heading
>
> Attached: \`lab.pdf\`

It was **60**.

**Pulse**

| Date | rest\\|ing (bpm) | max |
| --- | --- | --- |
| 2026-01-01 | 60 |  |
| 2026-01-02 | 61 |  |
| 2026-01-03 |  | 150.5 |

<details>
<summary>2 tool calls</summary>

**\`query\`** Read pulse

Arguments:

\`\`\`json
{
  "key": "pulse"
}
\`\`\`

Result:

\`\`\`\`
a \`\`\` fence
\`\`\`\`

**Mail · \`send\`**

Arguments:

\`\`\`json
{}
\`\`\`

Not allowed. Go on.

</details>

<sub>Deep agent · m-1 (openai) · 2026-01-01 18:00 · stopped</sub>
`)
    expect(text).not.toContain('secret thoughts')
  })
  it('speaks the person’s language', () => {
    const { text } = exportConversation(
      { conversation, messages },
      { ...options, language: 'zh-CN', format: 'markdown' },
    )
    expect(text).toContain('<summary>2 次工具调用</summary>')
    expect(text).toContain('深度代理 · m-1 (openai) · 2026-01-01 18:00 · 已停止')
  })
})

describe('as JSON', () => {
  it('holds everything, with the version of its shape', () => {
    const { text, fileName } = exportConversation({ conversation, messages }, { ...options, format: 'json' })
    expect(fileName).toBe('Pulse how is it.json')
    const data: unknown = JSON.parse(text)
    expect(data).toMatchObject({
      format: 'mirohub-conversation',
      version: 1,
      exportedAt: '2026-02-01T00:00:00.000Z',
      conversation: { id: 'c-1', title: 'Pulse: how / is it?' },
      messages: [
        { role: 'user', attachments: [{ name: 'lab.pdf' }] },
        { role: 'assistant', state: 'stopped' },
      ],
    })
    expect(text).toContain('secret thoughts')
  })
})

it.each([
  ['../../etc/passwd', 'etc passwd.json'],
  ['…', 'conversation.json'],
  ['con\u0000\u202etrol', 'con trol.json'],
  ['睡眠怎么样？', '睡眠怎么样？.json'],
])('names a file so that every computer takes it: %j', (title, fileName) => {
  const told = exportConversation(
    { conversation: { ...conversation, title }, messages: [] },
    { ...options, format: 'json' },
  )
  expect(told.fileName).toBe(fileName)
})
