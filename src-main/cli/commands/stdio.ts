/**
 * `stdio`: the MCP endpoint for clients that start a program. Bridges to the running hub, is the hub itself where none
 * runs, and changes between the two when the app starts or stops.
 */
import type { Config } from '../../config/config.ts'
import { version } from '../../config/version.ts'
import { createLogger } from '../../log/logger.ts'
import type { McpBackend } from '../../mcp-server/backend.ts'
import type { ReservedStdout } from '../../mcp-server/reserve-stdout.ts'
import { serveStdioEndpoint } from '../../mcp-server/stdio-endpoint.ts'
import type { ToolOutcome } from '../../registry/types.ts'
import type { StayingConnection } from '../staying-connection.ts'

/** The registry as this process reaches it, in whichever process that is at the time of a call. */
function bridge(connection: StayingConnection): McpBackend {
  return {
    list: () => connection.use(({ client }) => client.local.tools()),
    invoke: (call) =>
      connection.use(async ({ client }) => {
        const { tool, args, actor, signal } = call
        try {
          for await (const event of await client.local.invoke({ tool, args, actor }, { signal })) {
            if (event.type === 'outcome') return event.outcome
            call.onProgress?.(event)
          }
        } catch (error) {
          // The calling client is gone or has cancelled; it expects no answer.
          if (signal?.aborted) throw error
        }
        return hubWentAway
      }),
    onListChanged(listener) {
      let left = new AbortController()
      const listen = () => {
        left.abort()
        left = new AbortController()
        const { signal } = left
        connection
          .use(async ({ client }) => ({ events: await client.app.events(undefined, { signal }) }))
          .then(async ({ events }) => {
            for await (const event of events) if (event.type === 'tools-changed') listener()
          })
          // The stream ends with its hub; the next one is listened to when it is there.
          .catch(() => {})
      }
      const unsubscribe = connection.onMoved(() => {
        listen()
        listener()
      })
      listen()
      return () => {
        unsubscribe()
        left.abort()
      }
    },
  }
}

const hubWentAway: ToolOutcome = {
  ok: false,
  error: {
    code: 'internal',
    message: 'The hub went away during the call.',
    hint: 'Whether the call was carried out is not known here; a call that only reads can be repeated.',
  },
  durationMs: 0,
}

/** `stdout` was reserved at the very start of the process: nothing but JSON-RPC may reach it. */
export async function stdio(connection: StayingConnection, config: Config, stdout: ReservedStdout): Promise<void> {
  await serveStdioEndpoint({
    backend: bridge(connection),
    identity: { name: config.http.serverName || 'Mirohub', version },
    input: process.stdin,
    output: stdout.output,
    log: createLogger({ dataDir: config.dataDir, level: config.logLevel, stream: null }),
  })
}
