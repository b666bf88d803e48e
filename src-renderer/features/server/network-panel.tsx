/** The way to a remote server: proxy and certificates. A program that runs here has neither. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { Panel } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SettingRow } from '../settings/setting-row.tsx'
import { isWebAddress } from './content-parts.ts'
import type { ServerTabProps } from './use-server.ts'
import { useSetting } from './use-setting.ts'

export function NetworkPanel(props: ServerTabProps) {
  const { t } = useTranslation('serverPage')
  const { settings, target } = props.server
  const save = useSetting(props)
  const { proxy } = settings
  const stored = typeof proxy === 'string' ? proxy : 'url'
  const [wanted, setWanted] = useState<'system' | 'none' | 'url' | null>(null)
  const mode = wanted ?? stored
  if (target.kind === 'stdio') return null
  return (
    <Panel title={t('network.title')}>
      <SettingRow label={t('network.proxy')} hint={t(`network.hint.${mode}`)}>
        {() => (
          <Segmented
            label={t('network.proxy')}
            value={mode}
            options={[
              { value: 'system', label: t('network.system') },
              { value: 'none', label: t('network.none') },
              { value: 'url', label: t('network.url') },
            ]}
            onChange={(value) => {
              setWanted(value === 'url' ? 'url' : null)
              if (value !== 'url') save({ proxy: value })
            }}
          />
        )}
      </SettingRow>
      {mode === 'url' && (
        <SettingRow label={t('network.proxyUrl')}>
          {(id) => (
            <TextSetting
              key={typeof proxy === 'string' ? '' : proxy.url}
              id={id}
              value={typeof proxy === 'string' ? '' : proxy.url}
              isValid={isWebAddress}
              onSave={(url) => save({ proxy: { url } })}
            />
          )}
        </SettingRow>
      )}
      <SettingRow label={t('network.ca')} hint={t('network.caHint')}>
        {(id) => (
          <TextSetting
            key={settings.caFile ?? ''}
            id={id}
            value={settings.caFile ?? ''}
            isValid={() => true}
            onSave={(path) => save({ caFile: path === '' ? null : path })}
          />
        )}
      </SettingRow>
    </Panel>
  )
}

function TextSetting(props: {
  readonly id: string
  readonly value: string
  readonly isValid: (text: string) => boolean
  readonly onSave: (text: string) => void
}) {
  const { t } = useTranslation('serverPage')
  const [text, setText] = useState(props.value)
  const trimmed = text.trim()
  return (
    <form
      className="flex gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (props.isValid(trimmed)) props.onSave(trimmed)
      }}
    >
      <Input
        id={props.id}
        className="font-mono text-xs"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {trimmed !== props.value && (
        <Button type="submit" variant="primary" disabled={!props.isValid(trimmed)}>
          {t('save')}
        </Button>
      )}
    </form>
  )
}
