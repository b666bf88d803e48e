/** The log page by page, newest first: the next page begins under the last row that is here. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AuditFilter, AuditRow } from '../../../src-main/api/contract/audit.ts'
import { client } from '../../rpc/client.ts'
import { onReconnect } from '../../rpc/connection.ts'

const pageRows = 200

interface State {
  /** Null until the first page of this filter is here. */
  readonly rows: readonly AuditRow[] | null
  readonly total: number
  readonly hasMore: boolean
  readonly isBusy: boolean
  readonly error: unknown
}

const start: State = { rows: null, total: 0, hasMore: false, isBusy: true, error: null }

export interface AuditLogView extends State {
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
          rows: before === undefined ? page.rows : [...(old.rows ?? []), ...page.rows],
          total: page.total,
          hasMore: page.more,
          isBusy: false,
          error: null,
        }))
      } catch (error) {
        if (!signal.aborted) setState((old) => ({ ...old, isBusy: false, error }))
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
    setState(start)
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
  return { ...state, more, reload }
}
