/** The filter row over the audit log. */
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { client } from '../../rpc/client.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { type AuditChoice, dayChoices, everything, isEverything } from './audit-filter.ts'
import { useAuditWords } from './audit-words.ts'

export interface AuditFiltersProps {
  choice: AuditChoice
  onChange: (choice: AuditChoice) => void
}

/** Radix takes no empty value, and no caller or tool is called like this. */
const all = '*'

export function AuditFilters({ choice, onChange }: AuditFiltersProps) {
  const { t } = useTranslation('audit')
  const words = useAuditWords()
  const facets = useLoaded('audit-facets', () => client.audit.facets(), [])
  const set = (patch: Partial<AuditChoice>) => onChange({ ...choice, ...patch })
  const options = (values: readonly string[] | undefined, current: string, label: (value: string) => string) =>
    [...new Set([...(values ?? []), ...(current ? [current] : [])])].map((value) => ({ value, label: label(value) }))
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{t('filters')}</legend>
      <Select
        className="max-w-36 @3xl:max-w-48"
        label={t('who')}
        value={choice.actor || all}
        options={[{ value: all, label: t('allCallers') }, ...options(facets.value?.actors, choice.actor, words.actor)]}
        onChange={(value) => set({ actor: value === all ? '' : value })}
      />
      <Select
        className="max-w-44 @3xl:max-w-56"
        label={t('tool')}
        value={choice.tool || all}
        options={[{ value: all, label: t('allTools') }, ...options(facets.value?.tools, choice.tool, (tool) => tool)]}
        onChange={(value) => set({ tool: value === all ? '' : value })}
      />
      <Select
        className="max-w-32 @3xl:max-w-40"
        label={t('days')}
        value={choice.days}
        options={dayChoices.map((days) => ({ value: days, label: t(`days_${days}`) }))}
        onChange={(value) => {
          const days = dayChoices.find((one) => one === value)
          if (days) set({ days })
        }}
      />
      {choice.days === 'between' && (
        <span className="flex items-center gap-1.5 text-ink-3 text-sm">
          <Input
            type="date"
            aria-label={t('from')}
            className="w-36"
            value={choice.from}
            onChange={(event) => set({ from: event.target.value })}
          />
          –
          <Input
            type="date"
            aria-label={t('to')}
            className="w-36"
            value={choice.to}
            onChange={(event) => set({ to: event.target.value })}
          />
        </span>
      )}
      <Segmented
        label={t('outcome')}
        value={choice.outcome}
        options={[
          { value: 'all', label: t('outcomeAll') },
          { value: 'ok', label: t('outcomeOk') },
          { value: 'failed', label: t('outcomeFailed') },
        ]}
        onChange={(outcome) => set({ outcome })}
      />
      {!isEverything(choice) && (
        <Button size="sm" variant="ghost" icon={X} onClick={() => onChange(everything)}>
          {t('clear')}
        </Button>
      )}
    </fieldset>
  )
}
