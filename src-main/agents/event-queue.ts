/** A queue between a run that goes on by itself and a reader that may leave at any time. */

export class EventQueue<T> implements AsyncIterable<T> {
  #items: T[] = []
  #ended = false
  #left = false
  #wake: (() => void) | null = null

  /** Adds an item; nothing is kept for a reader that has left. */
  push(item: T): void {
    if (this.#left || this.#ended) return
    this.#items.push(item)
    this.#wake?.()
  }

  /** No more items will come; the reader still gets those that wait. */
  end(): void {
    this.#ended = true
    this.#wake?.()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    try {
      for (;;) {
        const waiting = this.#items.splice(0)
        if (waiting.length > 0) yield* waiting
        else if (this.#ended) return
        else await new Promise<void>((resolve) => (this.#wake = resolve))
        this.#wake = null
      }
    } finally {
      this.#left = true
      this.#items = []
    }
  }
}
