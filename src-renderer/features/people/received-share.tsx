/** What you may read of another person, and the way to ask for more. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShareView } from '../../../src-main/api/contract/people.ts'
import { useFormat } from '../../format/use-format.ts'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { usePeople } from '../../stores/people.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { toast } from '../../ui/toast.tsx'
import { AskDialog } from './ask-dialog.tsx'
import { askedBeyond, nothingShared, shareKinds } from './share-kinds.ts'

export function ReceivedShare({ share, timeZone }: { share: ShareView; timeZone: string }) {
  const { t } = useTranslation('people')
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { person, granted } = share
  const waiting = askedBeyond(granted, share.asked)
  const canAsk = shareKinds.some((kind) => granted[kind] === 'none')
  const takeBack = async () => {
    setBusy(true)
    try {
      await client.people.shares.ask({ person: person.id, levels: nothingShared })
      await usePeople.getState().load()
      toast(t('tookBack'))
    } catch (error) {
      const words = errorWords(error)
      toast(`${t('setFailed')} ${words.hint ?? words.message}`, { tone: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <section
      aria-label={t('received', { name: person.name })}
      className="border-line border-t px-3.5 py-3 @xl:border-t-0 @xl:border-l"
    >
      <h3 className="mb-1 text-ink-3 text-xs">{t('received', { name: person.name })}</h3>
      <ul className="flex flex-col gap-0.5">
        {shareKinds.map((kind) => (
          <li key={kind} className="flex min-h-9 items-center justify-between gap-2 text-sm">
            {t(kind)}
            {waiting.includes(kind) ? (
              <Chip>{t('waiting')}</Chip>
            ) : granted[kind] === 'read' ? (
              <Chip tone="accent">{t('read')}</Chip>
            ) : (
              <span className="text-ink-3">{t('none')}</span>
            )}
          </li>
        ))}
      </ul>
      {waiting.length > 0 ? (
        <div className="mt-2.5 flex flex-wrap items-center justify-end gap-2">
          <span className="min-w-0 flex-1 text-ink-3 text-xs">
            {share.askedAt && t('waitingSince', { when: format.instant(share.askedAt, timeZone) })}
          </span>
          <Button size="sm" busy={isBusy} onClick={() => void takeBack()}>
            {t('takeBack')}
          </Button>
        </div>
      ) : (
        canAsk && (
          <div className="mt-2.5 flex justify-end">
            <Button size="sm" onClick={() => setAsking(true)}>
              {t('ask')}
            </Button>
          </div>
        )
      )}
      {isAsking && <AskDialog share={share} onClose={() => setAsking(false)} />}
    </section>
  )
}
