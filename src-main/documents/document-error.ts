/** Why a document cannot be read, for whoever asked for it, a model included. */

export type DocumentFaultCode =
  /** A kind of file that holds no text, or none that is known here. */
  | 'unsupported'
  /** It was read, and there is no text in it. */
  | 'nothing_readable'
  /** It needs a password. */
  | 'protected'
  | 'damaged'
  /** It unpacks to far more than a document does. */
  | 'unsafe'
  | 'too_large'
  | 'too_long'

/** `message` names the document and says what else can be done. Trying again gives the same. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError'
  readonly code: DocumentFaultCode
  constructor(code: DocumentFaultCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
