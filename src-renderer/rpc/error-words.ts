/** Any thrown thing as words for a person: what happened, what to do, and details to copy. */
import { i18n } from '../i18n/index.ts'

export interface ErrorWords {
  message: string
  hint: string | null
  code: string | null
  details: string
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Reads `message`, `code` and a `hint` that the hub sends either beside them or in `data`. */
export function errorWords(error: unknown): ErrorWords {
  if (!isRecord(error)) {
    const message = String(error)
    return { message, hint: null, code: null, details: message }
  }
  const data = isRecord(error.data) ? error.data : {}
  const message = text(error.message) ?? text(data.message) ?? i18n.t('unknownError')
  const code = text(data.code) ?? text(error.code)
  const hint = text(data.hint) ?? text(error.hint)
  return { message, hint, code, details: [code, message, hint].filter(Boolean).join(' · ') }
}
