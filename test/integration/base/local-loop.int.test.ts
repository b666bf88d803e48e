/**
 * The loop that runs tools here, over every wire, with a provider that misbehaves: each fault ends in an answer or a plain
 * explanation, never in silence, and never takes the neighbours down.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { BaseAgentOptions } from '../../../src-main/agents/base/base-agent.ts'
import { createCallControls } from '../../../src-main/agents/call-controls.ts'
import type { AgentInput } from '../../../src-main/agents/events.ts'
import type { ResolvedModel } from '../../../src-main/agents/models/types.ts'
import {
  type FakeMcpProviders,
  type FakeWire,
  type ProviderAnswer,
  type ProviderTurn,
  type Said,
  startMcpProviders,
} from '../../fake-models/mcp-providers.ts'
import { agentOf, allOf, type BaseBed, gateOf, inputOf, modelAt, of, openBaseBed, textOf } from './base-bed.ts'

const WIRES = ['openai', 'anthropic', 'google', 'chat'] as const

let bed: BaseBed
let provider: FakeMcpProviders
let play: (turn: ProviderTurn) => Promise<ProviderAnswer> | ProviderAnswer
let first = 0
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
  first = provider.turns.length
})

const elsewhere = async () => ({ ok: false as const, why: { en: 'No tunnel.', zh: '没有隧道。' } })
function run(
  wire: FakeWire,
  input: Partial<AgentInput> = {},
  options: Partial<BaseAgentOptions> = {},
  model: Partial<ResolvedModel> = {},
) {
  const agent = agentOf(bed, modelAt(provider.origin, wire, model), { reachability: elsewhere, ...options })
  return allOf(agent.run(inputOf(bed.ada, 'Go', input)))
}
const turns = () => provider.turns.slice(first)
const call = (id: string, name: string, args: unknown = {}): Said => ({ kind: 'call', id, name, args })
const say = (text: string): Said => ({ kind: 'text', text })
/** One answer with calls, then a text made of what came back. */
const once =
  (...calls: Said[]) =>
  ({ results }: ProviderTurn): Said[] =>
    results.length === 0 ? calls : [say(results.map(({ id, text }) => `${id}: ${text}`).join('\n'))]
const end = (reason: string) => ({ type: 'end', reason })

describe.each(WIRES)('%s', (wire) => {
  it('runs calls side by side; one that throws, one unknown and one malformed end nobody else’s', async () => {
    play = once(
      call('c1', 'read_mine', { what: 'steps' }),
      call('c2', 'break_down'),
      call('c3', 'no_such_tool_at_all'),
      call('c4', 'read_mine', '{"what": '),
    )
    const events = await run(wire)
    const results = of(events, 'tool_result')
    expect(results.map(({ id, ok }) => [id, ok]).sort()).toEqual([
      ['c1', true],
      ['c2', false],
      ['c3', false],
      ['c4', false],
    ])
    const said = textOf(events)
    expect(said).toContain(`"owner":"${bed.ada.publicId}"`)
    expect(said).toMatch(/c2: Error \(tool_failed\)/)
    expect(said).toMatch(/c3: Error \(unknown_tool\)/)
    expect(said).toMatch(/c4: Error \(invalid_arguments\).*not JSON/)
    expect(said).not.toContain('pipe burst')
    expect(events.at(-1)).toEqual(end('done'))
  })

  it('sends again after 429 and 503, saying so, and then answers', async () => {
    play = ({ index }) => {
      const at = index - first
      if (at === 0) return { status: 429, error: { message: 'Rate limit reached' }, headers: { 'retry-after': '7' } }
      return at === 1 ? { status: 503, error: { message: 'overloaded' } } : [say('Here I am.')]
    }
    const waits: number[] = []
    const timing = {
      wait: async (ms: number) => {
        waits.push(ms)
      },
    }
    const events = await run(wire, {}, { timing })
    expect(waits[0]).toBe(7_000)
    expect(waits.length).toBe(2)
    expect(of(events, 'notice').filter(({ code }) => code === 'retry')).toMatchObject([
      { text: expect.stringContaining('7 s (1 of 3)') },
      { text: expect.stringContaining('(2 of 3)') },
    ])
    expect([textOf(events), events.at(-1)]).toEqual(['Here I am.', end('done')])
  })

  it('gives up after three tries with the provider’s fault in plain words', async () => {
    play = () => ({ status: 429, error: { message: 'Rate limit reached' } })
    const events = await run(wire)
    expect(turns().length).toBe(4)
    expect(of(events, 'error')).toMatchObject([{ code: 'rate_limited' }])
    expect(events.at(-1)).toEqual(end('failed'))
  })

  it('does not try again with a key that is refused, and does not show it', async () => {
    play = () => ({
      status: 401,
      error: { message: 'Incorrect API key provided: sk-canary-key.', type: 'authentication_error' },
    })
    const events = await run(wire)
    expect(turns().length).toBe(1)
    expect(of(events, 'error')).toMatchObject([{ code: 'bad_key' }])
    expect(JSON.stringify(events)).not.toContain('sk-canary-key')
    expect(events.at(-1)).toEqual(end('failed'))
  })

  it('leaves out the oldest turns when the context is too small, once', async () => {
    play = ({ body }) =>
      JSON.stringify(body).includes('oldest-turn')
        ? {
            status: 400,
            error: { message: "This model's maximum context length is 8192 tokens.", code: 'context_length_exceeded' },
          }
        : [say('Shorter now.')]
    const turn = (question: string) => ({
      question,
      attachments: [],
      events: [{ type: 'text', text: 'Yes.' } as const],
    })
    const history = [turn('oldest-turn'), turn('newer')]
    const events = await run(wire, { history })
    expect(of(events, 'notice')).toContainEqual(expect.objectContaining({ code: 'compacted' }))
    expect([textOf(events), events.at(-1)]).toEqual(['Shorter now.', end('done')])

    first = provider.turns.length
    play = () => ({ status: 400, error: { message: 'prompt is too long: maximum context length exceeded' } })
    const never = await run(wire, { history })
    expect(turns().length).toBe(2)
    expect(of(never, 'error')).toMatchObject([{ code: 'context_overflow' }])
  })

  it('ends an endless loop at the limit with a word that names it', async () => {
    play = ({ index }) => [call(`c${index}`, 'read_mine', { what: 'again' })]
    const events = await run(wire)
    expect(turns().length).toBe(20)
    expect(of(events, 'notice').at(-1)).toMatchObject({ code: 'limit', text: expect.stringContaining('20') })
    expect(textOf(events)).toContain('20 rounds')
    // The same call is not run twenty times either.
    expect(of(events, 'tool_result').filter(({ ok }) => ok).length).toBe(3)
    expect(events.at(-1)).toEqual(end('done'))
  })

  it('tells of an empty answer, and of one that broke off in a word', async () => {
    play = () => []
    const empty = await run(wire)
    expect(of(empty, 'error')).toMatchObject([{ code: 'bad_answer' }])
    expect(empty.at(-1)).toEqual(end('failed'))

    play = () => ({ said: [say('Your resting heart ra')], end: 'cut' })
    const cut = await run(wire)
    expect(textOf(cut)).toBe('Your resting heart ra')
    expect(of(cut, 'error').length).toBe(1)
    expect(cut.at(-1)).toEqual(end('failed'))
  })

  it('tries again where an answer broke off before anything was said', async () => {
    play = ({ index }) => (index === first ? { said: [], end: 'cut' } : [say('Whole.')])
    const events = await run(wire)
    expect([textOf(events), events.at(-1)]).toEqual(['Whole.', end('done')])
  })

  it('stops within a second in the middle of a call and of an answer, and keeps what was said', async () => {
    for (const answer of [[say('First. '), call('c1', 'hang')], { said: [say('First. ')], end: 'hang' as const }]) {
      play = () => answer
      const stop = new AbortController()
      const agent = agentOf(bed, modelAt(provider.origin, wire), { reachability: elsewhere })
      const seen: string[] = []
      let stoppedAt = 0
      for await (const event of agent.run(inputOf(bed.ada, 'Go', { signal: stop.signal }))) {
        seen.push(event.type === 'text' ? event.text : event.type)
        const isWaiting = event.type === 'tool_call' || (!Array.isArray(answer) && event.type === 'text')
        if (isWaiting && stoppedAt === 0) {
          stoppedAt = performance.now()
          setTimeout(() => stop.abort(), 30)
        }
        if (event.type === 'end') expect(event.reason).toBe('stopped')
      }
      expect(performance.now() - stoppedAt).toBeLessThan(1_000)
      expect(seen.join('')).toContain('First. ')
    }
  })

  it('lets the person cancel one call while its neighbour and the run go on', async () => {
    play = once(call('c1', 'hang'), call('c2', 'read_mine'))
    const controls = createCallControls()
    const agent = agentOf(bed, modelAt(provider.origin, wire), { reachability: elsewhere, controls })
    const events = []
    for await (const event of agent.run(inputOf(bed.ada, 'Go'))) {
      events.push(event)
      if (event.type === 'tool_result' && event.id === 'c2') expect(controls.cancelCall('run-1', 'c1')).toBe(true)
    }
    expect(of(events, 'tool_result')).toMatchObject([
      { id: 'c2', ok: true },
      { id: 'c1', ok: false, error: { code: 'cancelled' } },
    ])
    expect(textOf(events)).toMatch(/c1: Error \(cancelled\).*person cancelled/)
    expect(events.at(-1)).toEqual(end('done'))
  })

  it('sends nothing when the person says no, and never asks for a model on this computer', async () => {
    const gate = gateOf({ consent: false })
    const events = await run(wire, { gate })
    expect([turns().length, events.at(-1)]).toEqual([0, end('declined')])
    play = () => [say('From here.')]
    const here = gateOf({ consent: false })
    const local = await run(wire, { gate: here }, {}, { isLocal: true })
    expect([here.consents, textOf(local)]).toEqual([[], 'From here.'])
  })
})

describe('what only some endpoints do', () => {
  it('brings DeepSeek’s reasoning back with the round of calls that it led to', async () => {
    play = (turn) =>
      turn.results.length === 0 ? [{ kind: 'reasoning', text: 'Look first.' }, call('c1', 'read_mine')] : [say('Ok.')]
    await run('chat')
    expect(turns().at(-1)?.body.messages).toContainEqual(
      expect.objectContaining({ role: 'assistant', reasoning_content: 'Look first.' }),
    )
  })

  it('brings sealed and signed thoughts back to OpenAI and Anthropic, who refuse calls without them', async () => {
    for (const [wire, word] of [
      ['openai', 'sealed-thought'],
      ['anthropic', 'signed'],
      ['google', 'signed'],
    ] as const) {
      play = ({ results }) =>
        results.length === 0 ? [{ kind: 'reasoning', text: 'Hm.' }, call('c1', 'read_mine')] : [say('Ok.')]
      first = provider.turns.length
      await run(wire)
      expect(JSON.stringify(turns().at(-1)?.body)).toContain(word)
    }
  })

  it('sends again without a parameter that the model does not take', async () => {
    play = ({ body }) =>
      'temperature' in body || 'reasoning' in body
        ? { status: 400, error: { message: "Unsupported parameter: 'temperature' is not supported with this model." } }
        : [say('Ok.')]
    for (const wire of ['openai', 'chat'] as const) {
      const events = await run(wire, {}, {}, { options: { temperature: 0.2 } })
      expect(textOf(events)).toBe('Ok.')
    }
  })

  it('speaks to Ollama at /v1, and gives calls without an id one', async () => {
    play = once(call('', 'read_mine'), call('', 'read_mine', { what: 'b' }))
    const events = await run(
      'chat',
      {},
      {},
      { wire: 'ollama', preset: 'ollama', baseUrl: provider.origin, isLocal: true },
    )
    expect(of(events, 'tool_result').map(({ ok }) => ok)).toEqual([true, true])
    expect(new Set(of(events, 'tool_call').map(({ id }) => id)).size).toBe(2)
  })
})
