/** Encodings of text files. */

/** Bytes as UTF-8 whatever the byte-order mark says. Apple writes UTF-8; editors on Windows re-save as UTF-16. */
export async function* asUtf8(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let decoder: TextDecoder | null = null
  let first = true
  for await (const chunk of chunks) {
    if (first && chunk.length >= 2) {
      first = false
      if (chunk[0] === 0xff && chunk[1] === 0xfe) decoder = new TextDecoder('utf-16le')
      else if (chunk[0] === 0xfe && chunk[1] === 0xff) decoder = new TextDecoder('utf-16be')
    }
    yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true }), 'utf8') : chunk
  }
}
