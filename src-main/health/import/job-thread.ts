/** Starts the worker thread of a job and turns its messages into a promise. */
import { Worker } from 'node:worker_threads'
import { workerEntry } from '../../config/entries.ts'
import type { Database } from '../../db/database.ts'
import { CANCELLED } from './job-fault.ts'
import type { FromWorker, JobFault, JobOrder, JobProgress, JobResult, ToWorker } from './job-messages.ts'

/** A worker that does not notice a cancel in this time is ended; the database rolls its session back. */
const CANCEL_GRACE_MS = 600

/**
 * Records live for one batch: with room for a batch among the young objects few of them are ever moved. Measured on
 * 200 MB: a tenth less work and 50 MB less memory than with the default.
 */
const LIMITS = { maxYoungGenerationSizeMb: 64 }

export class JobFailure extends Error {
  override readonly name = 'JobFailure'
  readonly fault: JobFault
  readonly detail: string | undefined
  constructor(fault: JobFault, detail?: string) {
    super(fault.message)
    this.fault = fault
    this.detail = detail
  }
}

export interface JobThread {
  /** Rejects with JobFailure. Settles only when the thread is gone. */
  readonly result: Promise<JobResult>
  cancel(): void
}

export function startJobThread(
  db: Database,
  order: Omit<JobOrder, 'database' | 'readersDir'>,
  onProgress: (progress: JobProgress) => void,
): JobThread {
  const entry = workerEntry(import.meta.url, 'import-worker')
  const access = db.workerAccess()
  const workerData: JobOrder = { ...order, readersDir: new URL('./readers/', entry).href, database: access.data }
  const worker = new Worker(entry, { workerData, transferList: [...access.transfer], resourceLimits: LIMITS })
  let cancelled = false
  let timer: NodeJS.Timeout | null = null
  let outcome: (() => JobResult) | null = null
  worker.on('message', (message: FromWorker) => {
    if (message.type === 'progress') onProgress(message.progress)
    else if (message.type === 'result') outcome = () => message.result
    else {
      outcome = () => {
        throw new JobFailure(message.fault, message.detail)
      }
    }
  })
  let crash: Error | null = null
  worker.on('error', (error) => {
    crash = error instanceof Error ? error : new Error(String(error))
  })
  const result = new Promise<JobResult>((resolve, reject) => {
    worker.on('exit', (code) => {
      if (timer !== null) clearTimeout(timer)
      try {
        if (outcome !== null) return resolve(outcome())
      } catch (error) {
        return reject(error)
      }
      if (cancelled) return reject(new JobFailure(CANCELLED))
      const why = crash?.message ?? `its thread ended with code ${code}`
      reject(
        new JobFailure(
          {
            code: 'internal',
            message: `The import failed through a fault of the program: ${why}. Nothing of it was kept.`,
            hint: 'Please report it with the log file; your file is unchanged.',
          },
          crash?.stack,
        ),
      )
    })
  })
  return {
    result,
    cancel() {
      if (cancelled) return
      cancelled = true
      const message: ToWorker = { type: 'cancel' }
      worker.postMessage(message)
      timer = setTimeout(() => void worker.terminate(), CANCEL_GRACE_MS)
    },
  }
}
