/** Logins over a real database, for tests: entries by url, a browser that follows, clocks that are moved by hand. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../../src-main/db/database.ts'
import { openDatabase } from '../../../src-main/db/open.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import { createLogins, type Logins, type LoginsOptions } from '../../../src-main/mcp-client/login/logins.ts'
import {
  defaultSettings,
  noValues,
  type OauthSettings,
  type ServerEntry,
} from '../../../src-main/mcp-client/model/server-entry.ts'
import { memoryStore } from '../../../src-main/secrets/memory-store.ts'

export interface LoginBed {
  readonly db: Database
  /** Every address that a browser was asked to open. */
  readonly opened: string[]
  readonly clock: { wallMs: number; monotonicMs: number }
  /** Over the same database and secrets: a hub that was started again. */
  logins(more?: Partial<LoginsOptions>): Logins
  close(): Promise<void>
}

export async function openLoginBed(): Promise<LoginBed> {
  const dir = await mkdtemp(join(tmpdir(), 'logins-'))
  const db = await openDatabase({ config: { dataDir: join(dir, 'data'), databaseUrl: null }, log: silentLogger })
  const secrets = memoryStore(null)
  const opened: string[] = []
  const clock = { wallMs: Date.parse('2026-03-01T12:00:00Z'), monotonicMs: 0 }
  const made: Logins[] = []
  return {
    db,
    opened,
    clock,
    logins(more = {}) {
      const logins = createLogins({
        db,
        secrets,
        log: silentLogger,
        openBrowser: async (url) => {
          opened.push(url)
        },
        now: () => new Date(clock.wallMs),
        monotonic: () => clock.monotonicMs,
        ...more,
      })
      made.push(logins)
      return logins
    },
    async close() {
      for (const logins of made) await logins.close()
      await db.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

export function entryFor(url: string, oauth: Partial<OauthSettings> = {}): ServerEntry {
  const at = new Date('2026-03-01T12:00:00Z')
  return {
    id: randomUUID(),
    userId: 1,
    slug: 'server',
    name: 'Server',
    origin: { kind: 'form' },
    target: {
      kind: 'http',
      url,
      headerNames: [],
      auth: 'oauth',
      oauth: { clientId: null, scopes: null, redirectPort: null, ...oauth },
    },
    settings: defaultSettings,
    enabled: true,
    position: 0,
    approved: null,
    createdAt: at,
    changedAt: at,
  }
}

/** What the person does in the browser: everything is allowed, and the redirect followed. */
export async function follow(url: string): Promise<{ status: number; page: string }> {
  const answer = await fetch(url)
  return { status: answer.status, page: await answer.text() }
}

/** The next time that the login of a server ends; begins to listen at once. */
export function ended(logins: Logins, entry: ServerEntry): Promise<'done' | 'failed'> {
  return new Promise((resolve) => {
    const stop = logins.onChanged((serverId, what) => {
      if (serverId !== entry.id) return
      void logins.status(entry).then((status) => {
        if (status?.state === 'running') return
        stop()
        resolve(what === 'done' ? 'done' : 'failed')
      })
    })
  })
}

/** Start, browser, end. */
export async function logIn(logins: Logins, entry: ServerEntry, values = noValues): Promise<'done' | 'failed'> {
  const end = ended(logins, entry)
  const { url } = await logins.start(entry, values)
  await follow(url)
  return end
}
