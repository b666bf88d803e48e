/** Model servers that run on this computer and that nobody registered: Ollama and LM Studio on their usual ports. */
import type { Fetch } from '../listing/ask.ts'
import { listModels } from '../listing/list-models.ts'
import { presetOf } from '../presets.ts'
import { accessOf, type KnownProvider } from './known-provider.ts'

/** A program on this computer answers at once or is busy with something else; nobody waits for it. */
const PROBE_MS = 2_500

export type LocalAddresses = Readonly<Record<'ollama' | 'lmstudio', string>>

export interface FoundProviders {
  list(): readonly KnownProvider[]
  /** Settles when the first look is over; at once when there is none. */
  firstLook(): Promise<void>
  /** Looks again; those who ask while it looks share the look. Never throws. */
  look(): Promise<void>
  close(): Promise<void>
}

export interface FoundProvidersOptions {
  readonly addresses: LocalAddresses
  readonly fetch: Fetch
  readonly now: () => Date
  readonly onChanged: () => void
}

export function createFoundProviders({ addresses, fetch, now, onChanged }: FoundProvidersOptions): FoundProviders {
  const found = new Map<string, KnownProvider>()
  const closing = new AbortController()
  let looking: Promise<void> | null = null
  let first: Promise<void> | null = null

  const probe = async (preset: KnownProvider['preset'], baseUrl: string): Promise<KnownProvider | null> => {
    const provider: KnownProvider = {
      id: `found-${preset.id}`,
      preset,
      name: preset.name,
      wire: preset.wire,
      baseUrl,
      origin: 'found',
      agents: null,
      options: {},
      models: { listed: [], manual: [], listedAt: null },
      readKey: async () => null,
      needsKey: false,
    }
    try {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(PROBE_MS)])
      const listed = await listModels(accessOf(provider, null), { fetch, signal })
      return { ...provider, models: { listed, manual: [], listedAt: now().toISOString() } }
    } catch {
      // Not running, or something else is at its port: there is nothing to tell of.
      return null
    }
  }
  const look = async (): Promise<void> => {
    const before = summary(found)
    await Promise.all(
      (['ollama', 'lmstudio'] as const).map(async (id) => {
        const provider = await probe(presetOf(id), addresses[id])
        if (provider === null) found.delete(id)
        else found.set(id, provider)
      }),
    )
    if (!closing.signal.aborted && summary(found) !== before) onChanged()
  }
  return {
    list: () => [...found.values()],
    firstLook: async () => first ?? undefined,
    look() {
      looking ??= look().finally(() => {
        looking = null
      })
      first ??= looking
      return looking
    },
    async close() {
      closing.abort()
      await looking
    },
  }
}

/** What a person would see differently. */
const summary = (found: ReadonlyMap<string, KnownProvider>): string =>
  JSON.stringify([...found].map(([id, { models }]) => [id, models.listed]).sort())
