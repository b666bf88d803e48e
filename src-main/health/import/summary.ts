/** What an import tells while it runs and when it is done. Plain JSON: stored, sent to the window, printed by the CLI. */

export interface ImportProgress {
  jobId: string
  path: string
  /** 'waiting' → 'opening' → 'reading' → 'finishing' → one of done, failed, cancelled. */
  phase: 'waiting' | 'opening' | 'reading' | 'finishing' | 'done' | 'failed' | 'cancelled'
  /** What the part was recognised as, e.g. 'Apple Health export'. */
  title: string | null
  part: string | null
  bytesRead: number
  bytesTotal: number | null
  records: number
  startedAt: string
  error?: { code: string; message: string; hint: string }
  /** When done, one entry per part. */
  files?: ImportedFile[]
}

/** One part that was read: the entry of `import --json` and the line of the import history. */
export interface ImportedFile {
  /** import_file.id */
  id: number
  path: string
  part?: string
  format: string
  read: number
  imported: number
  duplicates: number
  skipped: number
  warnings: string[]
  summary: ImportSummary
}

export interface ImportSummary {
  title: string
  skippedReasons: { reason: string; count: number; example?: string }[]
  warnings: string[]
  facts: Record<string, string>
  firstDate: string | null
  lastDate: string | null
  /** Per indicator, most records first. */
  indicators: { key: string; name: string; imported: number; duplicates: number; firstDate: string; lastDate: string }[]
  sources: string[]
  /** Records of earlier files of this format that this one no longer holds. */
  absent: {
    total: number
    indicators: { key: string; name: string; count: number; firstDate: string; lastDate: string }[]
  }
  genotypes?: {
    vendor: string
    build: string | null
    rows: number
    called: number
    /** Fingerprint of all calls: tells a second copy of the same raw data. */
    calls?: string
  }
  durationMs: number
}

/** A line of the import history: finished imports, and those taken back. */
export interface ImportHistoryLine {
  id: number
  name: string
  part: string | null
  format: string
  state: 'done' | 'removed'
  isSample: boolean
  sizeBytes: number
  read: number
  imported: number
  duplicates: number
  skipped: number
  absent: number
  startedAt: string
  finishedAt: string | null
  summary: ImportSummary
}
