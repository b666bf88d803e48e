/** Takes our entry out of a client's settings again, after asking once. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientAppView } from '../../../src-main/api/contract/connect.ts'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'

export interface RemoveEntryProps {
  view: ClientAppView
  disabled?: boolean
  onRemoved: () => void
}

export function RemoveEntry({ view, disabled, onRemoved }: RemoveEntryProps) {
  const { t } = useTranslation('connect')
  const [isAsking, setAsking] = useState(false)
  const { name } = view
  const remove = async () => {
    try {
      const { backup } = await client.connect.remove({ client: view.id })
      toast(backup ? t('remove.doneBackup', { name, path: backup }) : t('remove.done', { name }))
      onRemoved()
    } catch (failure) {
      const words = errorWords(failure)
      toast([t('remove.failed', { name }), words.message, words.hint].filter(Boolean).join(' '), { tone: 'error' })
    }
  }
  return (
    <>
      <Button variant="ghost" className="mr-auto -ml-2" disabled={disabled} onClick={() => setAsking(true)}>
        {t('remove.action')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsking(false)}
          title={t('remove.ask', { name })}
          description={t('remove.text', { name })}
          confirmLabel={t('remove.confirm')}
          onConfirm={remove}
        />
      )}
    </>
  )
}
