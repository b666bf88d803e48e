/** A runner on a real database, with agents that a test plays. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCallControls } from '../../../src-main/agents/call-controls.ts'
import type { Agent, AgentEvent, Subject } from '../../../src-main/agents/events.ts'
import { createRunner } from '../../../src-main/agents/runner.ts'
import type { ChatQuestion, Runner, RunnerOptions } from '../../../src-main/agents/runner-types.ts'
import type { Subjects } from '../../../src-main/agents/subjects.ts'
import type { ChatEvent } from '../../../src-main/api/contract/chat.ts'
import { createChatStore } from '../../../src-main/chat/chat-store.ts'
import type { ChatStore } from '../../../src-main/chat/chat-types.ts'
import type { Database } from '../../../src-main/db/database.ts'
import { openDatabase } from '../../../src-main/db/open.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import {
  type Approvals,
  type ApprovalsOptions,
  createApprovals,
} from '../../../src-main/registry/approval/approvals.ts'

export const user = (id: number) => ({ id, publicId: `p-${id}`, timeZone: 'UTC', language: 'en' })
export const done: AgentEvent = { type: 'end', reason: 'done' }

/** Everybody is asked about themself; person 99 shares with person 1 alone, and health alone. */
export const subjects: Subjects = {
  subjectFor: async (who, publicId) => about(who, publicId === null ? who.id : Number(publicId.slice(2))),
  subjectOf: async (who, subjectId) => about(who, subjectId ?? who.id),
  list: async () => [],
}

function about(who: Subject['user'], id: number): Subject | null {
  if (id === who.id) return { user: who, name: 'Me', dataClasses: null }
  return id === 99 && who.id === 1 ? { user: user(99), name: 'Grandmother', dataClasses: ['health'] } : null
}

export interface RunBed {
  readonly db: Database
  readonly chat: ChatStore
  /** As a hub that starts on the same data. */
  reopen(): Promise<ChatStore>
  approvals(options?: Partial<ApprovalsOptions>): Approvals
  runner(agent: Agent['run'], more?: Partial<RunnerOptions>): Runner
  close(): Promise<void>
}

export async function openRunBed(): Promise<RunBed> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mirohub-chat-'))
  const db = await openDatabase({ config: { dataDir, databaseUrl: null }, log: silentLogger })
  let clock = Date.parse('2025-07-16T12:00:00Z')
  const now = () => new Date(clock++)
  const chat = await createChatStore({ db, now })
  const approvals = (options: Partial<ApprovalsOptions> = {}) =>
    createApprovals({ db, now: () => new Date(), log: silentLogger, ...options })
  return {
    db,
    chat,
    reopen: () => createChatStore({ db, now }),
    approvals,
    runner: (run, more = {}) =>
      createRunner({
        agents: { quick: { id: 'quick', run }, deep: { id: 'deep', run } },
        chat,
        approvals: approvals(),
        subjects,
        calls: createCallControls(),
        log: silentLogger,
        isAttended: () => true,
        ...more,
      }),
    async close() {
      await db.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** An agent that says these and nothing else. */
export const says = (...events: AgentEvent[]): Agent['run'] =>
  async function* () {
    yield* events
  }

export const ask = (id: number, question: string, more: Partial<ChatQuestion> = {}): ChatQuestion => ({
  user: user(id),
  conversationId: null,
  question,
  agent: 'quick',
  ...more,
})

export async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const events: T[] = []
  for await (const event of stream) events.push(event)
  return events
}

export function started(events: readonly ChatEvent[]): Extract<ChatEvent, { type: 'started' }> {
  const [first] = events
  if (first?.type !== 'started') throw new Error('no started event')
  return first
}
