/** Switches the person, after asking where that would cut off files on their way. Render `dialog` beside the trigger. */
import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PersonView } from '../../../src-main/api/contract/people.ts'
import { useImports } from '../../stores/imports.ts'
import { switchPerson } from '../../stores/switch-person.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'

export function useSwitchPerson(): { switchTo: (person: PersonView) => void; dialog: ReactNode } {
  const { t } = useTranslation('people')
  const [asked, setAsked] = useState<PersonView | null>(null)
  const go = useCallback(
    (person: PersonView) => {
      if (!switchPerson(person.id)) toast(t('switchRefused'), { tone: 'error' })
    },
    [t],
  )
  const switchTo = useCallback(
    (person: PersonView) => {
      const isSending = useImports.getState().uploads.some((upload) => upload.error === null)
      if (isSending) setAsked(person)
      else go(person)
    },
    [go],
  )
  const dialog = asked && (
    <ConfirmDialog
      open
      onOpenChange={() => setAsked(null)}
      title={t('switchAsk', { name: asked.name })}
      description={t('switchAskText')}
      confirmLabel={t('switchConfirm')}
      onConfirm={() => go(asked)}
    />
  )
  return { switchTo, dialog }
}
