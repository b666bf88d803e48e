/** Binds the server to a loopback port, or says why it cannot. */
import type { Server } from 'node:http'
import type { Config } from '../config/config.ts'
import type { Logger } from '../log/logger.ts'
import { HttpServerError } from './http-server-error.ts'

/** The port that clients find in their settings when nobody chose another. */
const DEFAULT_PORT = 18060
const NEXT_PORTS = 20

export interface BoundAddress {
  readonly url: string
  readonly port: number
}

/** Throws HttpServerError: a port that was asked for is never silently swapped for another one. */
export async function listenOn(
  server: Server,
  http: Pick<Config['http'], 'host' | 'port'>,
  asked: number | 'configured',
  log: Logger,
): Promise<BoundAddress> {
  const { host } = http
  if (!isLoopback(host)) {
    throw new HttpServerError(
      'not_loopback',
      `HTTP_HOST ${host} is not an address of this computer alone.`,
      'Use 127.0.0.1; to be reached from elsewhere, put a tunnel in front and set MCP_PUBLIC_URL.',
    )
  }
  const first = asked === 'configured' ? http.port : asked
  const mayMove = asked === 'configured' && first === DEFAULT_PORT
  const candidates = mayMove ? Array.from({ length: NEXT_PORTS + 1 }, (_, step) => first + step) : [first]
  for (const candidate of candidates) {
    const port = await bind(server, host, candidate)
    if (port === null) continue
    if (port !== first && first !== 0) {
      log.warn(`port ${first} is taken by another program; listening on ${port} instead`, { port })
    }
    return { url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`, port }
  }
  throw new HttpServerError(
    'port_taken',
    mayMove ? `Ports ${first} to ${first + NEXT_PORTS} are all taken.` : `Port ${first} is taken by another program.`,
    'Stop that program, or choose another port with --port (0 takes any free one).',
  )
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** The bound port; null when it is taken. */
function bind(server: Server, host: string, port: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => {
      server.off('listening', onListening)
      if (error.code === 'EADDRINUSE') return resolve(null)
      const denied = error.code === 'EACCES'
      reject(
        new HttpServerError(
          denied ? 'port_refused' : 'listen_failed',
          denied
            ? `This account may not listen on port ${port}.`
            : `Listening on ${host}:${port} failed (${error.code ?? error.message}).`,
          'Choose another port with --port (0 takes any free one).',
          { cause: error },
        ),
      )
    }
    const onListening = () => {
      server.off('error', onError)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    }
    server.once('error', onError).once('listening', onListening)
    server.listen({ host, port, exclusive: true })
  })
}
