/** When providers are asked for their models, and how it went the last time. */
import type { Logger } from '../../../log/logger.ts'
import { modelFault } from '../fault/model-fault.ts'
import { AnswerError, type Fetch } from '../listing/ask.ts'
import { listModels } from '../listing/list-models.ts'
import type { ModelInfo } from '../types.ts'
import { accessOf, type KnownProvider, placeOf, sourceOf, wantsKey } from './known-provider.ts'
import type { ProviderRows } from './provider-rows.ts'

const LISTING_MS = 15_000
/** A list that is older is asked for again, and one that failed sooner. */
const FRESH_MS = 24 * 3_600_000
const RETRY_MS = 60_000

export interface Listings {
  /** Asks now and keeps what is answered. @throws whatever went wrong, as it was thrown. */
  ask(userId: number, provider: KnownProvider, key: string | null): Promise<KnownProvider>
  /** Asks without anybody waiting; the next view tells how it went. */
  askLater(userId: number, provider: KnownProvider): void
  askIfStale(userId: number, provider: KnownProvider): void
  /** What the last try threw; null when it went well or there was none. */
  lastError(userId: number, provider: KnownProvider): unknown
  /** Another key, another address: how it went before says nothing of it. */
  forget(place: string): void
  forgetPerson(userId: number): void
  close(): Promise<void>
}

export interface ListingsOptions {
  readonly rows: Pick<ProviderRows, 'setModels'>
  readonly fetch: Fetch
  readonly now: () => Date
  readonly log: Logger
  readonly onChanged: () => void
}

interface Running {
  readonly key: string | null
  readonly baseUrl: string
  readonly task: Promise<KnownProvider>
}

export function createListings({ rows, fetch, now, log, onChanged }: ListingsOptions): Listings {
  const closing = new AbortController()
  /** By place; `at` is monotonic. */
  const attempts = new Map<string, { readonly at: number; readonly error: unknown }>()
  const running = new Map<string, Running>()
  const later = new Set<Promise<void>>()

  const ask = (userId: number, provider: KnownProvider, key: string | null): Promise<KnownProvider> => {
    const place = placeOf(userId, provider)
    const before = running.get(place)
    if (before !== undefined && before.key === key && before.baseUrl === provider.baseUrl) return before.task
    const work = async (): Promise<KnownProvider> => {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(LISTING_MS)])
      const listed = await listedOrManual(provider, key, signal)
      const models = { ...provider.models, listed, listedAt: now().toISOString() }
      if (provider.origin === 'person') await rows.setModels(userId, provider.id, provider.baseUrl, models)
      return { ...provider, models }
    }
    /** One that was overtaken by a question with another key or address has nothing to say any more. */
    const ended = (error: unknown): void => {
      if (running.get(place)?.task !== task) return
      running.delete(place)
      attempts.set(place, { at: performance.now(), error })
      if (!closing.signal.aborted) onChanged()
    }
    const task = work().then(
      (listed) => {
        ended(null)
        return listed
      },
      (error: unknown) => {
        ended(error)
        throw error
      },
    )
    running.set(place, { key, baseUrl: provider.baseUrl, task })
    return task
  }

  /** Some compatible servers have no list; then what was added by hand, or declared, is all there is. */
  const listedOrManual = async (
    provider: KnownProvider,
    key: string | null,
    signal: AbortSignal,
  ): Promise<readonly ModelInfo[]> => {
    try {
      const listed = await listModels(accessOf(provider, key), { fetch, signal })
      return provider.origin === 'config' ? provider.models.listed : listed
    } catch (error) {
      const hasOthers = provider.models.manual.length > 0 || provider.origin === 'config'
      if (hasOthers && error instanceof AnswerError && [404, 405, 501].includes(error.status))
        return provider.models.listed
      throw error
    }
  }

  const askLater = (userId: number, provider: KnownProvider): void => {
    const work = async (): Promise<void> => {
      try {
        const key = await provider.readKey()
        if (key !== null || !wantsKey(provider)) await ask(userId, provider, key)
      } catch (error) {
        if (closing.signal.aborted) return
        // The code alone: errors of this kind quote requests.
        const { code } = modelFault(error, sourceOf(provider, null), 'en')
        log.info('models could not be listed', { provider: provider.preset.id, code })
      }
    }
    const task = work()
    later.add(task)
    void task.finally(() => later.delete(task))
  }

  const isStale = (userId: number, provider: KnownProvider): boolean => {
    const place = placeOf(userId, provider)
    if (provider.origin !== 'person' || running.has(place)) return false
    const last = attempts.get(place)
    if (last !== undefined && last.error !== null) return performance.now() - last.at > RETRY_MS
    const { listedAt } = provider.models
    return listedAt === null ? last === undefined : now().getTime() - Date.parse(listedAt) > FRESH_MS
  }

  return {
    ask,
    askLater,
    askIfStale(userId, provider) {
      if (isStale(userId, provider)) askLater(userId, provider)
    },
    lastError: (userId, provider) => attempts.get(placeOf(userId, provider))?.error ?? null,
    forget: (place) => void attempts.delete(place),
    forgetPerson(userId) {
      for (const place of attempts.keys()) if (place.startsWith(`${userId}/`)) attempts.delete(place)
    },
    async close() {
      closing.abort()
      await Promise.allSettled([...later, ...[...running.values()].map(({ task }) => task)])
    },
  }
}
