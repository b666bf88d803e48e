/** The fetch of client metadata documents: how often a name is asked, where the connection goes, when it gives up. */
import { expect, it, vi } from 'vitest'
import {
  createDocumentFetch,
  type DocumentNetwork,
  isDocumentUrl,
} from '../../../src-main/mcp-server/oauth/document-fetch.ts'

const URL_OF = 'https://app.example/client.json'
const GOOD = { client_id: URL_OF, client_name: 'App', redirect_uris: ['https://app.example/cb'] }
const body = (value: unknown) => Buffer.from(JSON.stringify(value))

function network(addresses: readonly string[][], answer: () => Promise<{ status: number; body: Uint8Array }>) {
  const resolve = vi.fn(async () => addresses[resolve.mock.calls.length - 1] ?? addresses.at(-1) ?? [])
  const get = vi.fn<DocumentNetwork['get']>(answer)
  const remembered = vi.fn(async (): Promise<Record<string, unknown> | null> => null)
  return { resolve, get, remembered, fetch: createDocumentFetch({ network: { resolve, get }, remembered }) }
}

it('asks the name once and connects to what it said then', async () => {
  const net = network([['93.184.215.14'], ['127.0.0.1']], async () => ({ status: 200, body: body(GOOD) }))
  const response = await net.fetch(URL_OF)
  expect(await response.json()).toMatchObject({ client_id: URL_OF, client_name: 'App' })
  expect(net.resolve).toHaveBeenCalledTimes(1)
  expect(net.get.mock.calls.map(([, address]) => address)).toEqual(['93.184.215.14'])
})

it('the next fetch asks anew, and a name that has moved inside is refused', async () => {
  const net = network([['93.184.215.14'], ['127.0.0.1']], async () => ({ status: 200, body: body(GOOD) }))
  await net.fetch(URL_OF)
  net.remembered.mockResolvedValue(GOOD)
  await expect(net.fetch(URL_OF)).rejects.toThrow('public internet')
  expect(net.get).toHaveBeenCalledTimes(1)
})

it('follows no redirect, whatever its target', async () => {
  const net = network([['93.184.215.14']], async () => ({ status: 301, body: body(GOOD) }))
  await expect(net.fetch(URL_OF)).rejects.toThrow('301')
  expect(net.get).toHaveBeenCalledTimes(1)
})

it('gives up on a server that never answers', async () => {
  vi.useFakeTimers()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new Error(`no answer in ${ms} ms`)), ms)
    return controller.signal
  })
  const net = network([['93.184.215.14']], () => new Promise(() => {}))
  const refused = expect(net.fetch(URL_OF)).rejects.toThrow('cannot be reached')
  await vi.advanceTimersByTimeAsync(4_000)
  await refused
  timeout.mockRestore()
  vi.useRealTimers()
})

it('an app that was let in goes on without a network, and one that was not does not come in', async () => {
  const net = network([['93.184.215.14']], async () => {
    throw new Error('ENETUNREACH')
  })
  await expect(net.fetch(URL_OF)).rejects.toThrow('cannot be reached')
  net.remembered.mockResolvedValue(GOOD)
  expect(await (await net.fetch(URL_OF)).json()).toEqual(GOOD)
  net.resolve.mockRejectedValue(new Error('EAI_AGAIN'))
  expect(await (await net.fetch(URL_OF)).json()).toEqual(GOOD)
})

it('a document that was taken back is not remembered over the answer', async () => {
  const net = network([['93.184.215.14']], async () => ({ status: 410, body: body('') }))
  net.remembered.mockResolvedValue(GOOD)
  await expect(net.fetch(URL_OF)).rejects.toThrow('410')
})

it('5 kB are enough; one more byte is too many', async () => {
  const padded = (bytes: number) => {
    const empty = body({ ...GOOD, pad: '' }).length
    return body({ ...GOOD, pad: 'x'.repeat(bytes - empty) })
  }
  const fits = network([['93.184.215.14']], async () => ({ status: 200, body: padded(5_120) }))
  expect((await fits.fetch(URL_OF)).status).toBe(200)
  const large = network([['93.184.215.14']], async () => ({ status: 200, body: padded(5_121) }))
  await expect(large.fetch(URL_OF)).rejects.toThrow('too large')
})

it.each([
  [URL_OF, true],
  ['https://app.example/', false],
  ['http://app.example/c', false],
  ['https://app.example/c#f', false],
  ['https://u@app.example/c', false],
  ['https://APP.example/c', false],
  ['https://app.example:443/c', false],
  ['https://intranet/c', false],
  ['mcp_client_1', false],
])('%s is an address of a document: %s', (clientId, expected) => {
  expect(isDocumentUrl(clientId)).toBe(expected)
})
