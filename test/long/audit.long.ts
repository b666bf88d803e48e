/** A hundred thousand rows of the audit log: pages, export and verification hold a batch at a time. */
import { rm } from 'node:fs/promises'
import { test } from 'vitest'
import { openDatabase } from '../../src-main/db/open.ts'
import { silentLogger } from '../../src-main/log/logger.ts'
import { expectBatches } from '../integration/audit/many-rows.ts'
import { temporaryDir } from '../integration/db/engines.ts'

test('a hundred thousand rows', async () => {
  const dataDir = await temporaryDir()
  const db = await openDatabase({ config: { dataDir, databaseUrl: null }, log: silentLogger })
  try {
    await expectBatches(db, 100_000)
  } finally {
    await db.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
