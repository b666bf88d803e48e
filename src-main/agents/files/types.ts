/** The files that an agent sees, and where each folder comes from. */
import type { ConversationFiles } from '../../chat/chat-types.ts'
import type { RunGate } from '../../registry/approval/run-gate.ts'
import type { Attachment } from '../events.ts'

/** What came into a conversation as a file. */
export interface AttachmentView extends Attachment {
  readonly createdAt: string
}

/** A note that was kept about the person, with how it came to be. */
export interface MemoryNote {
  readonly path: string
  readonly text: string
  readonly changedAt: string
  readonly provenance: {
    readonly conversationId: string | null
    readonly agent: string
    readonly approvedAt: string
    /** What strangers' text that conversation had read; such a note is labelled for the model. */
    readonly untrusted: readonly string[]
  } | null
}

export interface FileEntry {
  readonly path: string
  readonly isDirectory: boolean
  readonly bytes: number
  readonly changedAt: string | null
}

export type FileFaultCode =
  | 'not_found'
  | 'is_directory'
  | 'bad_path'
  | 'read_only'
  | 'too_large'
  | 'not_text'
  | 'nothing_readable'
  | 'not_unique'
  | 'no_match'
  | 'bad_pattern'
  | 'not_approved'
  | 'no_space'
  /** The files could not be reached now; the log says why. */
  | 'failed'

/** Failures are values: an agent reads them and goes on. `message` says what to do. */
export type FileResult<T> =
  | ({ readonly ok: true } & T)
  | { readonly ok: false; readonly code: FileFaultCode; readonly message: string }

export type FileContent =
  | {
      readonly kind: 'text'
      readonly text: string
      /** 1-based, inclusive. */
      readonly startLine: number
      readonly endLine: number
      readonly totalLines: number
      /** Offset of the next page; null at the end. */
      readonly nextOffset: number | null
    }
  /** For models that take it natively. */
  | { readonly kind: 'binary'; readonly bytes: Uint8Array; readonly mime: string }

/** Whether the model and its transport take these natively; else their text is handed on. */
export interface NativeKinds {
  readonly images: boolean
  readonly pdf: boolean
}

/** The files of one run. Paths are absolute; `..`, `~` and `//` are refused. Never throws. */
export interface FileSpace {
  ls(path: string): Promise<FileResult<{ readonly entries: readonly FileEntry[] }>>
  /** `offset` 0-based line, `limit` lines (2000). */
  read(path: string, offset?: number, limit?: number): Promise<FileResult<{ readonly content: FileContent }>>
  /** The whole text (documents as text) or bytes, whatever the model takes; for the library of agents. */
  raw(
    path: string,
  ): Promise<FileResult<{ readonly text: string | null; readonly bytes: Uint8Array | null; readonly mime: string }>>
  write(path: string, text: string): Promise<FileResult<{ readonly path: string }>>
  edit(
    path: string,
    before: string,
    after: string,
    all?: boolean,
  ): Promise<FileResult<{ readonly path: string; readonly occurrences: number }>>
  remove(path: string): Promise<FileResult<{ readonly path: string }>>
  glob(pattern: string, path?: string): Promise<FileResult<{ readonly entries: readonly FileEntry[] }>>
  /** Case-insensitive regular expression, else the words as they stand. Searches the text of documents too. */
  grep(
    pattern: string,
    path?: string,
    glob?: string,
    limit?: number,
  ): Promise<
    FileResult<{ readonly matches: readonly { path: string; line: number; text: string }[]; readonly isCut: boolean }>
  >
}

export interface SpaceOpening {
  /** Who asks: their uploads, library and notes. */
  readonly userId: number
  /** Null for a run that nothing keeps: its scratch files are in memory. */
  readonly conversationId: string | null
  /** Upper case, for the skills it may read; kept with notes in lower case. */
  readonly agent: string
  /** Of this question; those of earlier questions of the conversation follow them. */
  readonly attachments: readonly Attachment[]
  readonly native: NativeKinds
  readonly gate: RunGate
  /** Id of the tool call that is going on, for what is asked of the person. */
  readonly callIdOf?: () => string | null
  /** The run's. */
  readonly signal?: AbortSignal
}

/** Files of agents: what they see in a run, and what pages and conversations do with them. */
export interface AgentFiles extends ConversationFiles {
  openSpace(opening: SpaceOpening): FileSpace

  /** Keeps a file for a question that is not sent yet; dropped after seven days. Throws AttachmentError. */
  attach(
    userId: number,
    file: { readonly name?: string } & ({ readonly path: string } | { readonly bytes: Uint8Array }),
    signal?: AbortSignal,
  ): Promise<AttachmentView>
  /** Takes an unsent one away; false for one that is sent, or is not theirs. */
  remove(userId: number, id: string): Promise<boolean>
  /** A file of a conversation for looking at it; null when there is none. */
  show(
    userId: number,
    conversationId: string,
    path: string,
  ): Promise<{ readonly mime: string; readonly text: string | null; readonly base64: string | null } | null>
  /** What came into a conversation and what agents wrote in it. */
  list(userId: number, conversationId: string): Promise<FileEntry[]>

  notes(userId: number): Promise<MemoryNote[]>
  /** By the person: no provenance. Throws AttachmentError 'bad_note'. Returns the path as agents see it. */
  writeNote(userId: number, path: string, text: string): Promise<string>
  removeNote(userId: number, path: string): Promise<boolean>

  close(): Promise<void>
}
