/** Secrets that last as long as the process. */

import type { SecretNote, SecretStore } from './secret-store.ts'

/** @param note Why they are not kept, for the person; null where nobody asks. */
export function memoryStore(note: SecretNote | null): SecretStore {
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
