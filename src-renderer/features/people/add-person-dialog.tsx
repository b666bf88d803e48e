/** A new person on this computer: a name is enough. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PersonView } from '../../../src-main/api/contract/people.ts'
import { client } from '../../rpc/client.ts'
import { usePeople } from '../../stores/people.ts'
import { useAction } from '../../stores/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { NameField } from '../../ui/input.tsx'
import { useSwitchPerson } from './use-switch-person.tsx'

export function AddPersonDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('people')
  const [name, setName] = useState('')
  const [added, setAdded] = useState<PersonView | null>(null)
  const { switchTo, dialog } = useSwitchPerson()
  const add = useAction(async () => {
    setAdded(await client.people.create({ name: name.trim() }))
    void usePeople.getState().load()
  })
  if (added) {
    return (
      <>
        <Dialog
          open
          onOpenChange={onClose}
          title={t('added', { name: added.name })}
          description={t('addedText', { name: added.name })}
          width="sm"
          footer={
            <>
              <Button onClick={onClose}>{t('addedStay')}</Button>
              <Button variant="primary" onClick={() => switchTo(added)}>
                {t('switchTo', { name: added.name })}
              </Button>
            </>
          }
        />
        {dialog}
      </>
    )
  }
  return (
    <FormDialog
      title={t('add')}
      description={t('addText')}
      width="sm"
      confirmLabel={t('addConfirm')}
      failedTitle={t('addFailed')}
      action={add}
      canSubmit={name.trim() !== ''}
      onClose={onClose}
    >
      <NameField label={t('name')} hint={t('nameHint')} value={name} onChange={setName} />
    </FormDialog>
  )
}
