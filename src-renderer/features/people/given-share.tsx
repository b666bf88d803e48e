/** What another person may read of yours: set at once, or as the answer to what they asked for. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShareLevelsView, ShareView } from '../../../src-main/api/contract/people.ts'
import { useFormat } from '../../format/use-format.ts'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { usePeople } from '../../stores/people.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { allAllowed, askedBeyond } from './share-kinds.ts'
import { ShareRows } from './share-rows.tsx'

/** Saves and reads again; false when it was refused, which a message says. */
function useSetShare(person: ShareView['person']) {
  const { t } = useTranslation('people')
  return async (levels: ShareLevelsView): Promise<boolean> => {
    try {
      await client.people.shares.set({ person: person.id, levels })
      await usePeople.getState().load()
      return true
    } catch (error) {
      const words = errorWords(error)
      toast(`${t('setFailed')} ${words.hint ?? words.message}`, { tone: 'error' })
      return false
    }
  }
}

export function GivenShare({ share, timeZone }: { share: ShareView; timeZone: string }) {
  return askedBeyond(share.granted, share.asked).length > 0 ? (
    <WaitingQuestion share={share} timeZone={timeZone} />
  ) : (
    <StandingShare share={share} />
  )
}

function StandingShare({ share }: { share: ShareView }) {
  const { t } = useTranslation('people')
  const set = useSetShare(share.person)
  const [wanted, setWanted] = useState<ShareLevelsView | null>(null)
  const { name } = share.person
  const change = async (levels: ShareLevelsView) => {
    setWanted(levels)
    await set(levels)
    setWanted(null)
  }
  return (
    <section aria-label={t('given', { name })} className="px-3.5 py-3">
      <h3 className="mb-1 text-ink-3 text-xs">{t('given', { name })}</h3>
      <ShareRows viewer={name} levels={wanted ?? share.granted} onChange={(levels) => void change(levels)} />
    </section>
  )
}

function WaitingQuestion({ share, timeZone }: { share: ShareView; timeZone: string }) {
  const { t } = useTranslation('people')
  const format = useFormat()
  const set = useSetShare(share.person)
  const all = allAllowed(share.granted, share.asked)
  const [answer, setAnswer] = useState(all)
  const [busy, setBusy] = useState<'allow' | 'refuse' | null>(null)
  const { name } = share.person
  const asked = askedBeyond(share.granted, share.asked)
  const isLess = asked.some((kind) => answer[kind] === 'none')
  const isNothing = asked.every((kind) => answer[kind] === 'none')
  const send = async (which: 'allow' | 'refuse', levels: ShareLevelsView) => {
    setBusy(which)
    if (await set(levels)) toast(t(which === 'allow' ? 'allowed' : 'refused', { name }))
    setBusy(null)
  }
  return (
    <section aria-label={t('asks', { name })} className="bg-accent-soft/50 px-3.5 py-3">
      <h3 className="font-medium text-sm">{t('asks', { name })}</h3>
      <p className="mt-0.5 mb-2 text-ink-2 text-xs">
        {t('asksText', { when: share.askedAt ? format.instant(share.askedAt, timeZone) : '' })}
      </p>
      <ShareRows viewer={name} levels={answer} asked={asked} onChange={setAnswer} />
      <div className="mt-2.5 flex justify-end gap-2">
        <Button
          size="sm"
          busy={busy === 'refuse'}
          disabled={busy !== null}
          onClick={() => void send('refuse', share.granted)}
        >
          {t('refuse')}
        </Button>
        <Button
          size="sm"
          variant="primary"
          busy={busy === 'allow'}
          disabled={busy !== null || isNothing}
          onClick={() => void send('allow', answer)}
        >
          {t(isLess && !isNothing ? 'allowLess' : 'allow')}
        </Button>
      </div>
    </section>
  )
}
