/** Install links that the operating system handed to the app: each opens the look at what it would add, one at a time. */
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { client } from '../../../rpc/client.ts'
import { onReconnect } from '../../../rpc/connection.ts'
import { onHubEvent } from '../../../stores/hub-events.ts'
import { useAddServer } from './add-server.ts'

export function InstallLinks() {
  const [, navigate] = useLocation()
  useEffect(() => {
    // The system hands links to the window alone; a page in a browser must not take them away from it.
    if (!window.mirohubPipe) return
    let isAsking = false
    const ask = async () => {
      // A link waits until what is open is done with.
      if (isAsking || useAddServer.getState().isOpen) return
      isAsking = true
      try {
        const { link } = await client.servers.pendingLink()
        if (link !== null) {
          navigate('/servers')
          useAddServer.getState().open({ kind: 'link', url: link })
        }
      } catch {
        // Without the hub there is no link either; the next event asks again.
      } finally {
        isAsking = false
      }
    }
    void ask()
    const ends = [
      onHubEvent('servers-changed', () => void ask()),
      onReconnect(() => void ask()),
      useAddServer.subscribe((now, before) => {
        if (before.isOpen && !now.isOpen) void ask()
      }),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [navigate])
  return null
}
