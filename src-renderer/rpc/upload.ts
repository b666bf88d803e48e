/** Streams one file to the hub that served this page, with progress. Browser mode only; the window hands paths over. */
import { i18n } from '../i18n/index.ts'

/** `message` says what happened, `hint` what to do. */
export class UploadError extends Error {
  override readonly name = 'UploadError'
  readonly code: 'refused' | 'interrupted' | 'cancelled'
  readonly hint: string
  constructor(code: UploadError['code'], message: string, hint: string) {
    super(message)
    this.code = code
    this.hint = hint
  }
}

export interface UploadRequest {
  file: File
  signal: AbortSignal
  /** Bytes sent so far. */
  onProgress: (sentBytes: number) => void
}

/** Answers the upload's id for `imports.start`. XMLHttpRequest, because fetch tells no upload progress. */
export function uploadFile({ file, signal, onProgress }: UploadRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    signal.addEventListener('abort', abort)
    request.upload.onprogress = (event) => onProgress(event.loaded)
    request.onload = () => {
      const id = request.status < 300 ? uploadId(request.responseText) : null
      if (id) resolve(id)
      else reject(new UploadError('refused', refusal(request), i18n.t('importing:uploadRefusedHint')))
    }
    request.onerror = () =>
      reject(
        new UploadError(
          'interrupted',
          i18n.t('importing:uploadInterrupted'),
          i18n.t('importing:uploadInterruptedHint'),
        ),
      )
    request.onabort = () => reject(new UploadError('cancelled', i18n.t('importing:cancelled'), ''))
    request.onloadend = () => signal.removeEventListener('abort', abort)
    request.open('POST', '/api/upload')
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.setRequestHeader('x-file-name', encodeURIComponent(file.name))
    request.send(file)
  })
}

function parsed(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function uploadId(body: string): string | null {
  const { upload } = parsed(body)
  return typeof upload === 'string' ? upload : null
}

function refusal(request: XMLHttpRequest): string {
  const { message, error } = parsed(request.responseText)
  if (typeof message === 'string') return message
  if (typeof error === 'string') return error
  return i18n.t('importing:uploadRefused', { status: request.status })
}
