/** How the lines of a child become text and ours become bytes, in the encoding that its entry names. Pure. */
import type { StdioTarget } from '../model/server-entry.ts'

export interface LineCodec {
  /** The bytes of a line feed. */
  readonly newline: Uint8Array
  /** Throws TypeError where `strict` meets bytes that are no text. */
  decode(line: Buffer): string
  /** A message and the line feed after it. */
  encode(message: unknown): Buffer
}

/**
 * Throws RangeError for a label that TextDecoder does not know.
 *
 * What we send is ASCII in every encoding but UTF-8, with `\u` escapes (RFC 8259 section 7): every other encoding that
 * TextDecoder knows, UTF-16 aside, holds ASCII as it is, so no encoder is needed.
 */
export function lineCodec({ encoding, encodingErrors }: Pick<StdioTarget, 'encoding' | 'encodingErrors'>): LineCodec {
  const decoder = new TextDecoder(encoding, { fatal: encodingErrors === 'strict' })
  const decode = (line: Buffer): string => {
    const text = decoder.decode(line)
    // Bytes that are no text have become U+FFFD; one that was sent as such has nothing to tell either.
    return encodingErrors === 'ignore' ? text.replaceAll('\uFFFD', '') : text
  }
  switch (decoder.encoding) {
    case 'utf-8':
      return { newline: lf, decode, encode: (message) => Buffer.from(`${JSON.stringify(message)}\n`, 'utf8') }
    case 'utf-16le':
      return { newline: Buffer.from('\n', 'utf16le'), decode, encode: utf16 }
    case 'utf-16be':
      return {
        newline: Buffer.from('\n', 'utf16le').swap16(),
        decode,
        encode: (message) => utf16(message).swap16(),
      }
    default:
      return { newline: lf, decode, encode: (message) => Buffer.from(`${asciiJson(message)}\n`, 'latin1') }
  }
}

const lf = Buffer.from('\n')

const utf16 = (message: unknown): Buffer => Buffer.from(`${JSON.stringify(message)}\n`, 'utf16le')

function asciiJson(message: unknown): string {
  return JSON.stringify(message).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
