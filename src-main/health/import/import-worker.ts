/** Worker thread of one job: opens its own session on the database, does the task, reports, and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import type { WorkerAccess } from '../../db/database.ts'
import { openWorkerDatabase } from '../../db/open-worker.ts'
import { importPart, importPath, type JobContext } from './import-job.ts'
import { jobFault } from './job-fault.ts'
import type { FromWorker, JobOrder, JobProgress, JobResult, ToWorker } from './job-messages.ts'
import { loadReaders } from './reader-discovery.ts'
import { removeAbsent, removeSamples, undoImport } from './removal.ts'
import { samplePart, sampleReader } from './sample-data.ts'

const REPORT_MS = 100

const port = parentPort
if (port === null) throw new Error('import-worker.ts runs in a worker thread only')
const order: JobOrder & { database: WorkerAccess['data'] } = workerData
const cancel = new AbortController()
port.on('message', (message: ToWorker) => {
  if (message.type === 'cancel') cancel.abort()
})

const progress: JobProgress = {
  phase: 'opening',
  title: null,
  part: null,
  bytesRead: 0,
  bytesTotal: null,
  records: 0,
}
let reportedAt = 0

function report(change: Partial<JobProgress>): void {
  const isNewPhase = change.phase !== undefined && change.phase !== progress.phase
  Object.assign(progress, change)
  const now = performance.now()
  if (!isNewPhase && now - reportedAt < REPORT_MS) return
  reportedAt = now
  send({ type: 'progress', progress })
}

function send(message: FromWorker): void {
  port?.postMessage(message)
}

async function run(): Promise<JobResult> {
  const db = await openWorkerDatabase(order.database)
  try {
    const { jobId, userId, timeZone, dataDir, task } = order
    // The hub's clock, going on: fixed clocks (tests, demos) stay within the duration of the job.
    const skew = order.now - Date.now()
    const now = (): Date => new Date(Date.now() + skew)
    const context: JobContext = { db, jobId, userId, timeZone, dataDir, now, signal: cancel.signal, report }
    const readers = await loadReaders(new URL(order.readersDir))
    switch (task.kind) {
      case 'import':
        return { kind: 'files', files: await importPath(context, task.path, readers) }
      case 'sample': {
        await removeSamples(context)
        const label = { path: 'sample data', name: 'Sample data', partName: null, isSample: true }
        return { kind: 'files', files: [await importPart(context, sampleReader(now()), samplePart, label)] }
      }
      case 'undo': {
        const full = new Set(readers.filter((reader) => reader.isFullHistory).map((reader) => reader.format))
        return { kind: 'removed', ...(await undoImport(context, task.fileId, full)) }
      }
      case 'remove-absent':
        return { kind: 'removed', ...(await removeAbsent(context, task.fileId)) }
      case 'remove-samples':
        return { kind: 'removed', ...(await removeSamples(context)) }
    }
  } finally {
    await db.close()
  }
}

run()
  .then((result) => send({ type: 'result', result }))
  .catch((error: unknown) => send({ type: 'fault', ...jobFault(error, cancel.signal.aborted) }))
  .finally(() => port.close())
