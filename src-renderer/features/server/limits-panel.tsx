/** How long a server may take, in seconds, and whether one session is kept or every call has its own. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { Panel } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SettingRow } from '../settings/setting-row.tsx'
import { limitBounds, limitNames, millisecondsOf, secondsOf } from './limits.ts'
import type { ServerTabProps } from './use-server.ts'
import { useSetting } from './use-setting.ts'

export function LimitsPanel(props: ServerTabProps) {
  const { t } = useTranslation('serverPage')
  const { settings } = props.server
  const save = useSetting(props)
  const stored = secondsOf(settings.limits)
  const [typed, setTyped] = useState(stored)
  const isChanged = limitNames.some((name) => typed[name] !== stored[name])
  const read = {
    connectMs: millisecondsOf('connectMs', typed.connectMs),
    requestMs: millisecondsOf('requestMs', typed.requestMs),
    streamMs: millisecondsOf('streamMs', typed.streamMs),
    hardCapMs: millisecondsOf('hardCapMs', typed.hardCapMs),
  }
  const { connectMs, requestMs, streamMs, hardCapMs } = read
  const canSave = connectMs !== null && requestMs !== null && streamMs !== null && hardCapMs !== null
  return (
    <Panel title={t('limits.title')}>
      <SettingRow label={t('limits.session')} hint={t(settings.stateful ? 'limits.keptHint' : 'limits.freshHint')}>
        {() => (
          <Segmented
            label={t('limits.session')}
            value={settings.stateful ? 'kept' : 'fresh'}
            options={[
              { value: 'kept', label: t('limits.kept') },
              { value: 'fresh', label: t('limits.fresh') },
            ]}
            onChange={(value) => save({ stateful: value === 'kept' })}
          />
        )}
      </SettingRow>
      {limitNames.map((name) => (
        <SettingRow key={name} label={t(`limits.${name}`)} hint={t(`limits.${name}Hint`)}>
          {(id) => (
            <div className="flex flex-col gap-1">
              <div className="flex items-center gap-2">
                <Input
                  id={id}
                  className="max-w-28"
                  inputMode="decimal"
                  aria-invalid={read[name] === null || undefined}
                  aria-describedby={`${id}-unit`}
                  value={typed[name]}
                  onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
                />
                <span id={`${id}-unit`} className="text-ink-3 text-sm">
                  {t('limits.seconds')}
                </span>
              </div>
              {read[name] === null && (
                <p role="alert" className="text-red text-xs">
                  {t('limits.bounds', limitBounds[name])}
                </p>
              )}
            </div>
          )}
        </SettingRow>
      ))}
      {isChanged && (
        <div className="flex justify-end gap-2 border-line border-t px-3.5 py-2.5">
          <Button size="sm" onClick={() => setTyped(stored)}>
            {t('discard')}
          </Button>
          <Button
            size="sm"
            variant="primary"
            disabled={!canSave}
            onClick={() => canSave && save({ limits: { connectMs, requestMs, streamMs, hardCapMs } })}
          >
            {t('save')}
          </Button>
        </div>
      )}
    </Panel>
  )
}
