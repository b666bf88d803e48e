/** Everything that a program we do not know by name needs: entries, bridges, address and token, personal address. */
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../rpc/client.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TokenDialog } from '../settings/token-dialog.tsx'
import { CopyValue } from './copy-value.tsx'
import { needsToken, withToken } from './entry-text.ts'
import { PersonalAddress } from './personal-address.tsx'

interface Value {
  label: string
  text?: string
  value: string
}

export function OtherPrograms() {
  const { t } = useTranslation('connect')
  const read = useLoaded('entries', () => client.connect.entries(), ['profile-changed'])
  const [token, setToken] = useState<string | null>(null)
  const [isMaking, setMaking] = useState(false)
  const entries = read.value

  const values = (list: Value[]) => (
    <div className="flex flex-col gap-4">
      {list.map(({ label, text, value }) => (
        <CopyValue key={label} label={label} text={text} {...withToken(value, token)} />
      ))}
      {list.some((one) => needsToken(one.value)) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button size="sm" icon={KeyRound} onClick={() => setMaking(true)}>
            {t('entries.makeToken')}
          </Button>
          <p className="min-w-0 flex-1 basis-64 text-ink-3 text-xs">
            {token === null ? t('entries.tokenPlace') : t('entries.tokenIn')}
          </p>
        </div>
      )}
    </div>
  )

  return (
    <Panel title={t('entries.title')} about={t('entries.about')} padded>
      {read.error !== null && !entries && (
        <ErrorState title={t('entries.failed')} error={read.error} onRetry={read.reload} />
      )}
      {!entries && read.error === null && <SkeletonLines lines={5} />}
      {entries && (
        <Tabs
          label={t('entries.title')}
          tabs={[
            {
              value: 'program',
              label: t('entries.program'),
              content: values([{ label: t('entries.stdio'), text: t('entries.stdioText'), value: entries.stdio }]),
            },
            {
              value: 'address',
              label: t('entries.address'),
              content: values([
                {
                  label: t('entries.url'),
                  text: entries.publicUrl === null ? t('entries.urlText') : t('entries.urlPublicText'),
                  value: entries.url,
                },
                { label: t('entries.header'), text: t('entries.headerText'), value: entries.header },
              ]),
            },
            {
              value: 'bridge',
              label: t('entries.bridge'),
              content: values([
                { label: t('entries.mcpRemote'), text: t('entries.bridgeText'), value: entries.mcpRemote },
                {
                  label: t('entries.universalProxy'),
                  text: t('entries.universalProxyText'),
                  value: entries.universalProxy,
                },
              ]),
            },
            {
              value: 'claude-code',
              label: t('entries.terminal'),
              content: values([
                { label: t('entries.claudeCode'), text: t('entries.claudeCodeText'), value: entries.claudeCode },
              ]),
            },
            { value: 'personal', label: t('entries.personal'), content: <PersonalAddress /> },
          ]}
        />
      )}
      {isMaking && <TokenDialog onClose={() => setMaking(false)} onCreated={setToken} />}
    </Panel>
  )
}
