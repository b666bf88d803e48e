/** A forward proxy that notes what it is asked for and leads every host to this computer. */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

export interface HttpProxy {
  readonly url: string
  /** `CONNECT host:port` or `METHOD url`, in order. */
  readonly asked: string[]
  close(): Promise<void>
}

/** `password`: it wants `user:password`. */
export async function startHttpProxy(password?: string): Promise<HttpProxy> {
  const asked: string[] = []
  const wanted = password === undefined ? null : `Basic ${Buffer.from(`user:${password}`).toString('base64')}`
  const server = createServer((incoming, response) => {
    asked.push(`${incoming.method} ${incoming.url}`)
    if (wanted !== null && incoming.headers['proxy-authorization'] !== wanted) {
      response.writeHead(407).end()
      return
    }
    const { port, pathname, search } = new URL(incoming.url ?? '')
    const { method, headers } = incoming
    const outgoing = request({ host: '127.0.0.1', port, path: pathname + search, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  server.on('connect', (incoming, socket) => {
    asked.push(`CONNECT ${incoming.url}`)
    if (wanted !== null && incoming.headers['proxy-authorization'] !== wanted) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
      return
    }
    const upstream = connect(Number(incoming.url?.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      upstream.pipe(socket).pipe(upstream)
    })
    upstream.on('error', () => socket.destroy())
    socket.on('error', () => upstream.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
