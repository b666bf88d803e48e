/** Secrets of a server: whether each is set, and a place to set another. Nothing is ever read back. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ServerDetail } from '../../../src-main/api/contract/servers.ts'
import { client } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { Panel } from '../../ui/page.tsx'
import { SettingRow } from '../settings/setting-row.tsx'
import type { ServerTabProps } from './use-server.ts'

interface Secret {
  readonly kind: 'env' | 'header' | 'bearer' | 'clientSecret'
  readonly name: string
  readonly isSet: boolean
}

function secretsOf({ target }: ServerDetail): Secret[] {
  if (target.kind === 'stdio') return target.env.map((one) => ({ kind: 'env', ...one }))
  const headers = target.headers.map((one): Secret => ({ kind: 'header', ...one }))
  if (target.auth === 'bearer') return [...headers, { kind: 'bearer', name: '', isSet: target.hasBearer }]
  if (target.auth === 'oauth' && target.oauth.clientId !== null)
    return [...headers, { kind: 'clientSecret', name: '', isSet: target.oauth.hasClientSecret }]
  return headers
}

export function ValuesPanel(props: ServerTabProps) {
  const { t } = useTranslation('serverPage')
  const secrets = secretsOf(props.server)
  if (secrets.length === 0) return null
  return (
    <Panel title={t('values.title')} about={t('values.about')}>
      {secrets.map((secret) => (
        <SecretRow key={`${secret.kind} ${secret.name}`} {...props} secret={secret} />
      ))}
    </Panel>
  )
}

function SecretRow(props: ServerTabProps & { readonly secret: Secret }) {
  const { t } = useTranslation('serverPage')
  const { t: common } = useTranslation()
  const { server, secret, change } = props
  const [typed, setTyped] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const label = secret.kind === 'env' || secret.kind === 'header' ? secret.name : t(`values.${secret.kind}`)
  const save = async () => {
    if (!typed) return
    setBusy(true)
    const { id } = server
    const done = await change({
      name: 'values',
      failed: t('values.failed'),
      act: () => {
        if (secret.kind === 'env') return client.servers.setValues({ id, env: { [secret.name]: typed } })
        if (secret.kind === 'header') return client.servers.setValues({ id, headers: { [secret.name]: typed } })
        return client.servers.setValues({ id, [secret.kind]: typed })
      },
    })
    setBusy(false)
    if (done) setTyped(null)
  }
  return (
    <SettingRow
      label={label}
      hint={secret.isSet ? t('values.isSet') : <span className="text-amber">{t('values.missing')}</span>}
    >
      {(id) =>
        typed === null ? (
          <div className="flex items-center gap-3">
            <span aria-hidden className="flex-1 text-ink-3 tracking-widest">
              {secret.isSet ? '••••••••' : ''}
            </span>
            <Button
              id={id}
              size="sm"
              aria-label={`${label}: ${t(secret.isSet ? 'values.replace' : 'values.set')}`}
              onClick={() => setTyped('')}
            >
              {t(secret.isSet ? 'values.replace' : 'values.set')}
            </Button>
          </div>
        ) : (
          <form
            className="flex items-center gap-2"
            onSubmit={(event) => {
              event.preventDefault()
              void save()
            }}
          >
            <Input
              id={id}
              type="password"
              autoComplete="new-password"
              autoFocus
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
            <Button type="submit" variant="primary" size="sm" busy={isBusy} disabled={typed === ''}>
              {t('save')}
            </Button>
            <Button size="sm" onClick={() => setTyped(null)}>
              {common('cancel')}
            </Button>
          </form>
        )
      }
    </SettingRow>
  )
}
