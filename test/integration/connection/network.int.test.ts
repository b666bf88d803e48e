/**
 * The way to a remote server: proxies and certificates (issue bank row 31: punkpeye/mcp-remote#124,
 * modelcontextprotocol/modelcontextprotocol#318, where fetch went straight and failed with ECONNRESET).
 */
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { startGoodHttpServer } from '../../fake-servers/http-good.ts'
import { type HttpProxy, startHttpProxy } from '../../fake-servers/http-proxy.ts'
import type { HttpServer, HttpServerOptions } from '../../fake-servers/http-rpc.ts'
import { closeAll, connectTo, remote } from './testing.ts'

const certificate = (name: string) => new URL(`../../fixtures/certificates/${name}`, import.meta.url).pathname
const caFile = certificate('server.pem')
const tls = { cert: readFileSync(caFile, 'utf8'), key: readFileSync(certificate('server.key'), 'utf8') }

const open: (HttpServer | HttpProxy)[] = []
const fake = async (options: Partial<HttpServerOptions> = {}) => {
  const server = await startGoodHttpServer(options)
  open.push(server)
  return server
}
const proxied = async (password?: string) => {
  const proxy = await startHttpProxy(password)
  open.push(proxy)
  return proxy
}

afterEach(async () => {
  await closeAll()
  await Promise.all(open.splice(0).map((one) => one.close()))
})

const elsewhere = (server: HttpServer) => server.url.replace('127.0.0.1', 'mcp.test')
const echo = { tool: 'echo', args: { text: 'x' } }
const said = { result: { content: [{ text: 'x' }] } }

describe('a proxy', () => {
  it('of the environment is gone through', async () => {
    const [server, proxy] = [await fake(), await proxied()]
    const { connection } = await connectTo(remote(elsewhere(server)), { options: { env: { HTTP_PROXY: proxy.url } } })
    expect(await connection.callTool(echo)).toMatchObject(said)
    expect(proxy.asked[0]).toBe(`POST ${elsewhere(server)}`)
  })

  it('of the settings goes before that of the environment', async () => {
    const [server, proxy] = [await fake(), await proxied()]
    const { connection } = await connectTo(remote(elsewhere(server)), {
      settings: { proxy: { url: proxy.url } },
      options: { env: { HTTP_PROXY: 'http://127.0.0.1:9' } },
    })
    expect(await connection.callTool(echo)).toMatchObject(said)
  })

  it('is not asked for this computer', async () => {
    const [server, proxy] = [await fake(), await proxied()]
    const { connection } = await connectTo(remote(server.url), { settings: { proxy: { url: proxy.url } } })
    expect(await connection.callTool(echo)).toMatchObject(said)
    expect(proxy.asked).toEqual([])
  })

  it('is given its name and password, and says so when they are wrong', async () => {
    const [server, proxy] = [await fake({ tls }), await proxied('open sesame')]
    const through = (password: string) =>
      connectTo(remote(elsewhere(server)), {
        settings: { caFile, proxy: { url: proxy.url.replace('://', `://user:${password}@`) } },
      })
    const { connection } = await through('open%20sesame')
    expect(await connection.callTool(echo)).toMatchObject(said)
    expect(proxy.asked[0]).toBe(`CONNECT ${new URL(elsewhere(server)).host}`)
    const wrong = await through('wrong-password').catch((error) => error)
    expect(wrong).toMatchObject({
      code: 'unreachable',
      fault: { message: { en: expect.stringMatching(/proxy did not let/) } },
    })
    expect(JSON.stringify(wrong.fault)).not.toContain('wrong-password')
  })
})

describe('a certificate', () => {
  it('that nobody trusts is refused, with a way out', async () => {
    const server = await fake({ tls })
    await expect(connectTo(remote(server.url))).rejects.toMatchObject({
      code: 'certificate',
      fault: { details: [`${server.origin}: DEPTH_ZERO_SELF_SIGNED_CERT`] },
    })
  })

  it('is trusted when its file is chosen', async () => {
    const server = await fake({ tls })
    const { connection } = await connectTo(remote(server.url), { settings: { caFile } })
    expect(await connection.callTool(echo)).toMatchObject(said)
  })

  it('in a file that is not there is a fault of the entry', async () => {
    const server = await fake({ tls })
    await expect(connectTo(remote(server.url), { settings: { caFile: '/no/such.pem' } })).rejects.toMatchObject({
      code: 'bad_entry',
      fault: { details: ['/no/such.pem: ENOENT'] },
    })
  })

  it('in a file of something else is a fault of the entry', async () => {
    const caFile = certificate('README.md')
    await expect(connectTo(remote('https://mcp.test/mcp'), { settings: { caFile } })).rejects.toMatchObject({
      code: 'bad_entry',
    })
  })

  it('is not asked for where the server speaks no TLS, and that is said', async () => {
    const server = await fake()
    await expect(connectTo(remote(server.url.replace('http:', 'https:')))).rejects.toMatchObject({
      code: 'unreachable',
      fault: { message: { en: `${server.origin.replace('http:', 'https:')} does not speak TLS.` } },
    })
  })
})
