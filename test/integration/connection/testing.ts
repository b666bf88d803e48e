/** What tests of connections need: entries, hooks that note what they hear, and connect over the real parts. */
import { homedir } from 'node:os'
import type { Logger } from '../../../src-main/log/logger.ts'
import { type ConnectOptions, createConnect } from '../../../src-main/mcp-client/connection/connect.ts'
import { createLauncher } from '../../../src-main/mcp-client/launch/launcher.ts'
import type { Connect, ConnectHooks, Connection, EraVerdict } from '../../../src-main/mcp-client/model/connection.ts'
import {
  defaultSettings,
  noValues,
  type RemoteTarget,
  type ServerEntry,
  type ServerLimits,
  type ServerSettings,
  type ServerTarget,
  type ServerValues,
} from '../../../src-main/mcp-client/model/server-entry.ts'
import type { LogLine } from '../../../src-main/mcp-client/model/server-status.ts'

export const silentLog: Logger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  child: () => silentLog,
  close() {},
}

export function remote(url: string, more: Partial<RemoteTarget> = {}): RemoteTarget {
  const oauth = { clientId: null, scopes: null, redirectPort: null }
  return { kind: 'http', url, headerNames: [], auth: 'none', oauth, ...more }
}

export function program(file: string, ...args: string[]): ServerTarget {
  return {
    kind: 'stdio',
    command: process.execPath,
    args: [file, ...args],
    cwd: null,
    envNames: [],
    encoding: 'utf-8',
    encodingErrors: 'replace',
  }
}

export interface Connecting {
  readonly settings?: Omit<Partial<ServerSettings>, 'limits'> & { readonly limits?: Partial<ServerLimits> }
  readonly values?: Partial<ServerValues>
  readonly era?: EraVerdict | null
  readonly signal?: AbortSignal
  readonly askPerson?: ConnectHooks['askPerson']
  readonly options?: Partial<ConnectOptions>
  /** One that remembers earlier attempts. */
  readonly connect?: Connect
  readonly id?: string
}

export interface Heard {
  readonly changed: string[]
  readonly updated: string[]
  readonly log: Omit<LogLine, 'at'>[]
  readonly eras: EraVerdict[]
  answers: number
}

const launcher = createLauncher({
  platform: process.platform,
  env: process.env,
  home: homedir(),
  dataDir: null,
  loginPath: async () => null,
})

const opened: Connection[] = []

/** After each test: nothing stays open. */
export async function closeAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((connection) => connection.close()))
}

export function connectWith(options: Partial<ConnectOptions> = {}): Connect {
  return createConnect({ launcher, authFor: () => null, log: silentLog, env: {}, ...options })
}

export async function connectTo(
  target: ServerTarget,
  more: Connecting = {},
): Promise<{ connection: Connection; heard: Heard }> {
  const heard: Heard = { changed: [], updated: [], log: [], eras: [], answers: 0 }
  const { limits, ...settings } = more.settings ?? {}
  const connect = more.connect ?? connectWith(more.options)
  const connection = await connect({
    entry: entryFor(
      target,
      { ...defaultSettings, ...settings, limits: { ...defaultSettings.limits, connectMs: 10_000, ...limits } },
      more.id,
    ),
    values: { ...noValues, ...more.values },
    era: more.era ?? null,
    signal: more.signal ?? new AbortController().signal,
    hooks: {
      onListChanged: (what) => heard.changed.push(what),
      onResourceUpdated: (uri) => heard.updated.push(uri),
      onAnswer: () => {
        heard.answers += 1
      },
      onLog: (line) => heard.log.push(line),
      onEra: (verdict) => heard.eras.push(verdict),
      askPerson: more.askPerson ?? (() => Promise.reject(new Error('nobody is there'))),
    },
  })
  opened.push(connection)
  return { connection, heard }
}

export function entryFor(target: ServerTarget, settings: ServerSettings, id = 'server-1'): ServerEntry {
  const at = new Date(0)
  return {
    id,
    userId: 1,
    slug: 'fake',
    name: 'Fake',
    origin: { kind: 'form' },
    target,
    settings,
    enabled: true,
    position: 0,
    approved: null,
    createdAt: at,
    changedAt: at,
  }
}
