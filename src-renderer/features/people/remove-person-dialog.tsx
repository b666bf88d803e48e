/** Removes a person with everything that is theirs, after their name was typed. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PersonView } from '../../../src-main/api/contract/people.ts'
import { useFormat } from '../../format/use-format.ts'
import { client } from '../../rpc/client.ts'
import { usePeople } from '../../stores/people.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field, Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.tsx'

export function RemovePersonDialog({ person, onClose }: { person: PersonView; onClose: () => void }) {
  const { t } = useTranslation('people')
  const { t: common } = useTranslation()
  const format = useFormat()
  const { name } = person
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  // Counted while one reads; the words alone do until then.
  const held = useLoaded(`holdings/${person.id}`, () => client.people.holdings({ id: person.id }), []).value
  const isSame = typed.trim() === name
  const remove = async () => {
    if (!isSame || isBusy) return
    setBusy(true)
    setError(null)
    try {
      const { removedRows } = await client.people.remove({ id: person.id, name })
      void usePeople.getState().load()
      toast(t('removed', { name, count: removedRows, formatted: format.number(removedRows, 0) }))
      onClose()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={() => !isBusy && onClose()}
      title={t('removeAsk', { name })}
      description={t('removeText')}
      width="sm"
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button variant="danger" busy={isBusy} disabled={!isSame} type="submit" form="remove-person">
            {t('removeConfirm')}
          </Button>
        </>
      }
    >
      <form
        id="remove-person"
        className="flex flex-col gap-3.5"
        onSubmit={(event) => {
          event.preventDefault()
          void remove()
        }}
      >
        <ul className="list-disc space-y-0.5 pl-4.5 text-ink-2 text-sm">
          <li>
            {!held
              ? t('removeRecords', { name })
              : held.files === 0
                ? t('removeNoRecords')
                : t('removeFiles', { count: held.files, records: format.number(held.records, 0) })}
          </li>
          <li>
            {!held ? t('removeChats') : held.chats === 0 ? t('removeNoChats') : t('removeChat', { count: held.chats })}
          </li>
          <li>
            {!held
              ? t('removeAccess')
              : held.access === 0
                ? t('removeNoAccess')
                : t('removeAccessOf', { count: held.access })}
          </li>
          <li>{t('removeShares', { name })}</li>
        </ul>
        <Field label={t('removeType', { name })}>
          {({ id }) => (
            <Input
              id={id}
              value={typed}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        {error !== null && <ErrorState title={t('removeFailed')} error={error} />}
      </form>
    </Dialog>
  )
}
