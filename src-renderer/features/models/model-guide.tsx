/** Two minutes to a model: on this computer, with a provider's key, or not now. */

import type { LucideIcon } from 'lucide-react'
import { Clock, Cpu, KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useModels } from '../../stores/models.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { GuideKey } from './guide-key.tsx'
import { GuideLocal } from './guide-local.tsx'
import { GuideReady } from './guide-ready.tsx'
import { useModelGuide } from './guide-state.ts'

type Step =
  | { readonly at: 'ways' | 'local' | 'key' }
  /** `model` is the one that was pointed at; null lets the person choose. */
  | { readonly at: 'ready'; readonly provider: string; readonly model: string | null }

export function ModelGuide() {
  const { isOpen, close } = useModelGuide()
  return isOpen ? <Guide onClose={close} /> : null
}

function Guide({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('models')
  const [step, setStep] = useState<Step>({ at: 'ways' })
  useEffect(() => {
    void useModels.getState().load()
  }, [])
  const ready = (provider: string, model: string | null = null) => setStep({ at: 'ready', provider, model })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={step.at === 'ready' ? t('readyTitle') : t('guide')}
      description={step.at === 'ways' ? t('guideText') : undefined}
      footer={
        step.at === 'local' || step.at === 'key' ? (
          <Button className="mr-auto" onClick={() => setStep({ at: 'ways' })}>
            {t('back')}
          </Button>
        ) : undefined
      }
    >
      {step.at === 'ways' && (
        <div className="flex flex-col gap-2">
          <Way icon={Cpu} label={t('wayLocal')} text={t('wayLocalText')} onChoose={() => setStep({ at: 'local' })} />
          <Way icon={KeyRound} label={t('wayKey')} text={t('wayKeyText')} onChoose={() => setStep({ at: 'key' })} />
          <Way icon={Clock} label={t('wayNot')} text={t('wayNotText')} onChoose={onClose} />
        </div>
      )}
      {step.at === 'local' && <GuideLocal onReady={ready} />}
      {step.at === 'key' && <GuideKey onReady={ready} />}
      {step.at === 'ready' && <GuideReady provider={step.provider} model={step.model} onClose={onClose} />}
    </Dialog>
  )
}

interface WayProps {
  icon: LucideIcon
  label: string
  text: string
  onChoose: () => void
}

function Way({ icon: Icon, label, text, onChoose }: WayProps) {
  return (
    <button
      type="button"
      onClick={onChoose}
      className="flex items-start gap-3 rounded-lg border border-line px-4 py-3 text-left transition-colors hover:border-line-strong hover:bg-hover"
    >
      <Icon className="mt-0.5 size-5 shrink-0 text-accent" strokeWidth={1.5} aria-hidden />
      <span className="min-w-0">
        <span className="block font-medium">{label}</span>
        <span className="block text-ink-2 text-sm">{text}</span>
      </span>
    </button>
  )
}
