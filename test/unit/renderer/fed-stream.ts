/** A stream of the typed client that a test feeds by hand. */
import { AsyncIteratorClass } from '@orpc/client'

export interface FedStream<T> {
  readonly stream: AsyncIteratorClass<T, unknown, void>
  readonly push: (...values: T[]) => void
  readonly end: () => void
  readonly fail: (error: unknown) => void
}

export function fedStream<T>(): FedStream<T> {
  const waiting: T[] = []
  let isDone = false
  let failure: { error: unknown } | null = null
  let wake = () => {}
  const stream = new AsyncIteratorClass<T, unknown, void>(
    async () => {
      for (;;) {
        const value = waiting.shift()
        if (value !== undefined) return { done: false, value }
        if (failure !== null) throw failure.error
        if (isDone) return { done: true, value: undefined }
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    async () => {},
  )
  return {
    stream,
    push: (...values) => {
      waiting.push(...values)
      wake()
    },
    end: () => {
      isDone = true
      wake()
    },
    fail: (error) => {
      failure = { error }
      wake()
    },
  }
}
