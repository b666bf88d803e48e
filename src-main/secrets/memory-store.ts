/** Secrets that last as long as the process. */

import type { SecretStore } from './secret-store.ts'

/** @param note Why they are not kept, for the person. */
export function memoryStore(note: string): SecretStore {
  const values = new Map<string, string>()
  return {
    store: 'memory',
    note,
    get: async (name) => values.get(name) ?? null,
    set: async (name, value) => {
      values.set(name, value)
    },
    delete: async (name) => {
      values.delete(name)
    },
  }
}
