/**
 * The router over a websocket at `/rpc`: for the browser page (session cookie) and for the owner's own command line
 * (the runtime token of hub.json as a bearer). Nobody else is answered.
 */

import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { RequestHeadersPlugin } from '@orpc/server/plugins'
import { RPCHandler } from '@orpc/server/ws'
import { type WebSocket, WebSocketServer } from 'ws'
import { showsRuntimeToken } from '../mcp-server/runtime-token.ts'
import type { ApiServices, RpcContext } from './context.ts'
import { router } from './router.ts'
import type { WebSessions } from './web-session.ts'

const MAX_MESSAGE_BYTES = 8 * 1024 * 1024

export interface RpcSocketOptions {
  readonly services: ApiServices
  readonly sessions: WebSessions
  readonly runtimeToken: string
}

export interface RpcSocket {
  /** Takes over an upgrade whose Host and Origin were found good. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>
  close(): void
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

export function createRpcSocket({ services, sessions, runtimeToken }: RpcSocketOptions): RpcSocket {
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES })
  const handler = new RPCHandler<RpcContext>(router, { plugins: [new RequestHeadersPlugin()] })

  function reachOf(request: IncomingMessage): RpcContext['reach'] | null {
    const isOwner = showsRuntimeToken(request, runtimeToken)
    if (isOwner !== null) return isOwner ? 'owner' : null
    // A browser always sends Origin with a websocket; without it this is no page.
    return request.headers.origin !== undefined && sessions.accepts(request) ? 'page' : null
  }

  return {
    async upgrade(request, socket, head) {
      const path = (request.url ?? '').split('?')[0]
      if (path !== '/rpc') return refuse(socket, '404 Not Found')
      const reach = reachOf(request)
      if (reach === null) return refuse(socket, '401 Unauthorized')
      const asked = request.headers['x-mirohub-profile']
      const profile =
        reach === 'owner' && typeof asked === 'string'
          ? await services.profiles.byName(decodeURIComponent(asked))
          : await services.profiles.default()
      if (profile === null) return refuse(socket, '404 Not Found')
      server.handleUpgrade(request, socket, head, (ws: WebSocket) => {
        const actor = reach === 'owner' ? 'cli' : 'page'
        void handler.upgrade(ws, { context: { services, profile, reach, actor } })
      })
    },
    close() {
      for (const client of server.clients) client.terminate()
      server.close()
    },
  }
}
