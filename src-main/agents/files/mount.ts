/** A folder of a run, whatever it is made of. `file-space.ts` puts them together. */
import type { FileEntry, FileResult, NativeKinds } from './types.ts'

export interface MountText {
  readonly text: string
  /** Said before the text wherever a model reads it; no part of it. */
  readonly label?: string
}

export interface Mount {
  /** Paths are whole ones, as agents give them. */
  list(): Promise<readonly FileEntry[]>
  /** The text of a file, for a document what was read out of it. */
  text(path: string): Promise<FileResult<MountText>>
  /** The file itself, where these kinds take it; null: as text. */
  native?(
    path: string,
    kinds: NativeKinds,
  ): Promise<FileResult<{ readonly bytes: Uint8Array; readonly mime: string }> | null>
  mimeOf?(path: string): Promise<string>
  /** What has to be remembered before a content is handed on. */
  mark?(paths: readonly string[]): Promise<void> | void
  /** What has to be remembered before names are handed on. */
  markNames?(): void
  /** Absent: read-only. `before` is what the file must hold now; null where it does not matter. */
  write?(path: string, text: string, before: string | null): Promise<FileResult<{ readonly isWritten: boolean }>>
  remove?(path: string): Promise<FileResult<object>>
}

export const notFound = (path: string): FileResult<never> => ({
  ok: false,
  code: 'not_found',
  message: `There is no ${path}. Look with ls or glob.`,
})
