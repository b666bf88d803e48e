/**
 * The composition root: builds every service from one Config, starts and stops them in order, and answers windows,
 * pages, MCP clients and the command line. The same Hub runs in Electron's main process and in plain Node.
 */

import { randomBytes } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MessagePortMainLike } from '@orpc/client/message-port'
import { createRouterClient, EventPublisher, type RouterClient } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import { RequestHeadersPlugin } from '@orpc/server/plugins'
import { createModelProviders } from './agents/models/model-providers.ts'
import { suggestQuestions } from './agents/quick/quick-agent.ts'
import { createShell } from './agents/shell/shell.ts'
import { shellTool } from './agents/shell/shell-tool.ts'
import type { ApiServices, RpcContext, ShellServices } from './api/context.ts'
import type { HubEvent } from './api/contract/app.ts'
import { mountHttpChat } from './api/http-chat.ts'
import { router } from './api/router.ts'
import { createRpcSocket, type RpcSocket } from './api/rpc-socket.ts'
import { createUploadStore } from './api/uploads.ts'
import { mountWebPage } from './api/web-page.ts'
import { createWebSessions } from './api/web-session.ts'
import type { Config } from './config/config.ts'
import { rendererDir, resourcePath, viewsDir } from './config/entries.ts'
import { type HubRole, readRuntimeFile, removeRuntimeFile, writeRuntimeFile } from './config/runtime-file.ts'
import { version } from './config/version.ts'
import { type Database, DatabaseError } from './db/database.ts'
import { openDatabase } from './db/open.ts'
import { createVocabularyService } from './health/catalogue/vocabulary-service.ts'
import { createGeneticService } from './health/genetics/genetic-service.ts'
import { createHealthService } from './health/health-service.ts'
import { createImportService } from './health/import/import-service.ts'
import { openAgents } from './hub-agents.ts'
import { createLogger, type Logger } from './log/logger.ts'
import { createClientApps } from './mcp-client/client-apps/client-apps.ts'
import { ownLaunch, runningProgram } from './mcp-client/client-apps/own-launch.ts'
import { createPersonDesk } from './mcp-client/desk/person-desk.ts'
import { createUserServers } from './mcp-client/entries/user-servers.ts'
import { openExternalServers } from './mcp-client/external-servers.ts'
import { createServerActions } from './mcp-client/server-actions.ts'
import { createSharedServers } from './mcp-client/shared-servers.ts'
import { createClientActivity } from './mcp-server/client-activity.ts'
import { askHandOver, handOverMount } from './mcp-server/hand-over.ts'
import { createHttpServer, type HttpServer } from './mcp-server/http-server.ts'
import { createAuthenticator } from './mcp-server/identity.ts'
import { withAppCalls } from './mcp-server/oauth/app-calls.ts'
import { createAuthorizationServer } from './mcp-server/oauth/authorization-server.ts'
import { mountPersonalMcp } from './mcp-server/personal-mcp.ts'
import { createProviderReach } from './mcp-server/provider-reach.ts'
import { createReachability } from './mcp-server/reachability.ts'
import { openResources } from './mcp-server/resources/resource-directories.ts'
import type { Mount } from './mcp-server/site.ts'
import { registryBackend } from './mcp-server/tool-backend.ts'
import { offersTo } from './mcp-server/upstream/offers.ts'
import { mountUserMcp } from './mcp-server/user-mcp.ts'
import { mountWellKnown } from './mcp-server/well-known.ts'
import { createAgentUrls } from './profiles/agent-urls.ts'
import { callerUser } from './profiles/caller-user.ts'
import { createOauthStore } from './profiles/oauth-store.ts'
import { createPersonRemoval } from './profiles/person-removal.ts'
import { createPersonalUrls } from './profiles/personal-urls.ts'
import { createProfiles, type Profile } from './profiles/profiles.ts'
import { createSharing } from './profiles/sharing.ts'
import { createTokens } from './profiles/tokens.ts'
import { createAuditLog } from './registry/audit-log.ts'
import { createAuditReader } from './registry/audit-reader.ts'
import { keepOneYear } from './registry/audit-retention.ts'
import { metaToolNames } from './registry/meta-tools.ts'
import { createRegistry } from './registry/registry.ts'
import type { Caller, Registry } from './registry/types.ts'
import { type DesktopSecrets, startSecrets } from './secrets/open.ts'
import { openSkills } from './skills/open-skills.ts'
import { skillOffers } from './skills/skill-offers.ts'

/** For running calls of a stdio endpoint to end before the app takes its data over. */
const HAND_OVER_MS = 15_000
/** For a hub that holds the lock and has not said yet where it is. */
const STARTING_MS = 4_000

export interface HubOptions {
  readonly host: 'electron' | 'node'
  /** Serve the page in the browser too (plain Node); the desktop window needs none. */
  readonly page?: boolean
  readonly shell?: ShellServices
  /** Electron's ways to keep secrets. */
  readonly desktop?: DesktopSecrets
  readonly log?: Logger
  /** What this hub is to others that start; 'app' by default. An app takes the data over from a stdio endpoint. */
  readonly role?: HubRole
  /** Lets another hub take the data over: called when it asks. */
  readonly onHandOver?: () => void
}

export interface HubAddresses {
  /** Origin of the HTTP server. */
  readonly url: string
  readonly mcp: string
  readonly port: number
  /** The page's address with a fresh one-time code; null where no page is served. */
  pageUrl(): string | null
}

export interface Hub {
  readonly config: Config
  readonly log: Logger
  readonly registry: Registry
  readonly services: ApiServices
  /**
   * Listens and writes the runtime file. `port` 0 takes any free one; 'configured' takes the configured port or the
   * next free one.
   */
  listen(port: number | 'configured'): Promise<HubAddresses>
  /** The router called in this process, as the owner and in the name of `profile`. */
  client(profile: Profile, actor: string): RouterClient<typeof router, Record<never, never>>
  /** A message pipe to a window: Electron's ipc wrapped as a port. */
  connectWindow(port: MessagePortMainLike): void
  /** A `mirohub://` link that somebody followed: kept until a page has taken it to show what it says. */
  openLink(link: string): void
  /** After a sleep of the computer: connections to external servers that died meanwhile are made again. */
  wake(): void
  /** Stops intake, drains, closes the database; idempotent. */
  stop(): Promise<void>
}

/** Opens the data and builds the hub. Throws DatabaseError or ConfigError with a hint; nothing stays open then. */
export async function createHub(config: Config, options: HubOptions): Promise<Hub> {
  const log = options.log ?? createLogger({ dataDir: config.dataDir, level: config.logLevel })
  const closers: (() => Promise<void> | void)[] = []
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) {
      try {
        await close()
      } catch (error) {
        log.error('a part of the hub did not stop cleanly', { error })
      }
    }
  }
  try {
    return await build(config, options, log, closers, closeAll)
  } catch (error) {
    await closeAll()
    throw error
  }
}

/**
 * Opens the data. An app asks a stdio endpoint that holds it to give it up and waits until it has; one that is just
 * starting cannot be asked yet, so a lock without an address is tried for a moment too.
 */
async function openTakenOver(config: Config, options: HubOptions, log: Logger): Promise<Database> {
  const startedAt = performance.now()
  let isHandedOver = false
  for (;;) {
    try {
      return await openDatabase({ config, log })
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === 'locked') || (options.role ?? 'app') !== 'app') throw error
      isHandedOver ||= await askHandOver(config.dataDir)
      const isWorthWaiting = isHandedOver || readRuntimeFile(config.dataDir)?.role !== 'app'
      const patienceMs = isHandedOver ? HAND_OVER_MS : STARTING_MS
      if (!isWorthWaiting || performance.now() - startedAt > patienceMs) throw error
      await sleep(50)
    }
  }
}

async function build(
  config: Config,
  options: HubOptions,
  log: Logger,
  closers: (() => Promise<void> | void)[],
  closeAll: () => Promise<void>,
): Promise<Hub> {
  const db = await openTakenOver(config, options, log)
  closers.push(() => db.close())
  const auditLog = createAuditLog(db, log)
  // Calls that end because what they ran on is closed are written down as well.
  closers.push(() => auditLog.flush())
  // Not waited for: a keychain may take its time, and only who needs a secret waits with it.
  const secrets = startSecrets({
    mode: config.secrets,
    isFixed: config.isSecretsFixed,
    dataDir: config.dataDir,
    log,
    desktop: options.desktop ?? null,
  })
  closers.push(() => secrets.close())
  const profiles = await createProfiles({ db, config, now: config.now, log })
  const tokens = await createTokens({ db, secrets, profiles, now: config.now })
  let dataVersion = 0
  const events = new EventPublisher<{ hub: HubEvent }>()
  secrets.onChanged(() => events.publish('hub', { type: 'access-changed' }))

  const profileOf = async (userId: number) => {
    const person = (await profiles.get(userId)) ?? (await profiles.default())
    // Who follows the system is answered in the system's language, everywhere the same.
    return { ...person, language: callerUser(person).language }
  }
  const health = await createHealthService({ db, profileOf, dataVersion: () => dataVersion })
  const genetics = createGeneticService({ db })
  const vocabulary = createVocabularyService()
  // A window is there, or opens when it is asked; in the browser a page has to be served.
  const desk = createPersonDesk({
    now: config.now,
    isAttended: () => options.shell !== undefined || (options.page ?? false),
  })
  closers.push(() => desk.close())
  desk.onChanged(() => {
    events.publish('hub', { type: 'questions-changed' })
  })
  const defaultProfile = await profiles.default()
  const servers = await openExternalServers({
    db,
    secrets,
    config,
    computer: { platform: process.platform, home: homedir(), env: process.env },
    ownProgram: runningProgram(),
    desk,
    log,
    // The computer's clock and not the fixed one of MIROHUB_NOW: "answered just now" is about this very minute.
    now: () => new Date(),
    declaredFor: defaultProfile.id,
    fixedToolNames: metaToolNames,
    onChanged: (id) => events.publish('hub', { type: 'servers-changed', ...(id === null ? {} : { id }) }),
  })
  closers.push(() => servers.close())
  closers.push(keepOneYear(db, log, config.now))
  const shell = createShell({
    dataDir: config.dataDir,
    home: homedir(),
    platform: process.platform,
    env: process.env,
    log: log.child('shell'),
  })
  const registry = await createRegistry({
    config,
    db,
    services: { health, genetics, vocabulary },
    log,
    audit: auditLog,
    now: config.now,
    external: servers.tools,
    agentTools: [shellTool(shell)],
  })
  closers.push(() => registry.close())
  closers.push(registry.onListChanged(() => events.publish('hub', { type: 'tools-changed' })))

  const uploads = await createUploadStore(config.dataDir)
  const dataChanged = () => {
    dataVersion++
    events.publish('hub', { type: 'data-changed' })
    // Which tools are listed depends on which data are there.
    registry.refresh()
  }
  const imports = await createImportService({
    db,
    config,
    now: config.now,
    log,
    profileOf,
    onDataChanged: dataChanged,
    onJobEnded: (path) => void uploads.release(path),
  })
  await imports.recover()
  closers.push(() => imports.close())

  const resources = await openResources({
    dirs: config.resourceDirs,
    viewsDir: viewsDir(),
    log: log.child('resources'),
  })
  closers.push(() => resources.close())
  closers.push(
    resources.onChanged((uri) => events.publish('hub', { type: 'resources-changed', uri: uri ?? undefined })),
  )

  const shared = createSharedServers(servers)
  closers.push(() => shared.close())
  servers.tools.onChanged(shared.look)
  shared.onChanged((_userId, what) => {
    if (what === 'resources') events.publish('hub', { type: 'resources-changed' })
    else events.publish('hub', { type: 'prompts-changed' })
  })
  const skills = await openSkills({
    dirs: config.skillDirs,
    ownDir: join(config.dataDir, 'skills'),
    packagedDir: resourcePath('skills'),
    db,
    config,
    now: config.now,
    log: log.child('skills'),
  })
  closers.push(() => skills.close())
  skills.onChanged(() => events.publish('hub', { type: 'skills-changed' }))
  const appSkills = config.mcpPrompts ? skillOffers(skills) : null
  const offers = (caller: Omit<Caller, 'actor'>) =>
    offersTo(caller, { resources, servers: shared, skills: appSkills, now: () => new Date() })

  const sharing = createSharing({
    db,
    now: config.now,
    onChanged: () => {
      events.publish('hub', { type: 'people-changed' })
      // What a caller that acts for another sees listed follows the share.
      registry.refresh()
    },
  })
  const models = createModelProviders({ db, secrets, config, profiles, now: () => new Date(), log })
  closers.push(() => models.close())
  closers.push(models.onChanged(() => events.publish('hub', { type: 'models-changed' })))
  const clientApps = createClientApps({
    computer: { platform: process.platform, home: homedir(), env: process.env },
    // Dates copies of files, so the computer's clock and not the fixed one of MIROHUB_NOW.
    now: () => new Date(),
  })
  const reachability = createReachability({ publicUrl: config.mcpPublicUrl, uriPrefix: config.http.uriPrefix })
  const clientActivity = createClientActivity({
    now: config.now,
    onChanged: () => events.publish('hub', { type: 'clients-changed' }),
  })
  const personalUrls = createPersonalUrls({
    db,
    secrets,
    profiles,
    sharing,
    now: config.now,
    onChanged: () => events.publish('hub', { type: 'access-changed' }),
  })
  const agentUrls = createAgentUrls({ now: config.now })
  const agents = await openAgents({
    config,
    db,
    log,
    health,
    registry,
    profiles,
    sharing,
    agentUrls,
    models,
    skills,
    servers: servers.tools,
    reach: createProviderReach({ reachability, publicUrl: config.mcpPublicUrl }),
    shell,
    publish: (event) => events.publish('hub', event),
    // Whoever shows something follows the hub's events.
    isAttended: () => events.size > 0,
    closers,
  })
  const accessChanged = () => events.publish('hub', { type: 'access-changed' })
  const { mayActFor } = sharing
  let isAsked = false
  const oauth = createAuthorizationServer({
    store: createOauthStore({ db, now: config.now, mayActFor, onChanged: accessChanged }),
    secrets,
    profiles,
    tokens,
    uriPrefix: config.http.uriPrefix,
    loginResult: config.mcpLoginResult,
    hasPage: options.page ?? false,
    log,
    mayActFor,
    onConsentsChanged: () => {
      events.publish('hub', { type: 'consents-changed' })
      // The first that waits brings the window up; those after it wait behind the same dialog.
      const waits = oauth.pending().length > 0
      if (waits && !isAsked) options.shell?.askAttention()
      isAsked = waits
    },
    onAccessChanged: accessChanged,
  })
  const personRemoval = createPersonRemoval({
    db,
    profiles,
    stopWork: async (userId) => {
      await agents.runner.stopAll(userId, null)
      await Promise.all(imports.jobs(userId).map(({ jobId }) => imports.cancel(jobId)))
      await servers.forgetPerson(userId)
    },
    onRemoved: (userId) => {
      agentUrls.revokeAllOf(userId)
      sharing.forgetAll()
      personalUrls.forgetAll()
      oauth.tokens.forget()
      servers.store.forgetAll()
      void servers.tools.refresh(userId)
      models.forgetPerson(userId).catch((error: unknown) => log.warn('keys of a removed person were kept', { error }))
      for (const type of ['people-changed', 'access-changed', 'conversations-changed'] as const) {
        events.publish('hub', { type })
      }
      dataChanged()
    },
  })

  let addresses: HubAddresses | null = null
  const services: ApiServices = {
    config,
    version,
    host: options.host === 'electron' ? 'electron' : 'browser',
    db,
    secrets,
    profiles,
    tokens,
    sharing,
    personalUrls,
    agentUrls,
    personRemoval,
    oauth,
    clientActivity,
    clientApps: (person) =>
      clientApps.for(() => ownLaunch(runningProgram(), config.dataDir, person.isDefault ? null : person.publicId)),
    reachability,
    health,
    genetics,
    imports,
    registry,
    desk,
    servers,
    serverActions: createServerActions(servers),
    resources,
    offersTo: offers,
    skills,
    audit: createAuditReader({ db, log: auditLog, now: config.now }),
    chat: agents.chat,
    runner: agents.runner,
    approvals: agents.approvals,
    subjects: agents.subjects,
    files: agents.files,
    models,
    uploads,
    shell: options.shell ?? null,
    events,
    suggestions: (user) =>
      suggestQuestions({
        health,
        userId: user.id,
        language: user.language,
        clock: { now: config.now(), timeZone: user.timeZone },
      }),
    addresses: () => addresses && { mcp: addresses.mcp, page: options.page ? () => addresses?.pageUrl() ?? '' : null },
  }
  const windows = new RPCHandler<RpcContext>(router, { plugins: [new RequestHeadersPlugin()] })

  async function listen(port: number | 'configured'): Promise<HubAddresses> {
    const sessions = createWebSessions()
    const runtimeToken = randomBytes(32).toString('base64url')
    const rpc: RpcSocket = createRpcSocket({ services, sessions, runtimeToken })
    const pageMount: Mount = (app) => mountWebPage(app, { rendererDir: rendererDir(), sessions, uploads })
    const authenticator = createAuthenticator({
      tokens,
      profiles,
      oauth: oauth.tokens,
      sharing,
      agentUrls,
      personalUrls,
    })
    const http: HttpServer = await createHttpServer({
      config,
      log,
      authenticator,
      backendFor: (caller) => withAppCalls(registryBackend(registry, caller, offers(caller)), caller, oauth),
      mounts: [
        handOverMount({ runtimeToken, onHandOver: options.onHandOver }),
        mountPersonalMcp({ config, authenticator, profiles, personalUrls, log }),
        mountUserMcp({ authenticator, servers: createUserServers(servers), log }),
        mountHttpChat({ authenticator, runner: agents.runner, log }),
        mountWellKnown,
        oauth.mount,
        reachability.mount,
        ...(options.page ? [pageMount] : []),
      ],
      onUpgrade: (request, socket, head) => void rpc.upgrade(request, socket, head),
      onHeard: (heard) => {
        clientActivity.heard(heard)
        void personalUrls.heard(heard)
      },
      ...(config.mcpLoginResult ? { loginResult: oauth.loginResult } : {}),
    })
    closers.push(() => http.close())
    closers.push(registry.onListChanged(http.toolsChanged))
    closers.push(resources.onChanged((uri) => (uri === null ? http.changed('resources') : http.resourceUpdated(uri))))
    closers.push(shared.onChanged((_userId, what) => http.changed(what)))
    if (appSkills !== null) closers.push(appSkills.onChanged(() => http.changed('prompts')))
    closers.push(shared.onResourceUpdated((_id, uri) => http.resourceUpdated(uri)))
    closers.push(() => rpc.close())
    const at = await http.listen(port)
    const pageUrl = () => (options.page ? `${at.url}/?code=${sessions.newCode()}` : null)
    addresses = { url: at.url, mcp: at.mcpUrl, port: at.port, pageUrl }
    const role = options.role ?? 'app'
    writeRuntimeFile(config.dataDir, {
      pid: process.pid,
      role,
      version,
      url: at.url,
      mcp: at.mcpUrl,
      token: runtimeToken,
    })
    closers.push(() => removeRuntimeFile(config.dataDir))
    void servers.start()
    return addresses
  }

  let stopping: Promise<void> | null = null
  return {
    config,
    log,
    registry,
    services,
    listen,
    client: (profile, actor) => createRouterClient(router, { context: { services, profile, reach: 'owner', actor } }),
    connectWindow: (port) =>
      windows.upgrade(port, { context: { services, profile: defaultProfile, reach: 'owner', actor: 'window' } }),
    openLink: (link) => {
      if (servers.pendingLinks.add(link)) events.publish('hub', { type: 'servers-changed' })
    },
    wake: () => servers.manager.reconnectAll(),
    stop: () => {
      stopping ??= closeAll()
      return stopping
    },
  }
}
