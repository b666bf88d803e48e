/** What the hub asks of a thread that reads documents, and what comes back. */
import type { DocumentFaultCode } from './document-error.ts'
import type { LineMatch } from './text-lines.ts'
import type { MarkdownDocument } from './to-markdown.ts'

export type DocumentTask =
  | {
      readonly kind: 'read'
      readonly bytes: Uint8Array
      readonly type: string
      readonly name: string
      readonly maxChars: number
    }
  /** `source` is a regular expression; its case does not count. */
  | { readonly kind: 'search'; readonly text: string; readonly source: string; readonly limit: number }
  /** Which paths a glob pattern takes. */
  | { readonly kind: 'match'; readonly pattern: string; readonly paths: readonly string[] }

export interface TaskResults {
  read: MarkdownDocument
  search: readonly LineMatch[]
  match: readonly string[]
}

export type ToDocumentWorker = { readonly id: number; readonly task: DocumentTask }
export type FromDocumentWorker =
  | { readonly id: number; readonly ok: true; readonly result: TaskResults[keyof TaskResults] }
  | { readonly id: number; readonly ok: false; readonly code: DocumentFaultCode | 'failed'; readonly message: string }
