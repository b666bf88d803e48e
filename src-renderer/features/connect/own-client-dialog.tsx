/** Makes a client for a script of the person's own and shows its secret this once. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScopeName } from '../../../src-main/api/contract/consents.ts'
import { client } from '../../rpc/client.ts'
import { useApp } from '../../stores/app.ts'
import { useAction } from '../../stores/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { NameField } from '../../ui/input.tsx'
import { CopyValue } from './copy-value.tsx'
import { ScopeSwitches } from './scope-switches.tsx'

/** What makes sense for a program without a person in front of it. */
const offered = ['mcp:read', 'mcp:write', 'mcp:admin'] as const satisfies readonly ScopeName[]

export interface OwnClientDialogProps {
  onClose: () => void
  onCreated: () => void
}

export function OwnClientDialog({ onClose, onCreated }: OwnClientDialogProps) {
  const { t } = useTranslation('connect')
  const mcpUrl = useApp((state) => state.info?.mcpUrl)
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly ScopeName[]>(['mcp:read'])
  const [made, setMade] = useState<{ clientId: string; clientSecret: string } | null>(null)
  const create = useAction(async () => {
    setMade(await client.apps.own.create({ name: name.trim(), scopes: [...scopes] }))
    onCreated()
  })
  if (made !== null) {
    return (
      <Dialog
        open
        // Only the button closes it: the secret cannot be shown again.
        onOpenChange={() => {}}
        title={t('own.madeTitle', { name: name.trim() })}
        description={t('own.once')}
        footer={
          <Button variant="primary" onClick={onClose}>
            {t('own.kept')}
          </Button>
        }
      >
        <div className="flex flex-col gap-3">
          <CopyValue label={t('own.clientId')} shown={made.clientId} />
          <CopyValue label={t('own.clientSecret')} shown={made.clientSecret} />
          {mcpUrl && (
            <CopyValue
              label={t('own.tokenAddress')}
              text={t('own.tokenAddressText')}
              shown={mcpUrl.replace(/\/mcp$/, '/oauth/token')}
            />
          )}
        </div>
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={t('own.newTitle')}
      description={t('own.newText')}
      confirmLabel={t('own.create')}
      failedTitle={t('own.createFailed')}
      action={create}
      canSubmit={name.trim() !== '' && scopes.length > 0}
      onClose={onClose}
    >
      <NameField label={t('own.name')} hint={t('own.nameHint')} value={name} onChange={setName} />
      <ScopeSwitches title={t('own.may')} asked={offered} chosen={scopes} onChange={setScopes} />
    </FormDialog>
  )
}
