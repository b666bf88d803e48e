/** What the sheet and the rail say of a job: its name, how far it is, its state. Pure. */
import type { ImportProgressView } from '../../../src-main/api/contract/imports.ts'

/** The last piece of a path, whichever way its slashes lean. */
export function baseName(path: string): string {
  return path.split(/[\\/]/).filter(Boolean).at(-1) ?? path
}

/** 0…1, or null while the size is unknown or the work left cannot be measured in bytes. */
export function jobShare(job: Pick<ImportProgressView, 'phase' | 'bytesRead' | 'bytesTotal'>): number | null {
  if (job.phase === 'done') return 1
  if (job.phase !== 'reading' || !job.bytesTotal) return null
  return Math.min(1, job.bytesRead / job.bytesTotal)
}

/** All running jobs as one: their share weighted by bytes, null when any of them is unknown. */
export function overallShare(jobs: readonly ImportProgressView[]): number | null {
  let done = 0
  let total = 0
  for (const job of jobs) {
    if (!job.bytesTotal) return null
    done += Math.min(job.bytesRead, job.bytesTotal)
    total += job.bytesTotal
  }
  return total > 0 ? done / total : null
}
