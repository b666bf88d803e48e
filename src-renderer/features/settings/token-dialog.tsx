/** Makes an access token and shows it this once. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field, Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'

const lifetimes = [30, 90, 365, 1825]

export interface TokenDialogProps {
  onClose: () => void
  /** Receives the token: it is known now and never again. */
  onCreated: (token: string) => void
}

export function TokenDialog({ onClose, onCreated }: TokenDialogProps) {
  const { t } = useTranslation('settings')
  const { t: common } = useTranslation()
  const [label, setLabel] = useState('')
  const [days, setDays] = useState(365)
  const [token, setToken] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const create = async () => {
    setBusy(true)
    setError(null)
    try {
      const made = await client.app.tokens.create({ label: label.trim(), days })
      setToken(made.token)
      onCreated(made.token)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
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
    <Dialog
      open
      onOpenChange={onClose}
      title={t('tokenNew')}
      description={t('tokenNewText')}
      width="sm"
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" busy={isBusy} type="submit" form="new-token">
            {t('tokenCreate')}
          </Button>
        </>
      }
    >
      <form
        id="new-token"
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void create()
        }}
      >
        <Field label={t('tokenLabel')} hint={t('tokenLabelHint')}>
          {({ id, describedBy }) => (
            <Input
              id={id}
              aria-describedby={describedBy}
              value={label}
              maxLength={80}
              autoComplete="off"
              onChange={(event) => setLabel(event.target.value)}
            />
          )}
        </Field>
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
        {error !== null && <ErrorState title={t('tokenFailed')} error={error} />}
      </form>
    </Dialog>
  )
}
