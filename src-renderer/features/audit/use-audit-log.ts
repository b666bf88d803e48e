/** The log page by page, newest first: the next page begins under the last row that is here. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AuditFilter, AuditRow } from '../../../src-main/api/contract/audit.ts'
import { client } from '../../rpc/client.ts'
import { onReconnect } from '../../rpc/connection.ts'

const pageRows = 200

interface State {
  /** The filter that `rows` belong to. */
  readonly key: string
  /** Null until a first page is here; those of the filter before stay until then. */
  readonly rows: readonly AuditRow[] | null
  readonly total: number
  readonly hasMore: boolean
  readonly isBusy: boolean
  readonly error: unknown
}

const start: State = { key: '', rows: null, total: 0, hasMore: false, isBusy: true, error: null }

export interface AuditLogView extends Omit<State, 'key'> {
  /** The rows are still those of the filter before. */
  readonly isStale: boolean
  /** The next page; nothing while one is on its way. */
  readonly more: () => void
  /** From the newest row again, keeping what is shown until it is here. */
  readonly reload: () => void
}

export function useAuditLog(filter: AuditFilter): AuditLogView {
  const [state, setState] = useState<State>(start)
  const control = useRef(new AbortController())
  const busy = useRef(false)
  const key = JSON.stringify(filter)

  const read = useCallback(
    async (before: number | undefined) => {
      const { signal } = control.current
      const wanted: AuditFilter = JSON.parse(key)
      busy.current = true
      setState((old) => ({ ...old, isBusy: true, error: null }))
      try {
        const page = await client.audit.list({ ...wanted, before, limit: pageRows }, { signal })
        if (signal.aborted) return
        setState((old) => ({
          key,
          rows: before === undefined ? page.rows : [...(old.rows ?? []), ...page.rows],
          total: page.total,
          hasMore: page.more,
          isBusy: false,
          error: null,
        }))
      } catch (error) {
        // Rows of another filter must not stand under an error of this one.
        if (!signal.aborted) setState((old) => ({ ...(old.key === key ? old : start), key, isBusy: false, error }))
      } finally {
        if (!signal.aborted) busy.current = false
      }
    },
    [key],
  )
  const reload = useCallback(() => {
    control.current.abort()
    control.current = new AbortController()
    void read(undefined)
  }, [read])
  useEffect(() => {
    reload()
    const stop = onReconnect(reload)
    return () => {
      stop()
      control.current.abort()
    }
  }, [reload])
  const last = state.rows?.at(-1)?.id
  const more = useCallback(() => {
    if (!busy.current && state.hasMore && last !== undefined) void read(last)
  }, [read, state.hasMore, last])
  const { key: rowsKey, ...view } = state
  return { ...view, isStale: rowsKey !== key, more, reload }
}
