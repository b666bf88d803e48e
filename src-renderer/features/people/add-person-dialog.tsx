/** A new person on this computer: a name is enough. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PersonView } from '../../../src-main/api/contract/people.ts'
import { client } from '../../rpc/client.ts'
import { usePeople } from '../../stores/people.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field, Input } from '../../ui/input.tsx'
import { useSwitchPerson } from './use-switch-person.tsx'

export function AddPersonDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('people')
  const { t: common } = useTranslation()
  const [name, setName] = useState('')
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const [added, setAdded] = useState<PersonView | null>(null)
  const { switchTo, dialog } = useSwitchPerson()
  const add = async () => {
    if (name.trim() === '' || isBusy) return
    setBusy(true)
    setError(null)
    try {
      setAdded(await client.people.create({ name: name.trim() }))
      void usePeople.getState().load()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
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
    <Dialog
      open
      onOpenChange={onClose}
      title={t('add')}
      description={t('addText')}
      width="sm"
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" busy={isBusy} disabled={name.trim() === ''} type="submit" form="add-person">
            {t('addConfirm')}
          </Button>
        </>
      }
    >
      <form
        id="add-person"
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <Field label={t('name')} hint={t('nameHint')}>
          {({ id, describedBy }) => (
            <Input
              id={id}
              aria-describedby={describedBy}
              value={name}
              maxLength={80}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        {error !== null && <ErrorState title={t('addFailed')} error={error} />}
      </form>
    </Dialog>
  )
}
