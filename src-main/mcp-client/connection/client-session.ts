/** One MCP session: a client of the SDK on one transport, with its handshake done. */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  Client,
  type DiscoverResult,
  type JsonSchemaValidator,
  type JsonSchemaValidatorResult,
  type jsonSchemaValidator,
} from '@modelcontextprotocol/client'
import { version } from '../../config/version.ts'
import type { ServerSettings } from '../model/server-entry.ts'
import { capabilitiesOf } from './capabilities.ts'
import type { KnownEra } from './era-verdict.ts'
import { WatchedPipe, type WatchedTransport } from './watched-transport.ts'

export interface ClientSession {
  readonly client: Client
  readonly transport: WatchedTransport
  readonly era: 'modern' | 'legacy'
  readonly protocolVersion: string
  /** Ends the session at the server where there is one, and the transport. Never rejects. */
  close(): Promise<void>
}

export interface SessionOptions {
  readonly transport: WatchedTransport
  readonly asks: ServerSettings['asks']
  /** Era known beforehand: no question about it is asked. */
  readonly era: KnownEra['era'] | null
  /** Of a session before this one, of a modern server: there is no handshake to do again. */
  readonly discover?: DiscoverResult
  readonly connectMs: number
  /** Registers handlers before anything is sent. */
  readonly prepare: (client: Client) => void
  /** Told to the server when the session ends (DELETE), where the transport has that. */
  readonly terminate?: () => Promise<void>
  readonly signal: AbortSignal
}

/** A longer silence of a program that was asked for its era: it belongs to the older one. */
const PROBE_SHARE = 0.5
/** For a server to hear that its session is over. */
const TERMINATE_MS = 1_000

/**
 * Connects and negotiates. Rejects with what the SDK threw, or with the signal's reason; the transport is closed then.
 */
export async function openSession(options: SessionOptions): Promise<ClientSession> {
  const { transport, connectMs, signal } = options
  // The limit is the caller's signal; the SDK's own must not come first and say less.
  const handshakeMs = connectMs * 2
  const isPipe = transport instanceof WatchedPipe
  const client = new Client(
    { name: 'mirohub', title: 'Mirohub', version },
    {
      capabilities: capabilitiesOf(options.asks),
      // A program on a pipe that keeps silent is an old one; over HTTP silence is an outage, and the limit is ours.
      versionNegotiation: {
        mode: 'auto',
        probe: { timeoutMs: options.era !== 'modern' && isPipe ? connectMs * PROBE_SHARE : handshakeMs },
      },
      jsonSchemaValidator: acceptingValidator,
    },
  )
  options.prepare(client)
  const onAbort = () => void transport.close().catch(() => {})
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    signal.throwIfAborted()
    const prior = options.discover
      ? ({ kind: 'modern', discover: options.discover } as const)
      : options.era === 'legacy'
        ? ({ kind: 'legacy' } as const)
        : undefined
    await client.connect(transport, { timeout: handshakeMs, signal, prior })
    signal.throwIfAborted()
  } catch (error) {
    await client.close().catch(() => {})
    await transport.close().catch(() => {})
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
  return {
    client,
    transport,
    era: client.getProtocolEra() === 'modern' ? 'modern' : 'legacy',
    protocolVersion: client.getNegotiatedProtocolVersion() ?? '',
    async close() {
      await Promise.race([options.terminate?.().catch(() => {}), sleep(TERMINATE_MS, undefined, { ref: false })])
      await client.close().catch(() => {})
      await transport.close().catch(() => {})
    },
  }
}

/**
 * Schemas of a server are not compiled here: a hostile one would take the time of everybody (security X7). Whoever uses
 * a result validates it under limits.
 */
const acceptingValidator: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input: unknown): JsonSchemaValidatorResult<T> => accepted(input)
  },
}

function accepted<T>(input: unknown): JsonSchemaValidatorResult<T> {
  return { valid: true, data: input as T, errorMessage: undefined }
}
