/** Every external server of every person: started together, each on its own. */
import type { Logger } from '../../log/logger.ts'
import type { Connect, Connection, PersonQuestion, Upstream, UpstreamRequest } from '../model/connection.ts'
import type { ServerEntry } from '../model/server-entry.ts'
import type { Answered, ServerManager } from '../model/server-manager.ts'
import type { ServerStatus } from '../model/server-status.ts'
import type { ServerStore } from '../model/server-store.ts'
import { bounded } from './bounded.ts'
import { type Clock, systemClock } from './clock.ts'
import { unknownServer } from './faults.ts'
import { createManagedServer, type ManagedServer } from './managed-server.ts'
import { createResourceNews } from './resource-news.ts'
import { createStartPool } from './start-pool.ts'

/** The app must be able to quit: two seconds for calls, five for a child that has to be killed, and some to spare. */
const CLOSE_LIMIT_MS = 9_000

export interface ServerManagerOptions {
  readonly connect: Connect
  readonly store: Pick<ServerStore, 'values' | 'era' | 'setEra' | 'listing' | 'setListing'>
  /** A question of a server that no MCP client can answer. Rejects when it is not allowed, or not answered. */
  readonly askPerson: (entry: ServerEntry, question: PersonQuestion, signal: AbortSignal) => Promise<unknown>
  readonly log: Logger
  readonly clock?: Clock
  /** In [0, 1). */
  readonly random?: () => number
}

export function createServerManager(options: ServerManagerOptions): ServerManager {
  const { clock = systemClock, random = Math.random, log } = options
  const pool = createStartPool(clock)
  const servers = new Map<string, ManagedServer>()
  const listeners = new Set<(id: string, what: 'status' | 'listing') => void>()
  const resourceListeners = new Set<(id: string, uri: string) => void>()
  const news = createResourceNews(clock, (id, uri) => tell(resourceListeners, id, uri))
  /** Lists are read one after the other: the embedded database has one session, and others wait behind it. */
  let loading: Promise<void> = Promise.resolve()
  let isClosed = false

  function tell<A extends readonly unknown[]>(listening: Iterable<(...args: A) => void>, ...args: A): void {
    for (const listener of [...listening]) {
      try {
        listener(...args)
      } catch (error) {
        log.error('a listener of the servers failed', { error: String(error) })
      }
    }
  }

  function take(entry: ServerEntry): void {
    if (isClosed) return
    const known = servers.get(entry.id)
    const server =
      known ??
      createManagedServer(entry, {
        ...options,
        clock,
        random,
        pool,
        onChanged: (what) => tell(listeners, entry.id, what),
        onResourceUpdated: (uri) => news.add(entry.id, uri),
      })
    servers.set(entry.id, server)
    server.entryChanged(entry)
    if (known === undefined) loading = loading.then(() => server.load())
  }

  async function ask<T>(
    id: string,
    request: UpstreamRequest,
    work: (connection: Connection, request: UpstreamRequest) => Promise<Upstream<T>>,
  ): Promise<Answered<T>> {
    const server = servers.get(id)
    if (server === undefined) return { ok: false, fault: unknownServer() }
    const outcome = await server.calls.run(request, work)
    return outcome.ok ? { ok: true, answer: outcome.value } : outcome
  }

  const withServer = (id: string, work: (server: ManagedServer) => Promise<ServerStatus>): Promise<ServerStatus> => {
    const server = servers.get(id)
    return server === undefined ? Promise.resolve(absent(clock)) : work(server)
  }

  return {
    startAll(entries) {
      for (const entry of entries) take(entry)
    },
    entryChanged: take,
    async entryRemoved(id) {
      const server = servers.get(id)
      servers.delete(id)
      news.forget(id)
      await server?.close()
    },
    start: (id) => withServer(id, (server) => server.start()),
    stop: (id) => withServer(id, (server) => server.stop()),
    restart: (id) => withServer(id, (server) => server.restart()),
    refresh: (id) => withServer(id, (server) => server.refresh()),
    status: (id) => servers.get(id)?.status() ?? absent(clock),
    listing: (id) => servers.get(id)?.listing() ?? null,
    call: (id, call) =>
      ask(id, call, (connection, request) => connection.callTool({ ...request, tool: call.tool, args: call.args })),
    readResource: (id, uri, request = {}) =>
      ask(id, request, (connection, bound) => connection.readResource(uri, bound)),
    getPrompt: (id, name, args, request = {}) =>
      ask(id, request, (connection, bound) => connection.getPrompt(name, args, bound)),
    async complete(id, params, signal) {
      const outcome = await servers
        .get(id)
        ?.calls.run({ signal }, (connection, request) => connection.complete(params, request.signal))
      return outcome?.ok ? outcome.value : null
    },
    logs: (id) => servers.get(id)?.log.lines() ?? [],
    onLog: (id, listener) => servers.get(id)?.log.onLine(listener) ?? (() => {}),
    onChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onResourceUpdated(listener) {
      resourceListeners.add(listener)
      return () => resourceListeners.delete(listener)
    },
    reconnectAll() {
      for (const server of servers.values()) server.reconnect()
    },
    async close() {
      isClosed = true
      news.close()
      const closed = Promise.all([loading, ...[...servers.values()].map((server) => server.close())])
      const onLimit = () => new Error('not closed in time')
      await bounded(closed, { clock, ms: CLOSE_LIMIT_MS, onLimit }).catch(() => {
        log.warn('not all external servers ended in time')
      })
    },
  }
}

function absent(clock: Clock): ServerStatus {
  return {
    state: 'stopped',
    since: clock.now().toISOString(),
    lastAnswerAt: null,
    fault: null,
    era: null,
    protocolVersion: null,
    retryAt: null,
    pid: null,
  }
}
