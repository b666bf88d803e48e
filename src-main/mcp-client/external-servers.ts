/**
 * External MCP servers, put together: what is stored, what runs, which tools that gives, who is logged in where, and
 * the files that declare servers. What a person does with them is in server-actions.ts.
 */
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import type { Logger } from '../log/logger.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import type { Computer } from './client-apps/clients.ts'
import { ownCommand, type RunningProgram } from './client-apps/own-launch.ts'
import { OWN_PROGRAM } from './companions/catalogue.ts'
import { createConnect } from './connection/connect.ts'
import { createHttpFetch } from './connection/http-fetch.ts'
import { personAnswer } from './desk/person-answer.ts'
import { type DeclaredServers, openDeclaredServers } from './entries/declared-servers.ts'
import { followDeclared } from './entries/follow-declared.ts'
import { createPendingLinks, type PendingLinks } from './entries/pending-links.ts'
import { createProposals, type Proposals } from './entries/proposals.ts'
import { createLauncher, type LaunchRequest } from './launch/launcher.ts'
import { createLogins, type Logins } from './login/logins.ts'
import { createServerManager } from './manager/server-manager.ts'
import type { Connect } from './model/connection.ts'
import type { PersonDesk } from './model/person-desk.ts'
import { noValues, type ServerEntry } from './model/server-entry.ts'
import type { ServerManager } from './model/server-manager.ts'
import type { ServerStore } from './model/server-store.ts'
import { createServerStore } from './store/server-store.ts'
import { createExternalTools, type Toolkit } from './toolkit/external-tools.ts'

export interface ExternalServersOptions {
  readonly db: Database
  readonly secrets: Pick<SecretStore, 'get' | 'set'>
  readonly config: Pick<Config, 'dataDir' | 'serverDirs' | 'blockedSites'>
  readonly computer: Computer
  readonly ownProgram: RunningProgram
  readonly desk: PersonDesk
  readonly log: Logger
  readonly now: () => Date
  /** Whose the servers are that files declare. */
  readonly declaredFor: number
  /** Names of tools of the hub that no server may stand in for. */
  readonly fixedToolNames: readonly string[]
  /** A server is another, or how it is; without id any of them. */
  readonly onChanged: (id: string | null) => void
}

export interface ExternalServers {
  readonly store: ServerStore
  readonly manager: ServerManager
  readonly tools: Toolkit
  readonly logins: Logins
  readonly proposals: Proposals
  readonly pendingLinks: PendingLinks
  readonly declared: DeclaredServers
  readonly computer: Computer
  /** Where bundles are unpacked. */
  readonly bundlesDir: string
  /**
   * Starts what is enabled and approved, once. Resolves when calls find their server, whether it is up or not; never
   * rejects.
   */
  start(): Promise<void>
  /** After an entry or a decision about its tools changed: what runs follows, and what is offered. */
  entryChanged(entry: ServerEntry): Promise<void>
  entryRemoved(userId: number, id: string): Promise<void>
  /** Ends everything that runs for a person; their rows are somebody else's business. */
  forgetPerson(userId: number): Promise<void>
  close(): Promise<void>
}

export async function openExternalServers(options: ExternalServersOptions): Promise<ExternalServers> {
  const { db, secrets, config, computer, desk, now, onChanged } = options
  const log = options.log.child('servers')
  const store = createServerStore({ db, secrets, now })
  const declared = await openDeclaredServers({ dirs: config.serverDirs, env: computer.env })
  const launcher = createLauncher({
    platform: computer.platform,
    env: computer.env,
    home: computer.home,
    dataDir: config.dataDir,
    onTrouble: (message) => log.warn(message),
  })
  const logins = createLogins({
    db,
    secrets,
    log,
    now,
    // The page that asked for the login opens it: only there does a browser allow it, and the desktop asks first.
    openBrowser: async () => {},
    // Through the server's own proxy and certificates; the guard's look-up decides what may be reached.
    fetchFor:
      ({ settings: { proxy, caFile } }) =>
      (lookup) =>
        createHttpFetch({ proxy, caFile, env: computer.env, connectMs: 10_000, streamMs: 15_000, lookup }),
  })
  const connect = createConnect({
    launcher: { launch: (request) => launcher.launch(asOwnProgram(request)) },
    authFor: (entry, values, http) => ({ provider: logins.authFor(entry, values), fetch: http.fetch }),
    log,
    env: computer.env,
  })
  const manager = createServerManager({
    connect: approvingFirstTools(connect, store, log),
    // What a file declares has its values there, resolved anew at every start.
    store: { ...store, values: async (entry) => declaredValues(declared, entry) ?? store.values(entry) },
    askPerson: (entry, question, signal) => personAnswer(desk, entry, question, signal),
    log,
  })
  const tools = createExternalTools({
    store,
    manager,
    desk,
    db,
    log,
    fixedNames: options.fixedToolNames,
    blockedSites: config.blockedSites,
  })
  let isClosed = false

  /** A companion is this program with words of its command line, wherever it is installed. */
  function asOwnProgram(request: LaunchRequest): LaunchRequest {
    const { target, run } = request
    if (target.command !== OWN_PROGRAM || target.args[0] !== 'companion') return request
    const { command, args, env } = ownCommand(options.ownProgram, target.args)
    // One rule for every fetching tool of ours.
    const added = { ...env, BLOCKED_SITES: config.blockedSites.join(',') }
    return { ...request, target: { ...target, command, args }, run: { ...run, ...added } }
  }

  const unsubscribe = [
    manager.onChanged((id) => onChanged(id)),
    tools.onChanged(() => onChanged(null)),
    logins.onChanged((id, what) => {
      onChanged(id)
      if (what === 'done') void manager.start(id)
    }),
  ]

  const entryChanged = async (entry: ServerEntry): Promise<void> => {
    manager.entryChanged(entry)
    await tools.refresh(entry.userId)
    onChanged(entry.id)
  }
  const entryRemoved = async (userId: number, id: string): Promise<void> => {
    logins.forget(id)
    await manager.entryRemoved(id)
    await tools.refresh(userId)
    onChanged(null)
  }
  const follow = followDeclared({ declared, store, userId: options.declaredFor, entryChanged, entryRemoved, log })
  unsubscribe.push(declared.onChanged(() => void follow.run().then(() => onChanged(null))))

  let starting: Promise<void> | null = null
  async function startAll(): Promise<void> {
    launcher.prepare()
    const left = await launcher.endLeftovers()
    if (left > 0) log.warn('servers that an earlier run left behind were ended', { count: left })
    await follow.run()
    if (isClosed) return
    manager.startAll(await store.list())
    await tools.refresh()
    onChanged(null)
  }

  return {
    store,
    manager,
    tools,
    logins,
    proposals: createProposals({ monotonicMs: () => performance.now() }),
    pendingLinks: createPendingLinks(),
    declared,
    computer,
    bundlesDir: `${config.dataDir}/bundles`,
    start() {
      starting ??= startAll().catch((error: unknown) =>
        log.error('the external servers could not be started', { error }),
      )
      return starting
    },
    entryChanged,
    entryRemoved,
    async forgetPerson(userId) {
      for (const { id } of await store.list(userId)) {
        logins.forget(id)
        await manager.entryRemoved(id)
      }
    },
    async close() {
      isClosed = true
      for (const stop of unsubscribe) stop()
      declared.close()
      tools.close()
      await logins.close()
      await manager.close()
      await launcher.close()
    },
  }
}

/** A person who approves a server approves the tools that it has then: those of its first list. */
function approvingFirstTools(connect: Connect, store: ServerStore, log: Logger): Connect {
  return async (request) => {
    const connection = await connect(request)
    const list: typeof connection.list = async (signal) => {
      const listing = await connection.list(signal)
      try {
        await store.approveFirstTools(request.entry, listing.tools)
      } catch (error) {
        // They wait for the person then, one by one.
        log.error('the first tools of a server could not be approved with it', { server: request.entry.slug, error })
      }
      return listing
    }
    return new Proxy(connection, { get: (target, key) => (key === 'list' ? list : Reflect.get(target, key, target)) })
  }
}

function declaredValues(declared: DeclaredServers, entry: ServerEntry) {
  if (entry.origin.kind !== 'file') return null
  return declared.values(entry.origin.file)?.values ?? noValues
}
