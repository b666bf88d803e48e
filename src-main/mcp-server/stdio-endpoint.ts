/** The MCP endpoint over stdio: both eras, one client, one person. Ends when its input ends. */

import type { Readable, Writable } from 'node:stream'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Logger } from '../log/logger.ts'
import type { McpBackend } from './backend.ts'
import { type SaidOfItself, saidOfItself } from './heard-request.ts'
import { LineTransport } from './line-transport.ts'
import { createProtocolServer, type ServerIdentity } from './protocol-server.ts'
import { onBackendChanged, tellChange } from './subscriptions.ts'

export interface StdioEndpointOptions {
  /** A registry in this process (registryBackend), or a bridge to the hub that runs. Its caller is the person served. */
  readonly backend: McpBackend
  readonly input: Readable
  /** Carries JSON-RPC and nothing else: see reserveStdout. */
  readonly output: Writable
  readonly log: Logger
  readonly identity: ServerIdentity
  /** Called for every request, with what the client has said of itself so far. */
  readonly onHeard?: (said: SaidOfItself) => void
}

/** Resolves when the input has ended and all that was read is answered, or when the client has gone. */
export async function serveStdioEndpoint(options: StdioEndpointOptions): Promise<void> {
  const { backend, input, output, identity } = options
  const log = options.log.child('stdio')
  const transport = new LineTransport(input, output)
  let said: SaidOfItself = { name: null, version: null, protocol: null }
  transport.onread = (message) => {
    const now = saidOfItself(message)
    if (now.name !== null) said = now
    if ('method' in message && 'id' in message) options.onHeard?.(said)
  }
  const unsubscribes: (() => void)[] = []
  const handle = serveStdio(
    () => {
      const server = createProtocolServer({ identity, backend, listChanged: true, log })
      unsubscribes.push(onBackendChanged(backend, (change) => void tellChange(server, change)))
      return server
    },
    { transport, onerror: (error) => log.debug('a message was rejected', { error: error.message }) },
  )
  try {
    await transport.ended
  } finally {
    for (const unsubscribe of unsubscribes) unsubscribe()
    await handle.close()
  }
}
