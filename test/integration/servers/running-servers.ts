/** A manager over real processes: the fake stdio servers, started as an app starts them. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { silentLogger } from '../../../src-main/log/logger.ts'
import { createConnect } from '../../../src-main/mcp-client/connection/connect.ts'
import { createLauncher } from '../../../src-main/mcp-client/launch/launcher.ts'
import { createServerManager } from '../../../src-main/mcp-client/manager/server-manager.ts'
import type { Connect } from '../../../src-main/mcp-client/model/connection.ts'
import {
  defaultSettings,
  noValues,
  type ServerEntry,
  type ServerSettings,
} from '../../../src-main/mcp-client/model/server-entry.ts'
import type { ServerListing } from '../../../src-main/mcp-client/model/server-status.ts'
import { fingerprintOf } from '../../../src-main/mcp-client/trust/fingerprint.ts'

const fakes = resolve(import.meta.dirname, '../../fake-servers')

export function openRunningServers() {
  const dir = mkdtempSync(join(tmpdir(), 'mirohub-running-'))
  const pidsFile = join(dir, 'pids')
  const launcher = createLauncher({
    platform: process.platform,
    env: process.env,
    home: homedir(),
    dataDir: dir,
    loginPath: async () => null,
  })
  const connectReally = createConnect({ launcher, authFor: () => null, log: silentLogger, env: {} })
  const starts: string[] = []
  const connect: Connect = (request) => {
    starts.push(request.entry.id)
    return connectReally(request)
  }
  const listings = new Map<string, ServerListing>()
  const manager = createServerManager({
    connect,
    store: {
      values: async () => noValues,
      era: async () => null,
      setEra: async () => {},
      listing: async ({ id }) => listings.get(id) ?? null,
      setListing: async ({ id }, listing) => void listings.set(id, listing),
    },
    askPerson: () => Promise.reject(new Error('nobody is asked here')),
    log: silentLogger,
  })
  let made = 0
  const pids = () =>
    existsSync(pidsFile) ? readFileSync(pidsFile, 'utf8').split('\n').filter(Boolean).map(Number) : []

  return {
    manager,
    /** Ids, once a start. */
    starts,
    /** Of every process that a fake server was, or made. */
    pids,
    alive: () => pids().filter(isAlive),
    /** On and approved: a fake server in a mode of its own. */
    fake(args: readonly string[], settings: Partial<ServerSettings> = {}, file = 'stdio-server.mjs'): ServerEntry {
      const number = ++made
      const target = {
        kind: 'stdio' as const,
        command: process.execPath,
        args: [join(fakes, file), ...args, '--pids', pidsFile],
        cwd: null,
        envNames: [],
        encoding: 'utf-8',
        encodingErrors: 'replace' as const,
      }
      const at = new Date()
      return {
        id: `${args[0]}-${number}`,
        userId: 1,
        slug: `fake-${number}`,
        name: `${args[0]} ${number}`,
        origin: { kind: 'form' },
        target,
        settings: { ...defaultSettings, ...settings },
        enabled: true,
        position: number,
        approved: { fingerprint: fingerprintOf(target), target, at },
        createdAt: at,
        changedAt: at,
      }
    },
    async close() {
      await manager.close()
      await launcher.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
export type RunningServers = ReturnType<typeof openRunningServers>

/** Waits for what has to become so; fails after `ms` with what was there instead. */
export async function until<T>(read: () => T, isSo: (value: T) => boolean, ms = 30_000): Promise<T> {
  const end = performance.now() + ms
  for (;;) {
    const value = read()
    if (isSo(value)) return value
    if (performance.now() > end) throw new Error(`still ${JSON.stringify(value)} after ${ms} ms`)
    await pause(20)
  }
}

/** One that has ended and waits for its parent to look is not alive. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
