/** What a person is told when a remote server misbehaves, and that nobody waits longer than the limits say. */
import { afterEach, describe, expect, it } from 'vitest'
import { ServerError, type ServerFaultCode } from '../../../src-main/mcp-client/model/server-status.ts'
import { type HttpFault, startFaultyHttpServer } from '../../fake-servers/http-faulty.ts'
import { startGoodHttpServer } from '../../fake-servers/http-good.ts'
import type { HttpServer, HttpServerOptions } from '../../fake-servers/http-rpc.ts'
import { closeAll, connectTo, remote } from './testing.ts'

const servers: HttpServer[] = []
const faulty = async (fault: HttpFault, options: Partial<HttpServerOptions> = {}) => {
  const server = await startFaultyHttpServer(fault, options)
  servers.push(server)
  return server
}

afterEach(async () => {
  await closeAll()
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function faultOf(attempt: Promise<unknown>): Promise<ServerError> {
  const error = await attempt.then(
    () => new Error('it worked'),
    (reason: unknown) => reason,
  )
  if (error instanceof ServerError) return error
  throw error
}
const quick = { settings: { limits: { connectMs: 600 } } }

describe('connecting', () => {
  const refusals: [string, HttpFault, ServerFaultCode, RegExp][] = [
    ['a status of 500', { kind: 'status', status: 500, body: 'oops' }, 'http_status', /HTTP 500/],
    [
      'a page of HTML as an error',
      { kind: 'status', status: 502, body: '<html><title>Bad gateway</title></html>' },
      'http_status',
      /HTTP 502/,
    ],
    ['a web page where the server should be', { kind: 'web-page' }, 'not_mcp', /no MCP server/],
    ['401', { kind: 'unauthorized', times: 99 }, 'unauthorized', /401/],
    ['401 to a bearer', { kind: 'unauthorized', times: 99 }, 'unauthorized', /401/],
    ['403', { kind: 'status', status: 403, body: 'no' }, 'http_status', /HTTP 403/],
  ]
  for (const [name, fault, code, message] of refusals) {
    it(`says so of ${name}`, async () => {
      const server = await faulty(fault)
      const auth = name.endsWith('bearer') ? 'bearer' : 'none'
      const error = await faultOf(connectTo(remote(server.url, { auth }), { values: { bearer: 'abcd-secret' } }))
      expect(error.code).toBe(code)
      expect(error.message).toMatch(message)
      expect(error.fault.message.zh).not.toBe('')
      expect(JSON.stringify(error.fault)).not.toContain('abcd-secret')
    })
  }

  it('says that nothing answers at a port nobody listens on', async () => {
    const server = await startGoodHttpServer()
    await server.close()
    const error = await faultOf(connectTo(remote(server.url)))
    expect(error.code).toBe('unreachable')
    expect(error.message).toBe(`Nothing answers at ${server.origin}.`)
    expect(error.fault.details.join()).toContain('ECONNREFUSED')
  })

  it('says that a name is not known', async () => {
    const error = await faultOf(connectTo(remote('http://no-such-host.invalid/mcp')))
    expect(error.code).toBe('unreachable')
    expect(error.message).toContain('http://no-such-host.invalid')
  })

  for (const status of [301, 302, 303, 307, 308]) {
    it(`follows no redirect with ${status} to another origin (SSRF, CVE-2025-69222)`, async () => {
      const other = await startGoodHttpServer()
      servers.push(other)
      const server = await faulty({ kind: 'redirect', status, to: `${other.url}?token=in-the-query` })
      const error = await faultOf(connectTo(remote(server.url)))
      expect(error.code).toBe('refused_address')
      expect(other.heard).toEqual([])
    })
  }

  it('takes no more time than its limit when the server takes the request and says nothing (X10)', async () => {
    const server = await faulty({ kind: 'hangs', method: null })
    const before = performance.now()
    const error = await faultOf(connectTo(remote(server.url), quick))
    expect(error.code).toBe('timeout')
    expect(error.message).toContain('0.6 s')
    expect(performance.now() - before).toBeLessThan(5_000)
  })

  it('stops at once when it is told to', async () => {
    const server = await faulty({ kind: 'hangs', method: null })
    const controller = new AbortController()
    const attempt = connectTo(remote(server.url), { signal: controller.signal })
    controller.abort(new Error('stopped by the person'))
    await expect(attempt).rejects.toThrow('stopped by the person')
  })

  it('works once a server that answered 401 answers well', async () => {
    const server = await faulty({ kind: 'unauthorized', times: 1 })
    expect((await faultOf(connectTo(remote(server.url)))).code).toBe('unauthorized')
    const { connection } = await connectTo(remote(server.url))
    expect((await connection.list()).tools).not.toHaveLength(0)
  })

  for (const status of [400, 404, 405]) {
    it(`falls back to the old transport after a POST answered with ${status}, and remembers it`, async () => {
      const server = await faulty({ kind: 'old-transport', status }, { eras: 'legacy' })
      const { connection, heard } = await connectTo(remote(server.sseUrl))
      const answer = await connection.callTool({ tool: 'echo', args: { text: 'old' } })
      expect(answer).toMatchObject({ result: { content: [{ text: 'old' }] } })
      expect(heard.eras[0]).toMatchObject({ era: 'legacy', transport: 'sse' })
    })
  }

  it('does not take a 500 for a sign of the old transport', async () => {
    const server = await faulty({ kind: 'old-transport', status: 500 }, { eras: 'legacy' })
    expect((await faultOf(connectTo(remote(server.sseUrl)))).code).toBe('http_status')
  })

  it('names neither headers nor token in the fault of a server that sends them back', async () => {
    const server = await faulty({ kind: 'wants-header', name: 'x-key', value: 'right' })
    const target = remote(server.url, { headerNames: ['X-Key'], auth: 'bearer' })
    const values = { headers: { 'X-Key': 'wrong-key-value' }, bearer: 'wrong-bearer-value' }
    const error = await faultOf(connectTo(target, { values }))
    expect(error.code).toBe('http_status')
    expect(JSON.stringify(error.fault)).not.toMatch(/wrong-key-value|wrong-bearer-value/)
  })
})

describe('calling', () => {
  const call = { tool: 'echo', args: { text: 'x' } }
  for (const eras of ['legacy', 'modern'] as const) {
    describe(`in the ${eras} era`, () => {
      it('ends silence at its limit and tells the server (row 39)', async () => {
        const server = await startGoodHttpServer({ eras })
        servers.push(server)
        const { connection } = await connectTo(remote(server.url), { settings: { limits: { requestMs: 300 } } })
        const error = await faultOf(connection.callTool({ tool: 'hang', args: {} }))
        expect(error.code).toBe('timeout')
        expect(error.message).toContain('0.3 s')
        await expect.poll(() => server.cancelled()).toBe(1)
      })

      it('goes on beyond that limit while there is progress, and hands it on (row 39)', async () => {
        const server = await startGoodHttpServer({ eras })
        servers.push(server)
        const { connection } = await connectTo(remote(server.url), { settings: { limits: { requestMs: 400 } } })
        const progress: number[] = []
        const answer = await connection.callTool({
          tool: 'slow',
          args: { steps: 8, stepMs: 100 },
          onProgress: ({ done, total }) => {
            expect(total).toBe(8)
            progress.push(done)
          },
        })
        expect(answer).toMatchObject({ result: { content: [{ text: 'done' }] } })
        expect(progress).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
      })

      it('ends progress without end at the hard cap and tells the server (row 39)', async () => {
        const server = await startGoodHttpServer({ eras })
        servers.push(server)
        const { connection } = await connectTo(remote(server.url), {
          settings: { limits: { requestMs: 300, hardCapMs: 700 } },
        })
        const error = await faultOf(connection.callTool({ tool: 'slow', args: { steps: 1000, stepMs: 50 } }))
        expect(error.code).toBe('timeout')
        expect(error.message).toContain('did not finish')
        await expect.poll(() => server.cancelled()).toBe(1)
      })

      it('reaches the server when the caller stops, and the connection goes on (row 40)', async () => {
        const server = await startGoodHttpServer({ eras })
        servers.push(server)
        const { connection, heard } = await connectTo(remote(server.url))
        const controller = new AbortController()
        const attempt = connection.callTool({ tool: 'hang', args: {}, signal: controller.signal })
        await expect.poll(() => server.heard.includes('tools/call')).toBe(true)
        controller.abort(new Error('stop'))
        await expect(attempt).rejects.toThrow('stop')
        await expect.poll(() => server.cancelled()).toBe(1)
        expect(await connection.callTool(call)).toMatchObject({ result: { content: [{ text: 'x' }] } })
        expect(heard.log.filter(({ level }) => level === 'error')).toEqual([])
      })

      it('says at once that the answer broke off, and the connection goes on', async () => {
        const server = await faulty({ kind: 'breaks-off', method: 'tools/call' }, { eras })
        const { connection } = await connectTo(remote(server.url))
        const error = await faultOf(connection.callTool(call))
        expect(error.code).toBe('unreachable')
        await expect(connection.ping()).resolves.toBeUndefined()
      })

      it('ends a response that fell silent at the limit for streams', async () => {
        const server = await faulty({ kind: 'falls-silent', method: 'tools/call' }, { eras })
        const { connection } = await connectTo(remote(server.url), { settings: { limits: { streamMs: 300 } } })
        const error = await faultOf(connection.callTool(call))
        expect(error.code).toBe('timeout')
        expect(error.message).toContain('fell silent')
      })

      for (const as of ['json', 'sse'] as const) {
        it(`refuses 100 MB of ${as} before it has taken more than it may hold`, async () => {
          let sent = 0
          const onSent = (megabytes: number) => {
            sent = megabytes
          }
          const server = await faulty({ kind: 'floods', method: 'tools/call', megabytes: 100, as, onSent }, { eras })
          const { connection } = await connectTo(remote(server.url))
          const error = await faultOf(connection.callTool(call))
          expect(error.code).toBe('too_large')
          expect(error.message).toContain('32 MiB')
          // The rest is what sockets hold.
          expect(sent).toBeLessThan(50)
          await expect(connection.ping()).resolves.toBeUndefined()
        })
      }

      it('says what the server says of an unknown tool', async () => {
        const server = await startGoodHttpServer({ eras })
        servers.push(server)
        const { connection } = await connectTo(remote(server.url))
        const error = await faultOf(connection.callTool({ tool: 'nothing', args: {} }))
        expect(error.code).toBe('protocol')
        expect(error.message).toContain('Unknown tool: nothing')
      })

      it('ends the connection when nobody is there any more', async () => {
        const server = await startGoodHttpServer({ eras })
        const { connection } = await connectTo(remote(server.url))
        await server.close()
        const error = await faultOf(connection.callTool(call))
        expect(error.code).toBe('unreachable')
        expect(await connection.ended).toMatchObject({ fault: { code: 'unreachable' } })
      })
    })
  }

  it('notices that the stream of the old transport is gone', async () => {
    const server = await startGoodHttpServer({ eras: 'legacy' })
    servers.push(server)
    const { connection } = await connectTo(remote(server.sseUrl, { kind: 'sse' }))
    server.dropStreams()
    expect(await connection.ended).toMatchObject({ fault: { code: 'unreachable' } })
  })
})
