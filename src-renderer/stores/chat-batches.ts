/** Reads a stream of events in batches of about a frame: the first at once, the rest together. */

/** Between two batches. */
const frameMs = 24

export interface BatchOptions<Event> {
  /** Gets what has come; false ends the reading. */
  readonly take: (batch: readonly Event[]) => boolean
  /** Handed on at once with all that came before it: what a person waits for. */
  readonly isUrgent: (event: Event) => boolean
  readonly now?: () => number
}

/**
 * Resolves when the stream has ended or `take` wants no more; rejects with what the stream threw, after everything that
 * came before has been handed on.
 */
export async function readInBatches<Event>(
  stream: AsyncIterable<Event>,
  { take, isUrgent, now = Date.now }: BatchOptions<Event>,
): Promise<void> {
  let waiting: Event[] = []
  let timer: ReturnType<typeof setTimeout> | null = null
  let lastAt = Number.NEGATIVE_INFINITY
  let isWanted = true
  const flush = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (waiting.length === 0 || !isWanted) return
    const batch = waiting
    waiting = []
    lastAt = now()
    isWanted = take(batch)
  }
  try {
    for await (const event of stream) {
      if (!isWanted) return
      waiting.push(event)
      const dueInMs = lastAt + frameMs - now()
      if (isUrgent(event) || dueInMs <= 0) flush()
      else timer ??= setTimeout(flush, dueInMs)
      if (!isWanted) return
    }
  } finally {
    flush()
  }
}
