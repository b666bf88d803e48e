/** The reference servers of the protocol, over every transport they have. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, connectTo, program, remote } from './testing.ts'

const packaged = (name: string) =>
  new URL(`../../../node_modules/@modelcontextprotocol/${name}/dist/index.js`, import.meta.url).pathname
const everything = packaged('server-everything')

const children: ChildProcess[] = []

afterEach(async () => {
  await closeAll()
  for (const child of children.splice(0)) {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Resolves once something listens. */
async function serve(transport: 'streamableHttp' | 'sse'): Promise<string> {
  const port = await freePort()
  const child = spawn(process.execPath, [everything, transport], {
    env: { PATH: process.env.PATH, PORT: `${port}` },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  children.push(child)
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said += String(chunk)
  })
  await expect.poll(() => said, { timeout: 30_000 }).toMatch(/listening|running on port/i)
  return `http://127.0.0.1:${port}`
}

async function used(target: Parameters<typeof connectTo>[0]): Promise<void> {
  const { connection } = await connectTo(target, { settings: { limits: { connectMs: 30_000 } } })
  const { tools, resources, prompts } = await connection.list()
  expect(tools.map(({ name }) => name)).toContain('echo')
  expect(resources.length).toBeGreaterThan(0)
  expect(prompts.length).toBeGreaterThan(0)
  const answer = await connection.callTool({ tool: 'echo', args: { message: 'hello' } })
  expect(answer).toMatchObject({ result: { content: [{ type: 'text', text: 'Echo: hello' }] } })
  const progress: number[] = []
  await connection.callTool({
    tool: 'trigger-long-running-operation',
    args: { duration: 1, steps: 4 },
    onProgress: ({ done }) => progress.push(done),
  })
  expect(progress).toEqual([1, 2, 3, 4])
  await connection.ping()
}

describe('server-everything', () => {
  it('over a pipe', () => used(program(everything, 'stdio')))

  it('over Streamable HTTP', async () => used(remote(`${await serve('streamableHttp')}/mcp`)))

  it('over the old transport', async () => used(remote(`${await serve('sse')}/sse`, { kind: 'sse' })))

  it('over the old transport, found out by itself', async () => used(remote(`${await serve('sse')}/sse`)))
})

describe('over a pipe', () => {
  for (const [name, tool] of [
    ['server-memory', 'read_graph'],
    ['server-sequential-thinking', 'sequentialthinking'],
  ] as const) {
    it(name, async () => {
      const { connection } = await connectTo(program(packaged(name)), { settings: { limits: { connectMs: 30_000 } } })
      expect((await connection.list()).tools.map((one) => one.name)).toContain(tool)
    })
  }

  it('server-filesystem, told its folders as roots', async () => {
    const folder = new URL('../../fake-servers/', import.meta.url).pathname.replace(/\/$/, '')
    const settings = {
      limits: { connectMs: 30_000 },
      asks: { elicitation: true, sampling: false, roots: true },
      roots: [folder],
    }
    const { connection } = await connectTo(program(packaged('server-filesystem')), { settings })
    await expect
      .poll(async () => JSON.stringify(await connection.callTool({ tool: 'list_allowed_directories', args: {} })))
      .toContain(folder)
  })
})
