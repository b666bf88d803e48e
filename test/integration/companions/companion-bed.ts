/** A companion as the hub starts it: a process that speaks MCP, its service a stand-in on this computer. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CallToolResult, Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { cliEntry } from '../cli-entry.ts'

export interface StandIn {
  readonly url: string
  /** What was asked: method, path with query, headers, body. */
  readonly asked: { method: string; path: string; headers: IncomingMessage['headers']; body: Buffer }[]
  close(): Promise<void>
}

export interface Reply {
  readonly status?: number
  readonly type?: string
  readonly body?: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers with what `reply` makes of a path; 404 for null. */
export async function standIn(reply: (path: string, body: Buffer) => Reply | null): Promise<StandIn> {
  const asked: StandIn['asked'] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      const path = request.url ?? ''
      asked.push({ method: request.method ?? '', path, headers: request.headers, body })
      const {
        status = 200,
        type = 'application/json',
        body: said = '',
        headers = {},
      } = reply(path, body) ?? { status: 404, body: 'no such page' }
      response.writeHead(status, { 'Content-Type': type, ...headers }).end(said)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export interface CompanionBed {
  tools(): Promise<string[]>
  call(name: string, args: Record<string, unknown>): Promise<{ text: string; isError: boolean; result: CallToolResult }>
  close(): Promise<void>
}

/** Private addresses are allowed: the stand-ins are there. Nothing else of this process's environment goes along. */
export async function startCompanion(name: string, env: Record<string, string> = {}): Promise<CompanionBed> {
  const client = new Client({ name: 'companion-test', version: '1' })
  const [command = '', ...args] = [process.execPath, cliEntry, 'companion', name]
  await client.connect(
    new StdioClientTransport({
      command,
      args,
      env: { PATH: process.env.PATH ?? '', COMPANION_ALLOW_PRIVATE: '1', ...env },
      stderr: 'inherit',
    }),
  )
  return {
    tools: async () => (await client.listTools()).tools.map((tool) => tool.name).sort(),
    async call(tool, args) {
      const result = await client.callTool({ name: tool, arguments: args })
      const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
      return { text, isError: result.isError === true, result }
    },
    close: () => client.close(),
  }
}
