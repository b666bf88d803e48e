/** Files of agents over a real database, with a gate that notes what it is told and answers as a test wants. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAgentFiles } from '../../../src-main/agents/files/agent-files.ts'
import type { AgentFiles, FileSpace, SpaceOpening } from '../../../src-main/agents/files/types.ts'
import type { Database } from '../../../src-main/db/database.ts'
import { openDatabase } from '../../../src-main/db/open.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import type { ApprovalDecision, ApprovalRequest, RunGate } from '../../../src-main/registry/approval/run-gate.ts'
import type { SkillView } from '../../../src-main/skills/types.ts'

export interface TestGate extends RunGate {
  readonly asked: ApprovalRequest[]
  readonly marks: { hasPrivate: boolean; untrusted: Set<string> }
}

export function testGate(
  answer: ApprovalDecision | ((request: ApprovalRequest) => Promise<ApprovalDecision>) = {
    isAllowed: true,
    choice: 'once',
  },
): TestGate {
  const marks = { hasPrivate: false, untrusted: new Set<string>() }
  const asked: ApprovalRequest[] = []
  return {
    runId: null,
    conversationId: null,
    asked,
    marks,
    taint: () => ({ hasPrivate: marks.hasPrivate, untrusted: [...marks.untrusted] }),
    mark({ hasPrivate, untrusted }) {
      marks.hasPrivate ||= hasPrivate ?? false
      if (untrusted !== undefined) marks.untrusted.add(untrusted)
    },
    async approve(request) {
      asked.push(request)
      return typeof answer === 'function' ? answer(request) : answer
    },
    consent: async () => ({ isAllowed: false, why: 'unattended' }),
    question: async () => null,
  }
}

export interface FilesBed {
  readonly db: Database
  readonly files: AgentFiles
  clock: Date
  space(opening?: Partial<SpaceOpening>): FileSpace
  /** Attached and sent in this conversation. */
  sent(userId: number, conversationId: string, name: string, content: string | Uint8Array): Promise<string>
  close(): Promise<void>
}

const skillFiles: Readonly<Record<string, string>> = {
  '/skills/sleep-review/SKILL.md': '# Sleep review\nLook at nights.',
  '/skills/sleep-review/extra/stages.md': 'REM, core, deep',
}

export async function openFilesBed(): Promise<FilesBed> {
  const dataDir = mkdtempSync(join(tmpdir(), 'files-'))
  const db = await openDatabase({ config: { dataDir, databaseUrl: null }, log: silentLogger })
  const bed = { clock: new Date('2025-07-16T12:00:00Z') }
  const skill: SkillView = {
    id: 'sleep-review',
    name: 'sleep-review',
    description: 'Nights',
    license: null,
    descriptionZh: null,
    compatibility: null,
    fixedAgents: [],
    author: null,
    origin: 'packaged',
    dir: '/nowhere',
    enabled: true,
    review: 'reviewed',
    files: Object.entries(skillFiles).map(([path, text]) => ({
      path: path.slice('/skills/sleep-review/'.length),
      bytes: text.length,
      kind: 'text',
    })),
    hash: '',
    deniedAgents: [],
    error: null,
  }
  const files = createAgentFiles({
    db,
    now: () => bed.clock,
    log: silentLogger,
    skills: {
      list: async () => [skill, { ...skill, id: 'switched-off' }],
      usable: async (_, agent) =>
        agent === 'DEEP'
          ? [{ id: 'sleep-review', name: 'sleep-review', description: '', path: '/skills/sleep-review/SKILL.md' }]
          : [],
      read: async (_, __, path) => {
        const text = skillFiles[path]
        return text === undefined ? null : new TextEncoder().encode(text)
      },
    },
  })
  return Object.assign(bed, {
    db,
    files,
    space: (opening: Partial<SpaceOpening> = {}) =>
      files.openSpace({
        userId: 1,
        conversationId: null,
        agent: 'DEEP',
        attachments: [],
        native: { images: false, pdf: false },
        gate: testGate(),
        ...opening,
      }),
    async sent(userId: number, conversationId: string, name: string, content: string | Uint8Array) {
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
      const { id } = await files.attach(userId, { name, bytes })
      await db.transaction((tx) => files.bind(tx, userId, [id], conversationId))
      return id
    },
    async close() {
      await files.close()
      await db.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  })
}

export const newId = (): string => randomUUID()
