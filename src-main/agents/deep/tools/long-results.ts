/** Results that are too long for the model: it gets the head, the whole lies in a file that it can read in parts. */
import type { FileSpace } from '../../files/types.ts'

/** Characters of a result that go to a model with this window, in tokens: at most about a sixth of it. */
export function resultLimit(contextWindow: number): number {
  return Math.min(80_000, Math.max(4_000, Math.floor(contextWindow * 0.6)))
}

const HEAD = 2_000

/** Tools whose results come in parts already: what is too long is asked for in smaller ones. */
const paged = new Set(['read_file', 'grep', 'ls', 'glob'])

/** @returns What the model is given in place of `text`. */
export async function shortened(
  { callId, tool, text, limit }: { callId: string; tool: string; text: string; limit: number },
  files: Pick<FileSpace, 'write'>,
): Promise<string> {
  if (text.length <= limit) return text
  if (paged.has(tool))
    return `${head(text, limit)}\n[Cut: ${text.length} characters are more than you can be given at once. Ask for a smaller part.]`
  const path = `/large_tool_results/${callId.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 100)}.txt`
  const kept = await files.write(path, text)
  const start = `[This is the beginning of a result of ${text.length} characters.`
  return kept.ok
    ? `${start} The whole lies in ${path}: read it in parts with read_file, or search it with grep.]\n${head(text, HEAD)}`
    : `${start} The rest could not be kept: ${kept.message} Ask for less.]\n${head(text, limit)}`
}

const head = (text: string, chars: number) => text.slice(0, chars).replace(/[\ud800-\udbff]$/, '')
