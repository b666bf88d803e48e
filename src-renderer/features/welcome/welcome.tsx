/** The first minute: what this is, and three ways in. */
import { FileInput, FlaskConical, Sparkles } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isEnded, useImports } from '../../stores/imports.ts'
import { Button } from '../../ui/button.tsx'
import { useModelGuide } from '../models/guide-state.ts'

export function Welcome() {
  const { t } = useTranslation('welcome')
  const { jobs, uploads, pick, addSample, setSheet } = useImports()
  const { t: models } = useTranslation('models')
  const openGuide = useModelGuide((state) => state.open)
  const isImporting = uploads.length > 0 || jobs.some((job) => !isEnded(job))
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-6">
      <div className="mx-auto flex min-h-full max-w-[560px] flex-col justify-center py-10">
        <h1 className="font-semibold text-xl tracking-tight">{t('title')}</h1>
        <p className="mt-2 text-[15px] text-ink-2">{t('text')}</p>
        <div className="mt-7 flex flex-col items-center gap-1 rounded-xl border-[1.5px] border-line-strong border-dashed bg-surface px-6 py-9 text-center">
          <FileInput className="mb-2 size-7 text-accent" strokeWidth={1.4} aria-hidden />
          <p className="font-medium text-[15px]">{t('drop')}</p>
          <p className="max-w-[400px] text-ink-3 text-sm">{t('formats')}</p>
          <div className="mt-4 flex flex-wrap justify-center gap-2">
            {isImporting ? (
              <Button variant="primary" onClick={() => setSheet(true)}>
                {t('showImport')}
              </Button>
            ) : (
              <Button variant="primary" onClick={() => void pick()}>
                {t('pick')}
              </Button>
            )}
          </div>
        </div>
        <div className="mt-4 flex items-center gap-3 rounded-xl border border-line px-4 py-3">
          <FlaskConical className="size-5 shrink-0 text-ink-3" strokeWidth={1.5} aria-hidden />
          <p className="min-w-0 flex-1 text-ink-2 text-sm">{t('sampleText')}</p>
          <Button disabled={isImporting} onClick={() => void addSample()}>
            {t('sample')}
          </Button>
        </div>
        <div className="mt-2.5 flex items-center gap-3 rounded-xl border border-line px-4 py-3">
          <Sparkles className="size-5 shrink-0 text-ink-3" strokeWidth={1.5} aria-hidden />
          <p className="min-w-0 flex-1 text-ink-2 text-sm">{models('guideText')}</p>
          <Button onClick={openGuide}>{models('guide')}</Button>
        </div>
        <details className="group mt-5 text-ink-2 text-sm">
          <summary className="w-fit rounded-sm text-accent">{t('howApple')}</summary>
          <ol className="mt-2 flex list-decimal flex-col gap-1 pl-5">
            <li>{t('apple1')}</li>
            <li>{t('apple2')}</li>
            <li>{t('apple3')}</li>
          </ol>
        </details>
        <p className="mt-6 text-ink-3 text-xs">{t('private')}</p>
      </div>
    </div>
  )
}
