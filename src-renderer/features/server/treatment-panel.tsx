/** How a server is treated: whom its tools are offered to and under which names, and what it may ask of the person. */
import { useTranslation } from 'react-i18next'
import { Panel } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { SettingRow } from '../settings/setting-row.tsx'
import { LinesField } from './lines-field.tsx'
import { processorIds } from './processors.ts'
import type { ServerTabProps } from './use-server.ts'
import { useSetting } from './use-setting.ts'

const policies = ['allow', 'ask', 'block'] as const
const clashes = ['rename', 'skip', 'override', 'refuse'] as const

export function ToolSettingsPanel(props: ServerTabProps) {
  const { t } = useTranslation('serverPage')
  const { settings, slug } = props.server
  const save = useSetting(props)
  const known = [...new Set([...processorIds, ...settings.processors])]
  return (
    <Panel title={t('offer.title')}>
      <SettingRow label={t('offer.shared')} hint={t('offer.sharedHint')}>
        {(id) => <Switch id={id} checked={settings.shared} onChange={(shared) => save({ shared })} />}
      </SettingRow>
      <SettingRow label={t('offer.policy')} hint={t(`offer.policies.${settings.policy}`)}>
        {() => (
          <Segmented
            label={t('offer.policy')}
            value={settings.policy}
            options={policies.map((value) => ({ value, label: t(`policy.${value}`) }))}
            onChange={(policy) => save({ policy })}
          />
        )}
      </SettingRow>
      <SettingRow
        label={t('offer.prefix')}
        hint={t(settings.prefix ? 'offer.prefixOn' : 'offer.prefixOff', { name: `${slug}__…` })}
      >
        {(id) => <Switch id={id} checked={settings.prefix} onChange={(prefix) => save({ prefix })} />}
      </SettingRow>
      <SettingRow label={t('offer.clash')} hint={t('offer.clashHint')}>
        {(id) => (
          <Select
            id={id}
            value={settings.clash}
            options={clashes.map((value) => ({ value, label: t(`offer.clashes.${value}`) }))}
            onChange={(value) => save({ clash: clashes.find((one) => one === value) ?? 'rename' })}
          />
        )}
      </SettingRow>
      {known.map((processor) => (
        <SettingRow
          key={processor}
          label={isKnown(processor) ? t(`processor.${processor}`) : processor}
          hint={isKnown(processor) ? t(`processor.${processor}.hint`) : t('processor.unknown')}
        >
          {(id) => (
            <Switch
              id={id}
              checked={settings.processors.includes(processor)}
              onChange={(on) =>
                save({
                  processors: on
                    ? [...settings.processors, processor]
                    : settings.processors.filter((one) => one !== processor),
                })
              }
            />
          )}
        </SettingRow>
      ))}
    </Panel>
  )
}

function isKnown(processor: string): processor is (typeof processorIds)[number] {
  return processorIds.some((one) => one === processor)
}

export function TreatmentPanel(props: ServerTabProps) {
  const { t } = useTranslation('serverPage')
  const { settings } = props.server
  const save = useSetting(props)
  const asks = (patch: Partial<typeof settings.asks>) => save({ asks: { ...settings.asks, ...patch } })
  return (
    <Panel title={t('asks.title')}>
      <SettingRow label={t('asks.elicitation')} hint={t('asks.elicitationHint')}>
        {(id) => (
          <Switch id={id} checked={settings.asks.elicitation} onChange={(elicitation) => asks({ elicitation })} />
        )}
      </SettingRow>
      <SettingRow label={t('asks.sampling')} hint={t('asks.samplingHint')}>
        {(id) => <Switch id={id} checked={settings.asks.sampling} onChange={(sampling) => asks({ sampling })} />}
      </SettingRow>
      <SettingRow label={t('asks.roots')} hint={t('asks.rootsHint')}>
        {(id) => <Switch id={id} checked={settings.asks.roots} onChange={(roots) => asks({ roots })} />}
      </SettingRow>
      {settings.asks.roots && (
        <SettingRow label={t('asks.folders')} hint={t('asks.foldersHint')}>
          {(id) => (
            <LinesField
              key={settings.roots.join('\n')}
              id={id}
              value={settings.roots}
              onSave={(roots) => save({ roots: [...roots] })}
            />
          )}
        </SettingRow>
      )}
    </Panel>
  )
}
