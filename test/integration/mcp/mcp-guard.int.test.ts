/**
 * Host × Origin × route × method: whoever comes by a foreign name gets 403 and moves nothing. Would catch a route that
 * is mounted before the guard, a prefix match instead of an exact one, and a list that forgets the port.
 */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mountWellKnown } from '../../../src-main/mcp-server/well-known.ts'
import { raw, startEndpoint } from './endpoint-fixture.ts'

let endpoint: Awaited<ReturnType<typeof startEndpoint>>
let pageHits = 0
let upgrades = 0
beforeAll(async () => {
  endpoint = await startEndpoint({
    mounts: [
      mountWellKnown,
      (app) => {
        for (const path of ['/', '/assets/app.js', '/oauth/authorize']) {
          app.get(path, (_request, response) => {
            pageHits++
            response.type('html').send('<p>page</p>')
          })
        }
        app.use((request, response, next) => {
          // As the real page does: a reader without a session gets its lock screen at every address.
          if (request.method === 'GET') response.status(401).type('html').send('<p>locked</p>')
          else next()
        })
        // What other parts of the hub mount: a guard that comes too late would let these move.
        for (const path of ['/api/upload', '/personal/mcp', '/oauth/token', '/oauth/register']) {
          app.post(path, (_request, response) => {
            pageHits++
            response.json({})
          })
        }
      },
    ],
    onUpgrade: (_request, socket) => {
      upgrades++
      socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n')
    },
  })
})
afterAll(() => endpoint.server.close())

const routes = [
  '/mcp',
  '/mcp/some-secret',
  '/personal/mcp',
  '/oauth/authorize',
  '/oauth/token',
  '/oauth/register',
  '/.well-known/oauth-protected-resource',
  '/',
  '/assets/app.js',
  '/api/upload',
  '/nothing/here',
]
const methods = ['GET', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'HEAD']
const effects = () => [endpoint.registry.calls.length, endpoint.registry.lists.length, pageHits, upgrades]
const BODY = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}'

describe('Host', () => {
  const foreign = (port: number): Record<string, string[]> => ({
    'another name': [`evil.test:${port}`],
    'another name that begins with ours': [`127.0.0.1.evil.test:${port}`],
    'another name that begins with localhost': [`localhost.evil.test:${port}`],
    'the unspecified address': [`0.0.0.0:${port}`],
    'another loopback address': [`127.0.0.2:${port}`],
    'a decimal address': [`2130706433:${port}`],
    'a short address': [`127.1:${port}`],
    'a trailing dot': [`localhost.:${port}`],
    'upper case': [`LOCALHOST:${port}`],
    'no port': ['127.0.0.1'],
    'another port': [`127.0.0.1:${port + 1}`],
    'a padded port': [`127.0.0.1:0${port}`],
    'a user part': [`127.0.0.1:${port}@evil.test`],
    'IPv6 without brackets': [`::1:${port}`],
    empty: [''],
    'ours and another': [`127.0.0.1:${port}`, `evil.test:${port}`],
    'another and ours': [`evil.test:${port}`, `127.0.0.1:${port}`],
    'ours twice': [`127.0.0.1:${port}`, `127.0.0.1:${port}`],
  })

  it('refuses every foreign one on every route and method', async () => {
    const before = effects()
    for (const [name, values] of Object.entries(foreign(endpoint.port))) {
      for (const path of routes) {
        for (const method of methods) {
          const headers = values.map((value) => ['Host', value] as const)
          const body = method === 'POST' || method === 'PUT' ? BODY : undefined
          const answer = await raw(endpoint.port, {
            method,
            path,
            headers: [...headers, ['Content-Type', 'application/json']],
            body,
          })
          expect([name, path, method, answer.status]).toEqual([name, path, method, 403])
        }
      }
    }
    expect(effects()).toEqual(before)
  })

  it.each(['127.0.0.1', 'localhost', '[::1]'])('lets %s with the port through', async (name) => {
    const answer = await raw(endpoint.port, {
      headers: [
        ['Host', `${name}:${endpoint.port}`],
        ['Content-Type', 'application/json'],
      ],
      body: BODY,
    })
    expect(answer.status).toBe(200)
  })

  it('refuses a request without Host, as HTTP/1.0 may send it', async () => {
    expect(await exchange('POST /mcp HTTP/1.0\r\nContent-Type: application/json\r\n\r\n')).toMatch(/^HTTP\/1.1 403 /)
    expect(await exchange('GET / HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1.1 403 /)
  })

  it.each(['http://evil.test/mcp', 'http://127.0.0.1/mcp', '//evil.test/mcp'])(
    'refuses the request target %s',
    async (target) => {
      const before = effects()
      const answer = await exchange(
        `POST ${target} HTTP/1.1\r\nHost: 127.0.0.1:${endpoint.port}\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
      )
      expect(answer).toMatch(/^HTTP\/1.1 403 /)
      expect(effects()).toEqual(before)
    },
  )
})

describe('Origin', () => {
  const foreign = (port: number) => [
    'null',
    '',
    'https://evil.test',
    `http://evil.test:${port}`,
    `https://127.0.0.1:${port}`,
    'http://127.0.0.1',
    `http://127.0.0.1:${port + 1}`,
    `http://localhost.evil.test:${port}`,
    `http://LOCALHOST:${port}`,
    `http://localhost:${port}/`,
    `http://localhost:${port}.evil.test`,
    'file://',
    'app://mirohub',
    'chrome-extension://abcdefghijklmnop',
  ]

  it('refuses every foreign one on every route and method', async () => {
    const before = effects()
    for (const origin of foreign(endpoint.port)) {
      for (const path of routes) {
        for (const method of methods) {
          const answer = await raw(endpoint.port, {
            method,
            path,
            headers: [
              ['Origin', origin],
              ['Content-Type', 'application/json'],
            ],
            body: method === 'POST' ? BODY : undefined,
          })
          expect([origin, path, method, answer.status]).toEqual([origin, path, method, 403])
          expect(answer.headers['access-control-allow-origin']).toBeUndefined()
        }
      }
    }
    expect(effects()).toEqual(before)
  })

  it('lets our own through, and answers its preflight without a star', async () => {
    const origin = `http://localhost:${endpoint.port}`
    const post = await raw(endpoint.port, {
      headers: [
        ['Origin', origin],
        ['Content-Type', 'application/json'],
      ],
      body: BODY,
    })
    expect([post.status, post.headers['access-control-allow-origin']]).toEqual([200, origin])
    const preflight = await raw(endpoint.port, { method: 'OPTIONS', headers: [['Origin', origin]] })
    expect([preflight.status, preflight.headers['access-control-allow-origin'], preflight.text]).toEqual([
      204,
      origin,
      '',
    ])
    expect(preflight.headers['access-control-allow-private-network']).toBeUndefined()
  })
})

describe('every answer', () => {
  it.each([
    ['/mcp', 405],
    ['/.well-known/nothing', 404],
    ['/nothing/here', 401],
    ['/', 200],
  ])('%s carries the security headers', async (path, status) => {
    const answer = await raw(endpoint.port, { method: 'GET', path, headers: [] })
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(answer.headers['x-powered-by']).toBeUndefined()
  })

  it('tells clients that look for a document that is not there so in JSON: a page would confuse them', async () => {
    const answer = await raw(endpoint.port, { method: 'GET', path: '/.well-known/nothing', headers: [] })
    expect([answer.status, answer.headers['content-type']]).toEqual([404, expect.stringContaining('json')])
  })

  it('serves the route as it is written only', async () => {
    for (const path of ['/MCP', '/mcp/x', '/mcp/x/y', '/mcpx']) {
      const answer = await raw(endpoint.port, { path, body: BODY })
      expect([path, answer.status]).toEqual([path, 404])
    }
  })
})

describe('websocket upgrades', () => {
  const upgrade = (headers: string) =>
    exchange(`GET /rpc HTTP/1.1\r\n${headers}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)

  it('pass the same guard', async () => {
    const host = `Host: 127.0.0.1:${endpoint.port}\r\n`
    expect(await upgrade(`Host: evil.test:${endpoint.port}\r\n`)).toMatch(/^HTTP\/1.1 403 /)
    expect(await upgrade('')).toMatch(/^HTTP\/1.1 403 /)
    expect(await upgrade(`${host}Origin: https://evil.test\r\n`)).toMatch(/^HTTP\/1.1 403 /)
    expect(await upgrade(`${host}Origin: null\r\n`)).toMatch(/^HTTP\/1.1 403 /)
    expect(upgrades).toBe(0)
    expect(await upgrade(`${host}Origin: http://127.0.0.1:${endpoint.port}\r\n`)).toMatch(/^HTTP\/1.1 101 /)
    expect(upgrades).toBe(1)
  })

  it('leave a request that only offers h2c to the routes, as Java clients send it', async () => {
    const answer = await exchange(
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${endpoint.port}\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAA\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
    )
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
  })

  it('answers 404 where nobody takes upgrades', async () => {
    await using plain = await startEndpoint()
    const text = await exchange(
      `GET /rpc HTTP/1.1\r\nHost: 127.0.0.1:${plain.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      plain.port,
    )
    expect(text).toMatch(/^HTTP\/1.1 404 /)
  })
})

describe('MCP_PUBLIC_URL', () => {
  it('allows its host and origin besides the loopback names, and no other', async () => {
    await using open = await startEndpoint({ ...publicConfig('https://hub.example.org/base') })
    const send = (host: string, origin?: string) =>
      raw(open.port, {
        headers: [
          ['Host', host],
          ['Content-Type', 'application/json'],
          ...(origin === undefined ? [] : [['Origin', origin] as const]),
        ],
        body: BODY,
      })
    expect((await send('hub.example.org')).status).toBe(200)
    expect((await send('hub.example.org', 'https://hub.example.org')).status).toBe(200)
    expect((await send(`127.0.0.1:${open.port}`)).status).toBe(200)
    expect((await send('example.org')).status).toBe(403)
    expect((await send('hub.example.org', 'http://hub.example.org')).status).toBe(403)
  })

  const publicConfig = (mcpPublicUrl: string) => ({
    config: { http: { host: '127.0.0.1', port: 0, uriPrefix: '', serverName: '' }, mcpPublicUrl },
  })
})

describe('slow and broken clients', () => {
  it('is told that its body is too large, and cut off when it does not stop sending', async () => {
    const socket = connect(endpoint.port, '127.0.0.1')
    let answer = ''
    socket.on('data', (data) => {
      answer += data
    })
    const gone = new Promise((resolve) => socket.on('close', resolve).on('error', () => {}))
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${endpoint.port}\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n`,
    )
    const drip = setInterval(() => socket.write('x'.repeat(1000)), 50)
    await gone
    clearInterval(drip)
    expect(answer).toMatch(/^HTTP\/1.1 413 /)
  }, 20_000)

  it('cuts off headers that never end', async () => {
    const started = Date.now()
    const socket = connect(endpoint.port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\n')
    const drip = setInterval(() => socket.write('X: y\r\n'), 500)
    await new Promise((resolve) =>
      socket
        .on('close', resolve)
        .on('error', () => {})
        .resume(),
    )
    clearInterval(drip)
    expect(Date.now() - started).toBeLessThan(15_000)
  }, 20_000)
})

/** Sends bytes as they are and returns the beginning of the answer. */
function exchange(text: string, port = endpoint.port): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', reject)
    socket.once('data', (data) => {
      resolve(data.toString())
      socket.destroy()
    })
    socket.write(text)
  })
}
