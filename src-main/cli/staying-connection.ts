/**
 * A connection that outlives the hub it leads to. An MCP client starts `mirohub stdio` once and keeps it for days; the
 * app may start, stop and start again meanwhile. Own hub and bridge change places without the client noticing.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { readRuntimeFile } from '../config/runtime-file.ts'
import { systemProbe } from '../db/process-identity.ts'
import { type Connection, connect, connectToRunningHub } from './connection.ts'

/** The app that asked for the data opens it within a second or two; until then this process must not take it back. */
const NEW_HUB_MS = 20_000
/** Running calls end before the data is given up, within the time that the app waits for it. */
const DRAIN_MS = 10_000

export interface StayingConnection {
  /** Runs `work` against the hub there is now, connecting first where there is none. */
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** Called after every change of hub, once the new one answers. Returns the unsubscribe function. */
  onMoved(listener: () => void): () => void
  close(): Promise<void>
}

/** Connects once, so that a start that cannot succeed fails at once. */
export async function stayConnected(config: Config, profile: string | undefined): Promise<StayingConnection> {
  const listeners = new Set<() => void>()
  const running = new Set<Promise<unknown>>()
  let isClosed = false
  let current: Promise<Connection>

  const open = async (): Promise<Connection> => {
    const connection = await connect(config, {
      profile,
      actor: 'cli',
      listen: true,
      role: 'stdio',
      onHandOver: () => move(handOver(connection)),
    })
    reopenWhenLost(connection)
    return connection
  }

  function reopenWhenLost(connection: Connection): void {
    void connection.lost.then(() => {
      if (!isClosed) move(open())
    })
  }

  /** Ends what runs, closes the data, and finds the hub that asked for it. */
  async function handOver(connection: Connection): Promise<Connection> {
    await Promise.race([Promise.allSettled(running), sleep(DRAIN_MS, undefined, { ref: false })])
    await connection.close()
    const deadline = performance.now() + NEW_HUB_MS
    while (!isClosed && performance.now() < deadline) {
      const found = await connectToRunningHub(config.dataDir, profile).catch(() => null)
      if (found !== null) {
        reopenWhenLost(found)
        return found
      }
      if (hasDied(config.dataDir)) break
      await sleep(100, undefined, { ref: false })
    }
    // The app did not come up after all.
    return open()
  }

  function move(next: Promise<Connection>): void {
    if (isClosed) return void next.then((connection) => connection.close()).catch(() => {})
    current = next
    next.then(
      () => {
        for (const listener of listeners) listener()
      },
      () => {
        // Told to whoever asks next; the call after that tries again.
        if (current === next) failed = next
      },
    )
  }

  let failed: Promise<Connection> | null = null
  current = open()
  await current

  return {
    async use(work) {
      if (failed !== null && failed === current) move(open())
      const connection = await current
      const task = work(connection)
      running.add(task)
      try {
        return await task
      } finally {
        running.delete(task)
      }
    },
    onMoved(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      isClosed = true
      await current.then((connection) => connection.close()).catch(() => {})
    },
  }
}

/** The hub that took the data has said where it is, and is no more. */
function hasDied(dataDir: string): boolean {
  const pid = readRuntimeFile(dataDir)?.pid
  return pid !== undefined && !systemProbe().isRunning(pid)
}
