/**
 * What people reported of other programs' agents, played through the whole hub: a scripted model, real external servers,
 * both agents. One hub for all of it; the last test closes it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeQuestion, toolResults } from '../fake-models/fake-answer.ts'
import { type AgentBed, openAgentBed, type Started } from '../integration/agents/agent-bed.ts'

let bed: AgentBed
beforeAll(async () => {
  bed = await openAgentBed()
}, 60_000)
afterAll(() => bed?.close())

const picture = Buffer.alloc(30_000, 'picture').toString('base64')
const told = (question: FakeQuestion) => toolResults(question).map(({ text }) => text)
const called = (name: string, args: unknown = {}) => ({ toolCalls: [{ name, args }] })
const reads = { readOnlyHint: true }
const schemasOf = ({ body }: FakeQuestion): readonly { readonly name: string; readonly parameters: object }[] =>
  Array.isArray(body.tools)
    ? body.tools.map((tool: { function: { name: string; parameters: object } }) => tool.function)
    : []

describe.each(['deep', 'base'] as const)('the %s agent', (agent) => {
  it('E40, goose#10619, huggingface.js#2373: Stop reaches the external server, and its late answer is nobody’s', async () => {
    let answerLate = (_text: string) => {}
    const far = await bed.serve(`slow${agent}`, {
      wait: { annotations: reads, run: () => new Promise<string>((resolve) => (answerLate = resolve)) },
    })
    bed.play(() => called(`slow${agent}__wait`))
    const stop = async ({ runId }: Started) => {
      await expect.poll(() => far.received).toHaveLength(1)
      await bed.page.chat.stop({ runId })
    }
    let stopping: Promise<void> | null = null
    const answer = await bed.ask('Wait', {
      agent,
      onEvent(event, started) {
        if (event.type === 'tool_call') stopping = stop(started)
      },
    })
    await stopping
    expect(answer.end).toBe('stopped')
    await expect.poll(() => far.http.cancelled()).toBe(1)
    answerLate('too late')
    const [, message] = await bed.page.chat.messages({ conversationId: answer.started.conversationId })
    expect(message?.state).toBe('stopped')
    expect(JSON.stringify(message?.events)).not.toMatch(/too late|"type":"error"/)
    // The server is as it was, and the place is free.
    bed.play((question) =>
      told(question).length === 0 ? called(`slow${agent}__wait`) : { text: told(question).join() },
    )
    const again = bed.ask('Wait', { agent, conversationId: answer.started.conversationId })
    await expect.poll(() => far.received).toHaveLength(2)
    answerLate('in time')
    expect((await again).text).toContain('in time')
  })

  it('E36, E37: a name of more than 64 letters and a schema with a choice at its root spoil no request', async () => {
    const long = 'a_tool_whose_name_is_so_long_that_no_provider_would_take_it_together'
    await bed.serve(`odd${agent}`, {
      [long]: { annotations: reads, run: () => 'long one' },
      choice: {
        annotations: reads,
        inputSchema: {
          type: 'object',
          anyOf: [
            { type: 'object', properties: { a: { type: 'string' } } },
            { type: 'object', properties: { b: { type: 'number' } } },
          ],
        },
        run: (args) => `choice got ${JSON.stringify(args)}`,
      },
    })
    let names: readonly string[] = []
    let roots: readonly unknown[] = []
    bed.play((question) => {
      names = question.tools
      roots = schemasOf(question).map(({ parameters }) =>
        Object.keys(parameters).filter((key) => /anyOf|oneOf|allOf/.test(key)),
      )
      const mine = names.filter((name) => name.startsWith(`odd${agent}__`))
      return told(question).length === 0
        ? { toolCalls: mine.map((name) => ({ name, args: name.endsWith('choice') ? { a: 'x' } : {} })) }
        : { text: told(question).join('\n') }
    })
    const { text } = await bed.ask('Odd', { agent, decide: () => 'once' })
    expect(names.filter((name) => !/^[\w-]{1,64}$/.test(name))).toEqual([])
    expect(roots.flat()).toEqual([])
    expect(text).toContain('long one')
    expect(text).toContain('choice got {"a":"x"}')
  })

  it('E41: half a megabyte of text and a picture do not flood the model', async () => {
    await bed.serve(`big${agent}`, {
      much: { annotations: reads, run: () => `start ${'x'.repeat(500_000)}` },
      picture: {
        annotations: reads,
        run: () => ({
          content: [
            { type: 'text', text: 'a picture' },
            { type: 'image', data: picture, mimeType: 'image/png' },
          ],
        }),
      },
    })
    let size = 0
    bed.play((question) => {
      size = JSON.stringify(question.messages).length
      return told(question).length === 0
        ? { toolCalls: ['much', 'picture'].map((name) => ({ name: `big${agent}__${name}`, args: {} })) }
        : {
            text: JSON.stringify(question.messages).includes(picture.slice(0, 200))
              ? 'base64 seen'
              : (told(question)[1] ?? ''),
          }
    })
    const { text, calls } = await bed.ask('Big', { agent })
    expect(calls).toHaveLength(2)
    expect(text).toContain('a picture')
    expect(text).not.toContain('base64 seen')
    expect(size).toBeLessThan(150_000)
  })

  it('continue#6911, mateclaw#317: a server that goes in the middle ends its own call and not the answer', async () => {
    const far = await bed.serve(`frail${agent}`, {
      look: { annotations: reads, run: () => new Promise<string>(() => {}) },
    })
    await bed.toolFile(
      `near-${agent}.js`,
      `/** Near.\n * @readonly */\nexport function near_${agent}() { return { near: true } }\n`,
      `near_${agent}`,
    )
    bed.play((question) =>
      told(question).length === 0
        ? {
            toolCalls: [
              { name: `frail${agent}__look`, args: {} },
              { name: `near_${agent}`, args: {} },
            ],
          }
        : { text: told(question).join('\n') },
    )
    const asking = bed.ask('Look', { agent })
    await expect.poll(() => far.received).toHaveLength(1)
    await far.http.close()
    const { text, end, calls } = await asking
    expect(end).toBe('done')
    expect(calls.filter((call) => call.endsWith('ok'))).toEqual([`near_${agent} → ok`])
    expect(text).toContain('"near":true')
    await bed.page.servers.remove({ ids: [far.id] })
  }, 60_000)
})

it('claude-code#69456: what the person allowed is stored before it begins, so that nobody is asked again for what was done', async () => {
  let stored: readonly string[] = []
  let conversationId = ''
  await bed.serve('kept', {
    send: {
      async run() {
        const messages = await bed.page.chat.messages({ conversationId })
        stored = messages.at(-1)?.events.map(({ type }) => type) ?? []
        return 'sent'
      },
    },
  })
  bed.play((question) =>
    told(question).length === 0 ? { text: 'I send. ', ...called('kept__send') } : { text: 'Sent.' },
  )
  const { calls } = await bed.ask('Send', {
    decide: () => 'once',
    onEvent: (_event, started) => {
      conversationId = started.conversationId
    },
  })
  expect(calls).toEqual(['kept__send → ok'])
  expect(stored).toEqual(['text', 'usage', 'tool_call', 'approval', 'approval_answer'])
})

it('E42, goose#2372, #1416, jan#8449: of a hundred tools a part is offered, a blocked one never, and a question names server, tool and arguments', async () => {
  const tools = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [
      `tool_${at}`,
      { description: at === 77 ? 'Books a ferry to an island.' : `Number ${at}.` },
    ]),
  )
  const many = await bed.serve('many', { ...tools, danger: { description: 'Books a ferry and sinks it.' } })
  await bed.page.servers.setTools({ id: many.id, tools: ['danger'], policy: 'block' })
  let offered: readonly string[] = []
  bed.play((question) => {
    offered = question.tools
    return told(question).length === 0
      ? {
          toolCalls: [
            { name: 'many__tool_77', args: { text: 'two seats' } },
            { name: 'many__danger', args: {} },
          ],
        }
      : { text: told(question).join('\n') }
  })
  const { approvals } = await bed.ask('Book me a ferry', { decide: () => 'once' })
  expect(offered.length).toBeLessThanOrEqual(64)
  expect(offered).toContain('many__tool_77')
  expect(offered).not.toContain('many__danger')
  expect(approvals).toMatchObject([{ server: 'many', tool: 'many__tool_77', args: { text: 'two seats' } }])
  expect(many.received).toEqual([{ tool: 'tool_77', args: { text: 'two seats' } }])
  await bed.page.servers.remove({ ids: [many.id] })
})

it('agentscope#2796, claude-code#69456: a hub that closes in the middle of a call ends it in order, and soon', async () => {
  const problems: unknown[] = []
  const note = (error: unknown) => problems.push(error)
  process.on('unhandledRejection', note)
  const far = await bed.serve('far', { wait: { annotations: reads, run: () => new Promise<string>(() => {}) } })
  bed.play(() => ({ text: 'I wait. ', ...called('far__wait') }))
  const asking = bed.ask('Wait')
  await expect.poll(() => far.received).toHaveLength(1)
  const at = performance.now()
  await bed.hub.stop()
  expect(performance.now() - at).toBeLessThan(5_000)
  expect(await asking).toMatchObject({ end: 'stopped', text: 'I wait. ' })
  process.off('unhandledRejection', note)
  expect(problems).toEqual([])
})
