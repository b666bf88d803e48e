/** Watches for apps that ask to be let in: the question over any page, or a quiet line once it was put off. */
import { DoorOpen } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { onReconnect } from '../../rpc/connection.ts'
import { onHubEvent } from '../../stores/hub-events.ts'
import { Button } from '../../ui/button.tsx'
import { ConsentDialog } from './consent-dialog.tsx'
import { usePendingConsents } from './pending-consents.ts'

export function ConsentGate() {
  const { t } = useTranslation('connect')
  const { items, later, load, bringBack } = usePendingConsents()
  useEffect(() => {
    const reload = () => void load()
    reload()
    const ends = [onHubEvent('consents-changed', reload), onReconnect(reload)]
    return () => {
      for (const end of ends) end()
    }
  }, [load])
  const current = items.find((item) => !later.has(item.id))
  const first = items[0]
  if (current) return <ConsentDialog key={current.id} consent={current} waiting={items.length - 1} />
  if (!first) return null
  return (
    <div
      role="status"
      className="flex min-h-9 items-center gap-2 border-line border-b bg-accent-soft px-5 py-1 text-accent text-sm"
    >
      <DoorOpen className="size-4 shrink-0" strokeWidth={1.6} aria-hidden />
      <span className="min-w-0 flex-1 truncate">
        {t('consent.banner', { count: items.length, name: first.client.name })}
      </span>
      <Button size="sm" variant="link" onClick={bringBack}>
        {t('consent.answer')}
      </Button>
    </div>
  )
}
