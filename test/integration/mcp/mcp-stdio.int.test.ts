/**
 * The stdio endpoint in a real process. Faults looked for: a stray print on stdout, requests dropped at end of input,
 * a process that outlives its client, a client of one era that gets the other.
 */

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { describe, expect, it } from 'vitest'
import { type WireMessage, wireMessage } from './wire-message.ts'

const script = fileURLToPath(new URL('./stdio-child.ts', import.meta.url))
const PERSON = '00000000-0000-4000-8000-00000000000a'
const initialize = (id: unknown) => ({
  jsonrpc: '2.0',
  id,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
})
const call = (id: unknown, name: string, args: unknown = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})
const MODERN = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'raw-modern', version: '1' },
}

interface Session {
  messages: WireMessage[]
  stderr: string
  exit: number | null
  durationMs: number
}

/** Writes the input in one piece, closes it, and collects what came until the process ended. */
function talk(input: string | Buffer): Promise<Session> {
  const started = Date.now()
  const child = spawn(process.execPath, [script], { stdio: 'pipe' })
  const out: Buffer[] = []
  let stderr = ''
  child.stdout.on('data', (chunk) => out.push(chunk))
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  child.stdin.end(input)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (exit) => {
      const lines = Buffer.concat(out).toString().split('\n')
      // Every line is a message: reading it throws on anything else.
      const messages = lines.filter((line) => line !== '').map(wireMessage)
      resolve({ messages, stderr, exit, durationMs: Date.now() - started })
    })
  })
}
const lines = (...messages: unknown[]) => messages.map((message) => `${JSON.stringify(message)}\n`).join('')
const answerTo = (session: Session, id: unknown) => session.messages.filter((message) => message.id === id)

describe('end of input', () => {
  it('answers everything that was read, slow calls too, then exits 0', async () => {
    const ids = Array.from({ length: 40 }, (_, at) => at + 1)
    const session = await talk(
      lines(
        initialize('i'),
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        ...ids.map((id) => call(id, 'wait', { value: 300 })),
        call('echo', 'echo', { value: 'ü漢字' }),
      ),
    )
    expect(session.exit).toBe(0)
    for (const id of ids)
      expect(answerTo(session, id)[0]?.result.structuredContent).toEqual({ success: true, waited: 300 })
    expect(answerTo(session, 'echo')[0]?.result.structuredContent).toMatchObject({
      args: { value: 'ü漢字' },
      user: PERSON,
      actor: 'mcp:raw',
    })
    for (const message of session.messages) expect(message.jsonrpc).toBe('2.0')
    expect(session.stderr).toContain('noise')
    expect(session.stderr).toMatch(/ended listeners=0/)
  })

  it('sends progress before the result it belongs to, and counts a last line without a newline', async () => {
    const params = { name: 'wait', arguments: { value: 1 }, _meta: { progressToken: 'p' } }
    const messages = lines(initialize(1), { jsonrpc: '2.0', id: 2, method: 'tools/call', params })
    const session = await talk(messages + JSON.stringify(call(3, 'list')))
    const seen = session.messages.filter((message) => message.id === 2 || message.method === 'notifications/progress')
    expect(seen.map((message) => message.params?.progress ?? 'result')).toEqual([1, 2, 'result'])
    expect(answerTo(session, 3)[0]?.result.structuredContent).toEqual({ data: [1, 2, 3] })
  })

  it('ends at once without input', async () => {
    const session = await talk('')
    expect([session.exit, session.messages]).toEqual([0, []])
  })

  it('does not wait for a call that the client cancelled', async () => {
    const session = await talk(
      lines(initialize(1), call(2, 'wait', { value: 30_000 }), {
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: 2 },
      }),
    )
    expect(session.durationMs).toBeLessThan(15_000)
    expect(answerTo(session, 2)).toEqual([])
    expect(session.stderr).toContain('cancelled=1')
  })

  it('answers a modern client and ends its listening stream', async () => {
    const session = await talk(
      lines(
        { jsonrpc: '2.0', id: 0, method: 'server/discover', params: { _meta: MODERN } },
        {
          jsonrpc: '2.0',
          id: 9,
          method: 'subscriptions/listen',
          params: { _meta: MODERN, notifications: { toolsListChanged: true } },
        },
        { ...call(1, 'wait', { value: 200 }), params: { name: 'wait', arguments: { value: 200 }, _meta: MODERN } },
      ),
    )
    expect(session.exit).toBe(0)
    expect(answerTo(session, 0)[0]?.result.supportedVersions).toEqual(['2026-07-28'])
    expect(answerTo(session, 1)[0]?.result).toMatchObject({ resultType: 'complete' })
    const methods = session.messages.map((message) => message.method)
    expect(methods).toContain('notifications/subscriptions/acknowledged')
    expect(methods).toContain('notifications/tools/list_changed')
    expect(answerTo(session, 9)[0]?.result.resultType).toBe('complete')
  })
})

describe('lines that are no message', () => {
  it('get -32700 or -32600 and disturb nothing', async () => {
    const session = await talk(
      `${lines(initialize(1))}\n  \nnot json\n{"jsonrpc":"2.0"\n5\nnull\n{"id":7,"method":"x"}\n${'['.repeat(10_000)}\n${lines(
        call(2, 'list'),
      )}`,
    )
    const codes = session.messages.filter((message) => message.error).map((message) => [message.id, message.error.code])
    expect(codes).toEqual([
      [null, -32700],
      [null, -32700],
      [null, -32600],
      [null, -32600],
      [7, -32600],
      [null, -32600],
    ])
    expect(answerTo(session, 2)[0]?.result.isError).toBe(false)
  })

  it('of 5 MiB are refused without being kept, and the next line is read; a batch is answered one by one', async () => {
    const huge = Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0","id":3,"x":"'),
      Buffer.alloc(5 * 1024 * 1024, 0x61),
      Buffer.from('"}\n'),
    ])
    const after = lines(call(2, 'list'), [call(4, 'list'), call(5, 'list')])
    const session = await talk(Buffer.concat([Buffer.from(lines(initialize(1))), huge, Buffer.from(after)]))
    expect(session.messages.filter((message) => message.error).map((message) => message.error.code)).toEqual([-32600])
    for (const id of [2, 4, 5]) expect(answerTo(session, id)).toHaveLength(1)
  })
})

describe('clients', () => {
  it('the v2 client in auto mode speaks 2026-07-28', async () => {
    const client = new Client({ name: 'modern-test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [script], stderr: 'ignore' }))
    try {
      expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
      expect((await client.listTools()).tools).toHaveLength(5)
      const result = await client.callTool({ name: 'echo', arguments: { value: 1 } })
      expect(result.structuredContent).toMatchObject({ user: PERSON, actor: 'mcp:modern-test' })
    } finally {
      await client.close()
    }
  })

  it('the v1 client speaks 2025-11-25, with progress and list changes', async () => {
    const client = new OldClient({ name: 'old-test', version: '1' })
    const transport = new OldTransport({ command: process.execPath, args: [script], stderr: 'ignore' })
    await client.connect(transport)
    try {
      expect(client.getServerCapabilities()).toMatchObject({ tools: { listChanged: true } })
      const result = await client.callTool({ name: 'echo', arguments: { value: 1 } })
      expect(result.structuredContent).toMatchObject({ user: PERSON, actor: 'mcp:old-test' })
      const seen: number[] = []
      await client.callTool({ name: 'wait', arguments: { value: 20 } }, undefined, {
        onprogress: ({ progress }) => seen.push(progress),
      })
      // This client drops progress that arrives in one piece with the result; the order on the wire is tested above.
      expect(seen[0]).toBe(1)
    } finally {
      await client.close()
    }
  })
})

it('ends when the client has closed its side of stdout', async () => {
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdin.write(lines(initialize(1)))
  await new Promise((resolve) => child.stdout.once('data', resolve))
  child.stdout.destroy()
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.stdin.on('error', () => {})
  const pings = setInterval(() => child.stdin.write(lines({ jsonrpc: '2.0', id: 2, method: 'ping' })), 20)
  expect(await Promise.race([exit, new Promise((resolve) => setTimeout(resolve, 10_000, 'still there'))])).toBe(0)
  clearInterval(pings)
  child.kill()
})
