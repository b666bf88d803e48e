/** Asks another person for what one may not read yet. */
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShareView } from '../../../src-main/api/contract/people.ts'
import { client } from '../../rpc/client.ts'
import { usePeople } from '../../stores/people.ts'
import { useAction } from '../../stores/use-action.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Switch } from '../../ui/switch.tsx'
import { type ShareKind, shareKinds } from './share-kinds.ts'

const words = { chat: 'askChat', health: 'askHealth', genetics: 'askGenetics' } as const

export function AskDialog({ share, onClose }: { share: ShareView; onClose: () => void }) {
  const { t } = useTranslation('people')
  const id = useId()
  const { person, granted } = share
  const open = shareKinds.filter((kind) => granted[kind] === 'none')
  const [wanted, setWanted] = useState<ReadonlySet<ShareKind>>(
    new Set(open.filter((kind) => kind === 'chat' || (kind === 'health' && granted.chat === 'none'))),
  )
  // Whoever may not ask questions gets no answers, so the other kinds bring the first one along.
  const turn = (kind: ShareKind, on: boolean) => {
    const next = new Set(wanted)
    if (on) next.add(kind)
    else next.delete(kind)
    if (on && kind !== 'chat' && granted.chat === 'none') next.add('chat')
    if (!on && kind === 'chat') next.clear()
    setWanted(next)
  }
  const send = useAction(async () => {
    const level = (kind: ShareKind) => (wanted.has(kind) ? 'read' : 'none')
    const levels = { chat: level('chat'), health: level('health'), genetics: level('genetics') } as const
    await client.people.shares.ask({ person: person.id, levels })
    await usePeople.getState().load()
    onClose()
  })
  return (
    <FormDialog
      title={t('askTitle', { name: person.name })}
      description={t('askText', { name: person.name })}
      width="sm"
      confirmLabel={t('askSend')}
      failedTitle={t('askFailed')}
      action={send}
      canSubmit={wanted.size > 0}
      onClose={onClose}
    >
      <fieldset className="flex flex-col">
        <legend className="mb-1 text-ink-3 text-xs">{t('askWhat')}</legend>
        {open.map((kind) => (
          <div key={kind} className="flex min-h-11 items-center gap-3 border-line border-t first-of-type:border-0">
            <label htmlFor={`${id}-${kind}`} className="min-w-0 flex-1 text-sm">
              {t(kind)}
              <span className="block text-ink-3 text-xs">{t(words[kind], { name: person.name })}</span>
            </label>
            <Switch id={`${id}-${kind}`} checked={wanted.has(kind)} onChange={(on) => turn(kind, on)} />
          </div>
        ))}
      </fieldset>
    </FormDialog>
  )
}
