/** One resource as a JSON file describes it. The file's own text may name a sibling file that holds the content. */
import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, relative, resolve, sep } from 'node:path'
import type { Resource } from '@modelcontextprotocol/server'
import * as z from 'zod'

/** As packaged widgets are a few hundred kilobytes, nothing honest is near this. */
const MAX_BYTES = 4 * 1024 * 1024

const description = z.object({
  uri: z.string().min(1),
  name: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  mimeType: z.string().optional(),
  _meta: z.record(z.string(), z.unknown()).optional(),
  text: z.string().optional(),
  /** A file beside this one whose text is the content. */
  _file: z.string().optional(),
})

export interface ResourceFile {
  readonly resource: Resource
  /** With its placeholders. */
  readonly text: string
}

/** What is wrong with a resource file, in words for the person who wrote it. */
export class ResourceFileError extends Error {
  override readonly name = 'ResourceFileError'
}

/** Throws ResourceFileError. */
export async function readResourceFile(path: string): Promise<ResourceFile> {
  const json = await boundedText(path)
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    throw new ResourceFileError(`it is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  const parsed = description.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new ResourceFileError(`${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'is not a resource'}`)
  }
  const { text, _file, name, ...rest } = parsed.data
  if (!URL.canParse(rest.uri)) throw new ResourceFileError(`uri: "${rest.uri}" is not a URI`)
  if (text === undefined && _file === undefined) throw new ResourceFileError('it has neither text nor _file')
  const content = text ?? (await boundedText(await sibling(path, _file ?? '')))
  return { resource: { ...rest, name: name ?? rest.uri }, text: content }
}

/** Only files of the same directory or below it: a resource must not publish what lies elsewhere. */
async function sibling(path: string, name: string): Promise<string> {
  const directory = await realpath(dirname(path))
  let target: string
  try {
    target = await realpath(resolve(directory, name))
  } catch {
    throw new ResourceFileError(`_file: there is no ${name} beside it`)
  }
  const inside = relative(directory, target)
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || resolve(directory, inside) !== target) {
    throw new ResourceFileError(`_file: ${name} lies outside the directory`)
  }
  return target
}

async function boundedText(path: string): Promise<string> {
  const { size } = await stat(path)
  if (size > MAX_BYTES) throw new ResourceFileError(`it is larger than ${MAX_BYTES / 1024 / 1024} MiB`)
  return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '')
}
