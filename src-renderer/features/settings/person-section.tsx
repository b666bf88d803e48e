/** Who this is: name, time zone, language, theme. */
import type { KeyboardEvent } from 'react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileView } from '../../../src-main/api/contract/app.ts'
import { isImeKey } from '../../app/shortcuts.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Input } from '../../ui/input.tsx'
import { Panel } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { SettingRow } from './setting-row.tsx'
import { zoneOptions } from './time-zones.ts'
import { useSave } from './use-save.ts'

function NameField({ id, name }: { id: string; name: string }) {
  const save = useSave()
  const [text, setText] = useState(name)
  const commit = () => {
    const next = text.trim()
    if (next === '') setText(name)
    else if (next !== name) save({ name: next })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && !isImeKey(event.nativeEvent)) event.currentTarget.blur()
  }
  return (
    <Input
      id={id}
      value={text}
      maxLength={80}
      autoComplete="off"
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  )
}

export function PersonSection({ profile }: { profile: ProfileView }) {
  const { t } = useTranslation('settings')
  const save = useSave()
  const zones = useMemo(() => zoneOptions(profile.timeZone, Date.now()), [profile.timeZone])
  return (
    <Panel title={t('person')}>
      <SettingRow label={t('name')}>{(id) => <NameField key={profile.name} id={id} name={profile.name} />}</SettingRow>
      <SettingRow label={t('timeZone')} hint={t('timeZoneHint')}>
        {(id) => (
          <Combobox
            id={id}
            label={t('timeZone')}
            value={profile.timeZone}
            options={zones}
            placeholder={t('timeZoneSearch')}
            emptyText={t('timeZoneNone')}
            onChange={(timeZone) => save({ timeZone })}
          />
        )}
      </SettingRow>
      <SettingRow label={t('language')}>
        {(id) => (
          <Select
            id={id}
            value={profile.language ?? 'system'}
            options={[
              { value: 'system', label: t('languageSystem') },
              { value: 'en', label: t('languageEnglish') },
              { value: 'zh-CN', label: t('languageChinese') },
            ]}
            onChange={(value) => save({ language: value === 'en' || value === 'zh-CN' ? value : null })}
          />
        )}
      </SettingRow>
      <SettingRow label={t('theme')}>
        {() => (
          <Segmented
            label={t('theme')}
            value={profile.theme}
            options={[
              { value: 'system', label: t('themeSystem') },
              { value: 'light', label: t('themeLight') },
              { value: 'dark', label: t('themeDark') },
            ]}
            onChange={(theme) => save({ theme })}
          />
        )}
      </SettingRow>
    </Panel>
  )
}
