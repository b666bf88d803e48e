/**
 * The code companion against a stand-in of E2B: its control plane, and the sandbox's own service (Connect protocol over
 * HTTP, connectrpc.com/docs/protocol), which runs the commands in a folder of this computer.
 */
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CompanionBed, type StandIn, standIn, startCompanion } from './companion-bed.ts'

let root: string
let close: () => void
let files: StandIn
let bed: CompanionBed
const asked: string[] = []
let keySeen: unknown

async function body(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

/** One message of a Connect stream: a flag, the length, JSON. Flag 2 ends it. */
function envelope(message: object, flag = 0): Buffer {
  const json = Buffer.from(JSON.stringify(message))
  const head = Buffer.alloc(5)
  head.writeUInt8(flag, 0)
  head.writeUInt32BE(json.length, 1)
  return Buffer.concat([head, json])
}

async function startProcess(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const sent = await body(request)
  const { process: wanted } = JSON.parse(sent.subarray(5).toString())
  response.writeHead(200, { 'Content-Type': 'application/connect+json' })
  const line: string = wanted.args.at(-1) ?? ''
  const command = line.replaceAll('/home/user', root).replaceAll('/tmp/program', join(root, 'program'))
  const child = spawn('/bin/sh', ['-c', command], { env: { PATH: `${join(root, 'bin')}:${process.env.PATH}` } })
  response.write(envelope({ event: { start: { pid: child.pid } } }))
  child.stdout.on('data', (data: Buffer) =>
    response.write(envelope({ event: { data: { stdout: data.toString('base64') } } })),
  )
  child.stderr.on('data', (data: Buffer) =>
    response.write(envelope({ event: { data: { stderr: data.toString('base64') } } })),
  )
  child.on('close', (code) => {
    response.write(envelope({ event: { end: { exitCode: code ?? 1, exited: true, status: `exit status ${code}` } } }))
    response.end(envelope({}, 2))
  })
}

const inRoot = (path: string) =>
  join(root, path.startsWith('/tmp/program') ? basename(path) : path.replace('/home/user', ''))

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '', 'http://x')
  asked.push(`${request.method} ${url.pathname}`)
  const json = (value: unknown, status = 200) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
  if (url.pathname === '/process.Process/Start') return startProcess(request, response)
  if (url.pathname === '/files' && request.method === 'POST') {
    const sent = await body(request)
    const path = url.searchParams.get('path') ?? ''
    const form = await new Response(new Uint8Array(sent), {
      headers: { 'Content-Type': String(request.headers['content-type']) },
    })
      .formData()
      .catch(() => null)
    const part = form === null ? null : [...form.values()][0]
    await mkdir(dirname(inRoot(path)), { recursive: true })
    await writeFile(inRoot(path), part instanceof Blob ? Buffer.from(await part.arrayBuffer()) : sent)
    return void json([{ name: basename(path), type: 'file', path }])
  }
  if (url.pathname === '/files') {
    const bytes = await readFile(inRoot(url.searchParams.get('path') ?? '')).catch(() => null)
    if (bytes === null) return void json({ code: 404, message: 'file not found' }, 404)
    return void response
      .writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': bytes.length })
      .end(bytes)
  }
  if (url.pathname === '/health') return void response.writeHead(204).end()
  keySeen = request.headers['x-api-key']
  const box = {
    sandboxID: 'box-1',
    templateID: 'base',
    clientID: 'c',
    envdVersion: '0.4.0',
    envdAccessToken: 'inside',
    domain: null,
    alias: 'base',
  }
  if (/^(\/v2)?\/sandboxes$/.test(url.pathname) && request.method === 'POST') return void json(box, 201)
  if (url.pathname.endsWith('/connect')) return void json(box)
  if (url.pathname.endsWith('/timeout')) return void response.writeHead(204).end()
  json({ code: 404, message: `no ${url.pathname}` }, 404)
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sandbox-'))
  await mkdir(join(root, 'here'))
  await writeFile(join(root, 'here', 'data.csv'), 'a\n1\n')
  // Stands for Python, which not every computer has: it shows the program that it was given.
  await mkdir(join(root, 'bin'))
  await writeFile(join(root, 'bin', 'python3'), '#!/bin/sh\ncat "$1"\n', { mode: 0o755 })
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  close = () => {
    server.close()
    server.closeAllConnections()
  }
  files = await standIn((path) => (path === '/remote.txt' ? { type: 'text/plain', body: 'from the web' } : null))
  const address = `http://127.0.0.1:${port}`
  bed = await startCompanion('code', {
    E2B_API_KEY: 'e2b_0123456789abcdef0123456789abcdef01234567',
    E2B_API_URL: address,
    E2B_SANDBOX_URL: address,
    READ_FOLDERS: join(root, 'here'),
    DOWNLOAD_FOLDER: join(root, 'here'),
  })
})
afterAll(async () => {
  await bed.close()
  await files.close()
  close()
  await rm(root, { recursive: true })
})

describe('code', () => {
  it('has no tools without a key', async () => {
    const without = await startCompanion('code')
    expect(await without.tools()).toEqual([])
    await without.close()
  })

  it('makes a sandbox, runs a command and Python in it, and tells output and exit code', async () => {
    const { result, text } = await bed.call('create_sandbox', {})
    expect(text).toBe('The sandbox box-1 is ready.')
    expect(result.structuredContent).toEqual({ sandbox_id: 'box-1' })
    expect(keySeen).toBe('e2b_0123456789abcdef0123456789abcdef01234567')
    expect((await bed.call('run_command', { sandbox_id: 'box-1', command: 'echo hello' })).text).toBe('hello\n')
    const failed = await bed.call('run_command', { sandbox_id: 'box-1', command: 'echo oops >&2; exit 3' })
    expect(failed.text).toBe('stderr:\noops\n\n\nIt ended with exit code 3.')
    expect(failed.result.structuredContent).toEqual({ exit_code: 3 })
    expect((await bed.call('run_python_code', { sandbox_id: 'box-1', code_block: 'print(6 * 7)' })).text).toBe(
      'print(6 * 7)',
    )
  })

  it('carries files in, from this computer and from the web, and out again without replacing one', async () => {
    const up = await bed.call('upload_file_from_local_to_sandbox', {
      sandbox_id: 'box-1',
      local_file_path: join(root, 'here', 'data.csv'),
    })
    expect(up.text).toBe('Written to /home/user/data.csv.')
    expect(await readFile(join(root, 'data.csv'), 'utf8')).toBe('a\n1\n')
    const fetched = await bed.call('download_file_from_internet_to_sandbox', {
      sandbox_id: 'box-1',
      url: `${files.url}/remote.txt`,
    })
    expect(fetched.text).toBe('Written to /home/user/remote.txt.')
    const down = await bed.call('download_file_from_sandbox_to_local', {
      sandbox_id: 'box-1',
      sandbox_file_path: '/home/user/remote.txt',
    })
    expect(down.text).toBe(`Written to ${join(root, 'here', 'remote.txt')}.`)
    expect(await readFile(join(root, 'here', 'remote.txt'), 'utf8')).toBe('from the web')
    const again = await bed.call('download_file_from_sandbox_to_local', {
      sandbox_id: 'box-1',
      sandbox_file_path: '/home/user/data.csv',
    })
    expect(again.isError).toBe(true)
    expect(again.text).toContain('EEXIST')
    const outside = await bed.call('upload_file_from_local_to_sandbox', {
      sandbox_id: 'box-1',
      local_file_path: '/etc/passwd',
    })
    expect(outside.isError).toBe(true)
  })
})
