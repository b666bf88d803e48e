/** Lines of a text stream: any line end, a cap on their length, bytes as UTF-8 or what the byte-order mark says. */
import { ImportError } from '../reader.ts'
import { asUtf8 } from '../text-encoding.ts'

export const MAX_LINE = 1 << 20

/**
 * Yields blocks of whole lines, without their ends.
 *
 * @throws {ImportError} 'damaged-file' for a line above 1 MiB: no text format of genotypes has one.
 */
export async function* lineBlocks(chunks: AsyncIterable<Uint8Array>, fileName: string): AsyncIterable<string[]> {
  const decoder = new TextDecoder('utf-8')
  let rest = ''
  for await (const chunk of asUtf8(chunks)) {
    const text = rest + decoder.decode(chunk, { stream: true })
    const lines = text.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE) throw tooLong(fileName)
    for (const line of lines) if (line.length > MAX_LINE) throw tooLong(fileName)
    if (lines.length > 0) yield lines
  }
  const last = (rest + decoder.decode()).replace(/\r$/, '')
  if (last !== '') yield [last]
}

function tooLong(fileName: string): ImportError {
  return new ImportError(
    'damaged-file',
    `${fileName} has a line longer than 1 MiB, as no genotype file does.`,
    'Download the raw data again from the provider.',
  )
}
