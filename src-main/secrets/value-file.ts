/** A small JSON file of named texts, 0600, replaced as a whole at every change; one change after the other. */
import { chmod, readFile, rm } from 'node:fs/promises'
import { replaceFile } from '../config/whole-file.ts'

/** Where the texts are in the file and what else it says. */
export interface ValueFormat {
  /** Throws when the content is not what this format writes. */
  read(content: unknown): Map<string, string>
  write(values: ReadonlyMap<string, string>): unknown
}

export interface ValueFile {
  /** Empty when there is no file. */
  read(): Promise<Map<string, string>>
  /** `edit` answers whether it changed anything. A file without values is removed. */
  change(edit: (values: Map<string, string>) => boolean): Promise<void>
}

export function valueFile(path: string, format: ValueFormat): ValueFile {
  let last: Promise<unknown> = Promise.resolve()
  const read = async (): Promise<Map<string, string>> => {
    let text: string
    try {
      text = await readFile(path, 'utf8')
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map()
      throw error
    }
    if (process.platform !== 'win32') await chmod(path, 0o600)
    return format.read(parsed(text))
  }
  return {
    read: async () => {
      await last
      return read()
    },
    change(edit) {
      // Each reads what the one before wrote.
      const next = last.then(async () => {
        const values = await read()
        if (!edit(values)) return
        if (values.size === 0) await rm(path, { force: true })
        else await replaceFile(path, `${JSON.stringify(format.write(values), null, 2)}\n`, 0o600)
      })
      last = next.catch(() => {})
      return next
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The entries of an object whose values are all texts; null for anything else. */
export function textEntries(value: unknown): Map<string, string> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const values = new Map<string, string>()
  for (const [name, text] of Object.entries(value)) {
    if (typeof text !== 'string') return null
    values.set(name, text)
  }
  return values
}
