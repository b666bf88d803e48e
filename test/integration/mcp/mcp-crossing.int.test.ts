/** Two people, equal request ids, everything at once: the fault looked for is an answer that reaches the other one. */
import { Agent } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ALICE, BOB, type RawResponse, raw, startEndpoint } from './endpoint-fixture.ts'
import { openSession } from './stream-client.ts'

let endpoint: Awaited<ReturnType<typeof startEndpoint>>
const agent = new Agent({ keepAlive: true, maxSockets: 20 })
beforeAll(async () => {
  endpoint = await startEndpoint()
})
afterAll(async () => {
  agent.destroy()
  await endpoint.server.close()
})

const MODERN = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}
const modernHeaders: [string, string][] = [
  ['MCP-Protocol-Version', '2026-07-28'],
  ['Mcp-Method', 'tools/call'],
  ['Mcp-Name', 'echo'],
]

it('1,200 interleaved calls of two tokens, in both eras and in sessions, are answered to who asked', async () => {
  const people = await Promise.all(
    [
      { name: 'alice', id: ALICE },
      { name: 'bob', id: BOB },
    ].map(async (person) => ({
      ...person,
      session: await openSession(endpoint.port, { token: `token-of-${person.name}` }),
      json: await openSession(endpoint.port, { token: `token-of-${person.name}`, accept: 'application/json' }),
    })),
  )
  type Person = (typeof people)[number]

  const send = (headers: readonly (readonly [string, string])[], body: object) =>
    raw(endpoint.port, {
      headers: [['Content-Type', 'application/json'], ...headers],
      body: JSON.stringify(body),
      agent,
    })
  const ways: ((person: Person, body: { params: object }) => Promise<RawResponse>)[] = [
    ({ name }, body) => send([['Authorization', `Bearer token-of-${name}`]], body),
    ({ name }, body) =>
      send([['Authorization', `Bearer token-of-${name}`], ...modernHeaders], {
        ...body,
        params: { ...body.params, _meta: MODERN },
      }),
    ({ session }, body) => send(Object.entries(session.headers), body),
    ({ json }, body) => send(Object.entries(json.headers), body),
  ]

  const ask = async (person: Person, way: number, id: number) => {
    const value = `${person.name} ${way} ${id}`
    const body = { jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'echo', arguments: { value } } }
    const { json } = (await ways[way]?.(person, body)) ?? {}
    return [json?.id, json?.result.structuredContent.args.value, json?.result.structuredContent.user]
  }
  for (let round = 0; round < 15; round++) {
    const ids = Array.from({ length: 10 }, (_, step) => round * 10 + step)
    const asked = ids.flatMap((id) => people.flatMap((person) => ways.map((_, way) => ({ person, way, id }))))
    const answers = await Promise.all(asked.map(({ person, way, id }) => ask(person, way, id)))
    expect(answers).toEqual(asked.map(({ person, way, id }) => [id, `${person.name} ${way} ${id}`, person.id]))
  }
})

it('progress goes to the stream whose call it is of, though both calls have the same id and token', async () => {
  const open = async (name: string) => openSession(endpoint.port, { token: `token-of-${name}` })
  const [alice, bob] = [await open('alice'), await open('bob')]
  for (let round = 0; round < 20; round++) {
    const call = (value: number) => ({
      jsonrpc: '2.0',
      id: round,
      method: 'tools/call',
      params: { name: 'wait', arguments: { value }, _meta: { progressToken: 1 } },
    })
    const streams = await Promise.all([alice.stream(call(3)), bob.stream(call(4))])
    const seen = await Promise.all(
      streams.map(async (stream) => {
        const messages = [await stream.message(), await stream.message(), await stream.message()]
        await stream.ended
        return [messages.map((message) => message.method ?? message.id), messages[2]?.result.structuredContent.waited]
      }),
    )
    const twice = ['notifications/progress', 'notifications/progress', round]
    expect(seen).toEqual([
      [twice, 3],
      [twice, 4],
    ])
  }
})
