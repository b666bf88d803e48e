/** Names a file by its first bytes, for messages: "not a zip archive; it looks like a JPEG image". */

const SIGNATURES: readonly (readonly [bytes: readonly number[], kind: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'a zip archive'],
  [[0x50, 0x4b, 0x05, 0x06], 'an empty zip archive'],
  [[0x1f, 0x8b], 'a gzip file'],
  [[0xff, 0xd8, 0xff], 'a JPEG image'],
  [[0x89, 0x50, 0x4e, 0x47], 'a PNG image'],
  [[0x47, 0x49, 0x46, 0x38], 'a GIF image'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF document'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'a 7-Zip archive'],
  [[0x52, 0x61, 0x72, 0x21], 'a RAR archive'],
  [[0x42, 0x5a, 0x68], 'a bzip2 file'],
  [[0xfd, 0x37, 0x7a, 0x58], 'an xz file'],
  [[0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], 'an SQLite database'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Office document'],
  [[0x7f, 0x45, 0x4c, 0x46], 'a program'],
  [[0x4d, 0x5a], 'a Windows program'],
]

/** A few words with an article, or null when the bytes are not known. */
export function fileKind(head: Uint8Array): string | null {
  for (const [bytes, kind] of SIGNATURES) {
    if (bytes.every((byte, i) => head[i] === byte)) return kind
  }
  const brand = Buffer.from(head.subarray(4, 12)).toString('latin1')
  if (/^ftyp(?:heic|heix|mif1|msf1)/.test(brand)) return 'a HEIC image'
  if (brand.startsWith('ftyp')) return 'a video'
  if (brand.endsWith('WEBP') || Buffer.from(head.subarray(0, 4)).toString('latin1') === 'RIFF') return 'a media file'
  const text = Buffer.from(head.subarray(0, 512)).toString('utf8').trimStart()
  if (/^<!doctype html|^<html/i.test(text)) return 'a web page'
  if (/<ClinicalDocument[\s>]/.test(Buffer.from(head.subarray(0, 4096)).toString('latin1')))
    return 'a clinical document (CDA)'
  if (/^[[{]/.test(text)) return 'a JSON file'
  return null
}

export function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && (head[2] === 0x03 || head[2] === 0x05 || head[2] === 0x07)
}

export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b
}
