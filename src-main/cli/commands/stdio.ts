/** `stdio`: the MCP endpoint for clients that start a program. Bridges to the running hub, or is the hub itself. */
import type { Config } from '../../config/config.ts'
import { createLogger } from '../../log/logger.ts'
import { reserveStdout, serveStdioEndpoint } from '../../mcp-server/stdio-endpoint.ts'
import type { ToolCall, ToolOutcome } from '../../registry/types.ts'
import type { Connection, HubClient } from '../connection.ts'

/** The registry as this process reaches it: the same calls, in another process. */
function bridge(client: HubClient) {
  return {
    list: () => client.local.tools(),
    async invoke(call: ToolCall): Promise<ToolOutcome> {
      const events = await client.local.invoke(
        { tool: call.tool, args: call.args, actor: call.caller.actor },
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

export async function stdio(connection: Connection, config: Config): Promise<void> {
  const output = reserveStdout()
  const info = await connection.client.app.info()
  const log = createLogger({ dataDir: config.dataDir, level: config.logLevel })
  await serveStdioEndpoint({
    backend: bridge(connection.client),
    user: {
      id: 0,
      publicId: info.profile.id,
      timeZone: info.profile.timeZone,
      language: info.profile.language ?? 'en',
    },
    serverName: config.http.serverName,
    input: process.stdin,
    output,
    log,
  })
}
