/** The OAuth login of a server: with whom, for what, how long, and out of it again. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { client } from '../../rpc/client.ts'
import { useApp } from '../../stores/app.ts'
import { useAction } from '../../stores/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/page.tsx'
import { openOutside } from './login-notice.tsx'
import type { ServerTabProps } from './use-server.ts'

export function LoginPanel({ server, change }: ServerTabProps) {
  const { t } = useTranslation('serverPage')
  const format = useFormat()
  const timeZone = useApp((state) => state.info?.profile.timeZone)
  const [isLeaving, setLeaving] = useState(false)
  const start = useAction(async () => {
    const { url } = await client.servers.login({ id: server.id })
    openOutside(url)
  })
  const { login } = server
  if (!login) return null
  const isIn = login.state === 'done'
  return (
    <Panel
      title={t('login.title')}
      padded
      about={t(`login.state.${login.state}`)}
      actions={
        isIn ? (
          <Button size="sm" onClick={() => setLeaving(true)}>
            {t('login.out')}
          </Button>
        ) : (
          <Button size="sm" busy={start.isBusy} disabled={login.state === 'running'} onClick={() => void start.run()}>
            {t('login.start')}
          </Button>
        )
      }
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5 text-sm">
        <dt className="text-ink-3">{t('login.issuer')}</dt>
        <dd className="break-all">{login.issuer ?? t('login.unknown')}</dd>
        <dt className="text-ink-3">{t('login.scopes')}</dt>
        <dd className="flex flex-wrap gap-1">
          {login.scopes.length === 0
            ? t('login.noScopes')
            : login.scopes.map((scope) => <Chip key={scope}>{scope}</Chip>)}
        </dd>
        {isIn && (
          <>
            <dt className="text-ink-3">{t('login.until')}</dt>
            <dd>{login.expiresAt ? format.instant(login.expiresAt, timeZone) : t('login.noEnd')}</dd>
          </>
        )}
      </dl>
      {start.error !== null && (
        <div className="mt-3">
          <ErrorState title={t('login.failed')} error={start.error} isReasonShown />
        </div>
      )}
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={setLeaving}
        title={t('login.outTitle', { name: server.name })}
        description={t('login.outText')}
        confirmLabel={t('login.out')}
        onConfirm={async () => {
          await change({
            name: 'logout',
            failed: t('login.outFailed'),
            act: () => client.servers.logout({ id: server.id }),
          })
        }}
      />
    </Panel>
  )
}
