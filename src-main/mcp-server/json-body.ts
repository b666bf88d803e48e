/** Reads a request's JSON body under limits: media type, size, time, encoding and nesting. */
import type { IncomingMessage } from 'node:http'
import { INVALID_REQUEST, PARSE_ERROR, REFUSED } from './json-rpc.ts'

export const MAX_BODY_BYTES = 4 * 1024 * 1024
/** A body of a few kilobytes takes milliseconds on loopback; this stops a client that drips it. */
export const BODY_DEADLINE_MS = 30_000
export const MAX_JSON_DEPTH = 64

export type JsonBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly status: number; readonly code: number; readonly message: string }

export interface JsonBodyLimits {
  readonly maxBytes?: number
  readonly deadlineMs?: number
}

const refused = (status: number, code: number, message: string): JsonBody => ({ ok: false, status, code, message })

/**
 * Only `application/json` is read (415 otherwise), so no form and no `text/plain` that a foreign page can send without
 * a preflight ever reaches a handler. 413 over the size, 408 over the time, 400 for what is no JSON text.
 */
export async function readJsonBody(request: IncomingMessage, limits: JsonBodyLimits = {}): Promise<JsonBody> {
  const { maxBytes = MAX_BODY_BYTES, deadlineMs = BODY_DEADLINE_MS } = limits
  if (!isJsonMediaType(request.headers['content-type'])) {
    return refused(415, REFUSED, 'The body must be sent as Content-Type: application/json.')
  }
  const coding = request.headers['content-encoding']
  if (coding !== undefined && coding !== 'identity') {
    return refused(415, REFUSED, 'The body must be sent without a content encoding.')
  }
  const tooLarge = refused(413, REFUSED, `The body must not be larger than ${maxBytes} bytes.`)
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return tooLarge
  const bytes = await readBytes(request, maxBytes, deadlineMs)
  if (bytes === 'too-large') return tooLarge
  if (bytes === 'too-slow') return refused(408, REFUSED, `The body did not arrive within ${deadlineMs / 1000} s.`)
  if (bytes === 'broken') return refused(400, PARSE_ERROR, 'Parse error: the body ended early.')
  if (jsonDepthExceeds(bytes, MAX_JSON_DEPTH)) {
    return refused(400, INVALID_REQUEST, `Invalid request: nested deeper than ${MAX_JSON_DEPTH} levels.`)
  }
  try {
    return { ok: true, value: JSON.parse(utf8.decode(bytes)) }
  } catch {
    return refused(400, PARSE_ERROR, 'Parse error: the body is not JSON in UTF-8.')
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** What is left of a body that nobody reads may come in for this long; then the connection goes. */
const ABANDONED_BODY_MS = 5_000

/** For a request that was refused unread: node throws away the rest of its body, and this ends one that has no end. */
export function abandonBody(request: IncomingMessage): void {
  if (request.complete) return
  const timer = setTimeout(() => request.destroy(), ABANDONED_BODY_MS)
  request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}

function isJsonMediaType(contentType: string | undefined): boolean {
  const [type = ''] = (contentType ?? '').split(';')
  return type.trim().toLowerCase() === 'application/json'
}

type Bytes = Buffer | 'too-large' | 'too-slow' | 'broken'

/** At most `maxBytes` within `deadlineMs`; what is left is the caller’s to abandon. */
export function readBytes(request: IncomingMessage, maxBytes: number, deadlineMs: number): Promise<Bytes> {
  // Its events are over, and nothing would end the wait but the deadline.
  if (request.destroyed && !request.complete) return Promise.resolve('broken')
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const end = (result: Bytes) => {
      clearTimeout(timer)
      request.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken)
      resolve(result)
    }
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) end('too-large')
      else chunks.push(chunk)
    }
    const onEnd = () => end(Buffer.concat(chunks))
    const onBroken = () => end('broken')
    const timer = setTimeout(() => end('too-slow'), deadlineMs)
    request.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken)
  })
}

/** Whether JSON text nests arrays and objects deeper than `limit`; brackets inside strings do not count. */
export function jsonDepthExceeds(text: Uint8Array, limit: number): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const byte = text[at]
    if (inString) {
      if (byte === 0x5c) at++
      else if (byte === 0x22) inString = false
    } else if (byte === 0x22) inString = true
    else if (byte === 0x5b || byte === 0x7b) {
      depth++
      if (depth > limit) return true
    } else if (byte === 0x5d || byte === 0x7d) depth--
  }
  return false
}
