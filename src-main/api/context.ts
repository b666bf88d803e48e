/** What the router's procedures get: who asks, from where, and the hub's services. */
import type { EventPublisher } from '@orpc/server'
import type { AgentFiles } from '../agents/files/types.ts'
import type { ModelProviders } from '../agents/models/types.ts'
import type { Runner } from '../agents/runner-types.ts'
import type { Subjects } from '../agents/subjects.ts'
import type { ChatStore } from '../chat/chat-types.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import type { GeneticService } from '../health/genetics/service.ts'
import type { ImportService } from '../health/import/import-service.ts'
import type { HealthService } from '../health/service.ts'
import type { ClientApps } from '../mcp-client/client-apps/client-apps.ts'
import type { ExternalServers } from '../mcp-client/external-servers.ts'
import type { PersonDesk } from '../mcp-client/model/person-desk.ts'
import type { ServerActions } from '../mcp-client/server-actions.ts'
import type { ClientActivity } from '../mcp-server/client-activity.ts'
import type { AuthorizationServer } from '../mcp-server/oauth/authorization-server.ts'
import type { Reachability } from '../mcp-server/reachability.ts'
import type { HubResources } from '../mcp-server/resources/resource-directories.ts'
import type { Offers } from '../mcp-server/tool-backend.ts'
import type { AgentUrls } from '../profiles/agent-urls.ts'
import type { CallerUser } from '../profiles/caller-user.ts'
import type { PersonRemoval } from '../profiles/person-removal.ts'
import type { PersonalUrls } from '../profiles/personal-urls.ts'
import type { Profile, Profiles } from '../profiles/profiles.ts'
import type { Sharing } from '../profiles/sharing.ts'
import type { Tokens } from '../profiles/tokens.ts'
import type { Approvals } from '../registry/approval/approvals.ts'
import type { AuditReader } from '../registry/audit-reader.ts'
import type { Caller, Registry } from '../registry/types.ts'
import type { Secrets } from '../secrets/secret-store.ts'
import type { Skills } from '../skills/types.ts'
import type { HubEvent } from './contract/app.ts'
import type { UploadStore } from './uploads.ts'

/** What only a desktop shell can do; absent in plain Node. */
export interface ShellServices {
  /** Paths the person picked, empty when they cancelled. */
  pickFiles(): Promise<string[]>
  openFolder(path: string): Promise<boolean>
  /** Brings the window to the front, and opens it where it was closed: somebody waits for an answer. */
  askAttention(): void
}

export interface ApiServices {
  readonly config: Config
  readonly version: string
  readonly host: 'electron' | 'browser'
  readonly db: Database
  readonly secrets: Secrets
  readonly profiles: Profiles
  readonly tokens: Tokens
  readonly sharing: Sharing
  readonly personalUrls: PersonalUrls
  readonly agentUrls: AgentUrls
  readonly personRemoval: PersonRemoval
  readonly oauth: AuthorizationServer
  /** Which MCP clients were heard since the hub started. */
  readonly clientActivity: ClientActivity
  /** The client programs of this computer, with the entry that leads to this person's data. */
  readonly clientApps: (person: Profile) => ClientApps
  readonly reachability: Reachability
  readonly health: HealthService
  readonly genetics: GeneticService
  readonly imports: ImportService
  readonly registry: Registry
  /** Questions that wait for the person. */
  readonly desk: PersonDesk
  readonly servers: ExternalServers
  readonly serverActions: ServerActions
  readonly resources: HubResources
  /** What a connected app is offered besides tools: the hub's resources, and what the caller's servers share. */
  readonly offersTo: (caller: Omit<Caller, 'actor'>) => Offers
  readonly audit: AuditReader
  readonly skills: Skills
  readonly chat: ChatStore
  readonly runner: Runner
  /** What runs wait for, and which answers are remembered. */
  readonly approvals: Approvals
  /** Files of questions and of agents, and the notes kept about the person. */
  readonly files: AgentFiles
  /** Whom a conversation can be about. */
  readonly subjects: Subjects
  readonly models: ModelProviders
  readonly uploads: UploadStore
  readonly shell: ShellServices | null
  readonly events: EventPublisher<{ hub: HubEvent }>
  /** Questions that this person's data can answer, in their language. */
  readonly suggestions: (user: CallerUser) => Promise<string[]>
  /** The hub's addresses; null while nothing listens. */
  readonly addresses: () => { mcp: string; page: (() => string) | null } | null
}

export interface RpcContext {
  readonly services: ApiServices
  /** Who acts: the pipe's person, or the one that a call's `x-mirohub-person` header names (base.ts). */
  readonly profile: Profile
  /** Headers of the call itself, from the page's link; absent for calls inside this process. */
  readonly reqHeaders?: Headers
  /**
   * owner: the desktop window or the owner's own command line (runtime token).
   * page: a browser page behind the session cookie; may not name paths of this computer.
   */
  readonly reach: 'owner' | 'page'
  /** For the audit log: 'window', 'page', 'cli'. */
  readonly actor: string
}
