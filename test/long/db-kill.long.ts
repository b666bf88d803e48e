/** kill -9 in the middle of writing, twenty times over one data directory. */

import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src-main/db/open.ts'
import { silentLogger } from '../../src-main/log/logger.ts'
import { temporaryDir } from '../integration/db/engines.ts'
import { killRepeatedly } from '../integration/db/writer-process.ts'

test('nothing confirmed is lost and no transaction is torn', async () => {
  const dataDir = await temporaryDir()
  try {
    const result = await killRepeatedly(dataDir, 20, async () => {
      const db = await openDatabase({ config: { dataDir, databaseUrl: null }, log: silentLogger })
      const [row] = await db.query<{ last: number; rows: number }>(
        'SELECT coalesce(max(n), 0) AS last, count(*) AS rows FROM acked',
      )
      await db.close()
      return row ?? { last: 0, rows: 0 }
    })
    expect(result.acked).toBeGreaterThan(20)
    expect(result).toMatchObject({ lost: 0, torn: 0 })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
