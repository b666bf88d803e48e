/** What a session is opened over: a program that was started, or a remote server; made anew for every session. */
import type { FetchLike } from '@modelcontextprotocol/client'
import type { StdioTransport } from '../launch/stdio-transport.ts'
import type { ServerEntry, ServerValues } from '../model/server-entry.ts'
import { type RemoteAuth, remoteWire, serverUrl } from './remote-wire.ts'
import { WatchedPipe, WatchedTransport } from './watched-transport.ts'

export interface Wire {
  readonly transport: WatchedTransport
  /** Of a program. */
  readonly pipe: StdioTransport | null
  readonly terminate?: () => Promise<void>
}

export function pipeWire(pipe: StdioTransport, onAnswer: () => void): Wire {
  return { transport: new WatchedPipe(pipe, onAnswer), pipe }
}

export interface HttpWireOptions {
  readonly kind: 'http' | 'sse'
  readonly entry: ServerEntry
  readonly values: ServerValues
  readonly auth: RemoteAuth | null
  readonly fetch: FetchLike
  readonly onAnswer: () => void
}

export function httpWire({ kind, entry, values, auth, fetch, onAnswer }: HttpWireOptions): Wire {
  const { target } = entry
  if (target.kind === 'stdio') throw new Error('a program is not reached over HTTP')
  const url = serverUrl(target, entry.name)
  const { transport, terminate } = remoteWire({ kind, url, target, values, auth, fetch })
  return { transport: new WatchedTransport(transport, onAnswer), pipe: null, terminate }
}
