/**
 * Install links that the operating system handed to the app and no window has shown yet. They wait as text: a link is
 * read when the person looks at it, and means nothing before.
 */

/** A page that opens a hundred links is no reason to show a hundred reviews. */
const MAX_WAITING = 5
const MAX_LINK = 200_000

export interface PendingLinks {
  /** False when it is refused: too long, or too many wait. */
  add(link: string): boolean
  /** The oldest one, once. */
  take(): string | null
  readonly size: number
  onAdded(listener: () => void): () => void
}

export function createPendingLinks(): PendingLinks {
  const waiting: string[] = []
  const listeners = new Set<() => void>()
  return {
    add(link) {
      if (link.length > MAX_LINK || waiting.length >= MAX_WAITING) return false
      // A double click sends the same link twice.
      if (!waiting.includes(link)) waiting.push(link)
      for (const listener of listeners) listener()
      return true
    },
    take: () => waiting.shift() ?? null,
    get size() {
      return waiting.length
    },
    onAdded(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
