/** Documents for the hub: their text, and searches in texts, without holding up whoever asks. */
import type { DocumentFaultCode } from './document-error.ts'
import { DocumentError } from './document-error.ts'
import { documentLimits } from './limits.ts'
import { TaskFailure, TaskThread } from './task-thread.ts'
import type { LineMatch } from './text-lines.ts'
import type { DocumentBytes } from './to-markdown.ts'

const SEARCH_MS = 5_000
const MATCH_MS = 2_000

export type DocumentText =
  | { readonly ok: true; readonly title: string | null; readonly text: string; readonly cutChars: number }
  | { readonly ok: false; readonly code: DocumentFaultCode; readonly message: string }

export interface Documents {
  /** The text as Markdown. A failure is final: trying again gives the same. Rejects only when the signal aborts. */
  text(document: DocumentBytes, signal?: AbortSignal): Promise<DocumentText>
  /** Lines that hold a regular expression, whatever their case; null when it took too long. */
  search(
    search: { readonly text: string; readonly source: string; readonly limit: number },
    signal?: AbortSignal,
  ): Promise<readonly LineMatch[] | null>
  /** Those of the paths that a glob pattern takes; null for a pattern that cannot be used. */
  match(pattern: string, paths: readonly string[], signal?: AbortSignal): Promise<readonly string[] | null>
  close(): Promise<void>
}

export function createDocuments(): Documents {
  const reader = new TaskThread()
  // One of its own, so that a search never waits behind a large document.
  const searcher = new TaskThread()
  const orNull = async <T>(work: Promise<T>): Promise<T | null> => {
    try {
      return await work
    } catch (error) {
      if (error instanceof TaskFailure) return null
      throw error
    }
  }
  return {
    async text({ bytes, type, name }, signal) {
      if (bytes.length > documentLimits.bytes)
        return { ok: false, code: 'too_large', message: `${name} is larger than ${documentLimits.bytes >> 20} MB.` }
      try {
        const task = { kind: 'read', bytes, type, name, maxChars: documentLimits.chars } as const
        const { title, markdown, cutChars } = await reader.run<'read'>(task, documentLimits.readMs, signal)
        if (markdown.trim() === '')
          return { ok: false, code: 'nothing_readable', message: `${name} has no text in it.` }
        return { ok: true, title, text: markdown, cutChars }
      } catch (error) {
        if (error instanceof DocumentError) return { ok: false, code: error.code, message: error.message }
        if (!(error instanceof TaskFailure)) throw error
        if (error.why === 'too_long')
          return { ok: false, code: 'too_long', message: `${name} could not be read within a minute.` }
        if (error.why === 'crashed')
          return { ok: false, code: 'too_large', message: `${name} needs more memory to be read than it is given.` }
        return { ok: false, code: 'damaged', message: `${name} cannot be read (${error.message}).` }
      }
    },
    search: ({ text, source, limit }, signal) =>
      orNull(searcher.run<'search'>({ kind: 'search', text, source, limit }, SEARCH_MS, signal)),
    match: (pattern, paths, signal) =>
      orNull(searcher.run<'match'>({ kind: 'match', pattern, paths }, MATCH_MS, signal)),
    async close() {
      await Promise.all([reader.close(), searcher.close()])
    },
  }
}
