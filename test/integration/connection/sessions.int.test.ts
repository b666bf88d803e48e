/** Sessions of remote servers: forgotten ones, one for each call, what they are sent, and what they say unasked. */
import { afterEach, describe, expect, it } from 'vitest'
import { startFaultyHttpServer } from '../../fake-servers/http-faulty.ts'
import { startGoodHttpServer } from '../../fake-servers/http-good.ts'
import type { HttpServer, HttpServerOptions } from '../../fake-servers/http-rpc.ts'
import { closeAll, connectTo, remote } from './testing.ts'

const servers: HttpServer[] = []
const fake = async (options: Partial<HttpServerOptions> = {}) => {
  const server = await startGoodHttpServer(options)
  servers.push(server)
  return server
}

afterEach(async () => {
  await closeAll()
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

const echo = (text: string) => ({ tool: 'echo', args: { text } })
const said = (text: string) => ({ result: { content: [{ type: 'text', text }] } })
const count = (server: HttpServer, method: string) => server.heard.filter((one) => one === method).length

describe('a session that the server has forgotten (row 24, python-sdk#3556)', () => {
  it('is made anew and the call is sent once more', async () => {
    const server = await fake({ eras: 'legacy' })
    const { connection, heard } = await connectTo(remote(server.url))
    server.forgetSessions()
    expect(await connection.callTool(echo('again'))).toMatchObject(said('again'))
    expect(count(server, 'initialize')).toBe(2)
    // The server may have come back as another one.
    expect(heard.changed).toContain('tools')
    expect(await connection.callTool(echo('more'))).toMatchObject(said('more'))
    expect(count(server, 'initialize')).toBe(2)
  })

  it('is made anew once for all calls that find it gone', async () => {
    const server = await fake({ eras: 'legacy' })
    const { connection } = await connectTo(remote(server.url))
    server.forgetSessions()
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => connection.callTool(echo(`${n}`))))
    expect(answers).toMatchObject(Array.from({ length: 8 }, (_, n) => said(`${n}`)))
    expect(count(server, 'initialize')).toBe(2)
  })

  it('is not tried a third time', async () => {
    const server = await fake({
      eras: 'legacy',
      intercept(_request, response, body) {
        const refused = body.includes('"tools/call"')
        if (refused) response.writeHead(404).end()
        return refused
      },
    })
    const { connection } = await connectTo(remote(server.url))
    await expect(connection.callTool(echo('x'))).rejects.toMatchObject({ code: 'http_status' })
    expect(count(server, 'initialize')).toBe(2)
  })

  it('is known by a 400 that names the session, as server-everything says it', async () => {
    let forgotten = false
    const server = await fake({
      eras: 'legacy',
      intercept(_request, response, body) {
        const refused = forgotten && body.includes('"tools/call"')
        forgotten = false
        if (refused) response.writeHead(400).end('Bad Request: No valid session ID provided')
        return refused
      },
    })
    const { connection } = await connectTo(remote(server.url))
    forgotten = true
    expect(await connection.callTool(echo('again'))).toMatchObject(said('again'))
  })
})

describe('a session for each call', () => {
  it('is opened and ended with it in the older era', async () => {
    const server = await fake({ eras: 'legacy' })
    const { connection } = await connectTo(remote(server.url), { settings: { stateful: false } })
    await expect.poll(() => server.sessions()).toBe(0)
    expect(await connection.callTool(echo('one'))).toMatchObject(said('one'))
    expect(await connection.callTool(echo('two'))).toMatchObject(said('two'))
    await expect.poll(() => server.sessions()).toBe(0)
    expect(count(server, 'initialize')).toBe(3)
  })

  it('needs no handshake in the newer era', async () => {
    const server = await fake({ eras: 'modern' })
    const { connection } = await connectTo(remote(server.url), { settings: { stateful: false } })
    expect(await connection.callTool(echo('one'))).toMatchObject(said('one'))
    expect(count(server, 'server/discover')).toBe(1)
    expect((await connection.list()).tools).not.toHaveLength(0)
  })
})

describe('what is remembered of the era', () => {
  it('spares an older server the question', async () => {
    const server = await fake({ eras: 'legacy' })
    const { heard } = await connectTo(remote(server.url))
    await connectTo(remote(server.url), { era: heard.eras[0] ?? null })
    expect(count(server, 'server/discover')).toBe(1)
  })

  it('is dropped when the server has become another', async () => {
    const old = await fake({ eras: 'legacy' })
    const { heard } = await connectTo(remote(old.url))
    const server = await fake({ eras: 'modern' })
    const { connection, heard: after } = await connectTo(remote(server.url), { era: heard.eras[0] ?? null })
    expect(connection.era).toBe('modern')
    expect(after.eras).toMatchObject([{ era: 'modern' }])
  })

  it('does not keep a server in the newer era that went back to the older', async () => {
    const server = await fake({ eras: 'legacy' })
    const era = { era: 'modern', transport: 'own', at: new Date().toISOString() }
    const { connection } = await connectTo(remote(server.url), { era })
    expect(connection.era).toBe('legacy')
  })
})

describe('what a server is sent', () => {
  for (const eras of ['legacy', 'modern'] as const) {
    it(`is its own headers and token, on every request of the ${eras} era`, async () => {
      const server = await fake({ eras })
      const target = remote(server.url, { headerNames: ['X-Api-Key', 'Mcp-Session-Id', 'Host'], auth: 'bearer' })
      const headers = { 'X-Api-Key': 'k-1', 'Mcp-Session-Id': 'forged', Host: 'evil.example' }
      const { connection } = await connectTo(target, { values: { headers, bearer: 'b-1' } })
      await connection.callTool(echo('x'))
      for (const method of new Set(server.heard)) {
        if (method === 'GET' || method === 'DELETE') continue
        expect(server.headersOf(method)).toMatchObject({ 'x-api-key': 'k-1', authorization: 'Bearer b-1' })
        expect(server.headersOf(method)?.['mcp-session-id']).not.toBe('forged')
        expect(server.headersOf(method)?.host).not.toBe('evil.example')
      }
    })
  }

  it('is no token where the entry has none', async () => {
    const server = await fake()
    const { connection } = await connectTo(remote(server.url), { values: { bearer: 'not-for-this' } })
    await connection.callTool(echo('x'))
    expect(server.headersOf('tools/call')?.authorization).toBeUndefined()
  })

  it('is let in with the header it wants', async () => {
    const server = await startFaultyHttpServer({ kind: 'wants-header', name: 'x-key', value: 'right' })
    servers.push(server)
    const target = remote(server.url, { headerNames: ['x-key'] })
    const { connection } = await connectTo(target, { values: { headers: { 'x-key': 'right' } } })
    expect(await connection.callTool(echo('x'))).toMatchObject(said('x'))
  })

  it('holds the run that the call belongs to', async () => {
    const server = await fake()
    const { connection } = await connectTo(remote(server.url))
    const answer = await connection.callTool({ tool: 'meta', args: {}, runId: 'run-7' })
    expect(JSON.stringify(answer)).toContain('\\"mirohub/run\\":\\"run-7\\"')
  })
})

describe('what a server says unasked', () => {
  for (const eras of ['legacy', 'modern'] as const) {
    it(`is heard in the ${eras} era: changed lists`, async () => {
      const server = await fake({ eras })
      const { heard } = await connectTo(remote(server.url))
      await expect.poll(() => server.openStreams()).toBe(1)
      server.announce('notifications/tools/list_changed')
      await expect.poll(() => heard.changed).toEqual(['tools'])
    })
  }

  it('is heard again after the subscription broke off', async () => {
    const server = await fake({ eras: 'modern' })
    const { heard } = await connectTo(remote(server.url))
    await expect.poll(() => server.openStreams()).toBe(1)
    server.dropStreams()
    await expect.poll(() => server.openStreams(), { timeout: 10_000 }).toBe(1)
    // What was announced meanwhile is lost.
    await expect.poll(() => heard.changed).toEqual(['tools'])
  })

  it('is heard again after the stream of a session broke off', async () => {
    const server = await fake({ eras: 'legacy' })
    const { heard } = await connectTo(remote(server.url))
    await expect.poll(() => server.openStreams()).toBe(1)
    server.dropStreams()
    await expect.poll(() => server.openStreams(), { timeout: 10_000 }).toBe(1)
    server.announce('notifications/tools/list_changed')
    await expect.poll(() => heard.changed).toContain('tools')
  })

  for (const eras of ['legacy', 'modern'] as const) {
    it(`goes to the log, and to the client behind the call in the ${eras} era`, async () => {
      const server = await fake({ eras })
      const { connection, heard } = await connectTo(remote(server.url))
      const logged: unknown[] = []
      const client = {
        canAnswer: () => false,
        answers: {},
        state: undefined,
        log: (level: string, data: unknown, logger?: string) => logged.push([level, data, logger]),
        closeStream() {},
      }
      await connection.callTool({ tool: 'logs', args: {}, client })
      expect(heard.log).toContainEqual({ from: 'server', level: 'info', text: 'fake: working on it' })
      expect(logged).toEqual([['info', 'working on it', 'fake']])
    })
  }
})
