/**
 * Other people's clients against a hub that runs as it is installed: list and call, over HTTP and stdio, in each era
 * that they speak.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { createMCPClient } from '@ai-sdk/mcp'
import { Experimental_StdioMCPTransport as AiSdkStdio } from '@ai-sdk/mcp/mcp-stdio'
import { MultiServerMCPClient } from '@langchain/mcp-adapters'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cliEntry } from '../cli-entry.ts'

const projectRoot = join(import.meta.dirname, '../../..')
const INSPECTOR = join(projectRoot, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js')
const MCP_REMOTE = join(projectRoot, 'node_modules/mcp-remote/dist/proxy.js')

let dataDir = ''
let hub: ChildProcess
let mcpUrl = ''
let headers: Record<string, string> = {}
const environment = () => ({ ...(process.env as Record<string, string>), MIROHUB_SECRETS: 'memory' })
const stdioArgs = () => [cliEntry, 'stdio', '--data-dir', dataDir]

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'mirohub-clients-'))
  hub = spawn(process.execPath, [cliEntry, 'serve', '--port', '0', '--data-dir', dataDir], { env: environment() })
  hub.stderr?.resume()
  if (hub.stdout === null) throw new Error('serve has no stdout')
  const [line] = await once(createInterface({ input: hub.stdout }), 'line')
  mcpUrl = JSON.parse(line).mcp
  const { stdout } = await node(cliEntry, 'token', '--days', '1', '--data-dir', dataDir)
  headers = { Authorization: `Bearer ${stdout.trim()}` }
}, 120_000)
afterAll(async () => {
  hub.kill('SIGTERM')
  await once(hub, 'close')
  rmSync(dataDir, { recursive: true, force: true })
})

function node(script: string, ...args: string[]) {
  return promisify(execFile)(process.execPath, [script, ...args], { env: environment(), cwd: dataDir })
}

/** Listed without data of the person: the tools that need none. */
const LISTED = ['convert_unit', 'normalize_unit', 'resolve_indicator']
const ARGUMENTS = { units: ['mg/dl'] }
const names = (tools: readonly { name: string }[]) => tools.map(({ name }) => name)
const expectGood = (result: unknown) => expect(JSON.stringify(result)).toContain('mg/dL')

describe('the SDK of today', () => {
  for (const era of ['auto', 'legacy'] as const) {
    const options = era === 'auto' ? { versionNegotiation: { mode: 'auto' as const } } : {}
    for (const via of ['http', 'stdio'] as const) {
      it(`lists and calls over ${via}, ${era}`, async () => {
        const client = new Client({ name: 'v2', version: '1' }, options)
        const transport =
          via === 'http'
            ? new StreamableHTTPClientTransport(new URL(mcpUrl), { requestInit: { headers } })
            : new StdioClientTransport({
                command: process.execPath,
                args: stdioArgs(),
                env: environment(),
                stderr: 'ignore',
              })
        await client.connect(transport)
        expect(client.getNegotiatedProtocolVersion()).toBe(era === 'auto' ? '2026-07-28' : '2025-11-25')
        expect(names((await client.listTools()).tools)).toEqual(expect.arrayContaining(LISTED))
        expectGood(await client.callTool({ name: 'normalize_unit', arguments: ARGUMENTS }))
        expect((await client.listResources()).resources).toEqual(expect.any(Array))
        // The skills that come with the app, as prompts.
        expect(names((await client.listPrompts()).prompts)).toContain('sleep-review')
        await client.close()
      })
    }
  }
})

describe('the SDK of before', () => {
  for (const via of ['http', 'stdio'] as const) {
    it(`lists and calls over ${via}`, async () => {
      const client = new OldClient({ name: 'v1', version: '1' })
      const transport =
        via === 'http'
          ? new OldHttp(new URL(mcpUrl), { requestInit: { headers } })
          : new OldStdio({ command: process.execPath, args: stdioArgs(), env: environment(), stderr: 'ignore' })
      await client.connect(transport)
      expect(names((await client.listTools()).tools)).toEqual(expect.arrayContaining(LISTED))
      expectGood(await client.callTool({ name: 'normalize_unit', arguments: ARGUMENTS }))
      if (transport instanceof OldHttp) await transport.terminateSession()
      await client.close()
    })
  }
})

describe('MCP Inspector on the command line', () => {
  const config = join(tmpdir(), `mirohub-inspector-${process.pid}`)
  afterAll(() => rmSync(config, { recursive: true, force: true }))
  const inspect = async (target: string[], ...args: string[]) => {
    const env = { ...environment(), HOME: config, MCP_CATALOG_PATH: join(config, 'mcp.json') }
    const all = [INSPECTOR, '--cli', ...target, ...args]
    const { stdout } = await promisify(execFile)(process.execPath, all, { env, cwd: dataDir })
    return JSON.parse(stdout)
  }
  const overHttp = (era: string) => {
    return [mcpUrl, '--header', `Authorization: ${headers.Authorization}`, '--protocol-era', era]
  }
  const overStdio = (era: string) => [process.execPath, ...stdioArgs(), '--protocol-era', era]
  const call = ['--method', 'tools/call', '--tool-name', 'normalize_unit', '--tool-arg', 'units=["mg/dl"]']

  const list = ['--method', 'tools/list']
  const expectListed = ({ tools }: { tools: { name: string }[] }) =>
    expect(names(tools)).toEqual(expect.arrayContaining(LISTED))

  // Each is a program of its own that takes long to start: either era and either transport lists once and calls once.
  it('lists over HTTP and calls over stdio, legacy', async () => {
    expectListed(await inspect(overHttp('legacy'), ...list, '--strict'))
    expectGood(await inspect(overStdio('legacy'), ...call))
  })
  it('calls over HTTP and lists over stdio, modern', async () => {
    expectGood(await inspect(overHttp('modern'), ...call))
    expectListed(await inspect(overStdio('modern'), ...list, '--strict'))
  })
})

it('mcp-remote bridges a stdio client to the address', async () => {
  const client = new Client({ name: 'behind-mcp-remote', version: '1' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MCP_REMOTE, mcpUrl, '--allow-http', '--header', `Authorization:${headers.Authorization}`],
    env: { ...environment(), MCP_REMOTE_CONFIG_DIR: dataDir },
    stderr: 'ignore',
  })
  await client.connect(transport)
  expect(names((await client.listTools()).tools)).toEqual(expect.arrayContaining(LISTED))
  expectGood(await client.callTool({ name: 'normalize_unit', arguments: ARGUMENTS }))
  await client.close()
})

describe('the AI SDK', () => {
  for (const via of ['http', 'stdio'] as const) {
    it(`lists and calls over ${via}`, async () => {
      const transport =
        via === 'http'
          ? ({ type: 'http', url: mcpUrl, headers } as const)
          : new AiSdkStdio({ command: process.execPath, args: stdioArgs(), env: environment(), stderr: 'ignore' })
      const client = await createMCPClient({ transport })
      const tools = await client.tools()
      expect(Object.keys(tools)).toEqual(expect.arrayContaining(LISTED))
      const { execute } = tools.normalize_unit ?? {}
      expectGood(await execute?.(ARGUMENTS, { toolCallId: '1', messages: [], context: undefined }))
      await client.close()
    })
  }
})

describe('LangChain’s adapters', () => {
  it('list and call over HTTP and stdio', async () => {
    const client = new MultiServerMCPClient({
      http: { transport: 'http', url: mcpUrl, headers },
      stdio: { transport: 'stdio', command: process.execPath, args: stdioArgs(), env: environment() },
    })
    for (const server of ['http', 'stdio']) {
      const tools = await client.getTools(server)
      expect(names(tools)).toEqual(expect.arrayContaining(LISTED))
      expectGood(await tools.find(({ name }) => name === 'normalize_unit')?.invoke(ARGUMENTS))
    }
    await client.close()
  })
})
