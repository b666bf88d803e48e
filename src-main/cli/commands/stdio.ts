/** `stdio`: the MCP endpoint for clients that start a program. Bridges to the running hub, or is the hub itself. */
import type { Config } from '../../config/config.ts'
import { version } from '../../config/version.ts'
import { createLogger } from '../../log/logger.ts'
import type { ReservedStdout } from '../../mcp-server/reserve-stdout.ts'
import { serveStdioEndpoint } from '../../mcp-server/stdio-endpoint.ts'
import type { ToolBackend } from '../../mcp-server/tool-backend.ts'
import type { Connection, HubClient } from '../connection.ts'

/** The registry as this process reaches it: the same calls, in another process. */
function bridge(client: HubClient): ToolBackend {
  return {
    list: () => client.local.tools(),
    async invoke(call) {
      const events = await client.local.invoke(
        { tool: call.tool, args: call.args, actor: call.actor },
        { signal: call.signal },
      )
      for await (const event of events) {
        if (event.type === 'outcome') return event.outcome
        call.onProgress?.(event)
      }
      const error = {
        code: 'internal' as const,
        message: 'The hub went away during the call.',
        hint: 'Start Mirohub again and repeat the call.',
      }
      return { ok: false, error, durationMs: 0 }
    },
    onListChanged(listener: () => void): () => void {
      const left = new AbortController()
      void (async () => {
        for await (const event of await client.app.events(undefined, { signal: left.signal })) {
          if (event.type === 'tools-changed') listener()
        }
      })().catch(() => {
        // The stream ends with the hub or with this process; calls then say so themselves.
      })
      return () => left.abort()
    },
  }
}

/** `stdout` was reserved at the very start of the process: nothing but JSON-RPC may reach it. */
export async function stdio(connection: Connection, config: Config, stdout: ReservedStdout): Promise<void> {
  await serveStdioEndpoint({
    backend: bridge(connection.client),
    identity: { name: config.http.serverName || 'Mirohub', version },
    input: process.stdin,
    output: stdout.output,
    log: createLogger({ dataDir: config.dataDir, level: config.logLevel, stream: null }),
  })
}
