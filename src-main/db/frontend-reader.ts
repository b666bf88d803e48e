/**
 * Cuts one socket's bytes into batches that the engine can run whole: a simple query, or everything up to Sync or
 * Flush. Refuses what would end or confuse the engine's only session. PostgreSQL docs, chapter "Frontend/Backend
 * Protocol".
 */

import { containsCopy } from './copy-guard.ts'

export type Batch =
  | { readonly kind: 'startup' }
  /** `keeps`: ended by Flush, so more of the same extended query follows. */
  | { readonly kind: 'run'; readonly bytes: Uint8Array; readonly keeps: boolean }
  | { readonly kind: 'refuse'; readonly message: string; readonly hint: string }
  | { readonly kind: 'end' }

interface Refusal {
  readonly message: string
  readonly hint: string
}

const copyRefusal: Refusal = {
  message: 'COPY is not available on a connection of the embedded database',
  hint: 'Load rows with Database.bulkLoad.',
}
const nameRefusal: Refusal = {
  message: 'Named prepared statements are not available on the embedded database: its one session is shared',
  hint: 'Leave out the statement name.',
}

const decoder = new TextDecoder()

export class FrontendReader {
  #pending: Uint8Array = new Uint8Array(0)
  #parts: Uint8Array[] = []
  #refusal: Refusal | null = null
  #started = false

  /** Takes bytes as they arrive and returns the batches that are complete with them. */
  push(bytes: Uint8Array): Batch[] {
    const data = this.#pending.length === 0 ? bytes : join([this.#pending, bytes])
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    const batches: Batch[] = []
    let at = 0
    if (!this.#started) {
      if (data.length < 4 || data.length < view.getInt32(0)) {
        this.#pending = data
        return batches
      }
      at = Math.max(4, view.getInt32(0))
      this.#started = true
      batches.push({ kind: 'startup' })
    }
    let batchStart = at
    while (at + 5 <= data.length) {
      const end = at + 1 + Math.max(4, view.getInt32(at + 1))
      if (end > data.length) break
      const type = String.fromCharCode(data[at] ?? 0)
      this.#refusal ??= refusalOf(type, data.subarray(at + 5, end))
      at = end
      if (type === 'X') {
        batches.push({ kind: 'end' })
        batchStart = at
      } else if (type === 'Q' || type === 'S' || type === 'H' || (this.#refusal !== null && !isExtended(type))) {
        batches.push(...this.#complete(type, data.subarray(batchStart, at)))
        batchStart = at
      }
    }
    if (at > batchStart) this.#parts.push(data.slice(batchStart, at))
    this.#pending = data.slice(at)
    return batches
  }

  #complete(type: string, last: Uint8Array): Batch[] {
    const parts = this.#parts
    this.#parts = []
    const refusal = this.#refusal
    if (refusal === null) return [{ kind: 'run', bytes: join([...parts, last]), keeps: type === 'H' }]
    // After an error everything up to Sync is skipped; Flush alone does not end that.
    if (type === 'H') return []
    this.#refusal = null
    return [{ kind: 'refuse', ...refusal }]
  }
}

/** Messages of an extended query, which ends with Sync. */
function isExtended(type: string): boolean {
  return 'PBDECHS'.includes(type)
}

function refusalOf(type: string, body: Uint8Array): Refusal | null {
  if (type === 'Q') return containsCopy(text(body, 0).value) ? copyRefusal : null
  if (type === 'P') {
    const name = text(body, 0)
    if (name.value !== '') return nameRefusal
    return containsCopy(text(body, name.end).value) ? copyRefusal : null
  }
  if ('BDECHSX'.includes(type)) return null
  return { message: `Protocol message '${type}' is not available on the embedded database`, hint: 'Use plain queries.' }
}

/** A zero-ended text at `start`. */
function text(body: Uint8Array, start: number): { value: string; end: number } {
  const zero = body.indexOf(0, start)
  const stop = zero < 0 ? body.length : zero
  return { value: decoder.decode(body.subarray(start, stop)), end: stop + 1 }
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const only = parts[0]
  if (parts.length === 1 && only !== undefined) return only
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}
