/** Makes a personal address: for oneself, or for someone who lets one ask questions about them. */
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PersonalUrlView } from '../../../src-main/api/contract/urls.ts'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { usePeople } from '../../stores/people.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'

export interface UrlMakeButtonProps {
  onMade: (made: { url: string; view: PersonalUrlView }) => void
}

export function UrlMakeButton({ onMade }: UrlMakeButtonProps) {
  const { t } = useTranslation('settings')
  const received = usePeople((state) => state.received)
  const [isBusy, setBusy] = useState(false)
  const make = async (person?: string) => {
    setBusy(true)
    try {
      onMade(await client.urls.ensure({ person }))
    } catch (error) {
      const words = errorWords(error)
      toast(`${t('urlMakeFailed')} ${words.hint ?? words.message}`, { tone: 'error' })
    } finally {
      setBusy(false)
    }
  }
  const readable = received.filter((share) => share.granted.chat === 'read')
  const common = { size: 'sm', icon: Plus, busy: isBusy } as const
  if (readable.length === 0) {
    return (
      <Button {...common} onClick={() => void make()}>
        {t('urlMake')}
      </Button>
    )
  }
  return (
    <Menu
      trigger={<Button {...common}>{t('urlMake')}</Button>}
      items={[
        { label: t('urlForMe'), id: 'me', onSelect: () => void make() },
        ...readable.map(({ person }) => ({
          id: person.id,
          label: t('urlFor', { name: person.name }),
          onSelect: () => void make(person.id),
        })),
      ]}
    />
  )
}
