/** Follows the log of one server while its tab is open; the stream is opened again when it breaks. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { client } from '../../rpc/client.ts'
import { type NumberedLine, withLines } from './log-lines.ts'

/** Lines that come within this time are drawn together. */
const gatherMs = 100
const reopenMs = 1_500

export interface Logs {
  readonly lines: readonly NumberedLine[]
  /** Why it cannot be followed just now. */
  readonly error: unknown
  readonly isPaused: boolean
  /** Came in since it was paused. */
  readonly waiting: number
  readonly setPaused: (paused: boolean) => void
  /** Empties the view; the hub keeps its lines. */
  readonly clear: () => void
}

export function useLogs(serverId: string): Logs {
  const all = useRef<readonly NumberedLine[]>([])
  const [shown, setShown] = useState<readonly NumberedLine[]>([])
  const [waiting, setWaiting] = useState(0)
  const [isPaused, setPausedState] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const paused = useRef(false)
  const draw = useCallback(() => {
    if (paused.current) return
    setShown(all.current)
    setWaiting(0)
  }, [])

  useEffect(() => {
    const control = new AbortController()
    let timer: ReturnType<typeof setTimeout> | null = null
    all.current = []
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = null
        draw()
      }, gatherMs)
    }
    const follow = async () => {
      while (!control.signal.aborted) {
        try {
          let isFirst = true
          for await (const lines of await client.servers.logs({ id: serverId }, { signal: control.signal })) {
            // A stream may still hand over what it had when it was left.
            if (control.signal.aborted) return
            // The first answer is everything that the hub keeps, so it takes the place of what was read before.
            all.current = withLines(isFirst ? [] : all.current, lines)
            if (!isFirst && paused.current) setWaiting((before) => before + lines.length)
            isFirst = false
            setError(null)
            soon()
          }
        } catch (failure) {
          if (!control.signal.aborted) setError(failure)
        }
        await new Promise<void>((resolve) => {
          const wait = setTimeout(resolve, reopenMs)
          control.signal.addEventListener('abort', () => {
            clearTimeout(wait)
            resolve()
          })
        })
      }
    }
    void follow()
    return () => {
      control.abort()
      if (timer !== null) clearTimeout(timer)
    }
  }, [serverId, draw])

  const setPaused = (next: boolean) => {
    paused.current = next
    setPausedState(next)
    draw()
  }
  const clear = () => {
    all.current = []
    setShown([])
    setWaiting(0)
  }
  return { lines: shown, error, isPaused, waiting, setPaused, clear }
}
