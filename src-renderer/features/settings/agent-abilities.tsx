/** What agents may do that they may not do by themselves: off until turned on. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast.tsx'
import { SettingRow } from './setting-row.tsx'

const abilities = ['shell', 'subagents'] as const

export function AgentAbilities() {
  const { t } = useTranslation('models')
  const { value, error, reload } = useLoaded('abilities', () => client.models.abilities(), ['models-changed'])
  /** What was switched here, before it is read again. */
  const [changed, setChanged] = useState<Partial<Record<(typeof abilities)[number], boolean>>>({})
  const set = async (ability: (typeof abilities)[number], isOn: boolean) => {
    setChanged((before) => ({ ...before, [ability]: isOn }))
    try {
      await client.models.setAbilities({ [ability]: isOn })
    } catch (failure) {
      setChanged((before) => ({ ...before, [ability]: !isOn }))
      toast(`${t('switchFailed')} ${errorWords(failure).message}`, { tone: 'error' })
    }
  }
  return (
    <Panel title={t('abilities')}>
      {value === null && (
        <div className="px-3.5 pb-3.5">
          {error === null ? (
            <SkeletonLines lines={2} />
          ) : (
            <ErrorState title={t('abilitiesFailed')} error={error} onRetry={reload} />
          )}
        </div>
      )}
      {value !== null &&
        abilities.map((ability) => (
          <SettingRow isNarrow key={ability} label={t(ability)} hint={t(`${ability}Hint`)}>
            {(id) => (
              <Switch
                id={id}
                className="block"
                checked={changed[ability] ?? value[ability]}
                onChange={(isOn) => void set(ability, isOn)}
              />
            )}
          </SettingRow>
        ))}
    </Panel>
  )
}
