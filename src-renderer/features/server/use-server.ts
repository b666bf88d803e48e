/** One server for its page: read again when the hub says that something changed, and changed at once by what a person does. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ServerDetail } from '../../../src-main/api/contract/servers.ts'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { onHubEvent } from '../../stores/hub-events.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { toast } from '../../ui/toast.tsx'

/** A server that starts changes several times within a moment; one reading is enough for all of them. */
const settleMs = 150

export interface ServerChange {
  /** Names what runs, for the button that shows it. */
  readonly name: string
  /** "It could not be started.", for the message when it fails. */
  readonly failed: string
  /** What the page shows until the hub has answered; taken back when it refuses. */
  readonly meanwhile?: ServerDetail
  readonly act: () => Promise<ServerDetail>
}

export interface ServerRead {
  readonly detail: ServerDetail | null
  readonly error: unknown
  readonly reload: () => void
  /** Name of the change that runs. */
  readonly busy: string | null
  /** Resolves to whether it was done. Never rejects. */
  readonly change: (change: ServerChange) => Promise<boolean>
}

export function useServer(id: string): ServerRead {
  const { value, error, reload } = useLoaded(`server ${id}`, () => client.servers.get({ id }), [])
  const [given, setGiven] = useState<{ detail: ServerDetail; after: ServerDetail | null } | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const latest = useRef(value)
  latest.current = value

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = onHubEvent('servers-changed', () => {
      clearTimeout(timer)
      timer = setTimeout(reload, settleMs)
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [reload])

  const change = useCallback(
    async ({ name, failed, meanwhile, act }: ServerChange) => {
      setBusy(name)
      if (meanwhile) setGiven({ detail: meanwhile, after: latest.current })
      try {
        setGiven({ detail: await act(), after: latest.current })
        return true
      } catch (failure) {
        setGiven(null)
        reload()
        const words = errorWords(failure)
        toast([failed, words.message, words.hint].filter(Boolean).join(' '), { tone: 'error' })
        return false
      } finally {
        setBusy(null)
      }
    },
    [reload],
  )

  // What a change answered stands until a later reading came in.
  const shown = given && given.after === value && given.detail.id === id ? given.detail : value
  return { detail: shown?.id === id ? shown : null, error, reload, busy, change }
}

/** What a tab gets. */
export interface ServerTabProps {
  readonly server: ServerDetail
  readonly busy: string | null
  readonly change: ServerRead['change']
}
