/**
 * The part of the composition root that makes agents answer: conversations, approvals, whom a question is about, the
 * models, the agents themselves and what runs them.
 */
import { createBaseAgent } from './agents/base/base-agent.ts'
import type { ProviderReach } from './agents/base/way.ts'
import { type CallControls, createCallControls } from './agents/call-controls.ts'
import { createDeepAgentRunner } from './agents/deep/deep-agent.ts'
import { createAgentFiles } from './agents/files/agent-files.ts'
import type { AgentFiles } from './agents/files/types.ts'
import { agentPreferences } from './agents/models/preferences.ts'
import type { ModelProviders } from './agents/models/types.ts'
import { createPrompts, type Prompts } from './agents/prompt/prompts.ts'
import { createQuickAgent } from './agents/quick/quick-agent.ts'
import { createRepl } from './agents/repl/repl-host.ts'
import { createRunner } from './agents/runner.ts'
import type { Runner } from './agents/runner-types.ts'
import type { Shell } from './agents/shell/shell.ts'
import { createSubjects, type Subjects } from './agents/subjects.ts'
import type { HubEvent } from './api/contract/app.ts'
import { createChatStore } from './chat/chat-store.ts'
import type { ChatStore } from './chat/chat-types.ts'
import type { Config } from './config/config.ts'
import { resourcePath } from './config/entries.ts'
import type { Database } from './db/database.ts'
import type { HealthService } from './health/service.ts'
import type { Logger } from './log/logger.ts'
import type { ExternalTools } from './mcp-client/model/external-tools.ts'
import type { AgentUrls } from './profiles/agent-urls.ts'
import type { Profiles } from './profiles/profiles.ts'
import type { Sharing } from './profiles/sharing.ts'
import { type Approvals, createApprovals } from './registry/approval/approvals.ts'
import type { Registry } from './registry/types.ts'
import type { Skills } from './skills/types.ts'

export interface AgentParts {
  readonly config: Config
  readonly db: Database
  readonly log: Logger
  readonly health: HealthService
  readonly registry: Registry
  readonly profiles: Profiles
  readonly sharing: Sharing
  readonly agentUrls: AgentUrls
  readonly models: ModelProviders
  readonly skills: Skills
  readonly servers: Pick<ExternalTools, 'servers'>
  /** Whether a model's provider can reach this hub now. */
  readonly reach: ProviderReach
  readonly shell: Shell
  readonly publish: (event: HubEvent) => void
  /** Whether a window or a page is open that would show a question. */
  readonly isAttended: () => boolean
  /** What is pushed here is closed in reverse order. */
  readonly closers: (() => Promise<void> | void)[]
}

export interface HubAgents {
  readonly chat: ChatStore
  readonly runner: Runner
  readonly approvals: Approvals
  readonly subjects: Subjects
  readonly files: AgentFiles
}

/** Of the computer, and not the fixed one of MIROHUB_NOW: how long a person may take to answer. */
const computerClock = () => new Date()

export async function openAgents(parts: AgentParts): Promise<HubAgents> {
  const { config, db, log, profiles, skills, publish, closers } = parts
  const approvals = createApprovals({
    db,
    now: computerClock,
    log: log.child('approvals'),
    onChanged: () => {
      publish({ type: 'waiting-changed' })
      // Which conversation waits is shown in their list.
      publish({ type: 'conversations-changed' })
    },
  })
  closers.push(() => approvals.close())
  const subjects = createSubjects(profiles, parts.sharing)
  const calls = createCallControls()
  const files = createAgentFiles({ db, skills, now: config.now, log })
  closers.push(() => files.close())
  const chat = withoutWorkLeft(await createChatStore({ db, now: config.now, files }), parts.shell, log)
  const prompts = createPrompts({
    dir: resourcePath('resources/prompts'),
    configured: { deep: config.prompts.DEEP?.[0], base: config.prompts.BASE?.[0] },
    log,
  })
  const runner = createRunner({
    agents: {
      quick: createQuickAgent({ registry: parts.registry, health: parts.health, now: config.now, calls }),
      deep: deepAgent(parts, files, calls, prompts),
      base: baseAgent(parts, files, calls, prompts),
    },
    chat,
    approvals,
    subjects,
    calls,
    log: log.child('runs'),
    isAttended: parts.isAttended,
    onConversationsChanged: () => publish({ type: 'conversations-changed' }),
  })
  closers.push(() => runner.close())
  return { chat, runner, approvals, subjects, files }
}

function deepAgent(parts: AgentParts, files: AgentFiles, controls: CallControls, prompts: Prompts) {
  const { config, db, registry, models, skills, profiles, health, servers, log, closers } = parts
  const repl = createRepl({ log: log.child('repl'), now: config.now })
  closers.push(() => repl.close())
  return createDeepAgentRunner({
    registry,
    models,
    skills,
    files,
    repl,
    db,
    prompts,
    profileOf: async (userId) => {
      const { units = {}, preferences = {} } = (await profiles.get(userId)) ?? {}
      return { units, preferences }
    },
    health,
    controls,
    servers: servers.servers,
    modelCallLimit: config.modelCallLimit,
    now: config.now,
    log,
  })
}

function baseAgent(parts: AgentParts, files: AgentFiles, controls: CallControls, prompts: Prompts) {
  const { config, registry, models, agentUrls, profiles, log } = parts
  return createBaseAgent({
    registry,
    models,
    agentUrls,
    config,
    reachability: parts.reach,
    prompts,
    profileOf: async (userId) => {
      const { units = {}, preferences = {} } = (await profiles.get(userId)) ?? {}
      return { units, ownPrompt: agentPreferences(preferences).prompt }
    },
    controls,
    files: ({ user, conversationId, attachments, gate, signal }) =>
      files.openSpace({
        userId: user.id,
        conversationId,
        agent: 'BASE',
        attachments,
        // This agent hands files on as text.
        native: { images: false, pdf: false },
        gate,
        signal,
      }),
    now: config.now,
    log,
  })
}

/** What commands left in a conversation's folder goes with the conversation. */
function withoutWorkLeft(store: ChatStore, shell: Shell, log: Logger): ChatStore {
  return {
    ...store,
    async remove(userId, conversationId) {
      const isRemoved = await store.remove(userId, conversationId)
      if (!isRemoved) return false
      try {
        await shell.removeFolder(conversationId)
      } catch (error) {
        log.warn('the working folder of a conversation could not be removed', { error })
      }
      return true
    },
  }
}
