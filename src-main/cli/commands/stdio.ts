/**
 * `stdio`: the MCP endpoint for clients that start a program. Bridges to the running hub, is the hub itself where none
 * runs, and changes between the two when the app starts or stops.
 */
import type { Config } from '../../config/config.ts'
import { version } from '../../config/version.ts'
import { createLogger } from '../../log/logger.ts'
import type { ReservedStdout } from '../../mcp-server/reserve-stdout.ts'
import { serveStdioEndpoint } from '../../mcp-server/stdio-endpoint.ts'
import { bridgeTo } from '../hub-bridge.ts'
import type { StayingConnection } from '../staying-connection.ts'

/** `stdout` was reserved at the very start of the process: nothing but JSON-RPC may reach it. */
export async function stdio(connection: StayingConnection, config: Config, stdout: ReservedStdout): Promise<void> {
  await serveStdioEndpoint({
    backend: bridgeTo(connection),
    identity: { name: config.http.serverName || 'Mirohub', version },
    input: process.stdin,
    output: stdout.output,
    log: createLogger({ dataDir: config.dataDir, level: config.logLevel, stream: null }),
    // Only shown on the Connect page: nobody waits for it, and nothing is lost with it.
    onHeard: (said) => void connection.use(({ client }) => client.local.heard(said)).catch(() => {}),
  })
}
