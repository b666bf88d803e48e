/** Gathers the filtered log as a file, piece by piece; can be given up on the way. */
import { useCallback, useRef, useState } from 'react'
import type { AuditFilter } from '../../../src-main/api/contract/audit.ts'
import { csvBlob, fileName, saveFile } from '../../format/save-file.ts'
import { client } from '../../rpc/client.ts'

export type ExportFormat = 'csv' | 'json'

export interface AuditExport {
  /** Rows so far while it runs; null otherwise. */
  readonly rows: number | null
  /** Resolves with the number of rows saved, or null when it was cancelled. Throws what the hub threw. */
  readonly run: (filter: AuditFilter, format: ExportFormat, title: string) => Promise<number | null>
  readonly cancel: () => void
}

export function useAuditExport(): AuditExport {
  const [rows, setRows] = useState<number | null>(null)
  const control = useRef<AbortController | null>(null)
  const run = useCallback(async (filter: AuditFilter, format: ExportFormat, title: string) => {
    const mine = new AbortController()
    const { signal } = mine
    control.current = mine
    const parts: string[] = []
    let count = 0
    setRows(0)
    try {
      for await (const piece of await client.audit.export({ ...filter, format }, { signal })) {
        if (signal.aborted) return null
        parts.push(piece.text)
        count += piece.rows
        setRows(count)
      }
      if (signal.aborted) return null
      const blob = format === 'csv' ? csvBlob(parts.join('')) : new Blob(parts, { type: 'application/json' })
      saveFile(fileName(title, format), blob)
      return count
    } catch (error) {
      if (signal.aborted) return null
      throw error
    } finally {
      setRows(null)
    }
  }, [])
  const cancel = useCallback(() => control.current?.abort(), [])
  return { rows, run, cancel }
}
