/** Thread that opens a transaction, says so, and waits to be killed. */

import { parentPort, workerData } from 'node:worker_threads'
import { openWorkerDatabase } from '../../../src-main/db/open-worker.ts'

const db = await openWorkerDatabase(workerData)
await db.transaction(async (tx) => {
  await tx.query('INSERT INTO t VALUES (700)')
  parentPort?.postMessage('inside')
  await new Promise(() => {})
})
