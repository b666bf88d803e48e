/** With it on, no agent talks to a model that is elsewhere. */
import { useTranslation } from 'react-i18next'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { useModels } from '../../stores/models.ts'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast.tsx'
import { SettingRow } from './setting-row.tsx'

export function AgentLocalOnly() {
  const { t } = useTranslation('models')
  const isOn = useModels((state) => state.localOnly)
  const set = async (next: boolean) => {
    useModels.setState({ localOnly: next })
    try {
      await client.models.setLocalOnly({ isOn: next })
      await useModels.getState().load()
    } catch (error) {
      useModels.setState({ localOnly: !next })
      toast(`${t('switchFailed')} ${errorWords(error).message}`, { tone: 'error' })
    }
  }
  return (
    <div className="rounded-lg border border-line bg-surface">
      <SettingRow isNarrow label={t('localOnly')} hint={t('localOnlyHint')}>
        {(id) => <Switch id={id} className="block" checked={isOn} onChange={(next) => void set(next)} />}
      </SettingRow>
    </div>
  )
}
