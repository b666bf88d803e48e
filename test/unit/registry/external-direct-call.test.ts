/** A tool called by name from the chat: what is taken for a call, its arguments, and what the conversation shows. */
import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../../src-main/agents/events.ts'
import { argumentsIn } from '../../../src-main/agents/quick/direct-arguments.ts'
import { directCallIn, runDirectCall } from '../../../src-main/agents/quick/direct-call.ts'
import type { Registry, ToolCall, ToolDefinition, ToolOutcome } from '../../../src-main/registry/types.ts'
import { agentInput } from '../agents/agent-input.ts'

describe('a call', () => {
  it.each([
    ['/memory__search_nodes {"query":"x"}', { tool: 'memory__search_nodes', rest: '{"query":"x"}' }],
    ['  /files.read-file path=a ', { tool: 'files.read-file', rest: 'path=a' }],
    ['/server/tool\n{"a":1}', { tool: 'server/tool', rest: '{"a":1}' }],
    ['/echo', { tool: 'echo', rest: '' }],
    ['/', null],
    ['/ echo', null],
    ['how is my pulse / heart rate', null],
    ['/(what)', null],
  ])('%j', (question, call) => {
    expect(directCallIn(question)).toEqual(call)
  })
})

describe('arguments', () => {
  const one = { inputSchema: { type: 'object', properties: { message: {} }, required: ['message'] } }
  it.each([
    ['', {}],
    ['{"a":{"b":[1]}}', { a: { b: [1] } }],
    ['message="hi there" n=3', { message: 'hi there', n: '3' }],
    ["message='it\\'s' empty=", { message: "it's", empty: '' }],
    ['list=["a b",{"c":"]"}] path=C:\\x', { list: ['a b', { c: ']' }], path: 'C:\\x' }],
    ['message="a\\nb \\"q\\""', { message: 'a\nb "q"' }],
    ['__proto__=x', JSON.parse('{"__proto__":"x"}')],
    ['knee pain', { message: 'knee pain' }],
  ])('%j', (text, args) => {
    expect(argumentsIn(text, one)).toEqual(args)
  })
  it.each(['{"a":', '[1]x', 'a=[1', 'a="x"b=1'])('%j are none where no single text is asked for', (text) => {
    expect(argumentsIn(text, { inputSchema: { type: 'object' } })).toBeNull()
  })
})

const definition: ToolDefinition = {
  name: 'files__list',
  title: 'List',
  description: '',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
  origin: { kind: 'server', server: 'Files' },
  needsIdentity: true,
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false, idempotentHint: true },
  scope: 'mcp:read',
}
const done = (result: unknown, more: Partial<Extract<ToolOutcome, { ok: true }>> = {}): ToolOutcome => ({
  ok: true,
  result,
  text: '',
  success: true,
  durationMs: 5,
  ...more,
})

async function ask(question: string, outcome: ToolOutcome, language = 'en') {
  const calls: ToolCall[] = []
  const registry: Pick<Registry, 'invoke' | 'list'> = {
    list: async () => [definition],
    invoke: async (call) => {
      calls.push(call)
      return outcome
    },
  }
  const user = { id: 1, publicId: 'me', timeZone: 'UTC', language }
  const input = agentInput({ question, conversationId: 'c-1', user })
  const call = directCallIn(question)
  if (call === null) throw new Error('no call')
  const events: AgentEvent[] = []
  for await (const event of runDirectCall(registry, input, call)) events.push(event)
  return { events, calls, text: events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('') }
}

describe('the conversation', () => {
  it('shows the server, the call, what came, and an end; as the quick agent, not as the person', async () => {
    const { events, calls } = await ask('/files__list path=/tmp', done('two files'))
    expect(events).toEqual([
      { type: 'tool_call', id: 'call-1', tool: 'files__list', server: 'Files', args: { path: '/tmp' } },
      { type: 'tool_result', id: 'call-1', ok: true, preview: 'two files', durationMs: 5 },
      { type: 'text', text: 'two files' },
      { type: 'end', reason: 'done' },
    ])
    expect(calls[0]?.caller).toMatchObject({ actor: 'agent:quick', agent: 'QUICK' })
    // The person typed all of it.
    expect(calls[0]?.approved).toBe(true)
  })
  it('writes rows as a table, and cells cannot break it', async () => {
    const { text } = await ask(
      '/files__list',
      done({
        total: 2,
        files: [
          { name: 'a|b', size: 1 },
          { name: 'c\nd', size: null },
        ],
      }),
    )
    expect(text).toBe('total: 2\n\n| name | size |\n| --- | --- |\n| a\\|b | 1 |\n| c d |  |')
  })
  it('writes other data as code, and names what is no text', async () => {
    const content = [
      { type: 'image' as const, mimeType: 'image/png', data: 'AAAA' },
      { type: 'resource' as const, resource: { uri: 'file:///a', text: 'inside' } },
    ]
    const { text } = await ask('/files__list', done({ content }, { mcpResult: { content } }), 'zh-CN')
    expect(text).toBe('（附有一张图片，image/png）\n\ninside')
    expect((await ask('/files__list', done({ a: { b: 1 } }))).text).toBe(
      '```json\n{\n  "a": {\n    "b": 1\n  }\n}\n```',
    )
  })
  it('keeps pictures of a sensible size, and says when it left one out', async () => {
    const image = (length: number) => ({ type: 'image' as const, mimeType: 'image/png', data: 'A'.repeat(length) })
    const content = [image(400_000), image(400_000)]
    const { events } = await ask('/files__list', done({ content }, { mcpResult: { content } }))
    expect(events[1]).toMatchObject({
      type: 'tool_result',
      truncated: true,
      preview: { content: [content[0], { data: '' }] },
    })
  })
  it('tells of a corrected name', async () => {
    const { events } = await ask(
      '/list',
      done('x', { notice: 'There is no tool list; files__list was called instead.' }),
    )
    expect(events[2]).toEqual({
      type: 'notice',
      code: 'corrected',
      text: 'There is no tool list; files__list was called instead.',
    })
  })
  it('tells a failure with the way out, and a stop as a stop', async () => {
    const error = { code: 'server_failed' as const, message: 'It went away.', hint: 'Start it.' }
    const { events } = await ask('/files__list', { ok: false, error, durationMs: 1 })
    expect(events.slice(1)).toEqual([
      { type: 'tool_result', id: 'call-1', ok: false, preview: null, durationMs: 1, error },
      { type: 'error', ...error },
      { type: 'end', reason: 'failed' },
    ])
    const stopped = await ask('/files__list', { ok: false, error: { ...error, code: 'cancelled' }, durationMs: 1 })
    expect(stopped.events.at(-1)).toEqual({ type: 'end', reason: 'stopped' })
  })
  it('does not call with what are no arguments', async () => {
    const { events, calls } = await ask('/files__list {"path":', done('x'))
    expect(calls).toEqual([])
    expect(events[0]).toMatchObject({
      type: 'error',
      code: 'invalid_arguments',
      hint: 'Write them like this: /files__list path="…"',
    })
  })
})
