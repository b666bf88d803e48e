/**
 * Rows held in memory for a moment. This process forgets them when it changes them; another hub on the same server
 * database may change them too, and its change shows after the age given here at most.
 */
export class FreshCache<K, V> {
  readonly #maxAgeMs: number
  readonly #now: () => number
  readonly #held = new Map<K, { readonly at: number; readonly value: Promise<V> }>()

  /** `now` is monotonic, in milliseconds. */
  constructor(maxAgeMs = 2_000, now: () => number = () => performance.now()) {
    this.#maxAgeMs = maxAgeMs
    this.#now = now
  }

  /** The value held, or what `load` answers; callers at the same time share one load. A failed load is not held. */
  get(key: K, load: () => Promise<V>): Promise<V> {
    const held = this.#held.get(key)
    if (held !== undefined && this.#now() - held.at < this.#maxAgeMs) return held.value
    // Strangers' keys (tokens that were never given out) must not fill the memory.
    if (this.#held.size >= MAX_ENTRIES) this.#held.clear()
    const value = load()
    this.#held.set(key, { at: this.#now(), value })
    value.catch(() => {
      if (this.#held.get(key)?.value === value) this.#held.delete(key)
    })
    return value
  }

  forget(key: K): void {
    this.#held.delete(key)
  }

  forgetAll(): void {
    this.#held.clear()
  }
}

const MAX_ENTRIES = 1_000
