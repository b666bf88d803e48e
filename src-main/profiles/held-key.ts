/** A key that is read (or made) at its first use and held from then on. */

export interface HeldKey<T> {
  /** A load that fails is not held: a store that was locked is asked again at the next call. */
  get(): Promise<T>
  /** The store may hold another one now. */
  forget(): void
}

export function heldKey<T>(load: () => Promise<T>): HeldKey<T> {
  let loading: Promise<T> | null = null
  return {
    get() {
      loading ??= load().catch((error: unknown) => {
        loading = null
        throw error
      })
      return loading
    },
    forget() {
      loading = null
    },
  }
}
