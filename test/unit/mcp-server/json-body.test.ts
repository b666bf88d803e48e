/** A body that drips: without a deadline one client could hold a connection for ever. */
import { type ClientRequest, createServer, request as httpRequest } from 'node:http'
import { expect, it } from 'vitest'
import { type JsonBody, readJsonBody } from '../../../src-main/mcp-server/json-body.ts'

async function readWith(limits: { maxBytes?: number; deadlineMs?: number }, send: (body: ClientRequest) => void) {
  let settle: (read: JsonBody) => void = () => {}
  const read = new Promise<JsonBody>((resolve) => {
    settle = resolve
  })
  const server = createServer((request, response) => {
    void readJsonBody(request, limits).then((result) => {
      settle(result)
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const client = httpRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
  })
  client.on('error', () => {})
  send(client)
  try {
    return await read
  } finally {
    client.destroy()
    server.close()
  }
}

it('is given up at the deadline', async () => {
  const read = await readWith({ deadlineMs: 100 }, (body) => body.write('{"a":'))
  expect(read).toMatchObject({ ok: false, status: 408 })
})

it('is given up when the client goes', async () => {
  const read = await readWith({}, (body) => {
    body.write('{"a":')
    setTimeout(() => body.destroy(), 50)
  })
  expect(read).toMatchObject({ ok: false, code: -32700 })
})

it('counts bytes, not characters', async () => {
  expect(await readWith({ maxBytes: 8 }, (body) => body.end('"漢字"'))).toEqual({ ok: true, value: '漢字' })
  expect(await readWith({ maxBytes: 8 }, (body) => body.end('"漢字x"'))).toMatchObject({ ok: false, status: 413 })
})
