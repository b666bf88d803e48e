/** The messages between a Database and the thread that runs the embedded engine. */

import type { MessagePort } from 'node:worker_threads'

/** What the worker is started with. */
export interface EngineStart {
  /** The cluster's directory; it exists and has passed preflight. */
  readonly clusterDir: string
  /** True on the second try after a failed open: the engine then tells why. */
  readonly explain: boolean
}

/** Over a link (one MessagePort per client thread): protocol bytes of numbered sockets, and bulk loads. */
export type LinkRequest =
  | { readonly type: 'bytes'; readonly socket: number; readonly bytes: Uint8Array }
  | { readonly type: 'end'; readonly socket: number }
  | {
      readonly type: 'bulk'
      readonly id: number
      readonly sql: string
      readonly table: string
      readonly data: Uint8Array
    }

export type LinkReply =
  | { readonly type: 'bytes'; readonly socket: number; readonly bytes: Uint8Array }
  /** The engine let the socket go, e.g. because it held a transaction too long. */
  | { readonly type: 'closed'; readonly socket: number; readonly reason: string }
  | { readonly type: 'bulk'; readonly id: number; readonly rows: number }
  | { readonly type: 'bulk-failed'; readonly id: number; readonly error: EngineFault }

/** Over the worker's own port, from and to the thread that owns it. */
export type OwnerRequest =
  | { readonly type: 'link'; readonly port: MessagePort }
  | { readonly type: 'backup'; readonly id: number; readonly file: string }
  | { readonly type: 'close' }

export type OwnerReply =
  | { readonly type: 'ready'; readonly fsyncs: number; readonly openMs: number }
  | { readonly type: 'open-failed'; readonly message: string; readonly log: readonly string[] }
  | { readonly type: 'done'; readonly id: number }
  | { readonly type: 'failed'; readonly id: number; readonly error: EngineFault }
  /** The engine stopped for good (a PANIC); the worker exits after this. */
  | { readonly type: 'fatal'; readonly message: string }
  | { readonly type: 'log'; readonly level: 'debug' | 'info' | 'warn'; readonly message: string }
  | { readonly type: 'closed' }

/** A PostgreSQL error with the fields that survive a thread boundary. */
export interface EngineFault {
  readonly message: string
  readonly code?: string
  readonly detail?: string
  readonly hint?: string
  readonly where?: string
}
