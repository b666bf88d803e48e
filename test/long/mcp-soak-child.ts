/** Child of mcp-soak.long.ts: the real HTTP server alone in a process, which says what it holds when it is asked. */
import { readdirSync } from 'node:fs'
import { startEndpoint } from '../integration/mcp/endpoint-fixture.ts'

/** What one measurement says. */
export interface Holdings {
  readonly heapBytes: number
  /** Null where the system does not list them. */
  readonly fds: number | null
  /** On the registry and on the process. */
  readonly listeners: number
  /** Calls that have not ended. */
  readonly waiting: number
  /** Handles that keep the process, by kind. */
  readonly handles: Readonly<Record<string, number>>
  /** Rejections and exceptions that nobody caught, since the start. */
  readonly failures: readonly string[]
}

const failures: string[] = []
process.on('unhandledRejection', (reason) => failures.push(String(reason)))
process.on('uncaughtException', (error) => failures.push(String(error)))
const endpoint = await startEndpoint()

function measure(): Holdings {
  // The fake registry keeps what it was asked; that is the test's memory and not the server's.
  for (const kept of [endpoint.registry.calls, endpoint.registry.lists, endpoint.registry.cancelled]) kept.length = 0
  for (let round = 0; round < 3; round++) globalThis.gc?.()
  const handles: Record<string, number> = {}
  for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1
  return {
    heapBytes: process.memoryUsage().heapUsed,
    fds: process.platform === 'linux' ? readdirSync('/proc/self/fd').length : null,
    listeners:
      endpoint.registry.listeners + process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
    waiting: endpoint.registry.waiting,
    handles,
    failures,
  }
}

process.on('message', () => process.send?.(measure()))
process.on('disconnect', () => process.exit(0))
process.send?.({ port: endpoint.port })
