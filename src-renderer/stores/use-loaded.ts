/** Reads something from the hub for a component: keeps the last answer while reading again, and reads again when asked. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { HubEvent } from '../../src-main/api/contract/app.ts'
import { onReconnect } from '../rpc/connection.ts'
import { onHubEvent } from './hub-events.ts'

export interface Loaded<T> {
  /** The last answer, also while a newer one is on its way. */
  readonly value: T | null
  /** Why there is none, or why it could not be renewed. */
  readonly error: unknown
  /** True while the value belongs to other arguments or is being read again. */
  readonly isStale: boolean
  readonly reload: () => void
}

/**
 * `key` says what is read: a new key reads anew and answers that come too late for it are dropped. `events` are the
 * hub's events after which the answer may be another one.
 */
export function useLoaded<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  events: readonly HubEvent['type'][] = ['data-changed'],
): Loaded<T> {
  const [state, setState] = useState<{ key: string; value: T | null; error: unknown; busy: boolean }>({
    key,
    value: null,
    error: null,
    busy: true,
  })
  const [round, setRound] = useState(0)
  const latest = useRef(load)
  latest.current = load
  const reload = useCallback(() => setRound((before) => before + 1), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` is the request to read the same key again
  useEffect(() => {
    const control = new AbortController()
    setState((before) => ({ ...before, busy: true, error: before.key === key ? before.error : null }))
    latest.current(control.signal).then(
      (value) => {
        if (!control.signal.aborted) setState({ key, value, error: null, busy: false })
      },
      (error: unknown) => {
        if (!control.signal.aborted) setState((before) => ({ ...before, key, error, busy: false }))
      },
    )
    return () => control.abort()
  }, [key, round])

  const wanted = events.join()
  useEffect(() => {
    const ends = [onReconnect(reload)]
    for (const type of eventTypes) if (wanted.split(',').includes(type)) ends.push(onHubEvent(type, reload))
    return () => {
      for (const end of ends) end()
    }
  }, [reload, wanted])

  return { value: state.value, error: state.error, isStale: state.busy || state.key !== key, reload }
}

const eventTypes = [
  'tools-changed',
  'data-changed',
  'profile-changed',
  'conversations-changed',
  'people-changed',
  'access-changed',
  'consents-changed',
  'clients-changed',
  'servers-changed',
  'questions-changed',
  'waiting-changed',
  'models-changed',
  'skills-changed',
] as const
