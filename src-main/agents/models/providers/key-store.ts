/** Keys of model providers: one secret that holds them all, by person and provider. Nowhere else, and never told. */
import type { HeldSecrets } from '../../../secrets/secret-store.ts'
import { ModelFault } from '../types.ts'

const SECRET_NAME = 'provider-keys'

export interface ProviderKeys {
  /** @throws SecretError of a store that does not open. */
  get(userId: number, providerId: string): Promise<string | null>
  /** Null takes it away. */
  set(userId: number, providerId: string, key: string | null): Promise<void>
  /** Every key of a person. */
  removeAllOf(userId: number): Promise<void>
  /** Keys are others now: the store was changed. */
  onChanged(listener: () => void): void
}

export function createProviderKeys(secrets: HeldSecrets): ProviderKeys {
  let held: Promise<ReadonlyMap<string, string>> | null = null
  let lastChange: Promise<unknown> = Promise.resolve()
  const listeners: (() => void)[] = []
  secrets.onChanged?.((names) => {
    if (!names.includes(SECRET_NAME)) return
    held = null
    for (const listener of listeners) listener()
  })

  const load = async (): Promise<ReadonlyMap<string, string>> => keysOf(await secrets.get(SECRET_NAME))
  const keys = (): Promise<ReadonlyMap<string, string>> => {
    if (held !== null) return held
    const loading = load()
    held = loading
    loading.catch(() => {
      // A closed keychain is asked again at the next question.
      if (held === loading) held = null
    })
    return loading
  }
  /** One after another: two changes at once would each write what the other had not seen. */
  const change = (apply: (keys: Map<string, string>) => boolean): Promise<void> => {
    const done = lastChange.then(async () => {
      // Read afresh, so that a store that became another is not overwritten with what the old one held.
      const next = new Map(await load())
      if (!apply(next)) return
      await secrets.set(SECRET_NAME, JSON.stringify(Object.fromEntries(next)))
      held = Promise.resolve(next)
    })
    lastChange = done.catch(() => {
      // Told to who asked for it; the next change is another matter.
    })
    return done
  }
  return {
    get: async (userId, providerId) => (await keys()).get(nameOf(userId, providerId)) ?? null,
    set: (userId, providerId, key) =>
      change((entries) => {
        if (key === null) return entries.delete(nameOf(userId, providerId))
        entries.set(nameOf(userId, providerId), key)
        return true
      }),
    removeAllOf: (userId) =>
      change((entries) => {
        const mine = [...entries.keys()].filter((name) => name.startsWith(`${userId}/`))
        for (const name of mine) entries.delete(name)
        return mine.length > 0
      }),
    onChanged: (listener) => void listeners.push(listener),
  }
}

const nameOf = (userId: number, providerId: string): string => `${userId}/${providerId}`

function keysOf(stored: string | null): ReadonlyMap<string, string> {
  if (stored === null) return new Map()
  let value: unknown
  try {
    value = JSON.parse(stored)
  } catch {
    value = null
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ModelFault(
      'no_key',
      `The secret "${SECRET_NAME}" is damaged.`,
      'Delete it from the keychain, then enter the keys of your providers again.',
    )
  return new Map(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
