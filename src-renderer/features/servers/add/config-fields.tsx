/** Values that a server wants filled in before it can start. */
import { useTranslation } from 'react-i18next'
import type { ConfigField } from '../../../../src-main/api/contract/servers.ts'
import { Field, Input, Textarea } from '../../../ui/input.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { type FieldFault, type FieldValues, fieldFaults } from './field-values.ts'
import { SecretInput } from './secret-input.tsx'

export interface ConfigFieldsProps {
  fields: readonly ConfigField[]
  values: FieldValues
  /** Before a person has tried to go on, what is missing is not yet a fault. */
  isMissingShown: boolean
  onChange: (values: FieldValues) => void
}

export function ConfigFields({ fields, values, isMissingShown, onChange }: ConfigFieldsProps) {
  const faults = fieldFaults(fields, values)
  return (
    <div className="flex flex-col gap-3.5">
      {fields.map((field) => {
        const fault = faults[field.key] ?? null
        return (
          <OneField
            key={field.key}
            field={field}
            value={values[field.key] ?? ''}
            fault={fault === 'required' && !isMissingShown ? null : fault}
            onChange={(value) => onChange({ ...values, [field.key]: value })}
          />
        )
      })}
    </div>
  )
}

interface OneFieldProps {
  field: ConfigField
  value: string | boolean
  fault: FieldFault | null
  onChange: (value: string | boolean) => void
}

function OneField({ field, value, fault, onChange }: OneFieldProps) {
  const { t } = useTranslation('servers')
  const { title, description, type, required, sensitive, multiple, min, max } = field
  if (type === 'boolean') {
    return (
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0 text-sm">
          <p className="font-medium">{title}</p>
          {description !== '' && <p className="text-ink-3 text-xs">{description}</p>}
        </div>
        <Switch label={title} checked={value === true} onChange={onChange} className="mt-0.5" />
      </div>
    )
  }
  const text = typeof value === 'string' ? value : ''
  const hint = [description, multiple && t('field.oneALine')].filter(Boolean).join(' ')
  return (
    <Field
      label={required ? title : t('field.optional', { title })}
      hint={hint === '' ? undefined : hint}
      error={fault && t(`field.${fault}`, { min, max })}
    >
      {({ id, describedBy, invalid }) => {
        const wiring = { id, 'aria-describedby': describedBy, 'aria-invalid': invalid, spellCheck: false }
        if (sensitive && !multiple) {
          return <SecretInput id={id} describedBy={describedBy} isInvalid={invalid} value={text} onChange={onChange} />
        }
        if (multiple) {
          return (
            <Textarea
              {...wiring}
              className="font-mono"
              value={text}
              onChange={(event) => onChange(event.target.value)}
            />
          )
        }
        return (
          <Input
            {...wiring}
            className={type === 'directory' || type === 'file' ? 'font-mono' : undefined}
            inputMode={type === 'number' ? 'decimal' : undefined}
            autoComplete="off"
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }}
    </Field>
  )
}
