/** Base64 of MCP content as bytes. Pure. */

/** Null where the text is no base64 (RFC 4648; white space is skipped, padding may be missing). */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(text.replace(/\s+/g, '').replace(/=+$/, ''))
    const bytes = new Uint8Array(binary.length)
    for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index)
    return bytes
  } catch {
    return null
  }
}
