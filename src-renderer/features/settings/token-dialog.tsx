/** Makes an access token and shows it this once. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../rpc/client.ts'
import { useAction } from '../../stores/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Field, NameField } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'

const lifetimes = [30, 90, 365, 1825]

export interface TokenDialogProps {
  onClose: () => void
  /** Receives the token: it is known now and never again. */
  onCreated: (token: string) => void
}

export function TokenDialog({ onClose, onCreated }: TokenDialogProps) {
  const { t } = useTranslation('settings')
  const [label, setLabel] = useState('')
  const [days, setDays] = useState(365)
  const [token, setToken] = useState<string | null>(null)
  const create = useAction(async () => {
    const made = await client.app.tokens.create({ label: label.trim(), days })
    setToken(made.token)
    onCreated(made.token)
  })
  if (token !== null) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={t('tokenMade')}
        description={t('tokenOnce')}
        footer={
          <Button variant="primary" onClick={onClose}>
            {t('tokenKept')}
          </Button>
        }
      >
        <CodeBlock code={token} label={t('token')} />
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={t('tokenNew')}
      description={t('tokenNewText')}
      width="sm"
      confirmLabel={t('tokenCreate')}
      failedTitle={t('tokenFailed')}
      action={create}
      onClose={onClose}
    >
      <NameField label={t('tokenLabel')} hint={t('tokenLabelHint')} value={label} onChange={setLabel} />
      <Field label={t('tokenLifetime')}>
        {({ id }) => (
          <Select
            id={id}
            value={String(days)}
            options={lifetimes.map((value) => ({ value: String(value), label: t('days', { count: value }) }))}
            onChange={(value) => setDays(Number(value))}
          />
        )}
      </Field>
    </FormDialog>
  )
}
