/** Above the composer while what was chosen cannot answer: what is wrong, and the ways out. */
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useChoiceOf } from '../../stores/chat-choice.ts'
import { useModels } from '../../stores/models.ts'
import { Button } from '../../ui/button.tsx'
import { useModelGuide } from '../models/guide-state.ts'
import { chosenModel, modelGroups, unusable } from '../models/model-choices.ts'
import { useChoose } from './composer-model.tsx'
import { useComposerPanels } from './composer-panels.ts'

export function ComposerNotice({ conversationId }: { conversationId: string | null }) {
  const { t } = useTranslation('composer')
  const known = useModels()
  const { agent, model } = useChoiceOf(conversationId)
  const choose = useChoose(conversationId)
  const openPicker = useComposerPanels((state) => state.setModelOpen)
  const openGuide = useModelGuide((state) => state.open)
  const problem = unusable(known, agent, model)
  if (!problem || agent === 'quick') return null
  const title =
    problem.kind === 'none'
      ? problem.message || t('none')
      : problem.provider === null
        ? t('gone', { model: problem.model })
        : t('goneOf', { model: problem.model, provider: problem.provider })
  const reason = problem.kind === 'none' ? problem.hint : problem.reason
  const fallback = model ? chosenModel(known, agent, null) : null
  const hasOthers = modelGroups(known, agent).length > 0
  return (
    <section
      role="status"
      className="mx-auto mb-2 flex w-full max-w-[760px] flex-wrap items-center gap-x-3 gap-y-1.5 rounded-lg bg-amber-soft px-3.5 py-2 text-amber text-sm"
    >
      <TriangleAlert className="size-4 shrink-0" strokeWidth={1.6} aria-hidden />
      <div className="min-w-52 flex-1">
        <p className="font-medium">{title}</p>
        {reason && <p>{reason}</p>}
      </div>
      <div className="flex flex-wrap gap-1.5">
        {fallback && (
          <Button size="sm" onClick={() => choose({ model: null })}>
            {t('useDefault', { model: fallback.name })}
          </Button>
        )}
        {hasOthers ? (
          <Button size="sm" onClick={() => openPicker(true)}>
            {t('chooseOther')}
          </Button>
        ) : (
          <Button size="sm" onClick={openGuide}>
            {t('setUp')}
          </Button>
        )}
        <Button size="sm" onClick={() => choose({ agent: 'quick', model: null })}>
          {t('useQuick')}
        </Button>
      </div>
    </section>
  )
}
