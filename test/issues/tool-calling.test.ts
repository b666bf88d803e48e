/** Faults that other apps had in public with the tools of MCP servers (peers E), replayed against our registry. */
import type { CallToolResult } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { toolsFor } from '../../src-main/mcp-client/toolkit/provider-schemas.ts'
import { agent, me, openExternalBed, said, tool } from '../integration/registry/external-bed.ts'

let bed: Awaited<ReturnType<typeof openExternalBed>>
beforeAll(async () => {
  bed = await openExternalBed()
})
beforeEach(() => bed.reset())
afterAll(() => bed.close())

it('E36 vscode#243602, LibreChat#7435: a server and tool name over 64 characters failed the whole request', async () => {
  const long = 'search_all_documents_of_the_organisation_by_their_full_text_content'
  await bed.add('documents', [tool(long), tool(`${long}_v2`)])
  const offered = (await bed.names(me)).filter((name) => name.startsWith('documents__'))
  expect(offered).toHaveLength(2)
  for (const name of offered) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  for (const name of offered) expect(await bed.invoke(name)).toMatchObject({ ok: true })
  // The map is kept, never read out of the name.
  expect(bed.calls.map((call) => call.tool).sort()).toEqual([long, `${long}_v2`])
})

it('E37 langchain#39271, opencode#35516: one tool with a choice at the root broke every call', async () => {
  const choice = { type: 'object' as const, oneOf: [{ required: ['a'] }, { properties: { b: { type: 'string' } } }] }
  const round = { type: 'object' as const, properties: { self: { $ref: '#' } } }
  await bed.add('mixed', [tool('good'), tool('choice', { inputSchema: choice }), tool('round', { inputSchema: round })])
  const definitions = (await bed.registry.list(me)).filter(({ origin }) => origin.kind === 'server')
  for (const provider of ['openai', 'anthropic', 'gemini'] as const) {
    const { tools, setAside } = toolsFor(provider, definitions)
    expect(tools.map(({ name }) => name)).toEqual(['mixed__choice', 'mixed__good'])
    expect(setAside).toEqual([
      { name: 'mixed__round', reason: { en: expect.stringContaining('itself'), zh: expect.any(String) } },
    ])
    for (const { schema } of tools) expect(Object.keys(schema)).not.toContain('oneOf')
  }
})

it('E40 LibreChat#15514, openscience#570: Stop left the tool running, and its late answer came back as an error', async () => {
  await bed.add('slow', [tool('work')])
  let cancelled = 0
  const late = Promise.withResolvers<void>()
  bed.answerWith(async ({ signal }) => {
    signal?.addEventListener('abort', () => cancelled++)
    await late.promise
    return { ok: true, answer: { result: said('late') } }
  })
  const stop = new AbortController()
  const running = bed.invoke('slow__work', {}, agent, { signal: stop.signal })
  await expect.poll(() => bed.calls.length).toBe(1)
  stop.abort()
  expect(await running).toMatchObject({ ok: false, error: { code: 'cancelled' } })
  expect(cancelled).toBe(1)
  late.resolve()
  bed.answerWith(async () => ({ ok: true, answer: { result: said('next') } }))
  expect(await bed.invoke('slow__work')).toMatchObject({ ok: true, result: 'next' })
})

it('E41 qwen-code#2439, Kiro#6292, claude-code#70280: half a megabyte of text or a picture flooded the context', async () => {
  await bed.add('files', [tool('read')])
  const picture = 'iVBO'.repeat(200_000)
  const result: CallToolResult = {
    content: [
      { type: 'text', text: `begin ${'数'.repeat(200_000)} end` },
      { type: 'image', mimeType: 'image/png', data: picture },
    ],
  }
  bed.answerWith(async () => ({ ok: true, answer: { result } }))
  const outcome = await bed.invoke('files__read')
  if (!outcome.ok) throw new Error('the call failed')
  expect(Buffer.byteLength(outcome.text)).toBeLessThanOrEqual(128 * 1024)
  expect(outcome.text).toMatch(
    /^begin 数+\n… \d+ of \d+ bytes left out here: ask for less at once …\n数+ end\n\n\[image image\/png, 586 KiB\]$/,
  )
  expect(outcome.text).not.toContain('iVBO')
  // Whole for those who can show it.
  expect(outcome.mcpResult?.content[1]).toEqual({ type: 'image', mimeType: 'image/png', data: picture })
  const data = { rows: [1, 2] }
  bed.answerWith(async () => ({
    ok: true,
    answer: { result: { ...said(JSON.stringify(data)), structuredContent: data } },
  }))
  expect(await bed.invoke('files__read')).toMatchObject({ text: '{"rows":[1,2]}', result: data })
})

it('E42 open-webui#19081, jan#8449: all tools in every message, and allow-all for all of them or none', async () => {
  const names = Array.from({ length: 100 }, (_, at) => `tool_${at}`)
  const id = await bed.add(
    'many',
    names.map((name) => tool(name)),
    { policy: 'ask' },
  )
  await bed.add('other', [tool('write')], { policy: 'ask' })
  await bed.store.setTools(
    1,
    id,
    names.slice(2).map((name) => ({ name, enabled: false })),
  )
  await bed.store.setTools(1, id, [{ name: 'tool_0', policy: 'allow' }])
  await bed.toolkit.refresh(1)
  const offered = (await bed.names(agent)).filter((name) => name.includes('__'))
  expect(offered).toEqual(['many__tool_0', 'many__tool_1', 'other__write'])
  bed.attended.yes = false
  expect(await bed.invoke('many__tool_0', {}, agent)).toMatchObject({ ok: true })
  expect(await bed.invoke('many__tool_1', {}, agent)).toMatchObject({ error: { code: 'not_approved' } })
  expect(await bed.invoke('other__write', {}, agent)).toMatchObject({ error: { code: 'not_approved' } })
})
