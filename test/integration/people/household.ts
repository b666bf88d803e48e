/** A household on a real database: people, sharing and addresses with a clock in the test's hand. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../../src-main/db/open.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import { createPersonRemoval } from '../../../src-main/profiles/person-removal.ts'
import { createPersonalUrls } from '../../../src-main/profiles/personal-urls.ts'
import { createProfiles } from '../../../src-main/profiles/profiles.ts'
import { createSharing } from '../../../src-main/profiles/sharing.ts'

export async function openHousehold() {
  const dataDir = mkdtempSync(join(tmpdir(), 'mirohub-people-'))
  const db = await openDatabase({ config: { dataDir, databaseUrl: null }, log: silentLogger })
  let at = new Date('2026-03-01T12:00:00Z')
  const now = () => at
  const changes: string[] = []
  const kept = new Map<string, string>()
  let isLocked = false
  const secrets = {
    async get(name: string) {
      if (isLocked) throw new Error('locked')
      return kept.get(name) ?? null
    },
    set: async (name: string, value: string) => void kept.set(name, value),
  }
  const profiles = await createProfiles({ db, config: { defaultTimeZone: 'UTC' }, now, log: silentLogger })
  const cacheClock = () => at.getTime()
  const sharing = createSharing({ db, now, cacheClock, onChanged: () => changes.push('people') })
  const onChanged = () => changes.push('access')
  const personalUrls = createPersonalUrls({ db, secrets, profiles, sharing, now, cacheClock, onChanged })
  const stopped: number[] = []
  const removal = createPersonRemoval({
    db,
    profiles,
    stopWork: async (userId) => void stopped.push(userId),
    onRemoved: () => {
      sharing.forgetAll()
      personalUrls.forgetAll()
    },
  })
  return {
    db,
    profiles,
    sharing,
    personalUrls,
    removal,
    /** What listeners were told, in order. */
    changes,
    /** People whose work was ended. */
    stopped,
    keys: kept,
    lockKeychain: (locked: boolean) => {
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
export type Household = Awaited<ReturnType<typeof openHousehold>>
