/** Secrets in a file that only its owner may read; used when a person chose it and never by itself. */

import { join } from 'node:path'
import { fileChosen } from './notes.ts'
import { SecretError, type SecretStore } from './secret-store.ts'
import { textEntries, valueFile } from './value-file.ts'

export const keyFilePath = (dataDir: string): string => join(dataDir, 'secrets.json')

/** A store in `<dataDir>/secrets.json`. @throws SecretError 'damaged' from every call while the file is not readable. */
export function fileStore(dataDir: string): SecretStore {
  const path = keyFilePath(dataDir)
  const file = valueFile(path, {
    read: (content) => {
      const values = textEntries(content)
      if (values === null) throw damaged(path)
      return values
    },
    write: (values) => Object.fromEntries(values),
  })
  return {
    store: 'file',
    note: fileChosen(path),
    get: async (name) => (await file.read()).get(name) ?? null,
    set: (name, value) =>
      file.change((values) => {
        values.set(name, value)
        return true
      }),
    delete: (name) => file.change((values) => values.delete(name)),
  }
}

function damaged(path: string): SecretError {
  return new SecretError(
    'damaged',
    `The secrets file ${path} is damaged.`,
    'It was left as it is. Repair it, or move it away: tokens handed out before then stop working.',
  )
}
