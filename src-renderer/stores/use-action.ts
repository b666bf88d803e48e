/** Runs something that a person asked for, with what a button and a message need to know: busy, and why it failed. */
import { useEffect, useRef, useState } from 'react'

export interface Action {
  readonly isBusy: boolean
  /** Why the last run failed; null once it runs again. */
  readonly error: unknown
  /** One at a time: does nothing while busy. Never rejects. */
  readonly run: () => Promise<void>
  /** Ends the wait. `act` sees it by its signal. */
  readonly cancel: () => void
}

/** `act` gets a signal that is aborted by `cancel` and when the component goes away; a late end is then dropped. */
export function useAction(act: (signal: AbortSignal) => Promise<void>): Action {
  const [state, setState] = useState<{ isBusy: boolean; error: unknown }>({ isBusy: false, error: null })
  const control = useRef<AbortController | null>(null)
  useEffect(() => () => control.current?.abort(), [])
  const run = async () => {
    if (control.current !== null) return
    const mine = new AbortController()
    control.current = mine
    setState({ isBusy: true, error: null })
    let error: unknown = null
    try {
      await act(mine.signal)
    } catch (failure) {
      error = failure
    }
    if (mine.signal.aborted) return
    control.current = null
    setState({ isBusy: false, error })
  }
  const cancel = () => {
    control.current?.abort()
    control.current = null
    setState({ isBusy: false, error: null })
  }
  return { ...state, run, cancel }
}
