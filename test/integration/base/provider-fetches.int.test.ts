/**
 * The provider's way, with a provider that really connects: what it sees and may do under the address it was handed, that
 * the address dies, and that its events come back as ours, for each provider's format.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type FakeMcpProviders,
  type ProviderAnswer,
  type ProviderTurn,
  type Said,
  startMcpProviders,
} from '../../fake-models/mcp-providers.ts'
import { bare } from '../mcp/endpoint-fixture.ts'
import { agentOf, allOf, type BaseBed, gateOf, inputOf, modelAt, of, openBaseBed, textOf } from './base-bed.ts'

const WIRES = ['openai', 'anthropic', 'google'] as const

let bed: BaseBed
let provider: FakeMcpProviders
let play: (turn: ProviderTurn) => Promise<ProviderAnswer> | ProviderAnswer
beforeAll(async () => {
  bed = await openBaseBed()
  provider = await startMcpProviders((turn) => play(turn))
})
afterAll(async () => {
  await provider?.close()
  await bed?.close()
})
afterEach(() => {
  play = () => []
})

/** Lists, calls one tool, and answers with what it read. */
async function reads(
  { server }: ProviderTurn,
  also: (turn: NonNullable<ProviderTurn['server']>) => Promise<void> = async () => {},
): Promise<Said[]> {
  if (server === null) throw new Error('no server was handed over')
  const names = await server.list()
  const args = { what: 'pulse' }
  const { ok, text } = await server.call('read_mine', args)
  await also(server)
  return [
    { kind: 'reasoning', text: 'I should look.' },
    { kind: 'listed', names },
    { kind: 'remote', id: 'mcp_1', name: 'read_mine', args, ok, text },
    { kind: 'text', text: `Read: ${text}` },
  ]
}
const pathOf = (url: string) => new URL(url).pathname
const listBody = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const portOf = () => Number(new URL(bed.publicUrl).port)
async function isOpen(url: string): Promise<boolean> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(listBody),
  })
  await response.text()
  return response.status === 200
}
const last = () => {
  const turn = provider.turns.at(-1)
  if (turn?.server == null) throw new Error('no server was handed over')
  return { ...turn, server: turn.server }
}

describe.each(WIRES)('%s', (wire) => {
  it('reads the person’s data by itself, and every event of it is ours', async () => {
    play = (turn) => reads(turn)
    const gate = gateOf()
    const events = await allOf(
      agentOf(bed, modelAt(provider.origin, wire)).run(inputOf(bed.ada, 'How is my pulse?', { gate })),
    )
    expect(events.filter(({ type }) => type === 'error')).toEqual([])
    expect(of(events, 'tool_call')).toMatchObject([
      { id: 'mcp_1', tool: 'read_mine', server: 'Mirohub', args: { what: 'pulse' } },
    ])
    expect(of(events, 'tool_result')).toMatchObject([
      { id: 'mcp_1', ok: true, preview: { what: 'pulse', owner: bed.ada.publicId } },
    ])
    expect(events.findIndex(({ type }) => type === 'tool_call')).toBeLessThan(
      events.findIndex(({ type }) => type === 'tool_result'),
    )
    expect(
      of(events, 'reasoning')
        .map(({ text }) => text)
        .join(''),
    ).toContain('I should look.')
    expect(textOf(events)).toContain(bed.ada.publicId)
    expect(of(events, 'usage')).toMatchObject([
      { model: 'a-model', provider: wire, inputTokens: 10, outputTokens: 5, costUsd: null },
    ])
    expect(of(events, 'notice')).toMatchObject([{ code: 'route', text: expect.stringContaining('api.provider.test') }])
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'done' })
    expect(gate.consents).toMatchObject([
      { way: 'fetches', host: 'api.provider.test', tools: expect.arrayContaining(['read_mine']) },
    ])
    expect(gate.marks).toContainEqual({ hasPrivate: true })
  })

  it('sees and may call what reads and nothing else, whatever it tries', async () => {
    Object.assign(globalThis, { __changed: 0, __asked: 0 })
    const tried: Record<string, boolean> = {}
    let seen: readonly string[] = []
    play = (turn) =>
      reads(turn, async (server) => {
        seen = await server.list()
        for (const name of ['change_it', 'ask_outside', 'switch_tool_group', 'no_such'])
          tried[name] = (await server.call(name, {})).ok
      })
    await allOf(agentOf(bed, modelAt(provider.origin, wire)).run(inputOf(bed.ada, 'Go')))
    expect(seen).toContain('read_mine')
    expect(seen).not.toContain('change_it')
    expect(seen).not.toContain('ask_outside')
    expect([...last().server.allowed].sort()).toEqual([...seen].sort())
    expect(tried).toEqual({ change_it: false, ask_outside: false, switch_tool_group: false, no_such: false })
    expect([Reflect.get(globalThis, '__changed'), Reflect.get(globalThis, '__asked')]).toEqual([0, 0])
  })

  it('has an address that is dead when the run is over, however it ended', async () => {
    let wasOpen = false
    play = (turn) =>
      reads(turn, async ({ url }) => {
        wasOpen = await isOpen(url)
      })
    await allOf(agentOf(bed, modelAt(provider.origin, wire)).run(inputOf(bed.ada, 'Go')))
    expect([wasOpen, await isOpen(last().server.url)]).toEqual([true, false])

    play = () => ({
      status: 400,
      error: { message: 'something is wrong with this request', type: 'invalid_request_error' },
    })
    const failed = await allOf(agentOf(bed, modelAt(provider.origin, wire)).run(inputOf(bed.ada, 'Go')))
    expect(failed.at(-1)).toEqual({ type: 'end', reason: 'failed' })
    expect(await isOpen(last().server.url)).toBe(false)

    const stop = new AbortController()
    play = async (turn) => {
      await turn.server?.list()
      setTimeout(() => stop.abort(), 50)
      return { said: [{ kind: 'text', text: 'Half a sen' }], end: 'hang' }
    }
    const startedAt = performance.now()
    const stopped = await allOf(
      agentOf(bed, modelAt(provider.origin, wire)).run(inputOf(bed.ada, 'Go', { signal: stop.signal })),
    )
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    expect([textOf(stopped), stopped.at(-1)]).toEqual(['Half a sen', { type: 'end', reason: 'stopped' }])
    expect(await isOpen(last().server.url)).toBe(false)
  })

  it('has an address that is dead after ten minutes, run or no run', async () => {
    const opens: boolean[] = []
    play = (turn) =>
      reads(turn, async ({ url }) => {
        opens.push(await isOpen(url))
        bed.pass(599_000)
        opens.push(await isOpen(url))
        bed.pass(2_000)
        opens.push(await isOpen(url))
      })
    await allOf(agentOf(bed, modelAt(provider.origin, wire)).run(inputOf(bed.ada, 'Go')))
    expect(opens).toEqual([true, true, false])
  })

  it('never reads another person’s data: two people at once each get their own', async () => {
    play = (turn) => reads(turn)
    const agent = agentOf(bed, modelAt(provider.origin, wire))
    const [ofAda, ofBob] = await Promise.all([
      allOf(agent.run(inputOf(bed.ada, 'Go'))),
      allOf(agent.run(inputOf(bed.bob, 'Go', { conversationId: 'conversation-2' }))),
    ])
    expect(textOf(ofAda)).toContain(bed.ada.publicId)
    expect(textOf(ofAda)).not.toContain(bed.bob.publicId)
    expect(textOf(ofBob)).toContain(bed.bob.publicId)
    expect(textOf(ofBob)).not.toContain(bed.ada.publicId)
  })

  it('keeps nothing of one conversation for another: no stored id is sent, and the history is that of the branch', async () => {
    play = () => [{ kind: 'text', text: 'Fine.' }]
    const agent = agentOf(bed, modelAt(provider.origin, wire))
    await allOf(agent.run(inputOf(bed.ada, 'My cat is called Zorro.')))
    await allOf(agent.run(inputOf(bed.ada, 'What is my cat called?', { conversationId: 'conversation-2' })))
    const other = JSON.stringify(last().body)
    expect(other).not.toContain('Zorro')
    expect(other).not.toMatch(/previous_(response|interaction)_id/)
    const history = [
      { question: 'My cat is called Zorro.', attachments: [], events: [{ type: 'text', text: 'Noted.' } as const] },
    ]
    await allOf(agent.run(inputOf(bed.ada, 'And now?', { history })))
    expect(JSON.stringify(last().body)).toMatch(/Zorro.*Noted\..*And now\?/s)
    if (wire !== 'anthropic') expect(last().body).toMatchObject({ store: false })
  })

  it('is never contacted when the person says no', async () => {
    const before = provider.turns.length
    const gate = gateOf({ consent: false })
    const events = await allOf(agentOf(bed, modelAt(provider.origin, wire)).run(inputOf(bed.ada, 'Go', { gate })))
    expect(provider.turns.length).toBe(before)
    expect(of(events, 'notice')).toMatchObject([{ code: 'declined' }])
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'declined' })
  })

  it('answers through a local loop, and says so, where the hub is not reached', async () => {
    play = ({ server, results }) => {
      expect(server).toBeNull()
      return results.length === 0
        ? [{ kind: 'call', id: 'c1', name: 'read_mine', args: { what: 'sleep' } }]
        : [{ kind: 'text', text: `Here: ${results[0]?.text}` }]
    }
    const gate = gateOf()
    const reachability = async () => ({ ok: false as const, why: { en: 'The tunnel is down.', zh: '隧道已断开。' } })
    const events = await allOf(
      agentOf(bed, modelAt(provider.origin, wire), { reachability }).run(inputOf(bed.ada, 'Go', { gate })),
    )
    expect(of(events, 'notice')).toMatchObject([
      { code: 'route', text: expect.stringContaining('The tunnel is down.') },
    ])
    expect(gate.consents).toMatchObject([{ way: 'sends', tools: [] }])
    expect(textOf(events)).toContain(bed.ada.publicId)
    expect(of(events, 'tool_call')).toMatchObject([{ tool: 'read_mine', args: { what: 'sleep' } }])
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'done' })
  })

  it('goes on through a local loop where the provider cannot list the tools', async () => {
    play = ({ server, results }) => {
      if (server !== null)
        return wire === 'openai'
          ? {
              status: 424,
              error: {
                message: "Error retrieving tool list from MCP server: 'mirohub'.",
                type: 'external_connector_error',
              },
            }
          : {
              status: 400,
              error: { message: 'Could not connect to MCP server mirohub', type: 'invalid_request_error' },
            }
      return results.length === 0
        ? [{ kind: 'call', id: 'c1', name: 'read_mine', args: {} }]
        : [{ kind: 'text', text: 'Done here.' }]
    }
    const gate = gateOf()
    const events = await allOf(agentOf(bed, modelAt(provider.origin, wire)).run(inputOf(bed.ada, 'Go', { gate })))
    expect(of(events, 'notice').map(({ code }) => code)).toEqual(['route', 'fallback'])
    expect(gate.consents.map(({ way }) => way)).toEqual(['fetches', 'sends'])
    expect([textOf(events), events.at(-1)]).toEqual(['Done here.', { type: 'end', reason: 'done' }])
  })
})

describe('an approval that the provider asks for', () => {
  const turns =
    (name: string) =>
    (turn: ProviderTurn): Said[] => {
      const answers = JSON.stringify(turn.body).match(
        /"type":"mcp_approval_response","approval_request_id":"ap_1","approve":(true|false)/,
      )
      if (answers === null) return [{ kind: 'approval', id: 'ap_1', name, args: { what: 'x' } }]
      return [{ kind: 'text', text: answers[1] === 'true' ? 'I may.' : 'I may not.' }]
    }

  it.each([
    [true, 'I may.'],
    [false, 'I may not.'],
  ])('waits for the person: %s', async (approve, said) => {
    play = turns('read_mine')
    const gate = gateOf({ approve })
    const events = await allOf(agentOf(bed, modelAt(provider.origin, 'openai')).run(inputOf(bed.ada, 'Go', { gate })))
    expect([gate.approvals, textOf(events)]).toEqual([['read_mine'], said])
  })

  it('for a tool that the hub would refuse anyway is refused without a question', async () => {
    play = turns('change_it')
    const gate = gateOf()
    const events = await allOf(agentOf(bed, modelAt(provider.origin, 'openai')).run(inputOf(bed.ada, 'Go', { gate })))
    expect([gate.approvals, textOf(events)]).toEqual([[], 'I may not.'])
  })
})

it('reads of a person who shares what they share, and nothing from the moment they stop', async () => {
  const { sharing } = bed.hub.services
  const levels = { chat: 'read', health: 'read', genetics: 'none' } as const
  await sharing.set(bed.bob.id, bed.ada.id, levels)
  const tried: [boolean, string][] = []
  play = (turn) =>
    reads(turn, async (server) => {
      const genes = await server.call('get_genetic_data', { rsid: ['rs1'] })
      await sharing.set(bed.bob.id, bed.ada.id, { ...levels, chat: 'none' })
      const late = await server.call('read_mine', {})
      tried.push([genes.ok, genes.text], [late.ok, late.text])
    })
  const subject = { user: inputOf(bed.bob, '').user, name: 'Bob', dataClasses: ['health'] as const }
  const events = await allOf(agentOf(bed, modelAt(provider.origin, 'openai')).run(inputOf(bed.ada, 'Go', { subject })))
  expect(textOf(events)).toContain(bed.bob.publicId)
  expect(textOf(events)).not.toContain(bed.ada.publicId)
  expect(tried.map(([ok]) => ok)).toEqual([false, false])
  expect(tried[0]?.[1]).toMatch(/shar/)
  expect(JSON.stringify(last().body.instructions)).toContain('Bob')
})

it('the key and the secret are in no event', async () => {
  play = (turn) => reads(turn)
  const events = await allOf(agentOf(bed, modelAt(provider.origin, 'anthropic')).run(inputOf(bed.ada, 'Go')))
  const secret = pathOf(last().server.url).split('/').at(-1) ?? ''
  expect(secret.length).toBe(43)
  const told = JSON.stringify(events)
  expect(told.includes(secret) || told.includes('sk-canary-key')).toBe(false)
  expect((await bare(portOf(), listBody)).status).toBe(200)
})
