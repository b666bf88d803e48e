/** Removes a person with everything that is theirs, after their name was typed. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PersonView } from '../../../src-main/api/contract/people.ts'
import { useFormat } from '../../format/use-format.ts'
import { client } from '../../rpc/client.ts'
import { usePeople } from '../../stores/people.ts'
import { useAction } from '../../stores/use-action.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.tsx'

export function RemovePersonDialog({ person, onClose }: { person: PersonView; onClose: () => void }) {
  const { t } = useTranslation('people')
  const format = useFormat()
  const { name } = person
  const [typed, setTyped] = useState('')
  // Counted while one reads; the words alone do until then.
  const held = useLoaded(`holdings/${person.id}`, () => client.people.holdings({ id: person.id }), []).value
  const remove = useAction(async () => {
    const { removedRows } = await client.people.remove({ id: person.id, name })
    void usePeople.getState().load()
    toast(t('removed', { name, count: removedRows, formatted: format.number(removedRows, 0) }))
    onClose()
  })
  return (
    <FormDialog
      title={t('removeAsk', { name })}
      description={t('removeText')}
      width="sm"
      confirmLabel={t('removeConfirm')}
      failedTitle={t('removeFailed')}
      action={remove}
      canSubmit={typed.trim() === name}
      isDanger
      onClose={onClose}
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
      <TextField
        label={t('removeType', { name })}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={setTyped}
      />
    </FormDialog>
  )
}
