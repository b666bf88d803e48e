/** Serves one request of the 2025 protocol versions without a session: a server and a transport of its own, then gone. */
import { type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'

export interface LegacyExchange {
  readonly request: Request
  readonly body: unknown
  readonly server: Server
  /** Answer as an event stream, for a client that asked for progress; otherwise one plain JSON body. */
  readonly stream: boolean
}

/** The caller closes `server` when the response has ended, which also cancels what it left behind. */
export async function serveLegacyStateless({ request, body, server, stream }: LegacyExchange): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: !stream,
  })
  await server.connect(transport)
  const gone = new Promise<Response>((resolve) => {
    // The transport leaves a JSON answer open when its client goes; nobody reads this one.
    request.signal.addEventListener('abort', () => resolve(new Response(null, { status: 499 })), { once: true })
  })
  return Promise.race([transport.handleRequest(request, { parsedBody: body }), gone])
}
