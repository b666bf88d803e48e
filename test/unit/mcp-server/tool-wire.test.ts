/** The registry's outcomes in MCP's words: what is an object, what is text, what is an error. */
import { describe, expect, it } from 'vitest'
import { loginPrompt, wireResult, wireTool } from '../../../src-main/mcp-server/tool-wire.ts'
import type { ToolDefinition, ToolOutcome } from '../../../src-main/registry/types.ts'

const outcome = (result: unknown, over: object = {}): ToolOutcome => ({
  ok: true,
  result,
  text: 'text for a model',
  success: true,
  durationMs: 1,
  ...over,
})

describe('a result', () => {
  it('object goes as it is, beside the text', () => {
    expect(wireResult(outcome({ success: true, n: 1 }))).toEqual({
      content: [{ type: 'text', text: 'text for a model' }],
      structuredContent: { success: true, n: 1 },
      isError: false,
    })
  })

  it('list is wrapped, since older clients take objects only', () => {
    expect(wireResult(outcome([1, 2])).structuredContent).toEqual({ data: [1, 2] })
  })

  it.each([5, 'five', null, undefined, true])('of %s is in the text alone', (value) => {
    expect(wireResult(outcome(value))).not.toHaveProperty('structuredContent')
  })

  it('is an error exactly when the tool says success: false', () => {
    expect(wireResult(outcome({ success: false }, { success: false })).isError).toBe(true)
  })

  it('says its notice after the text', () => {
    const { content } = wireResult(outcome({}, { notice: 'Called "a" for "A".' }))
    expect(content.map((block) => block.type === 'text' && block.text)).toEqual([
      'text for a model',
      'Called "a" for "A".',
    ])
  })
})

it('a failure outside the tool says what happened and what to do, to models and programs', () => {
  const error = { code: 'timeout' as const, message: 'It took over 900 s.', hint: 'Ask for less.' }
  expect(wireResult({ ok: false, error, durationMs: 1 })).toEqual({
    content: [{ type: 'text', text: 'It took over 900 s. Ask for less.' }],
    structuredContent: { success: false, message: 'It took over 900 s.', error },
    isError: true,
  })
})

const definition: ToolDefinition = {
  name: 'average',
  title: 'Average',
  description: 'Mean of numbers.',
  inputSchema: { type: 'object', properties: {} },
  origin: { kind: 'personal', file: '/home/ada/tools/average.ts' },
  needsIdentity: false,
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false, idempotentHint: true },
  scope: 'mcp:tools',
}

it('a definition shows neither its file nor its scope', () => {
  const tool = wireTool(definition)
  expect(Object.keys(tool).sort()).toEqual(['annotations', 'description', 'inputSchema', 'name', 'title'])
  expect(JSON.stringify(tool)).not.toContain('/home')
})

it('a tool with a view names it where hosts of MCP Apps look, the older ones too', () => {
  const tool = wireTool({ ...definition, view: 'ui://mirohub/chart.html' })
  expect(tool._meta).toEqual({
    ui: { resourceUri: 'ui://mirohub/chart.html' },
    'ui/resourceUri': 'ui://mirohub/chart.html',
  })
})

it('a definition that is held is put into words once', () => {
  expect(wireTool(definition)).toBe(wireTool(definition))
  expect(wireTool({ ...definition })).not.toBe(wireTool(definition))
})

it('a login prompt is a successful result, for models and programs', () => {
  expect(loginPrompt({ success: true, authorization_url: 'http://127.0.0.1/mcplogin' })).toEqual({
    content: [{ type: 'text', text: '{"success":true,"authorization_url":"http://127.0.0.1/mcplogin"}' }],
    structuredContent: { success: true, authorization_url: 'http://127.0.0.1/mcplogin' },
    isError: false,
  })
})
