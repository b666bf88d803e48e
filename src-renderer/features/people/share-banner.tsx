/** A quiet line over the page while somebody waits for an answer. */
import { Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { usePeople } from '../../stores/people.ts'
import { Button } from '../../ui/button.tsx'
import { askedBeyond } from './share-kinds.ts'

export function ShareBanner() {
  const { t } = useTranslation('people')
  const [location, navigate] = useLocation()
  const given = usePeople((state) => state.given)
  const [later, setLater] = useState('')
  const waiting = given.filter((share) => askedBeyond(share.granted, share.asked).length > 0)
  // Put off until a new question comes.
  const which = waiting.map((share) => `${share.person.id} ${share.askedAt}`).join()
  const first = waiting[0]
  if (!first || which === later || location === '/settings/people') return null
  return (
    <div
      role="status"
      className="flex min-h-9 items-center gap-2 border-line border-b bg-accent-soft px-5 py-1 text-accent text-sm"
    >
      <Users className="size-4 shrink-0" strokeWidth={1.6} aria-hidden />
      <span className="min-w-0 flex-1 truncate">{t('banner', { count: waiting.length, name: first.person.name })}</span>
      <Button size="sm" variant="link" onClick={() => setLater(which)}>
        {t('bannerLater')}
      </Button>
      <Button size="sm" variant="link" onClick={() => navigate('/settings/people')}>
        {t('bannerAnswer')}
      </Button>
    </div>
  )
}
