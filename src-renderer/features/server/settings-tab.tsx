/** Everything about a server that a person can set: what runs, its secrets, and how it is treated. */
import { FileLock2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../rpc/client.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Input } from '../../ui/input.tsx'
import { Panel } from '../../ui/page.tsx'
import { SettingRow } from '../settings/setting-row.tsx'
import { AgentSwitches } from './agent-switches.tsx'
import { LimitsPanel } from './limits-panel.tsx'
import { LoginPanel } from './login-panel.tsx'
import { NetworkPanel } from './network-panel.tsx'
import { draftOf, targetForm } from './target-form.ts'
import { TargetPanel } from './target-panel.tsx'
import { ToolSettingsPanel, TreatmentPanel } from './treatment-panel.tsx'
import type { ServerTabProps } from './use-server.ts'
import { ValuesPanel } from './values-panel.tsx'

export function SettingsTab(props: ServerTabProps) {
  const { t } = useTranslation('serverPage')
  const { server } = props
  return (
    <div className="@container h-full overflow-y-auto">
      <div className="mx-auto flex max-w-[860px] flex-col gap-4.5 px-6 pt-4 pb-10">
        {server.declaredIn !== null && (
          <p className="flex items-start gap-2 rounded-md border border-line bg-surface px-3.5 py-2.5 text-sm">
            <FileLock2 className="mt-0.5 size-4 shrink-0 text-ink-3" strokeWidth={1.6} aria-hidden />
            <span className="min-w-0">
              {t('settings.declared')} <code className="break-all font-mono text-xs">{server.declaredIn}</code>
            </span>
          </p>
        )}
        <NamePanel {...props} />
        <TargetPanel key={JSON.stringify(server.target)} {...props} />
        <ValuesPanel {...props} />
        <LoginPanel {...props} />
        <ToolSettingsPanel {...props} />
        <TreatmentPanel {...props} />
        <AgentSwitches server={server} tool={null} />
        <LimitsPanel key={JSON.stringify(server.settings.limits)} {...props} />
        <NetworkPanel {...props} />
      </div>
    </div>
  )
}

function NamePanel({ server, busy, change }: ServerTabProps) {
  const { t } = useTranslation('serverPage')
  const [name, setName] = useState(server.name)
  const trimmed = name.trim()
  const save = () =>
    void change({
      name: 'name',
      failed: t('settings.failed'),
      act: () => client.servers.update({ id: server.id, draft: draftOf(trimmed, targetForm(server.target)) }),
    })
  const origin = server.origin.detail ? ` · ${server.origin.detail}` : ''
  return (
    <Panel title={t('settings.server')}>
      <SettingRow label={t('settings.name')}>
        {(id) => (
          <form
            className="flex gap-2"
            onSubmit={(event) => {
              event.preventDefault()
              if (trimmed !== '' && trimmed !== server.name) save()
            }}
          >
            <Input
              id={id}
              value={name}
              maxLength={80}
              disabled={server.declaredIn !== null}
              onChange={(event) => setName(event.target.value)}
            />
            {trimmed !== server.name && (
              <Button type="submit" variant="primary" busy={busy === 'name'} disabled={trimmed === ''}>
                {t('save')}
              </Button>
            )}
          </form>
        )}
      </SettingRow>
      <SettingRow label={t('settings.slug')} hint={t('settings.slugHint')}>
        {(id) => (
          <output id={id} className="font-mono text-sm">
            {server.slug}
          </output>
        )}
      </SettingRow>
      <SettingRow label={t('settings.origin')}>
        {(id) => (
          <output id={id}>
            <Chip>{t(`origin.${server.origin.kind}`) + origin}</Chip>
          </output>
        )}
      </SettingRow>
    </Panel>
  )
}
