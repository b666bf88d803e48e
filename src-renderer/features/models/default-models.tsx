/** Which model each agent uses when a chat says nothing. */
import { useTranslation } from 'react-i18next'
import { client } from '../../rpc/client.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { useModels } from '../../stores/models.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Panel } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.tsx'
import { SettingRow } from '../settings/setting-row.tsx'
import { chosenModel, modelGroups } from './model-choices.ts'

const labels = { deep: 'defaultDeep', base: 'defaultBase' } as const

export function DefaultModels() {
  const { t } = useTranslation('models')
  return (
    <Panel title={t('defaults')} about={t('defaultsText')}>
      <DefaultModel agent="deep" />
      <DefaultModel agent="base" />
    </Panel>
  )
}

/** A provider and a model as one value; a model's name may hold any character, an id of a provider no line break. */
const choiceValue = (provider: string, model: string) => `${provider}\n${model}`

function DefaultModel({ agent }: { agent: 'deep' | 'base' }) {
  const { t } = useTranslation('models')
  const { t: composer } = useTranslation('composer')
  const known = useModels()
  const state = known.agents.find((one) => one.id === agent)
  const groups = modelGroups(known, agent)
  const isUsable = chosenModel(known, agent, null) !== null
  const model = state?.model ?? null
  const save = async (value: string) => {
    const [provider, name] = value.split('\n')
    try {
      await client.models.setDefault({
        agent,
        model: provider && name !== undefined ? { provider, model: name } : null,
      })
      await useModels.getState().load()
    } catch (error) {
      toast(`${t('defaultSaveFailed')} ${errorWords(error).message}`, { tone: 'error' })
    }
  }
  const way = state?.way === 'mcp' ? t('wayMcp') : state?.way === 'local' ? t('wayTools') : null
  const problem = state?.problem ? `${state.problem.message} ${state.problem.hint}`.trim() : null
  return (
    <SettingRow label={t(labels[agent])} hint={isUsable ? way : (problem ?? t('defaultNone'))}>
      {(id) => (
        <Combobox
          id={id}
          label={t(labels[agent])}
          value={model ? choiceValue(model.provider, model.model) : ''}
          options={[
            { value: '', label: t('defaultAutomatic') },
            ...groups.flatMap(({ provider, models }) =>
              models.map((one) => ({
                value: choiceValue(provider.id, one.id),
                label: one.name,
                note: provider.isLocal ? composer('onThisComputer') : provider.name,
                keywords: [provider.name, one.id],
              })),
            ),
          ]}
          placeholder={t('defaultSearch')}
          emptyText={composer('noModelMatch')}
          onChange={(value) => void save(value)}
        />
      )}
    </SettingRow>
  )
}
