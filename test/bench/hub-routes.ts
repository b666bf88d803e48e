/**
 * The ways to one echo tool that `hub.bench.ts` compares: in this process, its program on a pipe, a bare HTTP server, our
 * hub and mcp-hub. Behind both hubs is the same program, started by them. Each server is a process of its own.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  Client,
  InMemoryTransport,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { inProject } from '../../scripts/project.ts'
import { echoServer } from './echo-server.ts'

export interface Route {
  readonly name: string
  readonly client: Client
  /** What the echo tool is called there. */
  readonly tool: string
}

export interface Routes {
  readonly inProcess: Route
  readonly stdio: Route
  readonly http: Route
  readonly hub: Route
  /** The same hub, by a client of the older era with a session. */
  readonly hubLegacy: Route
  readonly mcpHub: Route
  close(): Promise<void>
}

const program = inProject('test', 'fake-servers', 'stdio-sdk.mjs')
const START_MS = 60_000

/** Everything that was started, ended in the end; the last first. */
type Closing = (() => unknown)[]

export async function openRoutes(hubFlags: readonly string[]): Promise<Routes> {
  const closing: Closing = []
  const close = async () => {
    for (const end of closing.reverse().splice(0)) await end()
  }
  try {
    const inProcess = await echoInProcess(closing)
    const stdio = await connect(
      new StdioClientTransport({ command: process.execPath, args: [program], stderr: 'ignore' }),
      closing,
    )
    const bare = await startServer('http', [], closing)
    const ours = await startServer('hub', hubFlags, closing)
    const hub = await connect(overHttp(ours), closing)
    const hubLegacy = await connect(overHttp(ours), closing, 'legacy')
    const mcpHub = await startMcpHub(closing)
    return {
      inProcess: { name: 'in process', client: inProcess, tool: 'echo' },
      stdio: { name: 'direct stdio', client: stdio, tool: 'echo' },
      http: { name: 'direct HTTP', client: await connect(overHttp(bare), closing), tool: 'echo' },
      hub: { name: 'our hub', client: hub, tool: await echoOf(hub) },
      hubLegacy: { name: 'our hub, older era', client: hubLegacy, tool: await echoOf(hubLegacy) },
      mcpHub: { name: 'mcp-hub 4.2.1', client: mcpHub, tool: await echoOf(mcpHub) },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function connect(transport: Transport, closing: Closing, mode: 'auto' | 'legacy' = 'auto'): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode } })
  closing.push(() => client.close())
  await client.connect(transport)
  return client
}

async function echoInProcess(closing: Closing): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair()
  const server = echoServer()
  await server.connect(far)
  closing.push(() => server.close())
  return connect(near, closing, 'legacy')
}

interface Address {
  readonly url: URL
  readonly headers: Record<string, string>
}

function overHttp({ url, headers }: Address): Transport {
  return new StreamableHTTPClientTransport(url, { requestInit: { headers } })
}

/** One of the roles of `hub-roles.ts`; its first line says where it listens. */
async function startServer(role: string, flags: readonly string[], closing: Closing): Promise<Address> {
  const child = spawn(process.execPath, [...flags, inProject('test', 'bench', 'hub-roles.ts'), role], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  closing.push(async () => {
    child.stdin.end()
    await exitOf(child)
  })
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([text]) => String(text)),
    once(child, 'exit').then(() => Promise.reject(new Error(`the server ${role} ended before it listened`))),
  ])
  const { url, headers } = JSON.parse(line)
  return { url: new URL(url), headers }
}

async function startMcpHub(closing: Closing): Promise<Client> {
  const home = mkdtempSync(join(tmpdir(), 'mirohub-bench-mcp-hub-'))
  closing.push(() => rmSync(home, { recursive: true, force: true }))
  const config = join(home, 'servers.json')
  writeFileSync(config, JSON.stringify({ mcpServers: { echo: { command: process.execPath, args: [program] } } }))
  const port = await freePort()
  const cli = inProject('node_modules', 'mcp-hub', 'dist', 'cli.js')
  const child = spawn(process.execPath, [cli, '--port', String(port), '--config', config], {
    env: { PATH: process.env.PATH, HOME: home },
    stdio: 'ignore',
  })
  closing.push(async () => {
    child.kill('SIGTERM')
    await exitOf(child)
  })
  // Its endpoint speaks the old HTTP+SSE transport, and is there before its servers are.
  const url = new URL(`http://127.0.0.1:${port}/mcp`)
  for (const since = performance.now(); ; await sleep(100)) {
    const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'legacy' } })
    try {
      await client.connect(new SSEClientTransport(url))
      await echoOf(client)
      closing.push(() => client.close())
      return client
    } catch (error) {
      await client.close()
      if (performance.now() - since > START_MS) throw error
    }
  }
}

/** Hubs put the name of the server before it. */
async function echoOf(client: Client): Promise<string> {
  const { tools } = await client.listTools()
  const tool = tools.find(({ name }) => name.endsWith('echo'))
  if (tool === undefined) throw new Error(`no echo tool among ${tools.map(({ name }) => name).join(', ') || 'none'}`)
  return tool.name
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (typeof address !== 'object' || address === null) throw new Error('no port is free')
  return address.port
}

async function exitOf(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
