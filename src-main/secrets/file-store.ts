/** Secrets in a file that only its owner may read; used when a person chose it and never by itself. */

import { chmod, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SecretError, type SecretStore } from './secret-store.ts'

/** A store in `<dataDir>/secrets.json`, 0600, replaced as a whole at every change. */
export function fileStore(dataDir: string): SecretStore {
  const path = join(dataDir, 'secrets.json')
  let last: Promise<unknown> = Promise.resolve()
  /** One change after the other: each reads what the one before wrote. */
  const change = (edit: (values: Map<string, string>) => boolean): Promise<void> => {
    const next = last.then(async () => {
      const values = await readValues(path)
      if (edit(values)) await writeValues(path, values)
    })
    last = next.catch(() => {})
    return next
  }
  return {
    store: 'file',
    note: `Secrets are kept in ${path}, readable by you alone and not encrypted.`,
    get: async (name) => {
      await last
      return (await readValues(path)).get(name) ?? null
    },
    set: (name, value) =>
      change((values) => {
        values.set(name, value)
        return true
      }),
    delete: (name) => change((values) => values.delete(name)),
  }
}

async function readValues(path: string): Promise<Map<string, string>> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map()
    throw error
  }
  if (process.platform !== 'win32') await chmod(path, 0o600)
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw damaged(path)
  const values = new Map<string, string>()
  for (const [name, secret] of Object.entries(value)) {
    if (typeof secret !== 'string') throw damaged(path)
    values.set(name, secret)
  }
  return values
}

async function writeValues(path: string, values: ReadonlyMap<string, string>): Promise<void> {
  const temporary = `${path}.${process.pid}.new`
  try {
    const file = await open(temporary, 'w', 0o600)
    try {
      await file.writeFile(`${JSON.stringify(Object.fromEntries(values), null, 2)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function damaged(path: string): SecretError {
  return new SecretError(
    'damaged',
    `The secrets file ${path} is damaged.`,
    'It was left as it is. Repair it, or move it away: tokens handed out before then stop working.',
  )
}
