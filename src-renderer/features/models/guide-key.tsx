/** A model with a provider's key: whose, where a key is made, the key itself, and whether it works. */
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../rpc/client.ts'
import { useApp } from '../../stores/app.ts'
import { type DatedVerdict, type PresetView, useModels } from '../../stores/models.ts'
import { useAction } from '../../stores/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { CodeField } from '../../ui/input.tsx'
import { VerdictView } from './verdict-view.tsx'

export function GuideKey({ onReady }: { onReady: (provider: string) => void }) {
  const { t } = useTranslation('models')
  const presets = useModels((state) => state.presets).filter((one) => !one.isLocal)
  const store = useApp((state) => state.info?.secrets.store)
  const [preset, setPreset] = useState<PresetView | null>(null)
  const [address, setAddress] = useState('')
  const [key, setKey] = useState('')
  /** Stored already, by an earlier try of this dialog. */
  const [saved, setSaved] = useState<{ id: string; preset: string } | null>(null)
  const [verdict, setVerdict] = useState<DatedVerdict | null>(null)
  const isCustom = preset?.id === 'custom'
  const save = useAction(async () => {
    if (!preset) return
    setVerdict(null)
    const before = saved?.preset === preset.id ? saved.id : null
    const { id } = await client.models.save({
      id: before,
      preset: preset.id,
      ...(isCustom ? { baseUrl: address.trim() } : {}),
    })
    setSaved({ id, preset: preset.id })
    if (key.trim() !== '') await client.models.setKey({ id, key: key.trim() })
    const told = await useModels.getState().test(id)
    setVerdict(told)
    await useModels.getState().load()
    if (told.ok) onReady(id)
  })
  const canSave = preset !== null && (!preset.needsKey || key.trim() !== '') && (!isCustom || address.trim() !== '')
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (canSave) void save.run()
      }}
    >
      <fieldset>
        <legend className="mb-1.5 font-medium text-sm">{t('keyChoose')}</legend>
        <div className="grid grid-cols-2 gap-1.5 min-[560px]:grid-cols-3">
          {presets.map((one) => (
            <label
              key={one.id}
              className={cx(
                'flex min-h-9 items-center rounded-md border px-3 py-1 text-sm transition-colors',
                'has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-1',
                preset?.id === one.id ? 'border-accent bg-accent-soft text-accent' : 'border-line hover:bg-hover',
              )}
            >
              <input
                type="radio"
                name="preset"
                className="sr-only"
                checked={preset?.id === one.id}
                onChange={() => {
                  setPreset(one)
                  setVerdict(null)
                }}
              />
              {one.id === 'custom' ? t('presetCustom') : one.name}
            </label>
          ))}
        </div>
      </fieldset>
      {preset && (
        <>
          {preset.keyUrl !== null && (
            <div>
              <a
                href={preset.keyUrl}
                target="_blank"
                rel="noopener noreferrer"
                className="inline-flex items-center gap-1.5 text-accent text-sm underline decoration-1 underline-offset-2"
              >
                {t('keyMake', { name: preset.name })}
                <ExternalLink className="size-3.5" strokeWidth={1.6} aria-hidden />
              </a>
              <p className="text-ink-3 text-xs">{t('keyMakeText')}</p>
            </div>
          )}
          {isCustom && (
            <CodeField
              label={t('address')}
              hint={t('addressHint')}
              value={address}
              maxLength={500}
              onChange={setAddress}
            />
          )}
          <CodeField
            label={t(preset.needsKey ? 'keyPaste' : 'keyOptional')}
            hint={t(store === 'memory' ? 'keyHintMemory' : 'keyHint')}
            type="password"
            value={key}
            maxLength={4000}
            onChange={setKey}
          />
          {verdict && !verdict.ok && <VerdictView verdict={verdict} />}
          {save.error !== null && <ErrorState title={t('keyFailed')} error={save.error} isReasonShown />}
          <div className="flex items-center justify-end gap-3">
            {save.isBusy && (
              <span role="status" className="text-ink-3 text-sm">
                {t('keyTesting')}
              </span>
            )}
            <Button type="submit" variant="primary" busy={save.isBusy} disabled={!canSave}>
              {t('keyTest')}
            </Button>
          </div>
        </>
      )}
    </form>
  )
}
