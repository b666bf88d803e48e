/**
 * The part of the composition root that makes agents answer: conversations, approvals, whom a question is about, the
 * agents themselves and what runs them.
 */
import { type CallControls, createCallControls } from './agents/call-controls.ts'
import { createQuickAgent } from './agents/quick/quick-agent.ts'
import { createRunner } from './agents/runner.ts'
import type { Runner } from './agents/runner-types.ts'
import { createSubjects, type Subjects } from './agents/subjects.ts'
import type { HubEvent } from './api/contract/app.ts'
import { createChatStore } from './chat/chat-store.ts'
import type { ChatStore } from './chat/chat-types.ts'
import type { Config } from './config/config.ts'
import type { Database } from './db/database.ts'
import type { HealthService } from './health/service.ts'
import type { Logger } from './log/logger.ts'
import type { Profiles } from './profiles/profiles.ts'
import type { Sharing } from './profiles/sharing.ts'
import { type Approvals, createApprovals } from './registry/approval/approvals.ts'
import type { Registry } from './registry/types.ts'

export interface AgentParts {
  readonly config: Config
  readonly db: Database
  readonly log: Logger
  readonly health: HealthService
  readonly registry: Registry
  readonly profiles: Profiles
  readonly sharing: Sharing
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
  readonly calls: CallControls
}

export async function openAgents(parts: AgentParts): Promise<HubAgents> {
  const { config, db, log, health, registry, profiles, sharing, publish, closers } = parts
  const { now } = config
  const approvals = createApprovals({
    db,
    // The computer's clock: how long a person may take is about this very minute.
    now: () => new Date(),
    log: log.child('approvals'),
    onChanged: () => {
      publish({ type: 'waiting-changed' })
      // Which conversation waits is shown in their list.
      publish({ type: 'conversations-changed' })
    },
  })
  closers.push(() => approvals.close())
  const subjects = createSubjects(profiles, sharing)
  const calls = createCallControls()
  const chat = await createChatStore({ db, now })
  const runner = createRunner({
    agents: { quick: createQuickAgent({ registry, health, now, calls }) },
    chat,
    approvals,
    subjects,
    calls,
    log: log.child('runs'),
    isAttended: parts.isAttended,
    onConversationsChanged: () => publish({ type: 'conversations-changed' }),
  })
  closers.push(() => runner.close())
  return { chat, runner, approvals, subjects, calls }
}
