/** The check of the public address against real servers: ours, somebody else's, a proxy's faults, bad certificates. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { toldReachability } from '../../../src-main/api/routes/connect-words.ts'
import { createReachability, type Reachability } from '../../../src-main/mcp-server/reachability.ts'
import { createSite } from '../../../src-main/mcp-server/site.ts'

const open: { close(): unknown; closeAllConnections?(): void }[] = []
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections?.()
    server.close()
  }
})

async function listening(server: Server): Promise<number> {
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const discovered = { jsonrpc: '2.0', id: 1, result: { supportedVersions: ['2026-07-28'] } }

/** A hub's two answers; `reachability` is set once the port, and so the address, is known. */
async function hub(options: {
  prefix?: string
  https?: { key: Buffer; cert: Buffer }
  mcp?: (request: express.Request, response: express.Response) => void
}) {
  const app = express()
  const { prefix = '' } = options
  let late: express.Express | null = null
  app.post(`${prefix}/mcp`, options.mcp ?? ((_request, response) => void response.json(discovered)))
  app.use((request, response, next) => (late === null ? next() : late(request, response, next)))
  const server = options.https === undefined ? createServer(app) : createHttpsServer(options.https, app)
  const port = await listening(server as Server)
  return {
    port,
    serve(reachability: ReturnType<typeof createReachability>) {
      late = express()
      reachability.mount(late, createSite({ http: { uriPrefix: prefix }, mcpPublicUrl: null }))
    },
  }
}

const check = async (reachability: Reachability) => toldReachability(await reachability.check(), 'en')

const stepsOf = (report: { steps: readonly { step: string; ok: boolean }[] }) =>
  report.steps.map(({ step, ok }) => (ok ? step : `${step}!`))

test('without a public address there is nothing to ask', async () => {
  const report = await check(createReachability({ publicUrl: null, uriPrefix: '' }))
  expect(report).toMatchObject({ publicUrl: null, ok: false, steps: [] })
  expect(report.hint).toContain('MCP_PUBLIC_URL')
})

test('this very hub, under a prefix', async () => {
  const own = await hub({ prefix: '/miro' })
  const reachability = createReachability({ publicUrl: `http://127.0.0.1:${own.port}`, uriPrefix: '/miro' })
  own.serve(reachability)
  const report = await check(reachability)
  expect(stepsOf(report)).toEqual(['address', 'name', 'connect', 'answer', 'identity'])
  expect(report).toMatchObject({ ok: true, hint: '' })
})

test('another Mirohub answers the same and is not taken for this one', async () => {
  const other = await hub({})
  const publicUrl = `http://127.0.0.1:${other.port}`
  other.serve(createReachability({ publicUrl, uriPrefix: '' }))
  const report = await check(createReachability({ publicUrl, uriPrefix: '' }))
  expect(stepsOf(report)).toEqual(['address', 'name', 'connect', 'answer', 'identity!'])
  expect(report.steps.at(-1)?.detail).toBe('A Mirohub answers there, but not this one.')
})

test('the proof tells nothing else: no challenge, no answer; another challenge, another proof', async () => {
  const own = await hub({})
  own.serve(createReachability({ publicUrl: null, uriPrefix: '' }))
  const at = (challenge: string) => fetch(`http://127.0.0.1:${own.port}/reachability/${challenge}`)
  expect((await at('short')).status).toBe(404)
  const [a, b] = await Promise.all(['A', 'B'].map(async (letter) => (await at(letter.repeat(43))).json()))
  expect(Object.keys(a as object)).toEqual(['proof'])
  expect(a).not.toEqual(b)
})

describe('an address that cannot be right', () => {
  test.each([
    ['http://miro.example.org', 'in the clear'],
    ['https://miro.example.org/base', 'path'],
    ['https://me:secret@miro.example.org', 'more than'],
  ])('%s', async (publicUrl, words) => {
    const report = await check(createReachability({ publicUrl, uriPrefix: '' }))
    expect(stepsOf(report)).toEqual(['address!'])
    expect(report.steps[0]?.detail).toContain(words)
    expect(report.hint).not.toBe('')
    expect(JSON.stringify(report.steps)).not.toContain('secret')
  })
})

test('a name that nobody knows', async () => {
  const report = await check(createReachability({ publicUrl: 'https://no-such-name.invalid', uriPrefix: '' }))
  expect(stepsOf(report)).toEqual(['address', 'name!'])
  expect(report.steps[1]?.detail).toContain('no-such-name.invalid')
})

test('a port where nobody listens', async () => {
  const server = createServer()
  const port = await listening(server)
  await new Promise((resolve) => server.close(resolve))
  const report = await check(createReachability({ publicUrl: `http://127.0.0.1:${port}`, uriPrefix: '' }))
  expect(stepsOf(report)).toEqual(['address', 'name', 'connect!'])
  expect(report.steps[2]?.detail).toBe(`Nobody listens on port ${port} there.`)
})

describe('a proxy’s faults', () => {
  test.each<[string, (request: express.Request, response: express.Response) => void, RegExp]>([
    ['a page', (_request, response) => void response.send('<html>hello</html>'), /Something else answers/],
    ['a bad gateway', (_request, response) => void response.status(502).send('x'), /does not reach Mirohub/],
    [
      'a redirect',
      (_request, response) => void response.redirect(301, 'https://elsewhere.example/mcp'),
      /https:\/\/elsewhere\.example\/mcp/,
    ],
    [
      'another Host header',
      (_request, response) =>
        void response
          .status(403)
          .json({ error: { message: 'Forbidden: the host of this request is not allowed here.' } }),
      /Host header/,
    ],
    ['a cut connection', (request) => void request.socket.destroy(), /connected to Mirohub/],
    [
      'an endless answer',
      (_request, response) => {
        response.writeHead(200)
        response.write('x'.repeat(400_000))
      },
      /Something else answers/,
    ],
  ])('%s', async (_name, mcp, hint) => {
    const proxy = await hub({ mcp })
    const report = await check(createReachability({ publicUrl: `http://127.0.0.1:${proxy.port}`, uriPrefix: '' }))
    expect(stepsOf(report)).toEqual(['address', 'name', 'connect', 'answer!'])
    expect(report.hint).toMatch(hint)
  })

  test('only /mcp is passed on', async () => {
    const proxy = await hub({
      mcp: (_request, response) => void response.status(401).set('WWW-Authenticate', 'Bearer realm="x"').end(),
    })
    const report = await check(createReachability({ publicUrl: `http://127.0.0.1:${proxy.port}`, uriPrefix: '' }))
    expect(stepsOf(report)).toEqual(['address', 'name', 'connect', 'answer', 'identity!'])
    expect(report.hint).toContain('every path')
  })
})

const openssl = 'openssl'
const reason = spawnSync(openssl, ['version']).status === 0 ? null : 'openssl is not installed'
if (reason !== null) process.stderr.write(`Certificates not tested: ${reason}\n`)

describe.skipIf(reason !== null)(`certificates ${reason ?? ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'mirohub-certificates-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Signed by itself, for `localhost` unless another name is given. */
  function certificate(name: string, dates: string[] = ['-days', '2']) {
    const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)]
    const conf = join(folder, `${name}.cnf`)
    writeFileSync(
      conf,
      `[req]\ndistinguished_name=dn\nx509_extensions=v3\nprompt=no\n[dn]\nCN=${name}\n[v3]\nsubjectAltName=DNS:${name}\nbasicConstraints=CA:TRUE\n`,
    )
    execFileSync(
      openssl,
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-keyout',
        key,
        '-out',
        cert,
        '-config',
        conf,
        ...dates,
      ],
      { stdio: 'ignore' },
    )
    return { key: readFileSync(key), cert: readFileSync(cert) }
  }

  async function reportFor(files: { key: Buffer; cert: Buffer }, trusted: boolean) {
    const own = await hub({ https: files })
    const ca = trusted ? { ca: files.cert.toString('utf8') } : {}
    const reachability = createReachability({ publicUrl: `https://localhost:${own.port}`, uriPrefix: '', ...ca })
    own.serve(reachability)
    return check(reachability)
  }

  test('a good one: all six steps', async () => {
    const report = await reportFor(certificate('localhost'), true)
    expect(stepsOf(report)).toEqual(['address', 'name', 'connect', 'certificate', 'answer', 'identity'])
    expect(report.steps[3]?.detail).toMatch(/good until \d{4}-\d\d-\d\d/)
  })

  test('signed by itself, and for another name', async () => {
    const own = await reportFor(certificate('localhost'), false)
    expect(own.steps.at(-1)).toMatchObject({ step: 'certificate', ok: false })
    expect(own.steps.at(-1)?.detail).toContain('signed by itself')
    const other = await reportFor(certificate('elsewhere.example'), true)
    expect(other.steps.at(-1)?.detail).toContain('another name than localhost')
  })

  test('a port that does not speak https', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {})
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    })
    open.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const report = await check(createReachability({ publicUrl: `https://localhost:${port}`, uriPrefix: '' }))
    expect(report.steps.at(-1)).toMatchObject({
      step: 'certificate',
      detail: 'What answers there does not speak https.',
    })
  })
})
