/** What the service and the worker thread of a job tell each other. Plain data. */
import type { ImportedFile, ImportProgress } from './summary.ts'

export type JobTask =
  | { readonly kind: 'import'; readonly path: string }
  | { readonly kind: 'sample' }
  | { readonly kind: 'undo'; readonly fileId: number }
  | { readonly kind: 'remove-absent'; readonly fileId: number }
  | { readonly kind: 'remove-samples' }

export interface JobOrder {
  readonly jobId: string
  readonly userId: number
  readonly timeZone: string
  readonly dataDir: string
  /** Epoch milliseconds of the hub's clock. */
  readonly now: number
  /** Directory of the readers, URL text ending in '/'. */
  readonly readersDir: string
  readonly task: JobTask
  /** `WorkerAccess.data` of the database. */
  readonly database: unknown
}

export type JobProgress = Pick<ImportProgress, 'phase' | 'title' | 'part' | 'bytesRead' | 'bytesTotal' | 'records'>

export interface JobFault {
  readonly code: string
  readonly message: string
  readonly hint: string
}

export type JobResult =
  | { readonly kind: 'files'; readonly files: ImportedFile[] }
  | { readonly kind: 'removed'; readonly removed: number; readonly kept: number }

export type FromWorker =
  | { readonly type: 'progress'; readonly progress: JobProgress }
  | { readonly type: 'result'; readonly result: JobResult }
  | { readonly type: 'fault'; readonly fault: JobFault; readonly detail?: string }

export type ToWorker = { readonly type: 'cancel' }
