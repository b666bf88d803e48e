/** Adds or changes a provider. A key goes in and never comes out. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../rpc/client.ts'
import { useApp } from '../../stores/app.ts'
import { type DatedVerdict, type ProviderView, useModels } from '../../stores/models.ts'
import { useAction } from '../../stores/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { CodeField, Field, NameField, Textarea, TextField } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { blankForm, formFaults, formOf, type ProviderForm, saveInput } from './provider-form.ts'
import { VerdictView } from './verdict-view.tsx'

export interface ProviderDialogProps {
  /** Null adds one. */
  provider: ProviderView | null
  onClose: () => void
}

export function ProviderDialog({ provider, onClose }: ProviderDialogProps) {
  const { t } = useTranslation('models')
  const presets = useModels((state) => state.presets)
  const store = useApp((state) => state.info?.secrets.store)
  const [form, setForm] = useState<ProviderForm>(() => (provider ? formOf(provider) : blankForm(presets[0])))
  const [key, setKey] = useState('')
  const [takesKeyAway, setTakesKeyAway] = useState(false)
  const [id, setId] = useState(provider?.id ?? null)
  const [verdict, setVerdict] = useState<DatedVerdict | null>(null)
  const preset = presets.find((one) => one.id === form.preset)
  const faults = formFaults(form)
  const change = (patch: Partial<ProviderForm>) => setForm({ ...form, ...patch })
  const save = useAction(async () => {
    setVerdict(null)
    const saved = await client.models.save(saveInput(id, form))
    // A second try changes what the first one has stored.
    setId(saved.id)
    if (key.trim() !== '') await client.models.setKey({ id: saved.id, key: key.trim() })
    else if (takesKeyAway) await client.models.setKey({ id: saved.id, key: null })
    const told = await useModels.getState().test(saved.id)
    await useModels.getState().load()
    if (told.ok) onClose()
    else setVerdict(told)
  })
  const hasKey = (provider?.hasKey ?? false) && !takesKeyAway
  const keyHint = hasKey ? t('keyKept') : t(store === 'memory' ? 'keyHintMemory' : 'keyHint')
  return (
    <FormDialog
      title={provider ? t('editProvider', { name: provider.name }) : t('addProvider')}
      confirmLabel={t('saveTest')}
      failedTitle={t('saveFailed')}
      action={save}
      canSubmit={!faults.address && !faults.temperature && !faults.maxTokens}
      onClose={onClose}
    >
      {provider === null && (
        <Field label={t('preset')}>
          {({ id: field }) => (
            <Select
              id={field}
              value={form.preset}
              options={presets.map((one) => ({
                value: one.id,
                label:
                  one.id === 'custom'
                    ? t('presetCustom')
                    : one.isLocal
                      ? t('presetLocal', { name: one.name })
                      : one.name,
              }))}
              onChange={(value) => {
                const next = presets.find((one) => one.id === value)
                if (next) change({ preset: next.id, address: next.baseUrl })
                setVerdict(null)
              }}
            />
          )}
        </Field>
      )}
      <NameField label={t('name')} hint={t('nameHint')} value={form.name} onChange={(name) => change({ name })} />
      <CodeField
        label={t('address')}
        hint={t('addressHint')}
        value={form.address}
        maxLength={500}
        onChange={(address) => change({ address })}
      />
      <CodeField
        label={t(preset?.needsKey === false ? 'keyOptional' : 'key')}
        hint={
          preset?.keyUrl ? (
            <>
              {keyHint} {t('keyWhere')}{' '}
              <a href={preset.keyUrl} target="_blank" rel="noopener noreferrer" className="text-accent underline">
                {new URL(preset.keyUrl).host}
              </a>
            </>
          ) : (
            keyHint
          )
        }
        type="password"
        value={key}
        maxLength={4000}
        onChange={setKey}
      />
      {hasKey && (
        <Button size="sm" className="self-start" onClick={() => setTakesKeyAway(true)}>
          {t('keyTakeAway')}
        </Button>
      )}
      <Field label={t('extraModels')} hint={t('extraModelsHint')}>
        {({ id: field, describedBy }) => (
          <Textarea
            id={field}
            aria-describedby={describedBy}
            rows={2}
            spellCheck={false}
            className="min-h-14 font-mono"
            value={form.models}
            onChange={(event) => change({ models: event.target.value })}
          />
        )}
      </Field>
      <Options form={form} faults={faults} onChange={change} />
      {verdict && !verdict.ok && <VerdictView verdict={verdict} />}
    </FormDialog>
  )
}

interface OptionsProps {
  form: ProviderForm
  faults: { temperature: boolean; maxTokens: boolean }
  onChange: (patch: Partial<ProviderForm>) => void
}

function Options({ form, faults, onChange }: OptionsProps) {
  const { t } = useTranslation('models')
  return (
    <details>
      <summary className="w-fit rounded-sm text-accent text-sm">{t('advanced')}</summary>
      <div className="mt-3 flex flex-col gap-3.5">
        <TextField
          label={t('temperature')}
          hint={t('temperatureHint')}
          error={faults.temperature ? t('temperatureWrong') : null}
          inputMode="decimal"
          value={form.temperature}
          onChange={(temperature) => onChange({ temperature })}
        />
        <TextField
          label={t('maxTokens')}
          hint={t('maxTokensHint')}
          error={faults.maxTokens ? t('maxTokensWrong') : null}
          inputMode="numeric"
          value={form.maxTokens}
          onChange={(maxTokens) => onChange({ maxTokens })}
        />
        <Field label={t('effort')}>
          {({ id }) => (
            <Select
              id={id}
              value={form.effort}
              options={(['default', 'low', 'medium', 'high'] as const).map((value) => ({
                value,
                label: t(`effort_${value}`),
              }))}
              onChange={(value) =>
                onChange({ effort: value === 'low' || value === 'medium' || value === 'high' ? value : 'default' })
              }
            />
          )}
        </Field>
      </div>
    </details>
  )
}
