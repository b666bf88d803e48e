/** Why the HTTP server does not come up, with the way out. */

export type HttpServerErrorCode = 'port_taken' | 'port_refused' | 'not_loopback' | 'listen_failed'

export class HttpServerError extends Error {
  override readonly name = 'HttpServerError'
  readonly code: HttpServerErrorCode
  readonly hint: string
  constructor(code: HttpServerErrorCode, message: string, hint: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.hint = hint
  }
}
