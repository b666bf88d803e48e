/** A store of servers on a real database, with the clock and the secret store in the test's hand. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../../src-main/db/open.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import { defaultSettings, noValues, type StdioTarget } from '../../../src-main/mcp-client/model/server-entry.ts'
import type { NewServer } from '../../../src-main/mcp-client/model/server-store.ts'
import { createServerStore } from '../../../src-main/mcp-client/store/server-store.ts'

export async function openStoreBed() {
  const dataDir = mkdtempSync(join(tmpdir(), 'mirohub-servers-'))
  const db = await openDatabase({ config: { dataDir, databaseUrl: null }, log: silentLogger })
  let at = new Date('2026-05-01T10:00:00Z')
  const kept = new Map<string, string>()
  let isLocked = false
  const secrets = {
    async get(name: string) {
      if (isLocked) throw new Error('locked')
      return kept.get(name) ?? null
    },
    async set(name: string, value: string) {
      kept.set(name, value)
    },
  }
  const open = () => createServerStore({ db, secrets, now: () => at, cacheClock: () => at.getTime() })
  return {
    db,
    store: open(),
    /** Another hub on the same database. */
    open,
    keys: kept,
    lock: (locked: boolean) => {
      isLocked = locked
    },
    passMs: (ms: number) => {
      at = new Date(at.getTime() + ms)
    },
    async close() {
      await db.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
export type StoreBed = Awaited<ReturnType<typeof openStoreBed>>

export const program = (args: readonly string[] = ['server.mjs'], envNames: readonly string[] = []): StdioTarget => ({
  kind: 'stdio',
  command: 'node',
  args,
  cwd: null,
  envNames,
  encoding: 'utf-8',
  encodingErrors: 'replace',
})

export const newServer = (change: Partial<NewServer> = {}): NewServer => ({
  slug: 'notes',
  name: 'Notes',
  origin: { kind: 'form' },
  target: program(),
  settings: defaultSettings,
  values: noValues,
  ...change,
})
