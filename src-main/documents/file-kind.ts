/** What a file is, by its content first and its name second. Pure. */

export const officeTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
} as const

const textEndings: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  markdown: 'text/markdown',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  ndjson: 'application/x-ndjson',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  htm: 'text/html',
  html: 'text/html',
  svg: 'image/svg+xml',
}

/** Of plain text, so that a name alone does not make a picture of it. */
const textual =
  /\.(txt|toml|ini|log|py|js|ts|rs|go|java|c|h|cpp|sh|sql|tex|rst|srt|vtt|ics|eml|vcf|hl7|md|markdown|csv|tsv|json|jsonl|ndjson|xml|yaml|yml)$/i

/** First bytes in hexadecimal, and those from the fifth or ninth on where a container says there what it holds. */
const signatures: readonly {
  readonly start?: string
  readonly at4?: string
  readonly at8?: string
  readonly type: string
}[] = [
  { start: '255044462d', type: 'application/pdf' },
  { start: '89504e470d0a1a0a', type: 'image/png' },
  { start: 'ffd8ff', type: 'image/jpeg' },
  { start: '47494638', type: 'image/gif' },
  { start: '52494646', at8: '57454250', type: 'image/webp' },
  { start: '52494646', at8: '57415645', type: 'audio/wav' },
  { start: '49492a00', type: 'image/tiff' },
  { start: '4d4d002a', type: 'image/tiff' },
  { at4: '6674797068656963', type: 'image/heic' },
  { at4: '6674797068656978', type: 'image/heic' },
  { at4: '667479706d696631', type: 'image/heic' },
  { at4: '6674797061766966', type: 'image/avif' },
  { at4: '667479704d344120', type: 'audio/mp4' },
  { at4: '66747970', type: 'video/mp4' },
  { start: '494433', type: 'audio/mpeg' },
  { start: 'fffb', type: 'audio/mpeg' },
  { start: '4f676753', type: 'audio/ogg' },
  { start: '664c6143', type: 'audio/flac' },
  { start: '1a45dfa3', type: 'video/webm' },
  // Office documents of before 2007, and protected ones of today.
  { start: 'd0cf11e0a1b11ae1', type: 'application/x-ole-storage' },
  { start: '7b5c727466', type: 'application/rtf' },
  { start: '1f8b', type: 'application/gzip' },
  { start: '377abcaf271c', type: 'application/x-7z-compressed' },
  { start: '526172211a07', type: 'application/vnd.rar' },
]

/** A MIME type; `application/octet-stream` where nothing is known. */
export function fileKind(name: string, bytes: Uint8Array): string {
  const ending = /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const hex = Buffer.from(bytes.subarray(0, 32)).toString('hex')
  if (hex.startsWith('504b0304') || hex.startsWith('504b0506')) return zipKind(ending, bytes)
  for (const { start = '', at4 = '', at8 = '', type } of signatures)
    if (hex.startsWith(start) && hex.startsWith(at4, 8) && hex.startsWith(at8, 16)) return type
  if (!isText(bytes)) return 'application/octet-stream'
  const head = latin(bytes.subarray(0, 2048))
  if (/^\s*(?:<!doctype html|<html)/i.test(head)) return 'text/html'
  if (/^\s*(?:<\?xml[^>]*>\s*)?<svg[\s>]/i.test(head)) return 'image/svg+xml'
  return textEndings[ending] ?? 'text/plain'
}

/** A zip of an office program says what it is by the names of its entries, which stand in it uncompressed. */
function zipKind(ending: string, bytes: Uint8Array): string {
  const names = latin(bytes.subarray(Math.max(0, bytes.length - 65_536)))
  const start = latin(bytes.subarray(0, 8192))
  const holds = (entry: string) => names.includes(entry) || start.includes(entry)
  if (holds('word/document')) return officeTypes.docx
  if (holds('xl/workbook')) return officeTypes.xlsx
  if (holds('ppt/presentation')) return officeTypes.pptx
  if (ending === 'docx' || ending === 'xlsx' || ending === 'pptx') return officeTypes[ending]
  return 'application/zip'
}

function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}

/** Text has no zero bytes, but where each character takes two. */
function isText(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 8192)
  if (isWide(head)) return true
  let odd = 0
  for (const byte of head) {
    if (byte === 0) return false
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27) odd++
  }
  return odd <= head.length / 100
}

/** UTF-16, with its mark or without. */
export function isWide(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head.length < 4 || head.length % 2 !== 0) return null
  const isPrintable = (byte: number | undefined) =>
    byte !== undefined && (byte >= 32 || byte === 9 || byte === 10 || byte === 13)
  let little = 0
  let big = 0
  for (let at = 0; at + 1 < head.length; at += 2) {
    const [first, second] = [head[at], head[at + 1]]
    if (first === 0 && second === 0) return null
    if (second === 0 && isPrintable(first)) little++
    if (first === 0 && isPrintable(second)) big++
  }
  const most = (head.length / 2) * 0.4
  if (little > most && big === 0) return 'utf-16le'
  return big > most && little === 0 ? 'utf-16be' : null
}

/** Whether the content of such a file is text as it stands. */
export function isTextKind(type: string, name: string): boolean {
  if (/^(?:text\/|application\/(?:json|xml|yaml|x-yaml|x-ndjson|javascript|toml)|.*\+(?:json|xml)$)/.test(type))
    return true
  return type === '' && textual.test(name)
}
