/** Reads the form bodies that OAuth's RFCs ask for, under limits. JSON is refused here, as they say. */
import type { IncomingMessage } from 'node:http'
import { readBytes } from '../json-body.ts'

export const MAX_OAUTH_BODY_BYTES = 16 * 1024
export const OAUTH_BODY_DEADLINE_MS = 10_000

export type FormBody =
  | { readonly ok: true; readonly form: URLSearchParams }
  | { readonly ok: false; readonly status: number; readonly description: string }

export interface FormBodyLimits {
  readonly maxBytes?: number
  readonly deadlineMs?: number
}

export async function readFormBody(request: IncomingMessage, limits: FormBodyLimits = {}): Promise<FormBody> {
  const { maxBytes = MAX_OAUTH_BODY_BYTES, deadlineMs = OAUTH_BODY_DEADLINE_MS } = limits
  const refused = (status: number, description: string): FormBody => ({ ok: false, status, description })
  const [type = ''] = (request.headers['content-type'] ?? '').split(';')
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded') {
    return refused(415, 'The body must be sent as application/x-www-form-urlencoded.')
  }
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return refused(413, 'The body is too large.')
  const bytes = await readBytes(request, maxBytes, deadlineMs)
  if (bytes === 'too-large') return refused(413, 'The body is too large.')
  if (bytes === 'too-slow') return refused(408, 'The body did not arrive in time.')
  if (bytes === 'broken') return refused(400, 'The body did not arrive whole.')
  const form = new URLSearchParams(bytes.toString('utf8'))
  for (const [name, value] of form) {
    // No text of ours holds NUL, and PostgreSQL stores none.
    if (name.includes('\0') || value.includes('\0')) return refused(400, 'The body is not a form.')
  }
  return { ok: true, form }
}
