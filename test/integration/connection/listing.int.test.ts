/** Lists of hostile and broken servers, headers from arguments, and addresses a server wants opened. */
import { afterEach, describe, expect, it } from 'vitest'
import type { CallingClient } from '../../../src-main/mcp-client/model/asking.ts'
import type { PersonQuestion } from '../../../src-main/mcp-client/model/connection.ts'
import { startGoodHttpServer } from '../../fake-servers/http-good.ts'
import { type HttpServer, type HttpServerOptions, type Json, RpcError } from '../../fake-servers/http-rpc.ts'
import { closeAll, connectTo, remote } from './testing.ts'

const servers: HttpServer[] = []
const fake = async (options: Partial<HttpServerOptions>) => {
  const server = await startGoodHttpServer(options)
  servers.push(server)
  return server
}

afterEach(async () => {
  await closeAll()
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

const tool = (name: string, properties: Json = {}) => ({ name, inputSchema: { type: 'object', properties } })

describe('a list', () => {
  it('whose pages come round again ends with a fault', async () => {
    const handlers = { 'tools/list': () => ({ tools: [tool('a')], nextCursor: 'same' }) }
    const { connection } = await connectTo(remote((await fake({ handlers })).url))
    await expect(connection.list()).rejects.toMatchObject({ code: 'protocol' })
  })

  it('without end stops at 5,000 tools', async () => {
    let pages = 0
    const handlers = {
      'tools/list': () => {
        pages += 1
        return { tools: Array.from({ length: 500 }, (_, n) => tool(`t${pages}_${n}`)), nextCursor: `${pages}` }
      },
    }
    const { connection } = await connectTo(remote((await fake({ handlers })).url))
    await expect(connection.list()).rejects.toMatchObject({ code: 'too_large' })
    expect(pages).toBe(11)
  })

  it('of templates that the server knows nothing of is empty', async () => {
    const handlers = {
      'resources/templates/list': () => {
        throw new RpcError(-32601, 'Method not found')
      },
    }
    const { connection } = await connectTo(remote((await fake({ handlers, eras: 'legacy' })).url))
    const { resources, templates } = await connection.list()
    expect(resources).toHaveLength(1)
    expect(templates).toEqual([])
  })

  it('is not asked for where the server does not declare it', async () => {
    const server = await fake({ capabilities: { tools: {} } })
    const { connection } = await connectTo(remote(server.url))
    expect(await connection.list()).toMatchObject({ resources: [], templates: [], prompts: [] })
    expect(server.heard).not.toContain('resources/list')
  })

  it('says how long it is good for: the shortest of all its parts, and the most private', async () => {
    const handlers = {
      'tools/list': () => ({ tools: [], ttlMs: 5_000, cacheScope: 'public' }),
      'prompts/list': () => ({ prompts: [], ttlMs: 2_000, cacheScope: 'private' }),
    }
    const capabilities = { tools: {}, prompts: {} }
    const { connection } = await connectTo(remote((await fake({ handlers, capabilities, eras: 'modern' })).url))
    expect((await connection.list()).cache).toEqual({ ttlMs: 2_000, scope: 'private' })
  })

  it('that never comes has the time of a handshake (X10)', async () => {
    const handlers = { 'tools/list': () => new Promise<Json>(() => {}) }
    const limits = { connectMs: 700 }
    const { connection } = await connectTo(remote((await fake({ handlers })).url), { settings: { limits } })
    await expect(connection.list()).rejects.toMatchObject({ code: 'timeout' })
  })
})

describe('arguments that belong into headers (2026-07-28)', () => {
  const region = { region: { type: 'string', 'x-mcp-header': 'Region' } }
  const handlers = (tools: () => Json[]) => ({
    'tools/list': () => ({ tools: tools() }),
    'tools/call': ({ headers }: { headers: Record<string, unknown> }) => {
      if (headers['mcp-param-region'] !== 'eu') throw new RpcError(-32020, 'Header mismatch')
      return { content: [{ type: 'text', text: `in ${headers['mcp-param-region']}` }] }
    },
  })
  const call = { tool: 'place', args: { region: 'eu' } }

  it('are sent there', async () => {
    const server = await fake({ eras: 'modern', handlers: handlers(() => [tool('place', region)]) })
    const { connection } = await connectTo(remote(server.url))
    await connection.list()
    expect(JSON.stringify(await connection.callTool(call))).toContain('in eu')
  })

  it('are sent there after the server refused a call for a list that was too old', async () => {
    const server = await fake({ eras: 'modern', handlers: handlers(() => [tool('place', region)]) })
    const { connection } = await connectTo(remote(server.url))
    expect(JSON.stringify(await connection.callTool(call))).toContain('in eu')
  })

  it('make a tool unusable where they break the rules, and the log says so', async () => {
    const bad = tool('bad', { list: { type: 'array', items: { type: 'string', 'x-mcp-header': 'Item' } } })
    const server = await fake({ eras: 'modern', handlers: handlers(() => [bad, tool('place', region)]) })
    const { connection, heard } = await connectTo(remote(server.url))
    expect((await connection.list()).tools.map(({ name }) => name)).toEqual(['place'])
    expect(heard.log.map(({ text }) => text).join()).toContain('the tool bad is left out')
  })
})

describe('an address that a server wants opened before it works (2025-11-25, -32042)', () => {
  const address = { mode: 'url', message: 'Log in', url: 'https://login.example/x', elicitationId: 'e1' }
  function locked() {
    let calls = 0
    return {
      'tools/call': () => {
        calls += 1
        if (calls === 1) throw new RpcError(-32042, 'needs a login', { elicitations: [address] })
        return { content: [{ type: 'text', text: 'unlocked' }] }
      },
    }
  }
  const call = { tool: 'echo', args: {} }

  it('is shown to the person, and the request is sent again', async () => {
    const questions: PersonQuestion[] = []
    const { connection } = await connectTo(remote((await fake({ eras: 'legacy', handlers: locked() })).url), {
      askPerson: async (question) => {
        questions.push(question)
        return { action: 'accept' }
      },
    })
    expect(JSON.stringify(await connection.callTool(call))).toContain('unlocked')
    expect(questions).toMatchObject([{ kind: 'url', params: { url: 'https://login.example/x' } }])
  })

  it('ends the request when it is declined', async () => {
    const server = await fake({ eras: 'legacy', handlers: locked() })
    const { connection } = await connectTo(remote(server.url), { askPerson: async () => ({ action: 'decline' }) })
    await expect(connection.callTool(call)).rejects.toMatchObject({ code: 'protocol' })
    expect(server.heard.filter((method) => method === 'tools/call')).toHaveLength(1)
  })

  it('goes to the client that called where it can show it', async () => {
    const { connection } = await connectTo(remote((await fake({ eras: 'legacy', handlers: locked() })).url))
    const client = (answers: Json, state?: CallingClient['state']): CallingClient => ({
      canAnswer: (kind) => kind === 'url',
      answers,
      state,
      log() {},
      closeStream() {},
    })
    const first = await connection.callTool({ ...call, client: client({}) })
    if (!('ask' in first)) throw new Error('no question')
    const [key = ''] = Object.keys(first.ask.requests)
    const second = await connection.callTool({
      ...call,
      client: client({ [key]: { action: 'accept' } }, first.ask.state),
    })
    expect(JSON.stringify(second)).toContain('unlocked')
  })
})
