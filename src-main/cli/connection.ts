/**
 * How a command reaches the data: through the hub that runs, or through a hub of its own under the same lock.
 * Either way it speaks the same typed router.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import WebSocket from 'ws'
import type { Contract } from '../api/contract/index.ts'
import type { Config } from '../config/config.ts'
import { type RuntimeFile, readRuntimeFile } from '../config/runtime-file.ts'
import { DatabaseError } from '../db/database.ts'
import type { Hub } from '../hub.ts'
import { createLogger } from '../log/logger.ts'

const CONNECT_TIMEOUT_MS = 4000
/** Another short command may hold the lock; wait for it rather than fail. */
const LOCK_WAIT_MS = 20_000

export type HubClient = ContractRouterClient<Contract>

export interface Connection {
  readonly client: HubClient
  /** The hub that this process started, when none ran. */
  readonly own: Hub | null
  readonly running: RuntimeFile | null
  /** Settles when the running hub has gone; never for a hub of one's own. */
  readonly lost: Promise<void>
  close(): Promise<void>
}

/** A person named on the command line who does not exist here. */
export class UnknownProfileError extends Error {
  override readonly name = 'UnknownProfileError'
}

function openSocket(runtime: RuntimeFile, profile: string | undefined): Promise<WebSocket | null> {
  const headers: Record<string, string> = { Authorization: `Bearer ${runtime.token}` }
  if (profile !== undefined) headers['X-Mirohub-Profile'] = encodeURIComponent(profile)
  const socket = new WebSocket(`${runtime.url.replace(/^http/, 'ws')}/rpc`, {
    headers,
    handshakeTimeout: CONNECT_TIMEOUT_MS,
    perMessageDeflate: false,
  })
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket))
    // Nobody listens any more, or a stranger does: there is no hub of ours at this address.
    socket.once('error', () => resolve(null))
    socket.once('unexpected-response', (_request, response) => {
      response.resume()
      if (response.statusCode === 404 && profile !== undefined) {
        reject(new UnknownProfileError(`There is no person called "${profile}" here.`))
      } else resolve(null)
    })
  })
}

/** The hub that owns the data directory now; null when none answers. */
export async function connectToRunningHub(dataDir: string, profile?: string): Promise<Connection | null> {
  const runtime = readRuntimeFile(dataDir)
  if (runtime === null) return null
  const socket = await openSocket(runtime, profile)
  if (socket === null) return null
  // ws implements the browser's interface for everything that the link uses.
  const link = new RPCLink({ websocket: socket as unknown as globalThis.WebSocket })
  const client: HubClient = createORPCClient(link)
  return {
    client,
    own: null,
    running: runtime,
    lost: new Promise((resolve) => socket.once('close', () => resolve())),
    async close() {
      socket.close()
    },
  }
}

export interface ConnectOptions {
  readonly profile?: string
  readonly actor: string
  /** Let other processes reach the hub that this command starts (long commands do). */
  readonly listen: boolean
  /** A tool that the command is about to call: where it is no tool of the hub, external servers are started for it. */
  readonly tool?: string
  /** What such a hub is to others; and, for 'stdio', what to do when an app asks for the data. */
  readonly role?: 'command' | 'stdio'
  readonly onHandOver?: () => void
}

export async function connect(config: Config, options: ConnectOptions): Promise<Connection> {
  const deadline = Date.now() + LOCK_WAIT_MS
  for (;;) {
    const running = await connectToRunningHub(config.dataDir, options.profile)
    if (running !== null) return running
    let hub: Hub
    try {
      // Short commands tell on stderr only what concerns them; the log file has the rest.
      const log = createLogger({ dataDir: config.dataDir, level: config.logLevel, stream: null })
      // Loaded when no hub runs: a bridge needs nothing of it and starts in half the time.
      const { createHub } = await import('../hub.ts')
      hub = await createHub(config, {
        host: 'node',
        log,
        role: options.role ?? 'command',
        onHandOver: options.onHandOver,
      })
    } catch (error) {
      const retry = error instanceof DatabaseError && error.code === 'locked' && Date.now() < deadline
      if (!retry) throw error
      await sleep(200)
      continue
    }
    try {
      const { profiles } = hub.services
      const profile = options.profile === undefined ? await profiles.default() : await profiles.byName(options.profile)
      if (profile === null) throw new UnknownProfileError(`There is no person called "${options.profile}" here.`)
      if (options.listen) await hub.listen(0)
      else if (options.tool !== undefined && !(await isOwnTool(hub, options.tool))) await hub.services.servers.start()
      const client = hub.client(profile, options.actor)
      return { client, own: hub, running: null, lost: new Promise(() => {}), close: () => hub.stop() }
    } catch (error) {
      await hub.stop()
      throw error
    }
  }
}

async function isOwnTool({ registry }: Hub, name: string): Promise<boolean> {
  const { tools } = await registry.inspect({ actor: 'cli', user: null })
  return tools.some((tool) => tool.name === name)
}
