/**
 * Imports as the rest of the hub sees them: one job at a time, each in its own thread; this side only keeps the queue
 * and relays progress, so the main thread stays free.
 */
import { randomUUID } from 'node:crypto'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'
import type { Logger } from '../../log/logger.ts'
import { history } from './history.ts'
import { discardUnfinished, restoreHidden } from './import-files.ts'
import { CANCELLED } from './job-fault.ts'
import type { JobFault, JobResult, JobTask } from './job-messages.ts'
import { JobFailure, type JobThread, startJobThread } from './job-thread.ts'
import { ImportError } from './reader.ts'
import type { ImportedFile, ImportHistoryLine, ImportProgress } from './summary.ts'

const KEPT_JOBS = 200
const FOLLOW_MS = 100

export interface ImportServiceOptions {
  readonly db: Database
  readonly config: Pick<Config, 'dataDir'>
  readonly now: () => Date
  readonly log: Logger
  readonly profileOf: (userId: number) => Promise<{ timeZone: string }>
  /** After data became visible or went. */
  readonly onDataChanged?: () => void
  /** After a job ended, however; the path may then be removed where it was an upload. */
  readonly onJobEnded?: (path: string) => void
}

export interface ImportService {
  /** Queues a path; answers at once. */
  start(userId: number, path: string): { jobId: string }
  /** Jobs of this run of the hub, newest first. */
  jobs(userId: number): ImportProgress[]
  /** The state now, then every change, about ten a second; ends after the final one. */
  follow(jobId: string, signal?: AbortSignal): AsyncIterable<ImportProgress>
  /** False when the job is unknown or over. Resolves when it has ended; its rows, never visible, go right after. */
  cancel(jobId: string): Promise<boolean>
  history(userId: number): Promise<ImportHistoryLine[]>
  undo(userId: number, fileId: number): Promise<{ removed: number; kept: number }>
  removeAbsent(userId: number, fileId: number): Promise<{ removed: number }>
  addSampleData(userId: number): { jobId: string }
  removeSampleData(userId: number): Promise<{ removed: number }>
  hasSampleData(userId: number): Promise<boolean>
  /** At start: takes away what an interrupted import left. */
  recover(): Promise<void>
  close(): Promise<void>
}

interface Job {
  readonly userId: number
  readonly task: JobTask
  readonly progress: ImportProgress
  readonly watchers: Set<() => void>
  readonly over: Promise<void>
  readonly end: () => void
  thread: JobThread | null
  cancelled: boolean
}

export async function createImportService(options: ImportServiceOptions): Promise<ImportService> {
  return new QueuedImports(options)
}

class QueuedImports implements ImportService {
  readonly #options: ImportServiceOptions
  readonly #jobs = new Map<string, Job>()
  /** Imports and removals share one staging area: they run one after the other. */
  #queue: Promise<void> = Promise.resolve()
  #closed = false

  constructor(options: ImportServiceOptions) {
    this.#options = options
  }

  start(userId: number, path: string): { jobId: string } {
    return this.#enqueue(userId, { kind: 'import', path }, path)
  }

  addSampleData(userId: number): { jobId: string } {
    return this.#enqueue(userId, { kind: 'sample' }, 'Sample data')
  }

  jobs(userId: number): ImportProgress[] {
    return [...this.#jobs.values()]
      .filter((job) => job.userId === userId)
      .map((job) => ({ ...job.progress }))
      .reverse()
  }

  async *follow(jobId: string, signal?: AbortSignal): AsyncIterable<ImportProgress> {
    const job = this.#jobs.get(jobId)
    if (job === undefined) {
      throw new ImportError('not-found', `There is no import ${jobId} in this run.`, 'Look at the import history.')
    }
    for (;;) {
      const snapshot = { ...job.progress }
      yield snapshot
      if (isOver(snapshot) || signal?.aborted) return
      await changed(job, signal)
    }
  }

  async cancel(jobId: string): Promise<boolean> {
    const job = this.#jobs.get(jobId)
    if (job === undefined || isOver(job.progress)) return false
    job.cancelled = true
    job.thread?.cancel()
    // A job that still waits is over at once; the queue passes it by.
    if (job.thread === null) this.#fail(job, CANCELLED)
    await job.over
    return job.progress.phase === 'cancelled'
  }

  history(userId: number): Promise<ImportHistoryLine[]> {
    return history(this.#options.db, userId)
  }

  async undo(userId: number, fileId: number): Promise<{ removed: number; kept: number }> {
    return this.#remove(userId, { kind: 'undo', fileId })
  }

  async removeAbsent(userId: number, fileId: number): Promise<{ removed: number }> {
    const { removed } = await this.#remove(userId, { kind: 'remove-absent', fileId })
    return { removed }
  }

  async removeSampleData(userId: number): Promise<{ removed: number }> {
    const { removed } = await this.#remove(userId, { kind: 'remove-samples' })
    return { removed }
  }

  async hasSampleData(userId: number): Promise<boolean> {
    const rows = await this.#options.db.query(
      `SELECT 1 FROM import_file WHERE user_id = $1 AND is_sample AND state = 'done' LIMIT 1`,
      [userId],
    )
    return rows.length > 0
  }

  async recover(): Promise<void> {
    const left = await discardUnfinished(this.#options.db, null)
    await restoreHidden(this.#options.db, null, null)
    if (left > 0) this.#options.log.warn('Took away what interrupted imports had left', { imports: left })
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#jobs.keys()].map((jobId) => this.cancel(jobId)))
    await this.#queue
  }

  #enqueue(userId: number, task: JobTask, path: string): { jobId: string } {
    const jobId = randomUUID()
    const { promise, resolve } = Promise.withResolvers<void>()
    const job: Job = {
      userId,
      task,
      progress: {
        jobId,
        path,
        phase: 'waiting',
        title: null,
        part: null,
        bytesRead: 0,
        bytesTotal: null,
        records: 0,
        startedAt: this.#options.now().toISOString(),
      },
      watchers: new Set(),
      over: promise,
      end: resolve,
      thread: null,
      cancelled: false,
    }
    this.#jobs.set(jobId, job)
    this.#forgetOldJobs()
    void this.#inTurn(() => this.#run(job))
    return { jobId }
  }

  async #run(job: Job): Promise<void> {
    if (isOver(job.progress)) return
    try {
      if (this.#closed || job.cancelled) throw new JobFailure(CANCELLED)
      const result = await this.#inThread(job.userId, job.progress.jobId, job.task, job)
      if (result.kind === 'files') this.#done(job, result.files)
    } catch (error) {
      const failure = error instanceof JobFailure ? error : new JobFailure(internal(error))
      if (failure.detail) this.#options.log.error('An import failed', { detail: failure.detail })
      // Nobody waits for the clearing away: the rows were never visible, and the next job begins after it.
      if (failure.fault.code === 'cancelled') this.#fail(job, failure.fault)
      await discardUnfinished(this.#options.db, job.progress.jobId).catch((fault: unknown) =>
        this.#options.log.error('An unfinished import could not be cleared away', { error: fault }),
      )
      this.#fail(job, failure.fault)
    }
  }

  async #inThread(userId: number, jobId: string, task: JobTask, job: Job | null): Promise<JobResult> {
    const { db, config, now, profileOf } = this.#options
    const { timeZone } = await profileOf(userId)
    if (job?.cancelled === true) throw new JobFailure(CANCELLED)
    const order = { jobId, userId, timeZone, dataDir: config.dataDir, now: now().getTime(), task }
    const thread = startJobThread(db, order, (progress) => {
      if (job === null || isOver(job.progress)) return
      Object.assign(job.progress, progress)
      tell(job)
    })
    if (job !== null) job.thread = thread
    return thread.result
  }

  async #remove(userId: number, task: JobTask): Promise<{ removed: number; kept: number }> {
    return this.#inTurn(async () => {
      try {
        const result = await this.#inThread(userId, randomUUID(), task, null)
        this.#options.onDataChanged?.()
        return result.kind === 'removed' ? { removed: result.removed, kept: result.kept } : { removed: 0, kept: 0 }
      } catch (error) {
        if (task.kind === 'undo') await restoreHidden(this.#options.db, userId, task.fileId)
        if (!(error instanceof JobFailure)) throw error
        if (error.detail) this.#options.log.error('Taking an import back failed', { detail: error.detail })
        const code = error.fault.code === 'not-found' ? 'not-found' : 'internal'
        throw new ImportError(code, error.fault.message, error.fault.hint, { cause: error })
      }
    })
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work)
    this.#queue = turn.then(
      () => {},
      () => {},
    )
    return turn
  }

  #done(job: Job, files: ImportedFile[]): void {
    job.progress.phase = 'done'
    job.progress.files = files
    job.progress.records = files.reduce((total, file) => total + file.read, 0)
    // First: who hears of the end may ask for the data at once.
    this.#options.onDataChanged?.()
    this.#ended(job)
  }

  #fail(job: Job, fault: JobFault): void {
    if (isOver(job.progress)) return
    job.progress.phase = fault.code === 'cancelled' ? 'cancelled' : 'failed'
    job.progress.error = { ...fault }
    this.#ended(job)
  }

  #ended(job: Job): void {
    job.thread = null
    tell(job)
    job.end()
    if (job.task.kind === 'import') this.#options.onJobEnded?.(job.task.path)
  }

  #forgetOldJobs(): void {
    for (const [jobId, job] of this.#jobs) {
      if (this.#jobs.size <= KEPT_JOBS) return
      if (isOver(job.progress)) this.#jobs.delete(jobId)
    }
  }
}

function isOver(progress: ImportProgress): boolean {
  return progress.phase === 'done' || progress.phase === 'failed' || progress.phase === 'cancelled'
}

function tell(job: Job): void {
  for (const watcher of [...job.watchers]) watcher()
}

/** Resolves at the next change, but not within a tenth of a second unless the job is over; or when aborted. */
function changed(job: Job, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const earliest = performance.now() + FOLLOW_MS
    let timer: NodeJS.Timeout | null = null
    const finish = (): void => {
      if (timer !== null) clearTimeout(timer)
      job.watchers.delete(onChange)
      signal?.removeEventListener('abort', finish)
      resolve()
    }
    const onChange = (): void => {
      const wait = earliest - performance.now()
      if (isOver(job.progress) || wait <= 0) finish()
      else timer ??= setTimeout(finish, wait)
    }
    job.watchers.add(onChange)
    signal?.addEventListener('abort', finish, { once: true })
    // The end may have come while the caller was busy with the last state.
    if (isOver(job.progress) || signal?.aborted) finish()
  })
}

function internal(error: unknown): JobFault {
  const message = error instanceof Error ? error.message : String(error)
  return {
    code: 'internal',
    message: `The import failed through a fault of the program: ${message}. Nothing of it was kept.`,
    hint: 'Please report it with the log file; your file is unchanged.',
  }
}
