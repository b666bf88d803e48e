/** Process that opens a data directory, writes until it is killed, and tells each row that was confirmed. */

import { openDatabase } from '../../../src-main/db/open.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'

const [dataDir = ''] = process.argv.slice(2)
try {
  const db = await openDatabase({ config: { dataDir, databaseUrl: null }, log: silentLogger })
  process.stdout.write('OPEN\n')
  await db.query('CREATE TABLE IF NOT EXISTS acked (n int PRIMARY KEY, pad text)')
  const [row] = await db.query<{ n: number }>('SELECT coalesce(max(n), 0) AS n FROM acked')
  for (let n = (row?.n ?? 0) + 2; ; n += 2) {
    // Pairs: both or neither may be seen afterwards.
    await db.transaction(async (tx) => {
      await tx.query('INSERT INTO acked VALUES ($1, $2)', [n - 1, 'x'.repeat(900)])
      await tx.query('INSERT INTO acked VALUES ($1, $2)', [n, 'y'.repeat(900)])
    })
    process.stdout.write(`ACK ${n}\n`)
  }
} catch (error) {
  process.stdout.write(
    `FAILED ${JSON.stringify({ code: error instanceof Error && 'code' in error ? error.code : null, message: String(error) })}\n`,
  )
  process.exitCode = 1
}
