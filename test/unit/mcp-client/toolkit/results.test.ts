/** Results of servers: whole for clients, unwrapped for code, as text for models, and through processors. */
import type { CallToolResult } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { processResult, resultProcessors } from '../../../../src-main/mcp-client/toolkit/processors.ts'
import { resultText } from '../../../../src-main/mcp-client/toolkit/result-text.ts'
import { unwrapResult } from '../../../../src-main/mcp-client/toolkit/unwrap.ts'

const text = (...texts: string[]): CallToolResult => ({ content: texts.map((one) => ({ type: 'text', text: one })) })
const everything: CallToolResult = {
  content: [
    { type: 'text', text: 'Two pictures.' },
    { type: 'image', mimeType: 'image/png', data: 'AAAA'.repeat(1_000) },
    { type: 'audio', mimeType: 'audio/wav', data: 'AAA=' },
    { type: 'resource', resource: { uri: 'file:///a.txt', mimeType: 'text/plain', text: 'hello' } },
    { type: 'resource', resource: { uri: 'file:///b.bin', blob: 'AAAA' } },
    {
      type: 'resource_link',
      uri: 'file:///c.pdf',
      name: 'c.pdf',
      mimeType: 'application/pdf',
      description: 'A report',
    },
  ],
}

describe('for code', () => {
  it.each([
    ['structuredContent', { ...text('{"n":2}'), structuredContent: { n: 1 } }, { n: 1 }],
    ['a text that is an object', text(' {"n":1}\n'), { n: 1 }],
    ['a text that is a list', text('[1,2]'), [1, 2]],
    ['a number stays the text it is', text('42'), '42'],
    ['a text', text('hello'), 'hello'],
    ['a text that only looks like JSON', text('[not json'), '[not json'],
    ['several blocks', text('a', 'b'), { content: text('a', 'b').content }],
    ['nothing', { content: [] }, { content: [] }],
  ] as const)('%s', (_, result, value) => {
    expect(unwrapResult(result as CallToolResult)).toEqual(value)
  })
})

describe('for a model', () => {
  it('names pictures and sounds and does not spell them out', () => {
    expect(resultText(everything)).toBe(
      [
        'Two pictures.',
        '[image image/png, 3 KiB]',
        '[audio audio/wav, 2 bytes]',
        '[resource file:///a.txt, text/plain]\nhello',
        '[resource file:///b.bin, 3 bytes]',
        '[resource c.pdf: file:///c.pdf (application/pdf; A report)]',
      ].join('\n\n'),
    )
  })
  it('says once what a server says twice', () => {
    const structuredContent = { a: 1, b: { c: [2] } }
    expect(resultText({ ...text('{\n "b": {"c": [2]},\n "a": 1\n}'), structuredContent })).not.toMatch(/"a".*"a"/s)
    expect(resultText({ ...text('Done.'), structuredContent })).toBe('Done.\n\n{"a":1,"b":{"c":[2]}}')
    expect(resultText({ content: [], structuredContent })).toBe('{"a":1,"b":{"c":[2]}}')
  })
})

describe('processors', () => {
  const run = async (result: CallToolResult, ...ids: string[]) => processResult(result, ids)
  it('turn a page into Markdown, without its scripts', async () => {
    const page =
      '<!doctype html><html><body><h1>Title</h1><script>alert(1)</script><p>A <a href="https://x.example/">link</a>.</p></body></html>'
    expect((await run(text(page), 'html-to-text')).result.content[0]).toEqual({
      type: 'text',
      text: '# Title\n\nA [link](https://x.example/).',
    })
    expect((await run(text('a < b and c > d'), 'html-to-text')).result).toEqual(text('a < b and c > d'))
  })
  it('shorten fields one by one, so that data stay data', async () => {
    const long = 'x'.repeat(2_500)
    const { result } = await run(
      { ...text(JSON.stringify({ long, n: 1 })), structuredContent: { long, n: 1 } },
      'trim-long-fields',
    )
    expect(result.structuredContent).toEqual({ long: `${'x'.repeat(2_000)}… (500 more characters)`, n: 1 })
    expect(unwrapResult(text((result.content[0] as { text: string }).text))).toEqual(result.structuredContent)
  })
  it('keep the data alone, and a failure whole', async () => {
    expect((await run({ content: [...text('Hi', '[1]').content, ...everything.content] }, 'json-only')).result).toEqual(
      text('[1]'),
    )
    expect((await run({ ...text('broken'), isError: true }, 'json-only')).result).toEqual({
      ...text('broken'),
      isError: true,
    })
    expect((await run(text('no data at all'), 'json-only')).result).toEqual(text('no data at all'))
  })
  it('hide addresses in text, data and resources', async () => {
    const given: CallToolResult = {
      content: [
        { type: 'text', text: 'From ann.b+c@mail.example.org to 李@例子.公司' },
        { type: 'resource', resource: { uri: 'x:', text: 'a@b.de' } },
      ],
      structuredContent: { to: ['a@b.de'] },
    }
    expect((await run(given, 'redact-emails')).result).toEqual({
      content: [
        { type: 'text', text: 'From [e-mail] to [e-mail]' },
        { type: 'resource', resource: { uri: 'x:', text: '[e-mail]' } },
      ],
      structuredContent: { to: ['[e-mail]'] },
    })
  })
  it('run in order, and one that is unknown or fails changes nothing and is told of', async () => {
    const hostile = {
      content: [
        {
          type: 'text',
          get text(): string {
            throw new Error('secret')
          },
        },
      ],
    } as unknown as CallToolResult
    const { result, notices } = await run(hostile, 'redact-emails', 'gone')
    expect(result).toBe(hostile)
    expect(notices).toEqual([
      'The result processor redact-emails failed; the result is as it was before it.',
      'There is no result processor gone; the result is as it came.',
    ])
  })
  it('have a title in both languages', () => {
    for (const { title } of resultProcessors) expect(title.zh).toMatch(/\p{Script=Han}/u)
  })
})
