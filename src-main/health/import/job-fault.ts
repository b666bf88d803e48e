/** Any error of a job as a code, a sentence and a way out; what is not foreseen keeps its stack for the log. */
import { DatabaseError } from '../../db/database.ts'
import type { JobFault } from './job-messages.ts'
import { ImportError } from './reader.ts'

/** SQLSTATE disk_full. */
const PG_DISK_FULL = '53100'

export const CANCELLED: JobFault = {
  code: 'cancelled',
  message: 'The import was cancelled. Nothing of it was kept.',
  hint: 'Import the file again whenever you like.',
}

export function jobFault(error: unknown, isCancelled: boolean): { fault: JobFault; detail?: string } {
  if (isCancelled) return { fault: CANCELLED }
  if (error instanceof ImportError || error instanceof DatabaseError) {
    return { fault: { code: error.code, message: error.message, hint: error.hint } }
  }
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOSPC' || code === PG_DISK_FULL) {
    return {
      fault: {
        code: 'disk-full',
        message: 'The disk filled up during the import. Nothing of it was kept.',
        hint: 'Free some space and import the file again.',
      },
    }
  }
  const message = error instanceof Error ? error.message : String(error)
  return {
    fault: {
      code: 'internal',
      message: `The import failed through a fault of the program: ${message}. Nothing of it was kept.`,
      hint: 'Please report it with the log file; your file is unchanged.',
    },
    detail: error instanceof Error ? (error.stack ?? message) : message,
  }
}
