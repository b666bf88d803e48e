/** A small HTTP server on this computer that records what it was asked, for scripted model servers. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface RecordedRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The parsed body; the text where it is no JSON; null where there was none. */
  readonly body: unknown
  /** Milliseconds of the process's own clock. */
  readonly at: number
  /** How it ended; 'aborted' when the client hung up before the answer was over. */
  readonly ended: Promise<'done' | 'aborted'>
}

export interface FakeHttp {
  /** Origin, e.g. http://127.0.0.1:40001 */
  readonly origin: string
  readonly port: number
  readonly requests: readonly RecordedRequest[]
  close(): Promise<void>
}

/** @param answer Answers one request; `signal` aborts when the client hangs up or the server closes. */
export async function startFakeHttp(
  answer: (request: RecordedRequest, response: ServerResponse, signal: AbortSignal) => Promise<void> | void,
  options: { readonly port?: number } = {},
): Promise<FakeHttp> {
  const requests: RecordedRequest[] = []
  const sockets = new Set<Socket>()
  const closing = new AbortController()

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const hungUp = new AbortController()
    const ended = new Promise<'done' | 'aborted'>((resolve) => {
      response.on('close', () => {
        resolve(response.writableFinished ? 'done' : 'aborted')
        hungUp.abort()
      })
    })
    const request: RecordedRequest = {
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      headers: incoming.headers,
      body: await bodyOf(incoming),
      at: performance.now(),
      ended,
    }
    requests.push(request)
    await answer(request, response, AbortSignal.any([hungUp.signal, closing.signal]))
  }
  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((error: unknown) => {
      // A fault of a script must show in the test that wrote it, and not as a crash of the runner.
      if (response.headersSent) response.destroy()
      else response.writeHead(500, { 'content-type': 'text/plain' }).end(`fake model: ${String(error)}`)
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    port: address.port,
    requests,
    close: () =>
      new Promise((resolve) => {
        closing.abort()
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

async function bodyOf(incoming: IncomingMessage): Promise<unknown> {
  const parts: Uint8Array[] = []
  for await (const part of incoming) parts.push(part)
  const text = Buffer.concat(parts).toString('utf8')
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
