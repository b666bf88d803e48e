/** Imports: start, follow, cancel, history, undo. */
import { eventIterator, oc } from '@orpc/contract'
import * as z from 'zod'

export const importSummary = z.object({
  title: z.string(),
  skippedReasons: z.array(z.object({ reason: z.string(), count: z.number(), example: z.string().optional() })),
  warnings: z.array(z.string()),
  facts: z.record(z.string(), z.string()),
  firstDate: z.string().nullable(),
  lastDate: z.string().nullable(),
  indicators: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      imported: z.number(),
      duplicates: z.number(),
      firstDate: z.string(),
      lastDate: z.string(),
    }),
  ),
  sources: z.array(z.string()),
  absent: z.object({
    total: z.number(),
    indicators: z.array(
      z.object({ key: z.string(), name: z.string(), count: z.number(), firstDate: z.string(), lastDate: z.string() }),
    ),
  }),
  genotypes: z
    .object({ vendor: z.string(), build: z.string().nullable(), rows: z.number(), called: z.number() })
    .optional(),
  durationMs: z.number(),
})

export const importedFile = z.object({
  id: z.number(),
  path: z.string(),
  part: z.string().optional(),
  format: z.string(),
  read: z.number(),
  imported: z.number(),
  duplicates: z.number(),
  skipped: z.number(),
  warnings: z.array(z.string()),
  summary: importSummary,
})
export type ImportedFileView = z.infer<typeof importedFile>

export const importProgress = z.object({
  jobId: z.string(),
  path: z.string(),
  phase: z.enum(['waiting', 'opening', 'reading', 'finishing', 'done', 'failed', 'cancelled']),
  title: z.string().nullable(),
  part: z.string().nullable(),
  bytesRead: z.number(),
  bytesTotal: z.number().nullable(),
  records: z.number(),
  startedAt: z.string(),
  error: z.object({ code: z.string(), message: z.string(), hint: z.string() }).optional(),
  files: z.array(importedFile).optional(),
})
export type ImportProgressView = z.infer<typeof importProgress>

export const importHistoryEntry = z.object({
  id: z.number(),
  name: z.string(),
  part: z.string().nullable(),
  format: z.string(),
  state: z.enum(['done', 'removed']),
  isSample: z.boolean(),
  sizeBytes: z.number(),
  read: z.number(),
  imported: z.number(),
  duplicates: z.number(),
  skipped: z.number(),
  absent: z.number(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  summary: importSummary,
})
export type ImportHistoryEntry = z.infer<typeof importHistoryEntry>

export const importsContract = {
  /**
   * Starts one job per item and returns at once. `path`: the desktop window and the command line only (the router
   * refuses it to a browser page). `upload`: id that `POST /api/upload` answered.
   */
  start: oc
    .input(
      z.object({
        items: z.array(z.union([z.object({ path: z.string().min(1) }), z.object({ upload: z.string() })])).min(1),
      }),
    )
    .output(z.object({ jobs: z.array(z.object({ jobId: z.string(), path: z.string() })) })),
  /** Jobs of this run of the hub, newest first. */
  jobs: oc.output(z.array(importProgress)),
  /** Progress of one job, about ten times a second, the last one with its end. */
  follow: oc.input(z.object({ jobId: z.string() })).output(eventIterator(importProgress)),
  cancel: oc.input(z.object({ jobId: z.string() })).output(z.object({ cancelled: z.boolean() })),
  history: oc.output(z.array(importHistoryEntry)),
  /** Takes back one import: its rows go, rows that a newer full export also holds stay. */
  undo: oc.input(z.object({ id: z.number() })).output(z.object({ removed: z.number(), kept: z.number() })),
  /** Removes what a newer full export no longer holds. Only on request. */
  removeAbsent: oc.input(z.object({ id: z.number() })).output(z.object({ removed: z.number() })),
  addSampleData: oc.output(z.object({ jobId: z.string() })),
  removeSampleData: oc.output(z.object({ removed: z.number() })),
  /** Desktop only: asks for files with the system's dialog; browser pages use an input element. */
  pick: oc.output(z.object({ paths: z.array(z.string()) })),
}
