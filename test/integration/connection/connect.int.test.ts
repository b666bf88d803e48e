/** Connections over every transport and in both eras, against fake servers that behave. */
import { afterEach, describe, expect, it } from 'vitest'
import { startGoodHttpServer } from '../../fake-servers/http-good.ts'
import type { HttpServer } from '../../fake-servers/http-rpc.ts'
import { closeAll, connectTo, program, remote } from './testing.ts'

const servers: HttpServer[] = []
const fake = async (...args: Parameters<typeof startGoodHttpServer>) => {
  const server = await startGoodHttpServer(...args)
  servers.push(server)
  return server
}

afterEach(async () => {
  await closeAll()
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

const stdioServer = new URL('../../fake-servers/stdio-server.mjs', import.meta.url).pathname

describe('a program on a pipe', () => {
  for (const [flag, era] of [
    ['--legacy', 'legacy'],
    ['--modern', 'modern'],
  ] as const) {
    it(`is listed and called in the ${era} era`, async () => {
      const { connection } = await connectTo(program(stdioServer, 'good', flag))
      expect(connection.era).toBe(era)
      expect(connection.pid).toBeGreaterThan(0)
      const { tools, resources, prompts } = await connection.list()
      expect(tools.map(({ name }) => name)).toContain('echo')
      expect(resources).toHaveLength(1)
      expect(prompts).toHaveLength(1)
      const answer = await connection.callTool({ tool: 'echo', args: { text: 'hello' } })
      expect(answer).toMatchObject({ result: { content: [{ type: 'text', text: 'hello' }] } })
    })
  }
})

describe('a remote server', () => {
  for (const era of ['legacy', 'modern'] as const) {
    it(`is listed and called in the ${era} era`, async () => {
      const server = await fake({ eras: era })
      const { connection, heard } = await connectTo(remote(server.url))
      expect(connection.era).toBe(era)
      const { tools } = await connection.list()
      expect(tools.map(({ name }) => name)).toContain('echo')
      const answer = await connection.callTool({ tool: 'echo', args: { text: 'hello' } })
      expect(answer).toMatchObject({ result: { content: [{ type: 'text', text: 'hello' }] } })
      expect(heard.eras).toHaveLength(1)
      expect(heard.answers).toBeGreaterThan(1)
    })
  }

  it('ends its session at the server when it is closed', async () => {
    const server = await fake({ eras: 'legacy' })
    const { connection } = await connectTo(remote(server.url))
    expect(server.sessions()).toBe(1)
    await connection.close()
    expect(server.sessions()).toBe(0)
    expect(await connection.ended).toEqual({ fault: null })
  })

  it('is reached over the old transport when the entry says so', async () => {
    const server = await fake({ eras: 'legacy' })
    const { connection } = await connectTo(remote(server.sseUrl, { kind: 'sse' }))
    const answer = await connection.callTool({ tool: 'echo', args: { text: 'old' } })
    expect(answer).toMatchObject({ result: { content: [{ text: 'old' }] } })
  })
})
