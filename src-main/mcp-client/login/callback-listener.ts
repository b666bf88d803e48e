/**
 * The address on this computer that a login returns to (RFC 8252 7.3). It listens before the browser is opened, answers
 * only the request with the state of this login, and keeps listening whatever else comes.
 */
import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { callbackPage } from './callback-page.ts'
import { loginFaults } from './login-faults.ts'

const PATH = '/callback'

export interface CallbackListener {
  /** Exactly what is registered, asked with and redeemed with. */
  readonly redirectUri: string
  /**
   * Waits for the parameters of the answer; `settle` decides which page the browser sees. Rejects when `settle` does,
   * and with the signal's reason.
   */
  receive<T>(state: string, signal: AbortSignal, settle: (answer: URLSearchParams) => Promise<T>): Promise<T>
  close(): void
}

/** `port` null takes any free one. Rejects with ServerError `port_busy`. */
export async function openCallbackListener(port: number | null): Promise<CallbackListener> {
  let handle = (_request: IncomingMessage, response: ServerResponse, _url: URL): void => show('unknown', response, '')
  let ownHost = ''
  const server = createServer({ requestTimeout: 10_000, maxHeaderSize: 32_768 }, (request, response) => {
    const url = URL.parse(request.url ?? '', `http://${ownHost}`)
    // Another Host is another site's name that leads here (DNS rebinding).
    const isOurs = request.method === 'GET' && request.headers.host === ownHost && url?.pathname === PATH
    if (isOurs) handle(request, response, url)
    else show('unknown', response, languageOf(request))
  })
  server.listen(port ?? 0, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if (port !== null) throw loginFaults.portBusy(port)
    throw error
  }
  const address = server.address()
  ownHost = `127.0.0.1:${typeof address === 'object' ? address?.port : port}`

  return {
    redirectUri: `http://${ownHost}${PATH}`,
    receive: (state, signal, settle) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) reject(signal.reason)
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        let isTaken = false
        handle = (request, response, url) => {
          if (isTaken || !isSame(url.searchParams.get('state') ?? '', state)) {
            show('unknown', response, languageOf(request))
            return
          }
          isTaken = true
          settle(url.searchParams).then(
            (value) => {
              show('done', response, languageOf(request))
              resolve(value)
            },
            (error: unknown) => {
              show('failed', response, languageOf(request))
              reject(error)
            },
          )
        }
      }),
    close() {
      server.close()
      // Open pages end by themselves (Connection: close); a browser that keeps a spare connection must not keep us.
      server.closeIdleConnections()
    },
  }
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const languageOf = (request: IncomingMessage) => request.headers['accept-language'] ?? ''

function show(outcome: Parameters<typeof callbackPage>[0], response: ServerResponse, language: string): void {
  const { status, headers, body } = callbackPage(outcome, language)
  response.writeHead(status, { ...headers }).end(body)
}
