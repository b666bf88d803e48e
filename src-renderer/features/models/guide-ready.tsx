/** The model works: which one answers, where what it reads goes, and the first question. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { errorWords } from '../../rpc/error-words.ts'
import { useChoice } from '../../stores/chat-choice.ts'
import { useModels } from '../../stores/models.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { toast } from '../../ui/toast.tsx'
import { focusComposer } from '../chat/composer-focus.ts'
import { VerdictView } from './verdict-view.tsx'

export interface GuideReadyProps {
  provider: string
  /** The one that was pointed at; null where the person is still to choose. */
  model: string | null
  onClose: () => void
}

export function GuideReady({ provider: id, model, onClose }: GuideReadyProps) {
  const { t } = useTranslation('models')
  const { t: composer } = useTranslation('composer')
  const [location, navigate] = useLocation()
  const provider = useModels((state) => state.providers)?.find((one) => one.id === id)
  const verdict = useModels((state) => state.verdicts[id])
  const byDefault = useModels((state) => state.agents).find((one) => one.id === 'deep')?.model
  const [picked, setPicked] = useState<string | null>(model)
  if (!provider) return null
  const own = byDefault?.provider === id ? byDefault.model : null
  const chosen = picked ?? own ?? provider.models[0]?.id ?? null
  const use = async () => {
    if (chosen === null) return
    const name = provider.models.find((one) => one.id === chosen)?.name ?? chosen
    const open = /^\/chat\/([^/]+)/.exec(location)?.[1]
    try {
      // The chat that is open is answered by it too; what it was about stays.
      await useChoice.getState().choose(open ? decodeURIComponent(open) : null, {
        agent: 'deep',
        model: { provider: id, model: chosen },
      })
    } catch (error) {
      toast(`${composer('chooseFailed')} ${errorWords(error).message}`, { tone: 'error' })
      return
    }
    toast(t('readyUsed', { model: name }))
    onClose()
    if (!location.startsWith('/chat')) navigate('/chat')
    focusComposer()
  }
  return (
    <div className="flex flex-col gap-4">
      {verdict?.ok && <VerdictView verdict={verdict} />}
      {provider.models.length === 0 ? (
        <p className="text-ink-2 text-sm">{t('noModelsListed')}</p>
      ) : (
        <div className="flex flex-col gap-1">
          <span className="font-medium text-sm">{t('readyModel')}</span>
          <Combobox
            label={t('readyModel')}
            value={chosen ?? ''}
            options={provider.models.map((one) => ({ value: one.id, label: one.name, keywords: [one.id] }))}
            placeholder={composer('searchModels')}
            emptyText={composer('noModelMatch')}
            onChange={setPicked}
          />
        </div>
      )}
      <p className="text-ink-2 text-sm">
        {provider.isLocal ? t('readyLocal') : t('readySends', { name: provider.name, host: provider.host })}
      </p>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('done')}</Button>
        <Button variant="primary" disabled={chosen === null} onClick={() => void use()}>
          {t('readyUse')}
        </Button>
      </div>
    </div>
  )
}
